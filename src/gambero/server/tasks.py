"""Ending tasks. A cancellation can be lost, so it is repeated until the task has ended."""

import asyncio
from collections.abc import Coroutine
from typing import Any

AGAIN = 0.5  # seconds from one cancellation to the next: time to clean up after the first


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks until they have ended.

    One cancellation is not enough: on Python 3.11 `asyncio.wait_for`, with which the Redis client sends, loses one
    that comes just when its own work is done.
    """
    pending = {task for task in tasks if task and task is not asyncio.current_task()}
    while pending:
        for task in pending:
            task.cancel()
        done, pending = await asyncio.wait(pending, timeout=AGAIN)
        for task in done:
            if not task.cancelled():
                task.exception()  # looked at, so that asyncio does not report it


async def end_after(seconds: float, work: Coroutine[Any, Any, object]) -> None:
    """Wait for a coroutine whose result does not matter, at most this long; then cancel it."""
    task = asyncio.ensure_future(work)
    await asyncio.wait([task], timeout=seconds)
    await end(task)
