"""Analyses of finished games, as they are kept."""

from collections.abc import Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Executable, select

from gambero.server.store import schema
from gambero.server.store.database import Store


class StoredAnalysis(NamedTuple):
    """An analysis as JSON, and how many turns it has."""

    turns: int
    data: str


async def find_analysis(store: Store, game_id: str, version: int) -> StoredAnalysis | None:
    """The analysis of a game, if there is one of this version."""
    analyses = schema.analyses.c
    query = select(analyses.turns, analyses.data).where(analyses.game_id == game_id, analyses.version == version)
    found = await store.rows(query)
    return StoredAnalysis(found[0]["turns"], found[0]["data"]) if found else None


async def luck_of(store: Store, game_ids: Sequence[str], version: int) -> dict[str, float]:
    """The luck of each of these games that has been analysed, by its id."""
    analyses = schema.analyses.c
    wanted = analyses.game_id.in_(game_ids), analyses.version == version
    found = await store.rows(select(analyses.game_id, analyses.data).where(*wanted))
    return {row["game_id"]: orjson.loads(row["data"])["luck"] for row in found}


def storing(store: Store, game_id: str, version: int, analysis: StoredAnalysis) -> Executable:
    """The statement that stores an analysis, in place of one of another version."""
    values = {"game_id": game_id, "version": version, **analysis._asdict()}
    statement: Executable = store.upsert(schema.analyses).values(values)
    return statement
