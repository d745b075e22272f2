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
from gambero.warm import warm_law

warm_law()
