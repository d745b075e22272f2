"""A finished game tried again: another turn is judged, another line shown, and a plan explained."""

from collections.abc import Iterator
from typing import Any

import pytest

from gambero.game.replay import replay
from gambero.study.turns import taken

from helpers.serving import Guest, Served


@pytest.mark.parametrize("game", ["classic", "extreme", "duel"])
async def test_a_turn_is_laid_again_and_judged(house: Served, game: str) -> None:
    anna = await Guest.new(house.url, "Anna")
    more: dict[str, Any] = {"players": 1} if game == "classic" else {"players": 2, "bots": ["greedy"]}
    game_id = await anna.finished(game, **more)
    turns = taken(replay((await anna.ask("GET", f"/api/games/{game_id}/record")).text))
    at = next(i for i, turn in enumerate(turns) if turn.seat == 0)
    assert (await anna.ask("GET", f"/api/games/{game_id}")).json()["you"] == 0

    async def lay(*moves: str) -> Any:
        return await anna.ask("POST", f"/api/games/{game_id}/try", {"turn": at, "moves": moves})

    begun = (await lay()).json()
    assert begun["seat"] == begun["view"]["seat"] == 0
    assert begun["verdict"] is None
    assert turns[at].moves[0] in begun["view"]["moves"]
    so_far: list[str] = []
    while (found := (await lay(*so_far)).json())["verdict"] is None:
        moves = found["view"]["moves"]
        so_far.append("." if "." in moves else moves[0])
    verdict = found["verdict"]
    assert verdict["moves"] == so_far
    assert 0 <= verdict["played"] <= verdict["chance"] <= 1
    best = (await lay(*verdict["best"])).json()["verdict"]
    assert best["solved"]

    # Why that is better, and where it leads.
    asked = {"turn": at, "best": verdict["best"], "played": turns[at].moves}
    why = (await anna.ask("POST", f"/api/games/{game_id}/why", asked)).json()["why"]
    assert len(why) <= 4
    line = await anna.ask("POST", f"/api/games/{game_id}/line", {"after": turns[at].first, "moves": verdict["best"]})
    frames = line.json()["frames"]
    assert [one["move"] for one in frames] == [None, *verdict["best"]]
    assert all(len(one["hands"]) == more["players"] for one in frames)

    # Bad input.
    wrong = (await lay("2a", "2a")).json()
    assert wrong["code"] == "illegal"
    assert (await lay(*so_far, "3a")).json()["reason"] == "turn_over"
    past = await anna.ask("POST", f"/api/games/{game_id}/try", {"turn": 999, "moves": []})
    assert (past.status_code, past.json()["values"]) == (422, {"turns": len(turns)})
    end = await anna.ask("POST", f"/api/games/{game_id}/line", {"after": 9999, "moves": []})
    assert end.json()["reason"] == "past_end"


@pytest.fixture(params=["one server", "two workers"])
def workers(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """Where the leader asks, and where the followers do: one server, or two that share a store and Redis."""
    if request.param == "one server":
        url = request.getfixturevalue("house").url
        yield url, url
        return
    stores = request.getfixturevalue("postgres_url"), request.getfixturevalue("redis_url")
    with Served(*stores) as one, Served(*stores) as other:
        yield one.url, other.url


async def test_one_leads_and_others_follow(workers: tuple[str, str]) -> None:
    anna, berta = await Guest.new(workers[0], "Anna"), await Guest.new(workers[1], "Berta")
    game_id = await anna.finished("classic", players=1)
    path = f"/api/games/{game_id}/shared"
    moment = {"frame": 3, "begins": True, "plan": "tried", "open": False, "tried": ["5a", "9b"], "hindsight": False}
    code = (await anna.ask("POST", path, moment)).json()["code"]
    assert (await berta.ask("GET", f"{path}/{code}")).json() == {"name": "Anna", **moment}
    again = await anna.ask("POST", path, {**moment, "frame": 9, "code": code})
    assert again.json()["code"] == code
    assert (await berta.ask("GET", f"{path}/{code}")).json()["frame"] == 9
    other = await berta.ask("POST", path, {**moment, "code": code})  # at another worker: she does not lead
    assert (other.status_code, other.json()["reason"]) == (404, "led")
    gone = await berta.ask("GET", f"{path}/nobody")
    assert (gone.status_code, gone.json()["reason"]) == (404, "over")
    assert (await anna.ask("POST", "/api/games/nothing_here/shared", moment)).json()["code"] == "game_id"
