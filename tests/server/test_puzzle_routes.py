"""Puzzles over HTTP: given near a rating, laid by the server's rules, judged, rated, and kept."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from gambero.game.team import TeamGame
from gambero.server.app import create_app
from gambero.server.live import house as houses
from gambero.server.puzzles import choice
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.study.puzzles.file import by_id, packaged
from gambero.study.puzzles.lines import winning_moves
from gambero.study.puzzles.puzzle import Puzzle

from helpers.serving import Guest, Served

DAY = 24 * 3600 * 1000
START = 1300  # rating of somebody new


async def given(guest: Guest, query: str = "") -> tuple[Puzzle, dict[str, Any]]:
    answer = await guest.ask("GET", f"/api/puzzles/next{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return by_id()[found["puzzle"]["id"]], found


async def answered(guest: Guest, puzzle: Puzzle, moves: Any, **more: str) -> dict[str, Any]:
    answer = await guest.ask("POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": moves, **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def refused(guest: Guest, method: str, path: str, body: Any = None) -> str:
    answer = await guest.ask(method, f"/api/puzzles{path}", body)
    assert answer.status_code >= 400, answer.text
    return f"{answer.json()['code']}.{answer.json()['reason']}"


async def test_a_turn_is_laid_card_by_card_judged_and_rated_once(database: str) -> None:
    with Served(database) as served:
        anna = await Guest.new(served.url)
        puzzle, found = await given(anna, "?kind=best_turn&game=classic")
        assert (found["you"]["rating"], found["puzzle"]["solved"]) == (START, None)
        assert abs(found["puzzle"]["rating"] - START) < 200
        assert (await given(anna, "?kind=best_turn&game=classic"))[0] is puzzle  # reloading gives no easier one
        path = f"/api/puzzles/{puzzle.id}/moves"
        for count in range(len(puzzle.solution) + 1):
            there = (await anna.ask("POST", path, {"moves": puzzle.solution[:count]})).json()
            assert there["complete"] == (count == len(puzzle.solution))
            if not there["complete"]:
                assert puzzle.solution[count] in there["view"]["moves"]
        right = await answered(anna, puzzle, puzzle.solution)
        assert right["verdict"]["right"]
        assert right["gained"] == right["you"]["rating"] - START > 0
        assert (right["you"]["tries"], right["you"]["solved"]) == (1, 1)
        again = await answered(anna, puzzle, puzzle.others[0][0])
        assert (again["verdict"]["right"], again["gained"]) == (False, None)
        assert again["you"] == right["you"]
        other, _ = await given(anna, "?kind=best_turn&game=classic")
        assert other is not puzzle


async def test_a_wrong_turn_costs_points_and_tells_why(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, _ = await given(anna, "?kind=best_turn&game=duel")
    wrong = await answered(anna, puzzle, puzzle.others[0][0])
    verdict = wrong["verdict"]
    assert verdict["right"] is False
    assert verdict["solution"] == list(puzzle.solution)
    assert verdict["best"] - verdict["chance"] > 0.1
    assert wrong["gained"] < 0
    harder = (await (await Guest.new(house.url)).ask("GET", f"/api/puzzles/{puzzle.id}")).json()["puzzle"]["rating"]
    assert harder > puzzle.rating


async def test_of_two_answers_at_once_one_is_rated(database: str) -> None:
    with Served(database) as served:
        anna = await Guest.new(served.url)
        puzzle, _ = await given(anna, "?kind=best_turn")
        both = await asyncio.gather(
            answered(anna, puzzle, puzzle.solution), answered(anna, puzzle, puzzle.others[0][0])
        )
        assert sum(one["gained"] is not None for one in both) == 1
        assert (await anna.ask("GET", "/api/puzzles/me")).json()["tries"] == 1


async def test_an_endgame_goes_on_while_it_can_be_won_and_tells_nothing(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, found = await given(anna, "?kind=lay_all")
    position = found["puzzle"]["position"]
    game = puzzle.position()
    assert isinstance(game, TeamGame)
    assert position["hands"] == [game.hand(seat) for seat in range(game.players)]
    assert len(position["stock"]) == game.stock
    for count in range(1, len(puzzle.solution)):
        verdict = (await answered(anna, puzzle, puzzle.solution[:count]))["verdict"]
        assert verdict["right"] is None
        assert not any(verdict[key] for key in verdict)
    done = await answered(anna, puzzle, puzzle.solution)
    assert done["verdict"]["right"]
    assert done["gained"] > 0

    puzzle, _ = await given(anna, "?kind=lay_all")
    game = puzzle.position()
    assert isinstance(game, TeamGame)
    losing = next(move for move in game.moves() if move not in winning_moves(game))
    wrong = await answered(anna, puzzle, [losing])
    assert wrong["verdict"]["right"] is False
    assert 0 < wrong["verdict"]["winning"] < wrong["verdict"]["legal"]
    assert (await answered(anna, puzzle, puzzle.solution))["gained"] is None  # too late


async def test_nothing_tells_the_solution_before_the_answer(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, found = await given(anna, "?kind=best_turn&game=extreme")
    assert set(found["puzzle"]) == {"id", "kind", "game", "rating", "seat", "position", "solved"}
    assert set(found["puzzle"]["position"]) == {"view", "complete", "hands", "stock", "said"}
    assert found["puzzle"]["position"]["hands"] is found["puzzle"]["position"]["stock"] is None
    seen = set(puzzle.position().hand(puzzle.seat))
    laid = await anna.ask("POST", f"/api/puzzles/{puzzle.id}/moves", {"moves": puzzle.solution})
    assert set(laid.json()["view"]["hand"]) <= seen  # what would be drawn stays secret
    assert laid.json()["view"]["moves"] == []
    for path in ("/me", "/day", f"/{puzzle.id}"):
        text = (await anna.ask("GET", f"/api/puzzles{path}")).text
        assert not [word for word in ("solution", "themes", "chance", "deck", "seed") if f'"{word}"' in text]
    assert await refused(anna, "POST", f"/{puzzle.id}/table") == "puzzle.open"


async def test_with_a_hint_nothing_is_gained_but_something_may_be_lost(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, _ = await given(anna, "?theme=step_back&kind=best_turn")
    told = [(await anna.ask("POST", f"/api/puzzles/{puzzle.id}/hint", {"number": n})).json() for n in (1, 2, 3)]
    assert "step_back" in told[0]["themes"]
    assert told[1]["cards"] == len([move for move in puzzle.solution if move != "."])
    assert told[2]["first"] == puzzle.solution[0]
    right = await answered(anna, puzzle, puzzle.solution)
    assert (right["gained"], right["you"]["rating"], right["you"]["solved"]) == (0, START, 1)
    puzzle, _ = await given(anna, "?kind=best_turn")
    await anna.ask("POST", f"/api/puzzles/{puzzle.id}/hint", {"number": 1})
    assert (await answered(anna, puzzle, None))["gained"] < 0  # given up


async def test_who_has_answered_plays_on_from_there(house: Served) -> None:
    anna = await Guest.new(house.url)
    for kind in ("best_turn", "lay_all"):
        puzzle, _ = await given(anna, f"?kind={kind}&game=classic")
        await answered(anna, puzzle, None)
        answer = await anna.ask("POST", f"/api/puzzles/{puzzle.id}/table")
        assert answer.status_code == 201, answer.text
        seat = await anna.at(answer.json()["id"])
        assert seat.view["hand"] == puzzle.position().hand(puzzle.seat)
        assert seat.view["piles"] == list(puzzle.position().piles)
        assert seat.view["moves"] == puzzle.position().moves()
        assert seat.table["practice"]


async def test_what_is_no_answer_is_refused(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, _ = await given(anna, "?kind=best_turn")
    path = f"/{puzzle.id}/answer"
    assert await refused(anna, "GET", "/00000000") == "puzzle.unknown"
    assert await refused(anna, "POST", path, {"moves": []}) == "puzzle.unfinished"
    assert await refused(anna, "POST", path, {"moves": [*puzzle.solution, "2a"]}) == "moves.turn_over"
    assert await refused(anna, "POST", path, {"moves": ["."]}) == "illegal.minimum_owed"
    assert await refused(anna, "POST", path, {"moves": ["nonsense"]}) == "malformed.move"
    assert await refused(anna, "POST", path, {"moves": puzzle.solution, "run": "nobodys"}) == "run.unknown"
    assert (await anna.ask("GET", "/api/puzzles/next?theme=luck")).status_code == 422
    assert (await anna.ask("POST", f"/api/puzzles/{puzzle.id}/hint", {"number": 4})).status_code == 422
    assert (await Guest(house.url, "nonsense", "nobody").ask("GET", "/api/puzzles/next")).status_code == 401


# With a clock of one's own.


class Clock(Sources):
    ahead = 0

    def now(self) -> int:
        return 1_800_000_000_000 + self.ahead


@pytest.fixture
async def later(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[httpx.AsyncClient, Clock]]:
    """A guest at a server in this process, whose clock is ours."""
    monkeypatch.setattr(houses, "bot_steps", dict)  # nothing to compile beforehand
    clock = Clock()
    async with running(tmp_path, clock) as client:
        token = (await client.post("/api/me", json={"name": "Anna"})).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client, clock


@asynccontextmanager
async def running(folder: Any, clock: Clock) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings.read(database=str(folder / "games.db"), analyses=0, requests=0), clock)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client:
            yield client


async def test_a_puzzle_a_day_makes_a_streak(later: tuple[httpx.AsyncClient, Clock]) -> None:
    client, clock = later
    met = set()
    for day in range(3):
        found = (await client.get("/api/puzzles/day")).json()
        assert (found["you"]["streak"], found["you"]["today_solved"]) == (day, None)
        puzzle = by_id()[found["puzzle"]["id"]]
        met.add(puzzle.id)
        done = (await client.post(f"/api/puzzles/{puzzle.id}/answer", json={"moves": puzzle.solution})).json()
        assert (done["you"]["streak"], done["you"]["today_solved"]) == (day + 1, True)
        clock.ahead += DAY
    assert len(met) == 3
    puzzle = by_id()[(await client.get("/api/puzzles/day")).json()["puzzle"]["id"]]
    await client.post(f"/api/puzzles/{puzzle.id}/answer", json={"moves": None})
    after = (await client.post(f"/api/puzzles/{puzzle.id}/answer", json={"moves": puzzle.solution})).json()
    assert (after["you"]["streak"], after["you"]["today_solved"]) == (0, False)  # the first answer counts


async def test_three_minutes_are_kept_by_the_server(later: tuple[httpx.AsyncClient, Clock]) -> None:
    client, clock = later
    run = (await client.post("/api/puzzle-runs")).json()
    assert (run["left"], run["solved"], run["missed"]) == (180, 0, 0)

    async def answer(moves: Any) -> Any:
        puzzle = run["puzzle"]["id"]
        return (await client.post(f"/api/puzzles/{puzzle}/answer", json={"moves": moves, "run": run["id"]})).json()

    first = by_id()[run["puzzle"]["id"]]
    run = (await answer(first.solution))["run"]
    assert (run["left"], run["solved"], run["missed"]) == (180, 1, 0)
    again = await client.post(f"/api/puzzles/{first.id}/answer", json={"moves": first.solution, "run": run["id"]})
    assert (again.json()["code"], again.json()["reason"]) == ("run", "other")  # one cannot be counted twice
    second = by_id()[run["puzzle"]["id"]]
    clock.ahead += 60_000
    run = (await answer(second.others[0][0]))["run"]
    assert (run["left"], run["solved"], run["missed"]) == (110, 1, 1)  # a mistake costs ten seconds
    third = run
    clock.ahead += 110_000
    assert (await answer(by_id()[run["puzzle"]["id"]].solution))["reason"] == "over"
    run = (await client.get(f"/api/puzzle-runs/{third['id']}")).json()
    assert (run["left"], run["puzzle"], run["solved"]) == (0, None, 1)
    assert (await client.get("/api/puzzles/me")).json()["best_run"] == 1
    assert (await client.get("/api/puzzles/me")).json()["tries"] == 0  # nothing was rated


async def test_a_guest_s_puzzles_go_along_to_an_account(house: Served) -> None:
    anna = await Guest.new(house.url)
    puzzle, _ = await given(anna, "?kind=best_turn")
    await answered(anna, puzzle, puzzle.solution)
    before = (await anna.ask("GET", "/api/puzzles/me")).json()
    login = f"solver{puzzle.id[:4].translate(str.maketrans('0123456789', 'ghijklmnop'))}"
    await anna.enter("/api/account", login=login, password="a long secret")
    assert (await anna.ask("GET", "/api/puzzles/me")).json() == before
    guest = await Guest.new(house.url)
    other, _ = await given(guest, "?kind=best_turn&game=duel")
    await answered(guest, other, None)
    await guest.enter("/api/login", login=login, password="a long secret", take_games=True)
    assert (await guest.ask("GET", "/api/puzzles/me")).json()["rating"] == before["rating"]  # its own counts
    assert (await guest.ask("GET", f"/api/puzzles/{other.id}")).json()["puzzle"]["solved"] is False


# Which puzzle.


def test_puzzles_come_near_the_rating_and_never_again() -> None:
    seen: set[str] = set()
    for number in range(30):
        found = choice.near(1300, seen, {}, f"anna {number}")
        assert found is not None
        assert found.id not in seen
        assert abs(found.rating - 1300) < 150
        seen.add(found.id)
    everything = {one.id for one in packaged().puzzles}
    assert choice.near(1300, everything, {}, "anna") is None
    assert choice.near(1300, set(), dict.fromkeys(seen, 5000.0), "anna") not in [by_id()[one] for one in seen]


def test_a_run_becomes_harder_and_differs_from_others() -> None:
    run = choice.of_run("one")
    assert len({one.id for one in run}) == len(run) == choice.LONGEST_RUN
    assert {one.kind for one in run} == {"best_turn"}
    assert run[0].rating + 500 < run[40].rating
    assert run != choice.of_run("two")


def test_no_puzzle_of_the_day_comes_again_before_all_were_there() -> None:
    days = [choice.of_day(f"2026-{month:02}-{day:02}").id for month in (1, 2) for day in range(1, 29)]
    assert len(set(days)) == len(days)


def test_streaks() -> None:
    solved = {"2026-03-01": True, "2026-03-02": True, "2026-03-03": False, "2026-03-04": True}
    assert choice.streak(solved, "2026-03-02") == 2
    assert choice.streak(solved, "2026-03-03") == 0
    assert choice.streak(solved, "2026-03-04") == choice.streak(solved, "2026-03-05") == 1
    assert choice.streak(solved, "2026-03-06") == 0
