"""The state of a worker, for operators: tables, connections, queues, counts, and whether it is ready."""

import asyncio
import os
import socket
from math import inf
from typing import TYPE_CHECKING, Any

from gambero.server.jobs.queue import BOUNDS, Work
from gambero.server.live.table import LiveTable
from gambero.server.store.faults import store_refusal

if TYPE_CHECKING:
    from gambero.server.live.house import House

READY_TIMEOUT = 3.0  # seconds a store may take to answer


async def describe(house: "House") -> dict[str, Any]:
    return {
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "not_ready": await not_ready(house),
        "tables": [_table(live) for live in house.tables.values()],
        "jobs": [{**count._asdict(), "most": _most(count.work)} for count in house.pool.counts()],
        "metrics": _metrics(house),
    }


async def not_ready(house: "House") -> str | None:
    """Why this worker is not ready, in a sentence; None if it is."""
    if house.closing:
        return "it is stopping"
    try:
        async with asyncio.timeout(READY_TIMEOUT):
            await house.ready()
    except Exception as wrong:  # noqa: BLE001  # whatever it is, this worker is not ready
        return str(store_refusal(wrong) or f"a store does not answer ({type(wrong).__name__})")
    return None


def _most(work: str) -> int | None:
    """How many jobs of a class may wait until more are refused as `busy`; None: any number."""
    most = BOUNDS[Work(work)].total
    return None if most == inf else int(most)


def _table(live: LiveTable) -> dict[str, Any]:
    """No card and no chat: operators look after people, they do not look into games."""
    table = live.table
    return {
        "id": table.id,
        "game": table.kind,
        "phase": "closed" if table.closed else table.phase,
        "listed": table.opened["listed"],
        "host": table.host,
        "seats": [{"person": seat.person, "name": seat.name, "bot": seat.bot} for seat in table.seats],
        "connected": [
            {"person": one.person, "name": one.name, "address": one.host, "seat": one.seat}
            for one in live.presence.connections
        ],
    }


def _metrics(house: "House") -> dict[str, float]:
    """What /metrics has, by name and labels."""
    found: dict[str, float] = {}
    for family in house.metrics.registry.collect():
        for sample in family.samples:
            if not sample.name.endswith(("_bucket", "_created")):
                labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
                found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found
