"""Games with turns as a Gymnasium environment: a learner at seat 0, bots at the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from gambero.bots.talk import Signals, with_signals
from gambero.envs.actions import actions_of
from gambero.envs.board import Seen, TeamBoard, board_of
from gambero.envs.checks import check_turns, chosen_action
from gambero.envs.dealing import Dealer
from gambero.envs.mates import Mates, Player
from gambero.envs.render import MODES, rendered
from gambero.envs.rewards import at_the_end, check_reward, forfeit
from gambero.envs.spaces import Spaces
from gambero.envs.talking import Talk
from gambero.game import Game

LEARNER = 0
Step = tuple[Seen, float, bool, bool, dict[str, Any]]


class TurnsEnv(gymnasium.Env[Seen, int]):
    """A game in which the learner sits at seat 0; with several players it says first who starts.

    An action that the mask forbids ends the episode as a loss, and info has `illegal`.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012  # as its base class has it

    def __init__(
        self,
        game: str,
        others: tuple[str, Player | Sequence[Player]],
        *,
        reward: str = "win",
        form: str = "compact",
        talk: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.dealer = Dealer(game, **options)
        check_turns(self.dealer.spec)
        check_reward(self.dealer.spec, reward)
        self.reward = reward
        self.render_mode = render_mode
        self.kind = Spaces(self.dealer.spec, form, talk)
        self.mates = Mates(*others, self.dealer.setup.players, game)
        self.observation_space = self.kind.observation_space()
        self.action_space = self.kind.action_space()
        self._moves = actions_of(self.dealer.spec)
        self._signals: dict[int, Signals] = {}
        self._ended = True

    @property
    def game(self) -> Game:
        """The game in progress; it holds every card."""
        return self.board.game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal: with a seed what `gambero.new` deals with it, else the next game; options may have a `deck`."""
        super().reset(seed=seed)
        if seed is not None:
            self.dealer.begin(seed)
        else:
            self.dealer.begin_anywhere(self.np_random)
        first = self.dealer.number < 0
        self.board = board_of(self.dealer.deal((options or {}).get("deck")))
        if first and self.mates:
            self.mates.sit_down(self.dealer)
        self._team = self.board if isinstance(self.board, TeamBoard) else None
        self._talk = Talk(self._team) if self._team and self.kind.talk else None
        self._signals, self._ended = {}, False
        if self._team:
            for seat, player in self.mates.bots.items():
                self._team.hear_eagerness(seat, int(player.eagerness(self.game.view(seat))))
        seen = self._see()
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: int) -> Step:
        number = chosen_action(action, self.kind.actions)
        if self._ended:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset first")
        if not self._mask[number]:
            self._ended = True
            seen = self._see()
            told = {"action_mask": seen["action_mask"], "illegal": True}
            return seen, forfeit(self.game, LEARNER)[LEARNER], True, False, told
        laid = self._team.laid if self._team else 0
        self._play(number)
        self._others_play()
        self._ended = over = self.game.over
        reward = 0.0
        if self.reward == "cards" and self._team:
            reward = (self._team.laid - laid) / self.dealer.spec.cards
        elif over:
            reward = at_the_end(self.game)[LEARNER]
        seen = self._see()
        info: dict[str, Any] = {"action_mask": seen["action_mask"]}
        if over and self.game.result:
            left = self.game.result.left
            info["left"] = left if isinstance(left, int) else left[LEARNER]
        if self.render_mode == "human":
            self.render()
        return seen, reward, over, False, info

    def _play(self, action: int) -> None:
        if action >= len(self._moves):
            assert self._talk
            self._talk.say(action - len(self._moves))
        else:
            self._move(self._moves.texts[action])

    def _move(self, text: str) -> None:
        turn_over = self.board.move(text)[-1]["event"] == "turn"
        if turn_over and self.mates:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """The others say what they say; the learner may speak too before another's turn."""
        if self._team is None:
            return
        self._signals = self.mates.signals(self.game)
        if self._talk:
            self._talk.begin_turn()
            self._talk.speakers = [seat for seat in self._talk.speakers if seat == LEARNER]
            self._talk.hear(self._signals)
        else:
            self._team.hear(self._signals)

    def _others_play(self) -> None:
        """Let the bots play until the learner can do something."""
        while self.game.to_move not in (None, LEARNER) and not (self._talk and self._talk.speakers):
            seat = self.game.to_move
            assert seat is not None
            view = self.game.view(seat)
            if self._signals:
                view = with_signals(view, self._signals)
            self._move(self.mates.bots[seat].choose(view))

    def _see(self) -> Seen:
        """What the learner sees now, and what it may do."""
        seen = self.board.see(LEARNER)
        if self.kind.talk or self._ended:
            moves = seen["action_mask"]
            mask = seen["action_mask"] = np.zeros(self.kind.actions, np.int8)
            if self._talk and self._talk.speakers:
                mask[len(moves) :] = self._talk.mask()
            elif not self._ended:
                mask[: len(moves)] = moves
        self._mask = seen["action_mask"]
        return self.kind.shown(seen)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may do now."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return rendered(self.game, LEARNER, self.render_mode)


class TeamEnv(TurnsEnv):
    """Classic or extreme: the others are mates."""

    def __init__(self, game: str, *, mates: Player | Sequence[Player] = "careful", **options: Any) -> None:
        super().__init__(game, ("mates", mates), **options)


class DuelEnv(TurnsEnv):
    """The duel: the other is a rival."""

    def __init__(self, game: str, *, rival: Player = "careful", **options: Any) -> None:
        super().__init__(game, ("rival", rival), **options)
