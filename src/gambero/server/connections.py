"""One person's socket at a table: messages wait in a row, so that a slow reader holds up nobody else."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_WAITING = 500  # messages; whoever is that far behind had better connect anew


class Connection:
    def __init__(self, person: str, name: str, send: Callable[[str], Awaitable[None]]) -> None:
        self.person, self.name = person, name
        self.seat: int | None = None
        self._send = send
        self._waiting: deque[str] = deque()
        self._more: asyncio.Future[None] | None = None
        self._ended = False

    def send(self, text: str) -> None:
        if self._ended:
            return
        self._waiting.append(text)
        if len(self._waiting) > MOST_WAITING:
            self._ended = True
        self._wake()

    def end(self) -> None:
        """Nothing more is sent after what waits."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._more and not self._more.done():
            self._more.set_result(None)

    async def deliver(self) -> None:
        """Send what comes, until the end."""
        while True:
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._ended:
                return
            self._more = asyncio.get_running_loop().create_future()
            await self._more
