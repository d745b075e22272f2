"""Routes about puzzles. The page knows no rules: what may be laid, and what is right, is asked for here."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field

from gambero.errors import IllegalMove
from gambero.server.http.dependencies import (
    REFUSALS,
    Body,
    Id,
    Known,
    TheHouse,
    asker,
    check_opening,
    unless_gone,
)
from gambero.server.jobs.queue import Asker, Work
from gambero.server.live.house import House
from gambero.server.practice import tables as practice
from gambero.server.puzzles import choice
from gambero.server.refusal import Refused
from gambero.server.store import puzzles as stored
from gambero.server.store.people import Person
from gambero.server.table.dealing import day_of
from gambero.server.wire.puzzles import (
    PuzzleAnswered,
    PuzzleGiven,
    PuzzleHint,
    PuzzleKind,
    PuzzlePerson,
    PuzzlePosition,
    PuzzleRun,
    PuzzleShown,
    PuzzleTheme,
    PuzzleVerdict,
)
from gambero.server.wire.replies import Opened
from gambero.server.wire.to_client import GameName
from gambero.study.puzzles import answer as answers
from gambero.study.puzzles.file import by_id
from gambero.study.puzzles.puzzle import Puzzle

router = APIRouter(prefix="/api", responses=REFUSALS)
PARTNER = "expert"
MOST_DAYS = 400  # of a streak that are counted
SECOND = 1000

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]
Moves = Annotated[list[Annotated[str, Field(max_length=8)]], Field(max_length=64)]


class Lay(Body):
    """All moves of an answer so far."""

    moves: Moves


class Answer(Body):
    """An answer: a whole turn, or a line that may still go on; null gives up.

    Only the first answer counts, that of who gives up too.
    """

    moves: Moves | None
    run: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,16}$")] | None = Field(None, description="The run it is for.")


class AskHint(Body):
    number: Annotated[int, Field(ge=1, le=answers.HINTS)]


async def solving(request: Request, house: TheHouse, person: Known) -> Asker:
    """The asker of a verdict. Raises Refused if they ask too often, or if too many wait."""
    who = asker(request, person.id)
    if seconds := await request.app.state.analyses.wait(who):
        raise Refused("limit", "analyses", seconds=seconds)
    house.pool.check(Work.HINT, who)
    return who


Solving = Annotated[Asker, Depends(solving)]


# Which puzzle.


@router.get("/puzzles/me")
async def me(house: TheHouse, person: Known) -> PuzzlePerson:
    """Your rating, your streak and your best run."""
    return await described(house, person)


@router.get("/puzzles/next")
async def next_puzzle(
    house: TheHouse,
    person: Known,
    kind: Annotated[PuzzleKind | None, Query()] = None,
    game: Annotated[GameName | None, Query()] = None,
    theme: Annotated[PuzzleTheme | None, Query()] = None,
) -> PuzzleGiven:
    """A puzzle near your rating that you have not had; the one you were given last while it is not decided."""
    had = await stored.tried(house.store, person.id)
    waiting = [by_id()[name] for name, solved in had.items() if solved is None and name in by_id()]
    found = next((one for one in waiting if choice.fits(one, kind, game, theme)), None)
    if found is None:
        you, now = await stored.solver(house.store, person.id), await stored.all_ratings(house.store)
        found = choice.near(you.rating.rating, had, now, f"{person.id} {len(had)}", kind, game, theme)
    if found is None:
        raise Refused("puzzle", "none_left")
    await stored.given(house.store, person.id, found.id, house.sources.now())
    return await given(house, person, found)


@router.get("/puzzles/day")
async def puzzle_of_the_day(house: TheHouse, person: Known) -> PuzzleGiven:
    """The puzzle of today, the same for everybody."""
    return await given(house, person, choice.of_day(day_of(house.sources.now())))


@router.post("/puzzle-runs", status_code=201)
async def begin_run(house: TheHouse, person: Known) -> PuzzleRun:
    """Begin three minutes against the clock: turns that become harder; a wrong answer costs ten seconds."""
    run, now = house.sources.new_id(), house.sources.now()
    await stored.begin_run(house.store, run, person.id, now, now + choice.RUN_SECONDS * SECOND)
    return await run_now(house, person, run)


@router.get("/puzzle-runs/{run}")
async def see_run(house: TheHouse, person: Known, run: Id) -> PuzzleRun:
    """How a run of yours stands."""
    return await run_now(house, person, run)


@router.get("/puzzles/{puzzle_id}")
async def one_puzzle(house: TheHouse, person: Known, puzzle_id: PuzzleId) -> PuzzleGiven:
    """A puzzle by its id, as from a link; it is not rated unless it was given to you."""
    return await given(house, person, known(puzzle_id))


# Solving it.


@router.post("/puzzles/{puzzle_id}/moves")
async def lay(house: TheHouse, person: Known, puzzle_id: PuzzleId, body: Lay) -> PuzzlePosition:  # noqa: ARG001
    """Where the moves of an answer lead, and what may be laid there."""
    puzzle = known(puzzle_id)
    return PuzzlePosition.model_validate(reached(puzzle, body.moves).as_json(puzzle))


@router.post("/puzzles/{puzzle_id}/hint")
async def hint(house: TheHouse, person: Known, puzzle_id: PuzzleId, body: AskHint) -> PuzzleHint:
    """A hint, from 1 to 3. A puzzle that is solved with one is not rated."""
    puzzle = known(puzzle_id)
    await stored.hinted(house.store, person.id, puzzle.id, body.number)
    return PuzzleHint(**answers.hint(puzzle, body.number))


@router.post("/puzzles/{puzzle_id}/answer")
async def answer(
    request: Request, house: TheHouse, person: Known, who: Solving, puzzle_id: PuzzleId, body: Answer
) -> PuzzleAnswered:
    """Judge an answer. A turn within 3.5 points of the best is right, and any line that beats the game."""
    puzzle = known(puzzle_id)
    if body.run is not None:
        await check_run(house, person, puzzle, body.run)
    verdict = await judged(request, house, who, puzzle, body.moves)
    gained: int | None = None
    if verdict.right is not None:
        gained = await recorded(house, person, puzzle, body, verdict.right)
    run = await run_now(house, person, body.run) if body.run is not None else None
    you = await described(house, person)
    judgement = PuzzleVerdict.model_validate(verdict.as_json())
    return PuzzleAnswered(verdict=judgement, you=you, gained=gained, run=run)


@router.post("/puzzles/{puzzle_id}/table", status_code=201)
async def play_on(request: Request, house: TheHouse, person: Known, puzzle_id: PuzzleId) -> Opened:
    """Open a practice table at the puzzle's position, with experts at the other seats, once it is decided."""
    puzzle = known(puzzle_id)
    if (await stored.tried(house.store, person.id)).get(puzzle.id) is None:
        raise Refused("puzzle", "open")  # a practice table gives hints, which would tell the answer
    await check_opening(request)
    opened = practice.open_position(puzzle.position())
    bots = [PARTNER] * (puzzle.players - 1)
    return Opened(id=await house.open(opened, person, bots, start=True, own_seat=puzzle.seat))


# What they share.


def known(puzzle_id: str) -> Puzzle:
    puzzle = by_id().get(puzzle_id)
    if puzzle is None:
        raise Refused("puzzle", "unknown", puzzle=puzzle_id)
    return puzzle


def reached(puzzle: Puzzle, moves: list[str]) -> answers.Reached:
    try:
        return answers.reach(puzzle, moves)
    except IllegalMove as law:
        raise Refused.by_law(law) from None
    except answers.TurnOver as over:
        raise Refused("moves", "turn_over", moves=over.moves) from None


async def judged(
    request: Request, house: House, who: Asker, puzzle: Puzzle, moves: list[str] | None
) -> answers.Verdict:
    """The verdict on an answer, found in a job; without moves, the solution."""
    if moves is None:
        return await unless_gone(request, house.pool.run(Work.HINT, who, answers.give_up, puzzle))
    if not reached(puzzle, moves).complete and puzzle.kind == "best_turn":
        raise Refused("puzzle", "unfinished")
    return await unless_gone(request, house.pool.run(Work.HINT, who, answers.judge, puzzle, moves))


async def recorded(house: House, person: Person, puzzle: Puzzle, body: Answer, right: bool) -> int | None:
    """Store the result of an answer; returns the points gained if it was rated."""
    now = house.sources.now()
    if body.run is not None:
        run = await check_run(house, person, puzzle, body.run)
        await stored.answered_run(house.store, run, right, choice.MISS_SECONDS * SECOND)
        await stored.noted(house.store, person.id, puzzle.id, right, now, "run")
        return None
    today = day_of(now)
    if puzzle is choice.of_day(today):  # wherever it was opened: the verdict tells its solution
        await stored.answered_day(house.store, person.id, today, right, now)
        await stored.noted(house.store, person.id, puzzle.id, right, now, "day")
    before = await stored.solver(house.store, person.id)
    after = await stored.decided(house.store, person.id, puzzle.id, right, puzzle.rating)
    return None if after is None else round(after.rating.rating) - round(before.rating.rating)


async def check_run(house: House, person: Person, puzzle: Puzzle, run: str | None) -> Any:
    """The row of a run of this person in which this puzzle is on; raises Refused."""
    row = await stored.run_of(house.store, run or "", person.id)
    if row is None:
        raise Refused("run", "unknown")
    if house.sources.now() >= row["until"]:
        raise Refused("run", "over")
    due = choice.of_run(row["id"])[row["solved"] + row["missed"]]
    if due is not puzzle:
        raise Refused("run", "other", puzzle=due.id)
    return row


async def run_now(house: House, person: Person, run: str) -> PuzzleRun:
    row = await stored.run_of(house.store, run, person.id)
    if row is None:
        raise Refused("run", "unknown")
    left = max(0.0, (row["until"] - house.sources.now()) / SECOND)
    at, puzzles = row["solved"] + row["missed"], choice.of_run(run)
    due = puzzles[at] if left and at < len(puzzles) else None
    shown = None if due is None else await displayed(house, person, due)
    return PuzzleRun(id=run, left=left, solved=row["solved"], missed=row["missed"], puzzle=shown)


async def given(house: House, person: Person, puzzle: Puzzle) -> PuzzleGiven:
    return PuzzleGiven(puzzle=await displayed(house, person, puzzle), you=await described(house, person))


async def displayed(house: House, person: Person, puzzle: Puzzle) -> PuzzleShown:
    """A puzzle without its solution."""
    rating = await stored.rating_of(house.store, puzzle.id, puzzle.rating)
    return PuzzleShown(
        id=puzzle.id,
        kind=puzzle.kind,
        game=puzzle.position().spec.id,
        rating=round(rating.rating),
        seat=puzzle.seat,
        position=PuzzlePosition.model_validate(answers.reach(puzzle, []).as_json(puzzle)),
        solved=(await stored.tried(house.store, person.id)).get(puzzle.id),
    )


async def described(house: House, person: Person) -> PuzzlePerson:
    you, today = await stored.solver(house.store, person.id), day_of(house.sources.now())
    days = await stored.solved_days(house.store, person.id, MOST_DAYS)
    return PuzzlePerson(
        rating=round(you.rating.rating),
        deviation=round(you.rating.deviation),
        tries=you.tries,
        solved=you.solved,
        streak=choice.streak(days, today),
        today=today,
        today_solved=days.get(today),
        best_run=await stored.best_run(house.store, person.id),
    )
