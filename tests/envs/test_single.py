"""One learner among bots."""

from typing import Any

import gymnasium
import pytest

import gambero
import gambero.envs
from gambero.bots.talk import with_signals
from gambero.envs import number


def play(env: Any, player: Any, episodes: int) -> list[float]:
    """Let a bot of this package sit in the learner's place."""
    returns = []
    for episode in range(episodes):
        env.reset(seed=episode)
        total, over = 0.0, False
        while not over:
            game = env.game
            view = game.view(0)
            move = "@0" if "@0" in view["moves"] else player.choose(view) if view["moves"] else "wait"
            _, reward, over, _, _ = env.step(number(game, move))
            total += reward
        returns.append(total)
    return returns


def test_greedy_in_the_learner_s_seat_plays_greedy_s_games() -> None:
    env = gymnasium.make("gambero/Classic-v0", players=2, mates="greedy", reward="cards").unwrapped
    greedy = gambero.bot("greedy")
    for returned, seed in zip(play(env, greedy, 5), range(5), strict=True):
        game = gambero.new("classic", players=2, seed=seed)
        game.move("@0")
        while not game.over:
            game.move(greedy.choose(game.view(game.to_move)))
        assert game.result
        assert returned == pytest.approx((98 - game.result.left) / 98)  # type: ignore[operator]


def test_a_careful_table_plays_the_same_game_as_careful_at_all_seats() -> None:
    env: Any = gymnasium.make("gambero/Classic-v0", players=3, mates="careful").unwrapped
    env.reset(seed=2)
    game = gambero.new("classic", players=3, seed=2)
    bots = [gambero.bot("careful") for _ in range(3)]
    learner = gambero.bot("careful")
    env.step(number("classic", "@0"))
    game.move("@0")
    signals: dict[int, Any] = {}
    while not game.over:
        seat = game.to_move
        assert seat is not None
        if game.view(None)["turn"]["laid"] == 0:
            signals = {one: bots[one].says(game.view(one)) for one in (1, 2) if one != seat and game.hand(one)}
        game.move(bots[seat].choose(with_signals(game.view(seat), signals)))
    while not env.game.over:
        env.step(number("classic", learner.choose(with_signals(env.game.view(0), env._signals))))
    assert env.game.log == game.log


def test_winner_and_loser_of_a_duel() -> None:
    env = gymnasium.make("gambero/Duel-v0", rival="random").unwrapped
    returns = play(env, gambero.bot("careful"), 4)
    assert set(returns) <= {1.0, -1.0}
    assert sum(returns) > 0


def test_a_quick_learner_of_tension_beats_a_slow_rival() -> None:
    env = gymnasium.make("gambero/Tension-v0", rival="random", reaction=0.1).unwrapped
    assert play(env, gambero.bot("careful"), 2) == [1.0, 1.0]
    env = gymnasium.make("gambero/Tension-v0", rival="expert", reaction=20.0).unwrapped
    assert play(env, gambero.bot("careful"), 1) == [-1.0]


def test_an_episode_that_is_over_needs_a_reset() -> None:
    env: Any = gymnasium.make("gambero/Classic-v0").unwrapped
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(397)
    assert (reward, terminated, info["illegal"]) == (0.0, True, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("Classic", {"players": 3, "mates": ["greedy"]}, "list of 2"),
        ("Classic", {"players": 2, "mates": "nobody"}, "bot must be one of"),
        ("Duel", {"talk": True}, "talk must be False"),
        ("Tension", {"tick": 0}, "tick must be"),
        ("Tension", {"reward": "cards"}, "reward must be win"),
    ],
)
def test_bad_arguments_are_told(name: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        gymnasium.make(f"gambero/{name}-v0", **options)
