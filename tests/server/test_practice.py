"""Practice tables: lessons, and finished games tried again from any move. Nothing there counts."""

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gambero.server.practice.lessons import LESSONS
from gambero.server.practice.lessons.lesson import Lesson

from helpers.serving import Guest, Seated, Served, stored

CLAUSES = [
    line.split()[0] for line in (Path(__file__).parents[1] / "rules" / "clauses.txt").read_text("utf-8").splitlines()
]
GAMES = {"classic": "CPF", "extreme": "E", "duel": "D", "tension": "T"}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all who learn."""
    with Served(tmp_path_factory.mktemp("school") / "games.db") as server:
        yield server


async def act(seat: Seated, text: str) -> dict[str, Any]:
    """What a learner does, as lessons write it."""
    kind, _, words = text.partition(":")
    if kind == "go":
        return await seat.do("go")
    if kind == "eager":
        return await seat.do("eager", level=int(words))
    if kind == "chat":
        return await seat.do("chat", text=words)
    if kind == "say":
        pile, _, word = words.partition("=")
        said: dict[str, Any] = {"piles": {pile: word}} if word else {"commands": [pile]}
        return await seat.do("say", **said)
    return await seat.do("move", move=text)


async def play(seat: Seated, lesson: Lesson) -> None:
    """Every step of a lesson: what is refused is refused with a rule, what is expected may be done."""
    for step in lesson.steps:
        first = step.expect[0]
        await seat.until(partial(ready, seat, first))
        for wrong in step.refused:
            answer = await act(seat, wrong)
            assert answer["type"] == "refused", (lesson.id, wrong, answer)
            assert answer["code"] in ("illegal", "wrong", "late", "phase", "number", "silence"), answer
            assert "(" in answer["why"], answer
        for tried in step.expect if first in seat.view["moves"] else ():
            assert tried in seat.view["moves"], (lesson.id, tried)
        while (answer := await act(seat, first))["type"] == "refused" and answer["code"] == "wait":
            await asyncio.sleep(0.1)  # T13: a wrong card costs a moment
        assert answer["type"] == "ok", (lesson.id, first, answer)
        await seat.until(partial(lambda n: seat.n >= n, answer["n"]))


def ready(seat: Seated, text: str) -> object:
    """May the learner do this now? What is no move waits for nothing but the cards."""
    if text.partition(":")[0] in ("go", "eager", "say"):
        return seat.table["phase"] != "countdown"
    return text in seat.view["moves"]


def replied(seat: Seated, lesson: Lesson) -> object:
    """Have the others played what the lesson says?"""
    played = [move for who, move in seat.view["log"][len(lesson.opened().log) :] if who not in (0, None)]
    return played[: len(lesson.replies)] == [reply.move for reply in lesson.replies]


@pytest.mark.parametrize("game", GAMES)
async def test_every_lesson_can_be_played_to_its_end(school: Served, game: str) -> None:
    anna = await Guest.new(school.url)
    for lesson in LESSONS.values():
        if lesson.game != game:
            continue
        opened = await anna.ask("POST", "/api/practice", {"lesson": lesson.id})
        seat = await anna.at(opened.json()["id"])
        assert seat.table["practice"] == {"lesson": lesson.id, "game_id": None, "moves": None}
        await play(seat, lesson)
        await seat.until(partial(replied, seat, lesson))


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_lesson_of_its_own(game: str) -> None:
    clauses = [clause for clause in CLAUSES if clause[0] in GAMES[game]]
    assert [lesson.id for lesson in LESSONS.values() if lesson.game == game] == [game, *clauses]
    for lesson in LESSONS.values():
        assert set(lesson.shows) <= set(CLAUSES)


async def test_lessons_are_told_with_their_steps(school: Served) -> None:
    anna = await Guest.new(school.url)
    told = {one["id"]: one for one in (await anna.ask("GET", "/api/lessons")).json()["lessons"]}
    assert told.keys() == LESSONS.keys()
    assert told["C8"]["steps"] == [
        {"expect": ["37a"], "refused": ["38a"]},
        {"expect": ["75c"], "refused": ["76c"]},
    ]


async def test_where_a_learner_plays_something_else_the_others_go_on(school: Served) -> None:
    anna = await Guest.new(school.url)
    seat = await anna.at((await anna.ask("POST", "/api/practice", {"lesson": "C10"})).json()["id"])
    for move in ("90a", "81c", "."):
        await seat.play(move)
    await seat.until(lambda: seat.view["to_move"] == 0 and len(seat.view["log"]) > 4)


async def test_a_lesson_begins_again_from_the_same_point(school: Served) -> None:
    anna = await Guest.new(school.url)
    seat = await anna.at((await anna.ask("POST", "/api/practice", {"lesson": "C8"})).json()["id"])
    before = deepcopy(seat.view)
    await seat.play("37a")
    assert (await seat.do("undo"))["type"] == "ok"
    await seat.play("75c")
    answer = await seat.do("start")
    assert answer["type"] == "ok", answer
    await seat.until(lambda: seat.n >= answer["n"])
    assert seat.view == before
    assert seat.table["games"] == 2


async def finished(anna: Guest, **more: Any) -> tuple[str, list[Any]]:
    """A game played to its end: its id and its moves."""
    seat = await anna.at(await anna.open(**more))
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.play(seat.view["moves"][0])
    return seat.table["game_id"], seat.view["log"]


async def test_a_finished_game_is_tried_again_and_not_counted(served: Served, tmp_path: Path) -> None:
    anna = await Guest.new(served.url)
    game_id, log = await finished(anna, start=True)
    opened = await anna.ask("POST", "/api/practice", {"game_id": game_id, "moves": 3})
    seat = await anna.at(opened.json()["id"])
    assert seat.view["log"] == log[:3]
    assert seat.table["practice"] == {"lesson": None, "game_id": game_id, "moves": 3}
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    assert seat.table["game_id"] is None
    assert (await anna.ask("GET", "/api/statistics")).json()["games"] == 1
    assert len((await anna.ask("GET", "/api/games")).json()["games"]) == 1
    assert stored(tmp_path / "games.db", "select count(*) from games") == [(1,)]
    assert (await anna.ask("GET", "/api/lobby")).json() == {"open": [], "playing": []}


async def test_from_any_point_with_bots_or_with_the_others(school: Served) -> None:
    anna, berta = await Guest.new(school.url), await Guest.new(school.url, "Berta")
    table = await anna.open("classic", players=2)
    host = await anna.at(table)
    other = await berta.at(table)
    assert (await other.do("sit"))["type"] == "ok"
    await host.do("start")
    await host.until(lambda: host.table["phase"] == "starting")
    await host.do("starter", seat=1)
    while host.table["phase"] != "over":
        mover = other if host.view["to_move"] == 1 else host
        answer = await mover.play(mover.view["moves"][0])
        for seat in (host, other):
            await seat.until(partial(lambda seat, n: seat.n >= n, seat, answer["n"]))
    game_id, log = host.table["game_id"], host.view["log"]

    alone = await berta.ask("POST", "/api/practice", {"game_id": game_id, "moves": 1, "bots": "greedy"})
    seat = await berta.at(alone.json()["id"])
    assert (seat.you["seat"], seat.table["phase"], seat.view["log"]) == (1, "playing", log[:1])
    assert [one["bot"] for one in seat.table["seats"]] == ["greedy", None]

    invited = (await berta.ask("POST", "/api/practice", {"game_id": game_id, "moves": 2})).json()["id"]
    again, friend = await berta.at(invited), await anna.at(invited)
    assert again.table["phase"] == "gathering"
    assert (await friend.do("sit"))["type"] == "ok"
    assert (await again.do("start"))["type"] == "ok"
    await friend.until(lambda: friend.table["phase"] == "playing")
    assert friend.view["log"] == log[:2]


async def test_what_is_not_there_cannot_be_practised(school: Served) -> None:
    anna = await Guest.new(school.url)
    game_id, log = await finished(anna, start=True)
    wishes: list[tuple[dict[str, Any], str, int]] = [
        ({}, "invalid", 422),
        ({"lesson": "C8", "game_id": game_id}, "invalid", 422),
        ({"lesson": "C99"}, "lesson", 404),
        ({"game_id": "none"}, "game_id", 404),
        ({"game_id": game_id, "moves": -1}, "invalid", 422),
        ({"game_id": game_id, "moves": len(log)}, "moves", 422),
        ({"game_id": game_id, "seat": 3}, "seat", 409),
    ]
    for body, code, status in wishes:
        answer = await anna.ask("POST", "/api/practice", body)
        assert (answer.json()["code"], answer.status_code) == (code, status), answer.text
