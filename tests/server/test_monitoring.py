"""What operators see: metrics of all workers, a dashboard and rules that fit them, logs with ids; no secret."""

import asyncio
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import yaml

from gambero.server.http.limits import SharedLimit
from gambero.server.jobs.pool import Pool
from gambero.server.logs import JsonFormatter, new_request_id, request
from gambero.server.metrics import Metrics
from gambero.server.workers import backplane
from gambero.server.workers.backplane import RedisBackplane
from gambero.server.workers.pages import STALE, Pages, Place, merged

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served
from helpers.stores import free_port

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"
PASSWORD = "a very long secret"


def metrics(worker: int | None = None) -> Metrics:
    return Metrics(lambda: 0, Pool(1, 1.0).counts, worker)


# Dashboard and rules.


def sample_names() -> set[str]:
    """All names that samples can have, from the page's own descriptions."""
    names: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", metrics().page().decode(), re.MULTILINE):
        names |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return names


def test_counters_end_in_total_and_nothing_else_does() -> None:
    for name, kind in re.findall(r"^# TYPE (gambero_\S+) (\S+)$", metrics().page().decode(), re.MULTILINE):
        assert name.endswith("_total") == (kind == "counter")


def expressions() -> Iterator[str]:
    for panel in json.loads((MONITORING / "dashboard.json").read_text())["panels"]:
        assert panel["targets"]
        yield from (target["expr"] for target in panel["targets"])
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
            assert rule["labels"]["severity"] in ("page", "warn")
            assert rule["annotations"]["summary"]
            assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
            yield rule["expr"]


def test_dashboard_and_rules_name_what_there_is() -> None:
    asked = list(expressions())
    assert len(asked) > 15
    for one in asked:
        assert all(one.count(opening) == one.count(closing) for opening, closing in ("()", "[]", "{}"))
        assert set(re.findall(r"\b(?:gambero|process)_\w+", one)) <= sample_names(), one


# One page for all workers.


def test_the_pages_of_workers_are_one_page(tmp_path: Path) -> None:
    workers = [metrics(number) for number in range(3)]
    pages = [Pages(Place(number, tmp_path), one.page) for number, one in enumerate(workers)]
    for number, one in enumerate(workers):
        one.connections.set(number + 1)
        one.faults.labels("here").inc()
        pages[number].read()
    page = pages[0].read().decode()
    assert re.findall(r'gambero_connections{worker="(.)"} (.)', page) == [("0", "1"), ("1", "2"), ("2", "3")]
    assert page.count("# TYPE gambero_connections gauge") == 1
    lines = page.splitlines()
    found = [at for at, line in enumerate(lines) if line.startswith("gambero_faults_total{")]
    assert found == list(range(found[0], found[0] + 3))  # the samples of a metric stand together
    long_ago = time.time() - STALE - 1
    os.utime(tmp_path / "2.prom", (long_ago, long_ago))  # its worker hangs
    assert 'worker="2"' not in pages[1].read().decode()


def test_one_worker_needs_no_number() -> None:
    assert Pages(None, lambda: b"page").read() == b"page"
    assert b"worker=" not in metrics().page()
    assert merged([]) == ""


# Limits of all workers.


async def test_workers_share_a_limit(redis_url: str) -> None:
    workers = [RedisBackplane(redis_url, f"worker {number}") for number in range(2)]
    one, other = (SharedLimit("logins", 2 / 3600, 2, worker.take) for worker in workers)
    assert [await one.wait("a"), await other.wait("a")] == [0, 0]
    waits = [await other.wait("a"), await one.wait("a")]
    assert all(1800 - PATIENCE < wait <= 1800 for wait in waits)  # half an hour each
    assert await one.wait("b") == 0
    quick = SharedLimit("hints", 20.0, 1.0, workers[0].take)
    assert await quick.wait("a") == 0
    async with asyncio.timeout(PATIENCE):
        while await quick.wait("a"):  # a bucket fills again
            await asyncio.sleep(0.05)
    assert await SharedLimit("none", 0, 0, workers[0].take).wait("a") == 0
    for worker in workers:
        await worker.stop()


async def test_without_redis_each_worker_counts_for_itself() -> None:
    worker = RedisBackplane(f"redis://127.0.0.1:{free_port()}/0", "worker")
    limit = SharedLimit("logins", 1 / 3600, 2, worker.take)
    *at_once, later = [await limit.wait("a") for _ in range(3)]
    assert at_once == [0, 0]
    assert 3600 - PATIENCE < later <= 3600
    await worker.stop()


async def test_a_redis_that_hangs_holds_requests_up_once_and_not_for_long() -> None:
    asked = 0

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await reader.read()  # until the worker gives up
        writer.close()
        await writer.wait_closed()

    silent = await asyncio.start_server(hang, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    worker = RedisBackplane(f"redis://127.0.0.1:{port}/0", "worker")
    async with asyncio.timeout(PATIENCE):
        for _ in range(100):
            assert await worker.take("a", 1.0, 1.0) is None
    assert asked == 1
    assert worker._take_again > time.monotonic() - PATIENCE + backplane.TAKE_PAUSE
    await worker.stop()
    silent.close()
    await silent.wait_closed()


# Logs.


def logged(**extra: Any) -> dict[str, Any]:
    record = logging.makeLogRecord({"msg": "fault", "levelname": "ERROR", **extra})
    return dict(json.loads(JsonFormatter().format(record)))


def test_a_line_of_the_log_names_its_request() -> None:
    assert "request" not in logged()
    token = request.set(("0123456789abcdef", 0))
    assert logged()["request"] == "0123456789abcdef"
    request.set(("0123456789abcdef", 7))
    assert logged(text="secret", token="secret") == {**logged(), "request": "0123456789abcdef-7"}
    request.reset(token)


def test_an_id_from_outside_is_taken_if_it_is_plain() -> None:
    assert new_request_id("from-the-proxy.1") == "from-the-proxy.1"
    for odd in (None, "", "short", "x" * 65, 'quote"quote', "line\nline", "ü" * 10):
        assert re.fullmatch("[0-9a-f]{16}", new_request_id(odd))


async def test_requests_have_ids_and_no_secret_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", tables="1") as served:
        anna = await Guest.new(served.url, "Anna Secret")
        table = await anna.open("duel")
        seat = await anna.at(table)
        assert seat.socket.response
        assert len(seat.socket.response.headers["X-Request-Id"]) == 16
        await seat.do("chat", text="whispered words")
        async with httpx.AsyncClient(base_url=served.url, headers=anna.headers, timeout=PATIENCE) as client:
            body = {"login": "Anna Login", "password": PASSWORD}
            registered = await client.post("/api/account", json=body)
            assert registered.status_code == 200
            client.headers["Authorization"] = f"Bearer {registered.json()['token']}"
            assert (await client.post("/api/login", json={**body, "password": "wrong secret"})).status_code == 401
            again = {"Origin": "https://elsewhere.example", "X-Request-Id": "proxy-gave-this"}
            refused = await client.post("/api/tables", json={"game": "duel"}, headers=again)
            assert (refused.status_code, refused.headers["X-Request-Id"]) == (403, "proxy-gave-this")
            assert (await client.post("/api/tables", json={"game": "duel"})).status_code == 429
            page = (await client.get("/metrics")).text
        assert 'gambero_limit_refusals_total{code="limit",reason="tables"} 1.0' in page
        served.stop()
        lines = [json.loads(line) for line in served.log if line.startswith("{")]
        assert [line["request"] for line in lines if line["event"].startswith("a page of another")] == [
            "proxy-gave-this"
        ]
        told = page + "".join(served.log)
        token = anna.headers["Authorization"].partition(" ")[2]
        for secret in (token, PASSWORD, "wrong secret", "Anna Secret", "Anna Login", "whispered", table):
            assert secret not in told
