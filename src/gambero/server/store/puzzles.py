"""What is kept about puzzles: ratings, who tried which, days, and runs against the clock."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, RowMapping, delete, func, insert, select, update

from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.study.puzzles.glicko import Rating, played

NEWCOMER = Rating(1300.0, 250.0)  # the rating of somebody new
PUZZLE_DEVIATION = 150.0  # of a puzzle that nobody has tried: its first rating was computed
OF_PEOPLE = (schema.puzzle_people, schema.puzzle_tries, schema.puzzle_days, schema.puzzle_runs)
ratings, people, tries = schema.puzzle_ratings.c, schema.puzzle_people.c, schema.puzzle_tries.c
days, runs = schema.puzzle_days.c, schema.puzzle_runs.c


@dataclass(frozen=True)
class Solver:
    """A person's rating, and how many puzzles they have tried and solved."""

    rating: Rating
    tries: int
    solved: int


async def solver(store: Store, person: str) -> Solver:
    found = await store.rows(select(schema.puzzle_people).where(people.person == person))
    return Solver(_rating(found[0]), found[0]["tries"], found[0]["solved"]) if found else Solver(NEWCOMER, 0, 0)


async def rating_of(store: Store, puzzle: str, start: float) -> Rating:
    found = await store.rows(select(schema.puzzle_ratings).where(ratings.puzzle == puzzle))
    return _rating(found[0]) if found else Rating(start, PUZZLE_DEVIATION)


async def all_ratings(store: Store) -> dict[str, float]:
    """The ratings of the puzzles that somebody has tried."""
    return {row["puzzle"]: row["rating"] for row in await store.rows(select(ratings.puzzle, ratings.rating))}


async def tried(store: Store, person: str) -> dict[str, bool | None]:
    """The puzzles that a person was given, and whether they were solved; None: not decided yet."""
    query = select(tries.puzzle, tries.solved).where(tries.person == person).order_by(tries.at)
    return {row["puzzle"]: row["solved"] for row in await store.rows(query)}


async def given(store: Store, person: str, puzzle: str, now: int, way: str = "rated") -> None:
    """Note that a person was given a puzzle; a first try stays as it is."""
    row = {"person": person, "puzzle": puzzle, "at": now, "way": way, "solved": None, "hints": 0}
    await store.run(store.insert_or_ignore(schema.puzzle_tries).values(row))


async def hinted(store: Store, person: str, puzzle: str, number: int) -> None:
    await store.run(
        update(schema.puzzle_tries)
        .where(tries.person == person, tries.puzzle == puzzle, tries.solved.is_(None), tries.hints < number)
        .values(hints=number)
    )


async def decided(store: Store, person: str, puzzle: str, right: bool, start: float) -> Solver | None:
    """Decide a rated try, and rate both, in one transaction; None if it was decided before, or is not rated.

    Solved with hints counts as tried only: neither rating changes.
    """
    async with store.engine.begin() as connection:
        key = (tries.person == person, tries.puzzle == puzzle, tries.way == "rated", tries.solved.is_(None))
        undecided = await connection.execute(update(schema.puzzle_tries).where(*key).values(solved=right))
        if not undecided.rowcount:  # the update also locks the row: of two answers at once one is first
            return None
        mine = select(tries.hints).where(tries.person == person, tries.puzzle == puzzle)
        hints = (await connection.execute(mine)).scalar_one()
        rows = [
            (await connection.execute(select(table).where(key).with_for_update())).mappings().first()
            for table, key in (
                (schema.puzzle_people, people.person == person),
                (schema.puzzle_ratings, ratings.puzzle == puzzle),
            )
        ]
        you, it = rows
        before = _rating(you) if you else NEWCOMER, _rating(it) if it else Rating(start, PUZZLE_DEVIATION)
        rated = not (right and hints)
        after = played(*before, right) if rated else before
        counted = Solver(after[0], (you["tries"] if you else 0) + 1, (you["solved"] if you else 0) + right)
        own = {"person": person, **_columns(after[0]), "tries": counted.tries, "solved": counted.solved}
        await connection.execute(store.upsert(schema.puzzle_people).values(own))
        if rated:
            its = {"puzzle": puzzle, **_columns(after[1]), "tries": (it["tries"] if it else 0) + 1}
            await connection.execute(store.upsert(schema.puzzle_ratings).values(its))
    return counted


async def noted(store: Store, person: str, puzzle: str, right: bool, now: int, way: str) -> None:
    """Note how a puzzle of the day or of a run went, unless it was tried before."""
    row = {"person": person, "puzzle": puzzle, "at": now, "way": way, "solved": right, "hints": 0}
    await store.run(store.insert_or_ignore(schema.puzzle_tries).values(row))


# Days.


async def answered_day(store: Store, person: str, day: str, right: bool, now: int) -> None:
    """Keep the first answer to the puzzle of a day."""
    row = {"person": person, "day": day, "solved": right, "at": now}
    await store.run(store.insert_or_ignore(schema.puzzle_days).values(row))


async def solved_days(store: Store, person: str, most: int) -> dict[str, bool]:
    """A person's latest days, and whether each was solved."""
    query = select(days.day, days.solved).where(days.person == person).order_by(days.day.desc()).limit(most)
    return {row["day"]: row["solved"] for row in await store.rows(query)}


# Runs.


async def begin_run(store: Store, run: str, person: str, now: int, until: int) -> None:
    row = {"id": run, "person": person, "started": now, "until": until, "solved": 0, "missed": 0}
    await store.run(insert(schema.puzzle_runs).values(row))


async def run_of(store: Store, run: str, person: str) -> RowMapping | None:
    found = await store.rows(select(schema.puzzle_runs).where(runs.id == run, runs.person == person))
    return found[0] if found else None


async def answered_run(store: Store, run: RowMapping, right: bool, cost: int) -> bool:
    """Count an answer; a wrong one costs `cost` milliseconds. False if another answer came first."""
    key = (runs.id == run["id"], runs.solved == run["solved"], runs.missed == run["missed"])
    values: Mapping[str, Any] = {"solved": runs.solved + 1}
    if not right:
        values = {"missed": runs.missed + 1, "until": runs.until - cost}
    async with store.engine.begin() as connection:
        return bool((await connection.execute(update(schema.puzzle_runs).where(*key).values(**values))).rowcount)


async def best_run(store: Store, person: str) -> int:
    found = await store.rows(select(func.max(runs.solved).label("most")).where(runs.person == person))
    return int(found[0]["most"] or 0)


# People.


def forget(person: str) -> list[Executable]:
    """Statements that delete a person's rows; the ratings of puzzles stay, and tell nothing about a person."""
    return [delete(table).where(table.c.person == person) for table in OF_PEOPLE]


async def moved(store: Store, guest: str, account: str) -> list[Executable]:
    """Statements that give a guest's puzzles to an account; where both have a row, the account's own stays."""
    statements: list[Executable] = [update(schema.puzzle_runs).where(runs.person == guest).values(person=account)]
    for table in (schema.puzzle_people, schema.puzzle_tries, schema.puzzle_days):
        rows = await store.rows(select(table).where(table.c.person == guest))
        statements.append(delete(table).where(table.c.person == guest))
        statements += [store.insert_or_ignore(table).values({**row, "person": account}) for row in rows]
    return statements


def _rating(row: RowMapping) -> Rating:
    return Rating(row["rating"], row["deviation"], row["volatility"])


def _columns(rating: Rating) -> dict[str, float]:
    return {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
