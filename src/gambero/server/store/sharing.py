"""Finished games for study: who agreed to that, and the games of those who did, without names."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import RowMapping, select, tuple_, update

from gambero.game.replay import replay
from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.faults import Skip
from gambero.server.table.dealing import is_secret

PAGE = 500  # games read at once


async def shares_games(store: Store, person: str) -> bool:
    """Did this person agree?"""
    people = schema.people.c
    return any(row["share_games"] for row in await store.rows(select(people.share_games).where(people.id == person)))


async def share_games(store: Store, person: str, agreed: bool) -> None:
    people = schema.people.c
    await store.run(update(schema.people).where(people.id == person).values(share_games=agreed))


@dataclass
class Dump:
    """Goes through all finished games. People are numbered anew each time, so that two dumps cannot be linked."""

    store: Store
    now: int
    skip: Skip
    games: int = 0  # given out
    left_out: int = 0  # somebody did not agree, is deleted, or the cards of a day are still secret
    _people: dict[str, str] = field(default_factory=dict)

    async def rows(self) -> AsyncIterator[dict[str, Any]]:
        """The games of which every person agreed, the oldest first, as docs/data.md describes them."""
        games, tables = schema.games, schema.tables
        key = tuple_(games.c.finished, games.c.id)
        query = select(games, tables.c.summary).outerjoin_from(games, tables, tables.c.id == games.c.table_id)
        query, after = query.order_by(games.c.finished, games.c.id).limit(PAGE), None
        while True:
            found = await self.store.rows(query if after is None else query.where(key > after))
            seats = await self._seats([row["id"] for row in found])
            for row in found:
                if (one := self._row(row, seats[row["id"]])) is None:
                    self.left_out += 1
                else:
                    self.games += 1
                    yield one
            if len(found) < PAGE:
                return
            after = (found[-1]["finished"], found[-1]["id"])

    async def _seats(self, ids: Sequence[str]) -> Mapping[str, list[RowMapping]]:
        seats, people = schema.seats, schema.people
        query = select(seats, people.c.share_games).outerjoin_from(seats, people, people.c.id == seats.c.person)
        found: dict[str, list[RowMapping]] = defaultdict(list)
        for row in await self.store.rows(query.where(seats.c.game_id.in_(ids)).order_by(seats.c.seat)):
            found[row["game_id"]].append(row)
        return found

    def _row(self, row: RowMapping, seats: Sequence[RowMapping]) -> dict[str, Any] | None:
        """A game as it is given out; None if it must not be."""
        if not seats or any(_is_person(seat) and not seat["share_games"] for seat in seats):
            return None
        try:
            day = orjson.loads(row["summary"] or "{}").get("daily")
            if day and is_secret(day, self.now):
                return None
            game = replay(row["record"])
        except ValueError as wrong:  # a broken row hides its own game, not the others
            self.skip("games", wrong, row["id"])
            return None
        result = game.result
        if result is None:
            return None
        game.seal = None  # a commitment was published at the table, where the players have names
        return {
            "game": game.game,
            "players": game.players,
            "options": [name for name, on in game.options.items() if on],
            "day": datetime.fromtimestamp(row["finished"] / 1000, UTC).date().isoformat(),
            "seats": [self._name(seat) for seat in seats],
            "bot_share": [1.0 if seat["bot"] else seat["deputy"] for seat in seats],
            "result": result,
            "record": game.record(),
        }

    def _name(self, seat: RowMapping) -> str:
        """Who sat there: a bot by its name, a person by a number."""
        if not _is_person(seat):
            return f"bot {seat['bot']}"
        return self._people.setdefault(seat["person"], f"person {len(self._people) + 1}")


def _is_person(seat: RowMapping) -> bool:
    """A seat without a bot is a person's, also if that person is deleted."""
    return seat["person"] is not None or seat["bot"] is None
