"""What expert would have laid at a moment of a finished game, over HTTP."""

from typing import Any

import pytest

from gambero import Game, bot, new
from gambero.bots.advice import advise
from gambero.game import new_game
from gambero.game.replay import replay
from gambero.server.review.hindsight import expert_line

from helpers.serving import Guest, Served


async def looked_back(guest: Guest, game: str, **more: object) -> tuple[str, Game]:
    """A finished game's id and the game itself."""
    game_id = await guest.finished(game, **more)
    return game_id, replay((await guest.ask("GET", f"/api/games/{game_id}/record")).text)


async def hindsight(guest: Guest, game_id: str, **asked: int) -> dict[str, Any]:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    answer = await guest.ask("GET", f"/api/games/{game_id}/expert?{query}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_in_a_team_game_it_is_the_hint_of_that_moment(served: Served) -> None:
    anna, ben = await Guest.new(served.url), await Guest.new(served.url, "Ben")
    game_id, ended = await looked_back(anna, "extreme", players=2, bots=["careful"])
    for moves in (1, len(ended.log) // 2, len(ended.log) - 1):
        then = ended.before(moves)
        found = await hindsight(anna, game_id, moves=moves)
        hint = {"after": moves, **advise(then.view(then.to_move), seed=moves).as_json()}
        assert (found["seat"], found["moves"]) == (then.to_move, hint["best"]["moves"])
        told = found["advice"]
        assert (told["words"], told["best"], told["others"]) == (hint["words"], hint["best"], hint["others"])
        assert await hindsight(ben, game_id, moves=moves) == found  # whoever asks


async def test_in_a_duel_it_is_a_whole_turn_that_may_be_played(served: Served) -> None:
    anna = await Guest.new(served.url)
    game_id, ended = await looked_back(anna, "duel", bots=["greedy"])
    then = ended.before(1)
    mover = then.to_move
    found = await hindsight(anna, game_id, moves=1)
    assert (found["seat"], found["advice"]) == (mover, None)
    for move in found["moves"]:
        assert then.to_move == mover
        then.move(move)
    assert then.over or then.to_move != mover


async def test_a_moment_that_was_never_there_is_refused(served: Served) -> None:
    anna = await Guest.new(served.url)
    game_id, ended = await looked_back(anna, "classic", players=2, bots=["greedy"])
    asked = f"/api/games/{game_id}/expert?moves="
    for moves, code in ((len(ended.log), "moves"), (0, "seat"), (-1, "invalid"), ("soon", "invalid")):
        answer = await anna.ask("GET", f"{asked}{moves}")
        assert (answer.json()["code"], 400 <= answer.status_code < 500) == (code, True), answer.text
    assert (await anna.ask("GET", "/api/games/nobody_knows/expert?moves=1")).status_code == 404


def test_in_tension_it_is_the_next_act_of_the_seat_that_is_asked_for() -> None:
    game = new("tension", players=3, seed=5)
    for seat in range(game.players):
        found = expert_line(game.copy(), seat, 4)
        assert (found["seat"], len(found["moves"])) == (seat, 1 if game.moves(seat) else 0)
        assert all(game.can(move) for move in found["moves"])


@pytest.mark.parametrize("kind", ["classic", "extreme", "duel"])
def test_what_the_seat_could_not_see_changes_nothing(kind: str) -> None:
    """The same moment with the last cards of the stock the other way round."""
    game = new_game(kind, players=2, seed=8)

    def turned(cards: list[int]) -> list[int]:
        return [*cards[:-12], *cards[:-13:-1]]

    deck = [turned(own) for own in game.deck] if kind == "duel" else turned(game.deck)
    other = new_game(kind, players=2, deck=deck, **({"commands": game.commands} if kind == "extreme" else {}))
    greedy = bot("greedy", seed=1)
    for table in (game, other):
        table.move("@0")
    for _ in range(20):
        move = greedy.choose(game.view(game.to_move))
        for table in (game, other):
            table.move(move)
    assert game.deck != other.deck
    seat = game.to_move
    assert seat is not None
    assert expert_line(game, seat, 21) == expert_line(other, seat, 21)
