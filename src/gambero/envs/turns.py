"""Games with turns as a PettingZoo AECEnv: agents player_0, player_1, … at the seats."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from gambero.envs.actions import actions_of
from gambero.envs.board import Seen, TeamBoard, board_of
from gambero.envs.checks import check_turns, chosen_action
from gambero.envs.dealing import Dealer
from gambero.envs.render import MODES, rendered
from gambero.envs.rewards import at_the_end, check_reward, forfeit
from gambero.envs.spaces import Spaces
from gambero.envs.talking import Talk

AgentId = str


class TurnsEnv(AECEnv[AgentId, Seen, int]):  # type: ignore[misc]
    """Classic, extreme or duel. Before the start, player_0 says who starts.

    An action that the mask forbids ends the game: in a team game it is lost, in the duel the other player wins.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2, "is_parallelizable": False}  # noqa: RUF012  # as its base class has it

    def __init__(
        self,
        game: str,
        *,
        reward: str = "win",
        form: str = "compact",
        talk: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.dealer = Dealer(game, **options)
        self.spec = self.dealer.spec
        check_turns(self.spec)
        check_reward(self.spec, reward)
        self.reward = reward
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"gambero_{self.spec.id}_v0"}
        self.kind = Spaces(self.spec, form, talk)
        self.possible_agents = [f"player_{seat}" for seat in range(self.dealer.setup.players)]
        self.agents: list[AgentId] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.kind.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.kind.action_space() for agent in self.possible_agents}
        self._generator = np.random.default_rng()

    def observation_space(self, agent: AgentId) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentId) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: with a seed what `gambero.new` deals with it, else the next game; options may have a `deck`."""
        if seed is not None:
            self.dealer.begin(seed)
        else:
            self.dealer.begin_anywhere(self._generator)
        self.board = board_of(self.dealer.deal((options or {}).get("deck")))
        self.game = self.board.game
        self.agents = list(self.possible_agents)
        self._ended = False
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentId, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._talk = Talk(self.board) if self.kind.talk and isinstance(self.board, TeamBoard) else None
        if self._talk:
            self._talk.begin()
            if self.game.to_move is not None:
                self._talk.begin_turn()
        self._select()

    def _select(self) -> None:
        """Let the seat act that is on; its mask is in its info."""
        speaking = self._talk is not None and bool(self._talk.speakers)
        seat = self._talk.speakers[0] if speaking and self._talk else self.game.to_move or 0
        self.agent_selection = self.possible_agents[seat]
        self._seen = self._shown(seat)
        for agent in self.agents:
            mask = self._seen["action_mask"].copy() if agent == self.agent_selection else self._no_mask()
            self.infos[agent] = {"action_mask": mask}

    def _no_mask(self) -> Any:
        return np.zeros(self.kind.actions, np.int8)

    def _shown(self, seat: int) -> Seen:
        seen = self.board.see(seat)
        if self._ended:
            seen["action_mask"] = self._no_mask()
        elif self._talk is not None:
            speaks = bool(self._talk.speakers)
            mask = self._no_mask()
            moves = len(self.board.actions)
            if speaks and self._talk.speakers[0] == seat:
                mask[moves:] = self._talk.mask()
            elif not speaks:
                mask[:moves] = seen["action_mask"]
            seen["action_mask"] = mask
        return self.kind.shown(seen)

    def observe(self, agent: AgentId) -> Seen:
        """What an agent sees, and what it may do now."""
        return self._shown(self._seats[agent])

    def action_masks(self) -> Any:
        """What the agent that is on may do now."""
        return self._seen["action_mask"].astype(bool)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = chosen_action(action, self.kind.actions)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._seen["action_mask"][number]:
            self._play(number)
        else:
            self._end(forfeit(self.game, self._seats[agent]))
            self.infos[agent]["illegal"] = True
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> None:
        moves = actions_of(self.spec)
        if action >= len(moves):
            assert self._talk
            self._talk.say(action - len(moves))
            self._select()
            return
        before = self.board.laid if isinstance(self.board, TeamBoard) else 0
        events = self.board.move(moves.texts[action])
        if self.reward == "cards" and isinstance(self.board, TeamBoard):
            share = (self.board.laid - before) / self.spec.cards
            self.rewards = dict.fromkeys(self.agents, share)
        if self.game.over:
            self._end(at_the_end(self.game) if self.reward == "win" else None)
            return
        if self._talk and events[-1]["event"] == "turn":
            self._talk.begin_turn()
        self._select()

    def _end(self, rewards: list[float] | None) -> None:
        """The game is over; each agent is given a last observation."""
        if rewards is not None:
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        self._ended = True
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The table as the agent that is on sees it."""
        return rendered(self.game, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def aec(game: str, **options: Any) -> TurnsEnv:
    """Classic, extreme or duel as a PettingZoo AECEnv: `aec("classic", players=3, on_fire=True)`."""
    return TurnsEnv(game, **options)
