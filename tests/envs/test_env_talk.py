"""Signals of team games: heard in the observation, and with talk=True said by actions."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import gambero
from gambero.bots import Bot
from gambero.bots.talk import Signals
from gambero.envs import aec, number, text
from gambero.envs.talking import TALK
from gambero.game.base import View

FIRST = 398  # the first action that says something


def said(what: str) -> int:
    return FIRST + TALK.index(what)


def field(seen: Any, name: str) -> list[int]:
    from gambero.envs.fields import TEAM

    part: list[int] = seen["observation"][TEAM.slices()[name]].tolist()
    return part


def test_before_the_start_everybody_says_how_gladly_they_would_start() -> None:
    env = aec("classic", players=3, talk=True)
    env.reset(seed=1)
    for agent, level in (("player_1", 2), ("player_2", 0)):
        assert env.agent_selection == agent
        assert np.flatnonzero(env.action_masks()).tolist() == [said(f"eager:{one}") for one in range(3)]
        env.step(said(f"eager:{level}"))
    assert env.agent_selection == "player_0"
    assert field(env.observe("player_0"), "eager") == [0, 3, 1, 0, 0]
    assert sorted(text("classic", act) for act in np.flatnonzero(env.action_masks()).tolist()) == ["@0", "@1", "@2"]


def test_before_a_turn_the_others_speak_and_the_mover_hears_it() -> None:
    env = aec("classic", players=3, talk=True)
    env.reset(seed=1)
    for action in (said("eager:1"), said("eager:1"), number("classic", "@1")):
        env.step(action)
    assert env.agent_selection == "player_2"
    env.step(said("d:mine"))
    assert not env.action_masks()[[said("d:mine"), said("d:small"), said("d:free")]].any()
    env.step(said("b:small"))
    env.step(said("done"))
    assert env.agent_selection == "player_0"
    assert field(env.observe("player_0"), "said_piles")[8:12] == [0, 2, 0, 1]
    env.step(said("done"))
    assert env.agent_selection == "player_1"
    assert field(env.observe("player_1"), "said_piles")[4:8] == [0, 2, 0, 1]
    assert not env.action_masks()[FIRST:].any()


@pytest.mark.rule("E12")
def test_under_silence_nobody_speaks() -> None:
    layout = gambero.new("extreme", seed=1).commands
    silent = next(card for card, command in layout.items() if command == "silence")
    spare = [card for card in range(2, 100) if card != silent and card not in layout]
    rest = [card for card in range(2, 100) if card != silent and card in layout]
    env = aec("extreme", players=2, talk=True)
    env.reset(options={"deck": [silent, *spare, *rest]})
    for action in (said("eager:1"), number("extreme", "@0"), said("hold:stop"), said("done")):
        env.step(action)
    assert field(env.observe("player_0"), "said_commands")[7:14] == [1, 0, 0, 0, 0, 0, 0]
    env.step(number("extreme", f"{silent}a"))
    other = next(move for move in env.game.moves() if move.endswith("c"))
    env.step(number("extreme", other))
    env.step(number("extreme", "."))
    assert env.agent_selection == "player_1"
    assert field(env.observe("player_1"), "silence") == [1]
    assert not env.action_masks()[FIRST:].any()
    assert not any(field(env.observe("player_1"), "said_commands"))


class Listener(Bot):
    """A mate that keeps what it hears."""

    name = "listener"
    heard: list[Any] = []  # noqa: RUF012  # read by the test

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
        self.heard.append(view.get("said"))
        return view["moves"][-1] if view["moves"][0] != "." else "."

    def says(self, view: View) -> Signals:  # noqa: ARG002
        return {"piles": {"a": "free"}, "commands": [], "exact": False}

    def eagerness(self, view: View) -> int:  # noqa: ARG002
        return 2


def test_the_learner_hears_its_mates_and_speaks_to_them() -> None:
    Listener.heard.clear()
    env = gymnasium.make("gambero/Classic-v0", players=2, mates=Listener, talk=True).unwrapped
    seen, _ = env.reset(seed=1)
    assert field(seen, "eager") == [0, 3, 0, 0, 0]
    seen, *_ = env.step(number("classic", "@1"))
    assert np.flatnonzero(seen["action_mask"]).min() >= FIRST
    env.step(said("c:mine"))
    seen, *_ = env.step(said("done"))
    assert Listener.heard[0] == {"0": {"piles": {"c": "mine"}, "commands": [], "exact": False}}
    assert field(seen, "said_piles")[4:8] == [3, 0, 0, 0]


def test_without_talk_the_learner_says_nothing() -> None:
    Listener.heard.clear()
    env = gymnasium.make("gambero/Classic-v0", players=2, mates=Listener).unwrapped
    env.reset(seed=1)
    env.step(number("classic", "@1"))
    assert set(map(str, Listener.heard)) == {"None"}
