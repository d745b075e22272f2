"""Tension in ticks: as a PettingZoo ParallelEnv, and with a learner among bots as a Gymnasium environment.

In a tick every seat does one thing or waits. Who is first within a tick is drawn by lot (T8). A card that fitted when
the tick began and no longer does is taken back; a card that did not fit then costs a wait (T13).
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from gambero.arguments import quoted
from gambero.envs.actions import TURN_UP, WAIT, number, text
from gambero.envs.board import Seen, TensionBoard, board_of
from gambero.envs.checks import check_at_once, chosen_action
from gambero.envs.dealing import Dealer
from gambero.envs.mates import Mates, Player
from gambero.envs.render import MODES, rendered
from gambero.envs.rewards import at_the_end, check_reward
from gambero.envs.spaces import Spaces
from gambero.game import Game

WRONG_CARD_WAIT = 0.5  # T13, in seconds
LEARNER = 0


class TickTable:
    """A table of tension whose time is counted in ticks."""

    def __init__(self, game: Game, tick: float, seed: tuple[int, int]) -> None:
        board = board_of(game)
        assert isinstance(board, TensionBoard)
        self.board, self.game = board, game
        self.tick = tick
        self.ticks = 0
        self._lot = np.random.default_rng(seed)

    def ticks_in(self, seconds: float) -> int:
        return ceil(seconds / self.tick - 1e-9)

    def act(self, actions: Mapping[int, int]) -> bool:
        """Let one tick pass, with an action of each seat; returns whether the bottom card was turned up (T10)."""
        waits = self.board.waits
        texts = {seat: text(self.game, act, seat) for seat, act in actions.items() if act != WAIT and waits[seat] == 0}
        fitting = {seat for seat, move in texts.items() if self.game.can(move)}
        for seat in range(self.game.players):
            waits[seat] = max(waits[seat] - 1, 0)
        turned = False
        for seat in self._lot.permutation(self.game.players).tolist():
            if seat not in texts or self.game.over:
                continue
            turns_up = actions[seat] == TURN_UP
            if seat not in fitting:
                waits[seat] = self.ticks_in(WRONG_CARD_WAIT)
            elif self.game.can(texts[seat]) and not (turns_up and turned):
                self.board.move(texts[seat])
                turned = turned or turns_up
        self.ticks += 1
        return turned


def check_seconds(name: str, seconds: object, fewest: float) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not fewest <= seconds <= 1e6:
        raise ValueError(f"{name} must be a number of seconds from {fewest}, not {quoted(seconds)}")


class TicksEnv(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """Tension for agents player_0, player_1, …, all at once; after `seconds` of the game it is truncated."""

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 10, "name": "gambero_tension_v0"}  # noqa: RUF012  # as its base class has it

    def __init__(
        self,
        game: str,
        *,
        tick: float = 0.1,
        seconds: float = 600.0,
        form: str = "compact",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.dealer = Dealer(game, **options)
        check_at_once(self.dealer.spec)
        check_seconds("tick", tick, 0.001)
        check_seconds("seconds", seconds, tick)
        self.tick, self.seconds = float(tick), float(seconds)
        self.render_mode = render_mode
        self.kind = Spaces(self.dealer.spec, form)
        self.possible_agents = [f"player_{seat}" for seat in range(self.dealer.setup.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.kind.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.kind.action_space() for agent in self.possible_agents}
        self._generator = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game in progress; it holds every card."""
        return self.table.game

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal: with a seed what `gambero.new` deals with it, else the next game; options may have a `deck`."""
        if seed is not None:
            self.dealer.begin(seed)
        else:
            self.dealer.begin_anywhere(self._generator)
        game = self.dealer.deal((options or {}).get("deck"))
        self.table = TickTable(game, self.tick, (self.dealer.seed, self.dealer.number))
        self.agents = list(self.possible_agents)
        return self._all_see()

    def _all_see(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        seen = {agent: self.table.board.see(seat) for seat, agent in enumerate(self.possible_agents)}
        self._masks = {agent: one["action_mask"] for agent, one in seen.items()}
        infos: dict[str, dict[str, Any]] = {agent: {"action_mask": mask} for agent, mask in self._masks.items()}
        return {agent: self.kind.shown(one) for agent, one in seen.items()}, infos

    def action_masks(self) -> dict[str, npt.NDArray[np.bool_]]:
        """What each agent may do now."""
        return {agent: mask.astype(bool) for agent, mask in self._masks.items()}

    def step(self, actions: Mapping[str, int]) -> Any:
        """Let a tick pass; agents without an action wait."""
        seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        chosen = {seats[agent]: chosen_action(act, self.kind.actions) for agent, act in actions.items()}
        self.table.act(chosen)
        over = self.game.over
        late = not over and self.table.ticks >= self.table.ticks_in(self.seconds)
        rewards = at_the_end(self.game) if over else [0.0] * self.game.players
        seen, infos = self._all_see()
        everyone = self.possible_agents
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(everyone, rewards, strict=True)),
            dict.fromkeys(everyone, over),
            dict.fromkeys(everyone, late),
            infos,
        )

    def render(self) -> Any:
        """The table as player_0 sees it."""
        return rendered(self.game, 0, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def parallel(game: str, **options: Any) -> TicksEnv:
    """Tension as a PettingZoo ParallelEnv: `parallel("tension", players=3, tick=0.1)`."""
    return TicksEnv(game, **options)


class TensionEnv(gymnasium.Env[Seen, int]):
    """Tension with the learner at seat 0 and bots at the others, which react as fast as they do at a table.

    A step is a decision of the learner. After an act of its own it cannot act again for `reaction` seconds, and those
    ticks pass within the step. Waiting takes one tick.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 10}  # noqa: RUF012  # as its base class has it

    def __init__(
        self,
        game: str,
        *,
        rival: Player | Sequence[Player] = "careful",
        tick: float = 0.1,
        reaction: float = 0.7,
        seconds: float = 600.0,
        reward: str = "win",
        form: str = "compact",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.dealer = Dealer(game, **options)
        check_at_once(self.dealer.spec)
        check_reward(self.dealer.spec, reward)
        check_seconds("tick", tick, 0.001)
        check_seconds("reaction", reaction, 0.0)
        check_seconds("seconds", seconds, tick)
        self.tick, self.reaction, self.seconds = float(tick), float(reaction), float(seconds)
        self.render_mode = render_mode
        self.kind = Spaces(self.dealer.spec, form)
        self.rivals = Mates("rival", rival, self.dealer.setup.players, game)
        self.observation_space = self.kind.observation_space()
        self.action_space = self.kind.action_space()
        self._ended = True

    @property
    def game(self) -> Game:
        """The game in progress; it holds every card."""
        return self.table.game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal: with a seed what `gambero.new` deals with it, else the next game; options may have a `deck`."""
        super().reset(seed=seed)
        if seed is not None:
            self.dealer.begin(seed)
        else:
            self.dealer.begin_anywhere(self.np_random)
        first = self.dealer.number < 0
        game = self.dealer.deal((options or {}).get("deck"))
        self.table = TickTable(game, self.tick, (self.dealer.seed, self.dealer.number))
        if first:
            self.rivals.sit_down(self.dealer)
        self._go()
        self._ended = False
        seen = self._see()
        return seen, {"action_mask": seen["action_mask"]}

    def _go(self) -> None:
        """After a common start: the tick in which each bot acts next."""
        self._due = {seat: self._next_act(seat) for seat in self.rivals.bots}

    def _next_act(self, seat: int) -> int:
        return self.table.ticks + max(self.table.ticks_in(self.rivals.bots[seat].reaction()), 1)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        chosen = chosen_action(action, self.kind.actions)
        if self._ended:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset first")
        waits = self.table.board.waits
        self._tick(chosen)
        if chosen != WAIT:
            waits[LEARNER] = max(waits[LEARNER], self.table.ticks_in(self.reaction) - 1)
        late = self._is_late()
        while waits[LEARNER] > 0 and not self.game.over and not late:
            self._tick(WAIT)
            late = self._is_late()
        over = self.game.over
        self._ended = over or late
        seen = self._see()
        info: dict[str, Any] = {"action_mask": seen["action_mask"]}
        if over and self.game.result and not isinstance(self.game.result.left, int):
            info["left"] = self.game.result.left[LEARNER]
        if self.render_mode == "human":
            self.render()
        return seen, at_the_end(self.game)[LEARNER] if over else 0.0, over, late, info

    def _is_late(self) -> bool:
        return not self.game.over and self.table.ticks >= self.table.ticks_in(self.seconds)

    def _tick(self, action: int) -> None:
        actions = {LEARNER: action}
        for seat, due in self._due.items():
            if self.table.ticks >= due and self.table.board.waits[seat] == 0:
                view = self.game.view(seat)
                if view["moves"]:
                    actions[seat] = number(self.game, self.rivals.bots[seat].choose(view))
        turned = self.table.act(actions)
        for seat in actions.keys() - {LEARNER}:
            self._due[seat] = self._next_act(seat)
        if turned:  # T10: everyone stopped, and the starter says go again
            self._go()

    def _see(self) -> Seen:
        seen = self.table.board.see(LEARNER)
        self._mask = seen["action_mask"]
        return self.kind.shown(seen)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may do now."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return rendered(self.game, LEARNER, self.render_mode)
