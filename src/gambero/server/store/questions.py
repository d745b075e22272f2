"""What an operator asks the servers that run on a database, and what each answers.

Asked through the database, so that there is no door for operators in the network, and every worker is reached.
"""

import asyncio
import secrets
from typing import Any

import orjson
from sqlalchemy import Executable, delete, insert, select

from gambero.server.store import schema
from gambero.server.store.database import Store

HEARTBEAT = 30  # seconds from one sign of life of a server to the next
GONE = 75  # seconds without a sign of life until a server counts as gone
PATIENCE = 10.0  # seconds that servers have to answer
LOOK = 0.1  # seconds between two looks for answers


async def ask(store: Store, now: int) -> tuple[dict[str, Any], list[str]]:
    """How it stands at each server that runs on this database, by its id; and the ids of those that did not answer."""
    query = select(schema.workers.c.id).where(schema.workers.c.seen > now - 1000 * GONE)
    workers = {row["id"] for row in await store.rows(query)}
    if not workers:
        return {}, []
    question = secrets.token_hex(8)
    await store.run(insert(schema.questions).values(id=question, at=now))
    answers: dict[str, Any] = {}
    try:
        for _ in range(int(PATIENCE / LOOK)):
            rows = await store.rows(select(schema.answers).where(schema.answers.c.question == question))
            answers = {row["worker"]: orjson.loads(row["data"]) for row in rows}
            if answers.keys() >= workers:
                break
            await asyncio.sleep(LOOK)
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
    """A server's sign of life; it also removes what dead servers and interrupted operators left."""
    asked = select(schema.questions.c.id)
    await store.run(
        store.upsert(schema.workers).values(id=worker, seen=now),
        delete(schema.workers).where(schema.workers.c.seen < now - 1000 * GONE),
        delete(schema.questions).where(schema.questions.c.at < now - 1000 * GONE),
        delete(schema.answers).where(schema.answers.c.question.not_in(asked)),
    )


async def gone(store: Store, worker: str) -> None:
    await store.run(delete(schema.workers).where(schema.workers.c.id == worker))
