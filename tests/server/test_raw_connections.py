"""Connections before their first whole request: many, big or slow ones cost little, and players do not notice them.

Addresses of the loopback network stand for clients; 127.0.0.1 is left out, because a server takes it for its proxy.
"""

import asyncio
import json
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from websockets.asyncio.client import connect

from gambero.server import run as running
from gambero.server.http.dependencies import network
from gambero.server.http.protocols import State
from gambero.server.refusal import Refused
from gambero.server.run import RESERVED, Server, allowed_connections, bound
from gambero.server.settings import Settings

from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served

HALF = b"GET /size HTTP/1.1\r\nHost: x\r\n"
WHOLE = HALF + b"\r\n"
FAR, FARTHER = "127.0.0.2", "127.0.0.3"


class Raw:
    """A connection that sends what it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    @classmethod
    async def new(cls, port: int, address: str = FAR) -> "Raw":
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> tuple[int, Any]:
        """The status and the body of one response."""
        async with asyncio.timeout(PATIENCE):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
            fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
            body = await self._reader.readexactly(int(fields["content-length"]))
        return int(head.split()[1]), json.loads(body)

    async def is_closed(self) -> bytes:
        """Wait until the other side closes; whatever it says before."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._reader.read()
            except ConnectionResetError:
                return b""

    async def close(self) -> None:
        self.writer.close()
        await asyncio.gather(self.writer.wait_closed(), return_exceptions=True)


class Small:
    """A server that answers with the size of what it is sent, its port, and what it counts."""

    def __init__(self, port: int, state: State) -> None:
        self.port, self.state = port, state

    async def empty(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.state.open:
                await asyncio.sleep(0.001)


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[Small]:
    app = FastAPI()

    @app.api_route("/size", methods=["GET", "POST"])
    async def size(request: Request) -> int:
        return len(await request.body())

    given = Settings(port=0, **{"request_time": 3600.0, **settings})
    ready = asyncio.Event()
    server = Server(app, given, ready.set)
    with bound(given) as listening:
        task = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        assert isinstance(server.server_state, State)
        try:
            yield Small(listening.getsockname()[1], server.server_state)
        finally:
            server.should_exit = True
            await task


# Many.


async def test_an_address_has_only_so_many_connections() -> None:
    async with serving(connections=10) as server:
        half_sent = [await Raw.new(server.port) for _ in range(20)]
        for one in half_sent:
            await one.send(HALF)
        for _ in range(30):
            extra = await Raw.new(server.port)
            assert await extra.answer() == (429, Refused("limit", "connections").as_json())
            assert await extra.is_closed() == b""
            await extra.close()
        other = await Raw.new(server.port, FARTHER)
        await other.send(WHOLE)
        assert await other.answer() == (200, 0)
        await half_sent[0].close()
        await other.close()
        while server.state.open != 19:
            await asyncio.sleep(0.001)
        again = await Raw.new(server.port)
        await again.send(WHOLE)
        assert await again.answer() == (200, 0)
        for one in (*half_sent, again):
            await one.close()
        await server.empty()


async def test_all_together_have_only_so_many() -> None:
    async with serving(connections=0, total_connections=12) as server:
        held = [await Raw.new(server.port, f"127.0.1.{number}") for number in range(1, 13)]
        while server.state.open != 12:
            await asyncio.sleep(0.001)
        extra = await Raw.new(server.port)
        status, refused = await extra.answer()
        assert (status, refused["code"], refused["reason"]) == (503, "busy", "connections")
        for one in (*held, extra):
            await one.close()
        await server.empty()


async def test_a_proxy_has_as_many_as_it_likes() -> None:
    async with serving(connections=1) as server:
        held = [await Raw.new(server.port, "127.0.0.1") for _ in range(8)]
        await held[-1].send(WHOLE)
        assert await held[-1].answer() == (200, 0)
        for one in held:
            await one.close()
        await server.empty()


def test_ipv6_addresses_count_by_their_first_64_bits() -> None:
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::9") != network("2001:db8:1:3::9")
    assert network("fe80::1%eth0") == network("fe80::2")
    assert [network(one) for one in ("10.0.0.1", "?", "not:an:address")] == ["10.0.0.1", "?", "not:an:address"]


# Big.


async def test_headers_have_a_size() -> None:
    async with serving(header_size=8192) as server:
        expected = (431, Refused("size", "headers", most=8192).as_json())
        long_url = b"GET /size?" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        for request in (HALF + b"A: " + b"x" * 9000 + b"\r\n\r\n", HALF + b"A: x\r\n" * 3000 + b"\r\n", long_url):
            one = await Raw.new(server.port)
            await one.send(request)
            assert await one.answer() == expected
            await one.is_closed()
            await one.close()
        fits = await Raw.new(server.port)
        for _ in range(3):  # each request is measured anew
            await fits.send(HALF + b"A: " + b"x" * 8000 + b"\r\n\r\n")
            assert await fits.answer() == (200, 0)
        await fits.close()


@pytest.mark.parametrize("piece", [b"x" * 1000, b"A: b\r\n" * 200, b"\r\n" * 500], ids=["value", "headers", "nothing"])
async def test_what_has_no_end_is_cut_off(piece: bytes) -> None:
    """One header that goes on and on, header after header, and lines before any request: a thousand pieces at most."""
    async with serving(header_size=8192) as server:
        one = await Raw.new(server.port)
        if piece != b"\r\n" * 500:
            await one.send(HALF + b"A: b\r\nB: ")
        sent = 0
        closed = asyncio.create_task(one.is_closed())
        while not closed.done():
            assert sent < 1000
            one.writer.write(piece)
            sent += 1
            await asyncio.sleep(0.001)
        await one.close()
        await server.empty()


async def test_a_body_may_be_bigger_than_headers_but_has_an_end_too() -> None:
    async with serving(header_size=1000, body_size=20_000) as server:
        one = await Raw.new(server.port)
        await one.send(b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n\r\n" + b"x" * 15_000)
        assert await one.answer() == (200, 15_000)
        await one.send(b"POST /size HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        closed = asyncio.create_task(one.is_closed())
        for _ in range(10_000):
            if closed.done():
                break
            one.writer.write(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
            await asyncio.sleep(0)
        assert await closed == b""
        await one.close()


# Slow.


async def test_a_request_that_trickles_in_is_cut_off() -> None:
    async with serving(request_time=0.2) as server:
        one = await Raw.new(server.port)
        await one.send(b"GET /size HTTP/1.1\r\n")
        answer = asyncio.create_task(one.answer())
        while not answer.done():
            one.writer.write(b"A: b\r\n")
            await asyncio.sleep(0.02)
        status, refused = await answer
        assert (status, refused["code"], refused["reason"]) == (408, "limit", "slow")
        await one.is_closed()
        await one.close()


@pytest.mark.parametrize("begun", [b"", b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"])
async def test_one_that_says_nothing_or_never_ends_is_closed(begun: bytes) -> None:
    async with serving(request_time=0.2) as server:
        one = await Raw.new(server.port)
        await one.send(begun)
        assert await one.is_closed() == b""
        await one.close()
        await server.empty()


# Descriptors.


def test_connections_leave_descriptors_for_the_stores(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [1024, 4096]

    def raise_limit(_: int, wanted: tuple[int, int]) -> None:
        assert wanted[1] == 4096
        limits[0] = wanted[0]

    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", raise_limit)
    assert allowed_connections(100) == 100
    assert limits == [1024, 4096]
    assert allowed_connections(2000) == 2000
    assert limits == [2000 + RESERVED, 4096]
    assert allowed_connections(10_000) == allowed_connections(0) == 4096 - RESERVED
    assert limits == [4096, 4096]
    limits[:] = [300, 300]
    assert allowed_connections(10_000) == 150
    limits[:] = [resource.RLIM_INFINITY] * 2
    assert allowed_connections(10_000) == 10_000
    assert allowed_connections(0) == sys.maxsize - RESERVED
    monkeypatch.setitem(sys.modules, "resource", None)
    assert (running.allowed_connections(10), running.allowed_connections(0)) == (10, sys.maxsize)


async def test_who_sits_at_a_table_plays_on_while_connections_are_wasted(tmp_path: Path) -> None:
    """More half-sent requests than the server has descriptors, from many addresses."""
    few = 300
    with Served(tmp_path / "games.db", total_connections="100") as served:
        assert served.process
        resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE, (few, few))

        async def waste(seat: Seated, wasted: list[Raw]) -> None:
            for number in range(few + 50):
                wasted.append(await Raw.new(served.port, f"127.0.{number % 200 + 1}.9"))
                await wasted[-1].send(HALF)
            for _ in range(10):
                await seat.play(seat.view["moves"][0])
            for said in await asyncio.gather(*(one.is_closed() for one in wasted[-50:])):
                assert said == b"" or b'"code":"busy"' in said  # what it says may be lost, since it does not listen

        async def story() -> None:
            anna = await Guest.new(served.url)
            seat = await anna.at(await anna.open(start=True))
            wasted: list[Raw] = []
            try:
                await waste(seat, wasted)
            finally:
                for one in wasted:
                    await one.close()
            again = await anna.at(await anna.open(start=True))
            await again.play(again.view["moves"][0])
            address = f"{served.url.replace('http', 'ws', 1)}/ws/tables/{seat.table['id']}"
            async with connect(address, additional_headers=anna.headers, open_timeout=PATIENCE) as other:
                assert json.loads(await other.recv())["type"] == "view"

        await story()
        await asyncio.to_thread(served.stop)
    assert not [line for line in served.log if '"event": "fault"' in line]
