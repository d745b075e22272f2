"""Imported by the process that the tests' servers are forked from: what a server loads before it answers."""
# ruff: noqa: F401

import aiosqlite
import alembic.command
import alembic.context
import alembic.runtime.environment
import asyncpg
import redis.asyncio
import uvicorn.protocols.websockets.websockets_sansio_impl

import gambero.cli.serve
import gambero.server.run
from gambero.server import chat
from gambero.warm import bot_steps, warm_law

warm_law()
chat.warm()
for step in bot_steps().values():
    step()
