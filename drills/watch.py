"""Asks /readyz all the time, and checks afterwards whether its answers were true."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

import httpx

from drills.place import Span

EVERY = 0.25  # seconds
GRACE = 1.0  # seconds: a request sent before the fault may still be answered
LONGEST = 20.0  # seconds for an answer


@dataclass(frozen=True)
class Answer:
    sent: float
    answered: float
    status: int | None  # None: no answer


@dataclass
class ReadyWatch:
    url: str
    answers: list[Answer] = field(default_factory=list)

    async def watch(self) -> None:
        """Until it is cancelled. Each question has a connection of its own, so that every worker is asked."""
        while True:
            await self.ask()
            await asyncio.sleep(EVERY)

    async def ask(self) -> int | None:
        sent, status = monotonic(), None
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=LONGEST) as client:
                status = (await client.get("/readyz")).status_code
        except httpx.HTTPError:
            pass
        self.answers.append(Answer(sent, monotonic(), status))
        return status

    async def until_ready(self) -> None:
        while await self.ask() != 200:
            await asyncio.sleep(EVERY)


def lies(answers: Sequence[Answer], spans: Sequence[Span]) -> list[str]:
    """Where it said 200 though the question was sent and answered while a store could not be used."""
    return [
        f"/readyz said 200 though {span.why}, {one.sent - span.begin:.1f} s after that began"
        for one in answers
        for span in spans
        if one.status == 200 and span.begin + GRACE < one.sent and one.answered < span.end
    ]


def counted(answers: Sequence[Answer], spans: Sequence[Span]) -> tuple[Counter[int | None], Counter[int | None]]:
    """How often it said what: while a store could not be used, and at all other times."""
    within: Counter[int | None] = Counter()
    besides: Counter[int | None] = Counter()
    for one in answers:
        inside = any(span.begin + GRACE < one.sent and one.answered < span.end for span in spans)
        (within if inside else besides)[one.status] += 1
    return within, besides
