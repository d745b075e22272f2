"""Finished games: lists, records, who sat where, and statistics."""

from collections import defaultdict
from typing import Any

import orjson
from sqlalchemy import ColumnElement, FromClause, RowMapping, Subquery, case, exists, func, not_, or_, select

from gambero.server.refusal import Refused
from gambero.server.store import schema
from gambero.server.store.daily import has_finished
from gambero.server.store.database import Store
from gambero.server.store.faults import Skip
from gambero.server.table.dealing import is_secret
from gambero.server.wire.replies import Counted, FinishedGame, Lately, Statistics

PAGE = 50


async def record(store: Store, game_id: str, person: str | None, now: int) -> str:
    """The record of a finished game.

    While a deal of the day is secret, refused to whoever has neither played this game nor finished the deal.
    """
    games, tables = schema.games.c, schema.tables.c
    query = select(games.record, games.game, tables.summary).outerjoin_from(
        schema.games, schema.tables, tables.id == games.table_id
    )
    found = await store.rows(query.where(games.id == game_id))
    if not found:
        raise Refused("game_id", "unknown")
    day, game = orjson.loads(found[0]["summary"] or "{}").get("daily"), found[0]["game"]
    if day and is_secret(day, now):
        played = person and await seat_of(store, game_id, person) is not None
        knows = played or (person and await has_finished(store, day, game, person))
        if not knows:
            raise Refused("secret", "record")
    return str(found[0]["record"])


async def day_of_game(store: Store, game_id: str) -> tuple[str, str] | None:
    """The day and the game of a deal of the day; None if this game was none."""
    games, tables = schema.games.c, schema.tables.c
    query = select(games.game, tables.summary).join_from(schema.games, schema.tables, tables.id == games.table_id)
    found = await store.rows(query.where(games.id == game_id))
    day = orjson.loads(found[0]["summary"]).get("daily") if found else None
    return (day, found[0]["game"]) if day else None


async def seat_of(store: Store, game_id: str, person: str) -> int | None:
    """The seat of a person in a finished game; None if they did not play."""
    seats = schema.seats.c
    found = await store.rows(select(seats.seat).where(seats.game_id == game_id, seats.person == person))
    return int(found[0]["seat"]) if found else None


async def played(store: Store, person: str, before: int | None, skip: Skip) -> list[FinishedGame]:
    """A person's finished games, the latest first, one page."""
    mine = schema.seats.alias("mine")
    query = (
        select(schema.games, mine.c.seat.label("my_seat"), mine.c.won.label("won"))
        .join(mine, mine.c.game_id == schema.games.c.id)
        .where(mine.c.person == person)
        .order_by(schema.games.c.finished.desc())
        .limit(PAGE)
    )
    if before is not None:
        query = query.where(schema.games.c.finished < before)
    found = await store.rows(query)
    others = select(schema.seats).where(schema.seats.c.game_id.in_([row["id"] for row in found]))
    seats: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in await store.rows(others.order_by(schema.seats.c.seat)):
        seats[row["game_id"]].append(_seat(row))
    games = []
    for row in found:
        try:
            games.append(_finished(row, seats[row["id"]]))
        except ValueError as wrong:  # a broken row hides its own game, not the others
            skip("games", wrong, row["id"])
    return games


def _finished(row: RowMapping, seats: list[dict[str, Any]]) -> FinishedGame:
    """Raises ValueError if the row cannot be read."""
    return FinishedGame.model_validate(
        {
            "id": row["id"],
            "game": row["game"],
            "options": orjson.loads(row["options"]),
            "players": row["players"],
            "result": orjson.loads(row["result"]),
            "seat": row["my_seat"],
            "won": row["won"],
            "seats": seats,
            "finished": row["finished"],
        }
    )


async def seats(store: Store, game_id: str) -> list[dict[str, Any]]:
    """Who sat where in a finished game."""
    query = select(schema.seats).where(schema.seats.c.game_id == game_id).order_by(schema.seats.c.seat)
    return [_seat(row) for row in await store.rows(query)]


def _seat(row: RowMapping) -> dict[str, Any]:
    return {key: row[key] for key in ("name", "bot", "won", "deputy", "own")}


async def statistics(store: Store, person: str, skip: Skip) -> Statistics:
    """Games, wins, cards left and streaks by game, options and company, all counted by the database.

    A game that a bot won for a person is not counted. A lost one is, whoever played it: else people would leave games
    that they are about to lose.
    """
    mine, games = schema.seats.alias("mine"), schema.games
    counted = (
        select(
            *(games.c.id, games.c.game, games.c.options, games.c.finished),
            *(mine.c.won, mine.c.cards_left, _number(mine.c.won).label("win"), _number(mine.c.brilliant).label("good")),
            _company(mine).label("company"),
        )
        .join(games, games.c.id == mine.c.game_id)
        .where(mine.c.person == person, or_(mine.c.own, not_(mine.c.won)))
        .subquery("counted")
    )
    streak, best = await _streaks(store, counted)
    by = await _by_kind(store, counted, skip)
    query = select(counted.c.game, counted.c.won, counted.c.finished)
    last = await store.rows(query.order_by(counted.c.finished.desc(), counted.c.id.desc()).limit(PAGE))
    return Statistics(
        games=sum(cell.games for cell in by),
        streak=streak,
        best_streak=best,
        by=by,
        last=[Lately.model_validate(dict(row)) for row in reversed(last)],
    )


def _number(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """1 if it holds, else 0: what can be summed up in every database."""
    return case((condition, 1), else_=0)


def _company(mine: FromClause) -> ColumnElement[str]:
    """With whom a game was played: alone, with bots, or with people."""
    others = schema.seats.alias("others")
    with_people = exists().where(
        others.c.game_id == mine.c.game_id, others.c.seat != mine.c.seat, others.c.bot.is_(None)
    )
    return case((schema.games.c.players == 1, "alone"), (with_people, "people"), else_="bots")


async def _by_kind(store: Store, counted: Subquery, skip: Skip) -> list[Counted]:
    """Figures for each game with its options and company, in the order of the first game of each kind."""
    kind = (counted.c.game, counted.c.options, counted.c.company)
    figures = (
        func.count().label("games"),
        func.sum(counted.c.win).label("wins"),
        func.avg(counted.c.cards_left).label("left"),
        func.sum(counted.c.good).label("brilliant"),
        func.min(counted.c.cards_left).label("fewest"),
    )
    query = select(*kind, *figures).group_by(*kind).order_by(func.min(counted.c.finished))
    found = []
    for row in await store.rows(query):
        try:
            found.append(Counted.model_validate({**row, "options": orjson.loads(row["options"])}))
        except ValueError as wrong:
            skip("statistics", wrong, row["game"])
    return found


async def _streaks(store: Store, counted: Subquery) -> tuple[int, int]:
    """How many games in a row were won up to the last one, and at most.

    The wins of a streak have the same number of losses before them.
    """
    lost = func.sum(1 - counted.c.win).over(order_by=(counted.c.finished, counted.c.id))
    each = select(counted.c.win, lost.label("lost")).subquery("each")
    streaks = select(each.c.lost, func.sum(each.c.win).label("wins")).group_by(each.c.lost).subquery("streaks")
    last = select(streaks.c.wins).order_by(streaks.c.lost.desc()).limit(1).scalar_subquery()
    (row,) = await store.rows(
        select(last.label("last"), select(func.max(streaks.c.wins)).scalar_subquery().label("best"))
    )
    return int(row["last"] or 0), int(row["best"] or 0)
