"""What an operator asks the servers that run on a database, and what each answers.

They travel through the database: operators need no open port, and every worker is reached.
"""

import asyncio
import secrets
from typing import Any

import orjson
from sqlalchemy import Executable, delete, insert, select

from gambero.server.store import schema
from gambero.server.store.database import Store

HEARTBEAT = 30  # seconds between two heartbeats of a server
GONE = 75  # seconds without a heartbeat after which a server counts as gone
TIMEOUT = 10.0  # seconds that servers have to answer
POLL = 0.1  # seconds between two queries for answers


async def ask(store: Store, now: int) -> tuple[dict[str, Any], list[str]]:
    """The answer of each server that runs on this database, by its id; and the ids of those that did not answer."""
    query = select(schema.workers.c.id).where(schema.workers.c.seen > now - 1000 * GONE)
    workers = {row["id"] for row in await store.rows(query)}
    if not workers:
        return {}, []
    question = secrets.token_hex(8)
    await store.run(insert(schema.questions).values(id=question, at=now))
    answers: dict[str, Any] = {}
    try:
        for _ in range(int(TIMEOUT / POLL)):
            rows = await store.rows(select(schema.answers).where(schema.answers.c.question == question))
            answers = {row["worker"]: orjson.loads(row["data"]) for row in rows}
            if answers.keys() >= workers:
                break
            await asyncio.sleep(POLL)
    finally:
        await store.run(*_remove(question))
    return answers, sorted(workers - answers.keys())


def _remove(question: str) -> list[Executable]:
    return [
        delete(schema.questions).where(schema.questions.c.id == question),
        delete(schema.answers).where(schema.answers.c.question == question),
    ]


async def unanswered(store: Store, worker: str) -> list[str]:
    """The questions that a worker has not answered yet."""
    mine = select(schema.answers.c.question).where(schema.answers.c.worker == worker)
    found = await store.rows(select(schema.questions.c.id).where(schema.questions.c.id.not_in(mine)))
    return [row["id"] for row in found]


async def answer(store: Store, question: str, worker: str, data: dict[str, Any]) -> None:
    row = {"question": question, "worker": worker, "data": orjson.dumps(data).decode()}
    await store.run(store.insert_or_ignore(schema.answers).values(row))


async def alive(store: Store, worker: str, now: int) -> None:
    """Store a server's heartbeat, and remove what dead servers and interrupted operators left."""
    asked = select(schema.questions.c.id)
    await store.run(
        store.upsert(schema.workers).values(id=worker, seen=now),
        delete(schema.workers).where(schema.workers.c.seen < now - 1000 * GONE),
        delete(schema.questions).where(schema.questions.c.at < now - 1000 * GONE),
        delete(schema.answers).where(schema.answers.c.question.not_in(asked)),
    )


async def gone(store: Store, worker: str) -> None:
    """Remove a server that stops."""
    await store.run(delete(schema.workers).where(schema.workers.c.id == worker))
