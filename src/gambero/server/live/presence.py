"""Who is connected to a table, at this worker and at others."""

import asyncio
from collections.abc import Sequence
from typing import Any

from gambero.server.live.connections import Connection
from gambero.server.table.table import Seat
from gambero.server.workers.backplane import Backplane


class Presence:
    def __init__(self, table_id: str, seats: Sequence[Seat], backplane: Backplane) -> None:
        self._table_id = table_id
        self._backplane = backplane
        self.connections: set[Connection] = set()  # of this worker
        self.here: set[str] = set()  # people connected to any worker
        self.gone: dict[str, float] = {}  # seated people who are not connected, and since when by the loop's clock
        self._elsewhere: set[str] = set()  # people connected to other workers, as far as known
        self._lookups = 0
        self.set_seats(seats)

    def set_seats(self, seats: Sequence[Seat]) -> None:
        """Set who sits where, as connections were sent it: the table itself may be one entry ahead."""
        self._people = [seat.person for seat in seats]
        self._bots = [bool(seat.bot) for seat in seats]

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        if not connection.screen:
            self.arrived(connection.person)

    def arrived(self, person: str) -> None:
        """Count a person as here at once; else the caretaker might give the seat to a bot again."""
        self._lookups += 1  # a lookup under way does not know of this
        self.here.add(person)
        self.gone.pop(person, None)

    def is_connected(self, person: str) -> bool:
        """Is a person connected to this worker?"""
        return person in self.people

    async def announce(self) -> None:
        """Tell other workers who is connected to this one."""
        await self._backplane.present(self._table_id, self.people)

    async def look_up(self) -> bool:
        """Ask who is connected to other workers. False: the answer is outdated, since somebody came meanwhile."""
        lookup = self.begin_lookup()
        return self.learn(lookup, await self._backplane.who(self._table_id))

    def begin_lookup(self) -> int:
        self._lookups += 1
        return self._lookups

    def learn(self, lookup: int, elsewhere: set[str] | None) -> bool:
        """Take the answer to `begin_lookup`: who is connected to other workers. False: outdated, somebody came since.

        None: Redis does not answer. Then whoever was connected elsewhere still counts as connected, and only people
        who were here before can be gone.
        """
        if lookup != self._lookups:
            return False
        known = elsewhere is not None
        before, self._elsewhere = self.here, self._elsewhere if elsewhere is None else elsewhere
        self.here = self._elsewhere | self.people
        time = asyncio.get_running_loop().time()
        missing = {person for person in self._people if person} - self.here
        self.gone = {
            person: self.gone.get(person, time)
            for person in missing
            if known or person in self.gone or person in before
        }
        return True

    @property
    def people(self) -> set[str]:
        """Who is connected to this worker; a screen is nobody."""
        return {connection.person for connection in self.connections if not connection.screen}

    def message(self) -> dict[str, Any]:
        """The message `here`: by seat who is connected, and how many watch."""
        seats = zip(self._people, self._bots, strict=True)
        return {
            "type": "here",
            "here": [person in self.here if person else bot for person, bot in seats],
            "watching": len(self.here.difference(person for person in self._people if person)),
        }
