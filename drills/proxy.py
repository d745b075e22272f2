"""A TCP proxy on loopback that delays what passes, in both directions."""

import asyncio
from contextlib import suppress

CHUNK = 65_536


class SlowProxy:
    def __init__(self, port: int) -> None:
        self._behind = port
        self.port = 0
        self.delay = 0.0  # seconds for each chunk
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            behind = await asyncio.open_connection("127.0.0.1", self._behind)
        except OSError:
            writer.close()
            return
        for one, other in ((reader, behind[1]), (behind[0], writer)):
            task = asyncio.create_task(self._pass(one, other))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until one side closes; then the other side is closed too."""
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(chunk)
                await writer.drain()
        writer.close()
