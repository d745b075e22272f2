"""Finished games: lists, records, who sat where, and statistics."""

from collections import defaultdict
from typing import Any

import orjson
from sqlalchemy import RowMapping, and_, select

from gambero.server.refusal import Refused
from gambero.server.store import schema
from gambero.server.store.daily import has_finished
from gambero.server.store.database import Store
from gambero.server.table.dealing import is_secret

PAGE = 50
MOST_COUNTED = 20_000


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
        knows = person and (await _played(store, game_id, person) or await has_finished(store, day, game, person))
        if not knows:
            raise Refused("secret", "record")
    return str(found[0]["record"])


async def _played(store: Store, game_id: str, person: str) -> bool:
    seats = schema.seats.c
    return bool(await store.rows(select(seats.seat).where(seats.game_id == game_id, seats.person == person)))


async def played(store: Store, person: str, before: int | None = None) -> list[dict[str, Any]]:
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
    return [
        {
            "id": row["id"],
            "game": row["game"],
            "options": orjson.loads(row["options"]),
            "players": row["players"],
            "result": orjson.loads(row["result"]),
            "seat": row["my_seat"],
            "won": row["won"],
            "seats": seats[row["id"]],
            "finished": row["finished"],
        }
        for row in found
    ]


async def seats(store: Store, game_id: str) -> list[dict[str, Any]]:
    """Who sat where in a finished game."""
    query = select(schema.seats).where(schema.seats.c.game_id == game_id).order_by(schema.seats.c.seat)
    return [_seat(row) for row in await store.rows(query)]


def _seat(row: RowMapping) -> dict[str, Any]:
    return {"name": row["name"], "bot": row["bot"], "won": row["won"]}


async def statistics(store: Store, person: str) -> dict[str, Any]:
    """Games, wins, cards left and streaks by game, options and company."""
    mine, others = schema.seats.alias("mine"), schema.seats.alias("others")
    games = schema.games.c
    columns = (games.id, games.game, games.options, games.players, games.result)
    query = (
        select(*columns, games.finished, mine.c.seat, mine.c.won, others.c.person.label("other"))
        .join(mine, mine.c.game_id == schema.games.c.id)
        .outerjoin(others, and_(others.c.game_id == schema.games.c.id, others.c.seat != mine.c.seat))
        .where(mine.c.person == person)
        .order_by(schema.games.c.finished, schema.games.c.id)
        .limit(MOST_COUNTED)
    )
    company: dict[str, str] = {}
    found = {}
    for row in await store.rows(query):
        found[row["id"]] = row
        with_people = row["other"] is not None or company.get(row["id"]) == "people"
        company[row["id"]] = "people" if with_people else "alone" if row["players"] == 1 else "bots"
    counted: dict[tuple[str, str, str], dict[str, Any]] = {}
    streak = best = 0
    for game_id, row in found.items():
        key = (row["game"], row["options"], company[game_id])
        options = orjson.loads(row["options"])
        cell = counted.setdefault(
            key,
            {"game": row["game"], "options": options, "company": company[game_id]}
            | {"games": 0, "wins": 0, "left": 0, "brilliant": 0, "fewest": None},
        )
        result = orjson.loads(row["result"])
        left = result["left"] if isinstance(result["left"], int) else result["left"][row["seat"]]
        cell["games"] += 1
        cell["wins"] += bool(row["won"])
        cell["left"] += left
        cell["brilliant"] += result["rating"] in ("beaten", "brilliant")
        cell["fewest"] = left if cell["fewest"] is None else min(left, cell["fewest"])
        streak = streak + 1 if row["won"] else 0
        best = max(best, streak)
    cells = [{**cell, "left": cell["left"] / cell["games"]} for cell in counted.values()]
    last = [
        {"game": row["game"], "won": bool(row["won"]), "finished": row["finished"]}
        for row in list(found.values())[-50:]
    ]
    return {"games": len(found), "streak": streak, "best_streak": best, "by": cells, "last": last}
