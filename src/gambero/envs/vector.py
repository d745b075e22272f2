"""Many tables of a game as one Gymnasium vector environment: a step is one kernel over all of them."""

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from gambero.arguments import is_whole, quoted
from gambero.bots.duel import careful as careful_duel
from gambero.bots.team import careful, planners
from gambero.bots.team.dealing import shape
from gambero.envs import fields
from gambero.envs.board import Seen
from gambero.envs.checks import check_turns
from gambero.envs.dealing import Dealer
from gambero.envs.kernels import duel, duel_tables, modes, seats, team, team_tables
from gambero.envs.rewards import check_reward
from gambero.envs.spaces import Spaces
from gambero.envs.ticks import TensionEnv
from gambero.rules import commands
from gambero.rules import duel as duel_law
from gambero.rules import team as team_law
from gambero.rules.classic import MOST_MOVES
from gambero.rules.shuffle import SEEDS

MODES = {
    AutoresetMode.NEXT_STEP: modes.NEXT_STEP,
    AutoresetMode.SAME_STEP: modes.SAME_STEP,
    AutoresetMode.DISABLED: modes.DISABLED,
}
MOST_LAYS = 32  # of a turn


class TurnsVectorEnv(VectorEnv[Seen, Any, Any]):
    """As many tables as wanted, each with the learner at seat 0, the same as `TurnsEnv` at each.

    Arrays that are returned are the caller's own; with copy=False they are overwritten by the next step instead.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as its base class has it
    kernels: ClassVar[Any]

    def __init__(
        self,
        game: str,
        num_envs: int,
        policy: int,
        *,
        reward: str,
        form: str = "compact",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        talk: bool = False,
        **options: Any,
    ) -> None:
        _check_many(num_envs)
        if talk:
            raise ValueError(
                "talk must be False where all tables are one kernel; in team games "
                'vectorization_mode="sync" lets the learner signal'
            )
        if not is_whole(threads) or not 1 <= threads <= num_envs:
            raise ValueError(f"threads must be a whole number from 1 to num_envs, not {quoted(threads)}")
        if render_mode is not None:
            raise ValueError("render_mode must be None: many tables are not drawn; gymnasium.make draws one")
        self.dealer = Dealer(game, **options)
        check_turns(self.dealer.spec)
        check_reward(self.dealer.spec, reward)
        self.reward = reward
        self.policy = policy
        self.copy = copy
        self.num_envs = int(num_envs)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.kind = Spaces(self.dealer.spec, form)
        self.single_observation_space = self.kind.observation_space()
        self.single_action_space = self.kind.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._buffers: tuple[Any, Any] | None = None
        self._arrays = self._make_arrays()
        cuts = np.linspace(0, self.num_envs, int(threads) + 1).astype(int).tolist()
        self._parts = [slice(first, last) for first, last in itertools.pairwise(cuts)]
        self._tables = [
            self._make_tables({name: one[part] for name, one in self._arrays.items()}) for part in self._parts
        ]
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None

    # What each kind of game has of its own.

    def _make_arrays(self) -> dict[str, Any]:
        """The arrays with a row for each table."""
        many = self.num_envs
        return {
            "seeds": np.zeros(many, np.uint64),
            "games": np.full(many, -1, np.int64),
            "chance": np.zeros((many, 4), np.uint64),
            "ended": np.zeros(many, np.bool_),
            "rewards": np.zeros(many),
            "illegal": np.zeros(many, np.bool_),
            "left": np.zeros(many, np.int64),
            "last_seen": np.zeros((many, self._size()), np.uint8),
        }

    def _size(self) -> int:
        raise NotImplementedError

    def _make_tables(self, arrays: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _step_part(self, tables: Any, seen: Any, mask: Any, actions: Any) -> int:
        raise NotImplementedError

    def _seeded(self, table: int) -> None:
        """A table has a new seed."""

    # Gymnasium's methods.

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal at all tables, or at those of options["reset_mask"].

        With a seed, table i deals what `gambero.new` deals with seed + i, or with the i-th seed of a list; its next
        games are the next ones of that seed. Without one, each table goes on with its next game.
        """
        chosen = (
            np.ones(self.num_envs, np.bool_) if "reset_mask" not in (options or {}) else (options or {})["reset_mask"]
        )
        if not isinstance(chosen, np.ndarray) or chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans, not {quoted(chosen)}")
        if isinstance(seed, int):
            super().reset(seed=seed)
        for table, one in enumerate(self._seeds(seed)):
            if chosen[table] and (one is not None or self._arrays["games"][table] < 0):
                number = int(self.np_random.integers(SEEDS, dtype=np.uint64)) if one is None else one
                self._arrays["seeds"][table] = number % SEEDS
                self._arrays["games"][table] = -1
                self._seeded(table)
        seen, mask = self._new_arrays()
        for tables, part in zip(self._tables, self._parts, strict=True):
            self.kernels.deal_tables(tables, seen[part], mask[part], chosen[part], self.policy)
        shown = self._shown(seen, mask)
        return shown, self._info(shown)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        seeds = [seed + table for table in range(self.num_envs)] if is_whole(seed) else list(seed)  # type: ignore[arg-type]
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed must be a number or a list of {self.num_envs}, not a list of {len(seeds)}")
        for one in seeds:
            if one is not None and (not is_whole(one) or one < 0):
                raise ValueError(f"seed must be whole numbers from 0, not {quoted(one)}")
        return seeds

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """One action at each table; what a table that is dealt anew is given is ignored."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions must be {self.num_envs} numbers, one a table, not of shape {chosen.shape}")
        if self._arrays["games"].min() < 0:
            raise gymnasium.error.ResetNeeded("call reset before the first step")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._arrays["ended"].any():
            raise gymnasium.error.ResetNeeded("some episodes are over: call reset with their reset_mask first")
        seen, mask = self._new_arrays()
        parts = [(tables, seen[at], mask[at], chosen[at]) for tables, at in zip(self._tables, self._parts, strict=True)]
        others = [self._pool.submit(self._step_part, *part) for part in parts[1:]] if self._pool else []
        episodes = self._step_part(*parts[0]) + sum(other.result() for other in others)
        shown = self._shown(seen, mask)
        ended = self._arrays["ended"].copy()
        info = self._info(shown)
        if episodes:
            self._tell_ends(info, ended)
        return shown, self._arrays["rewards"].copy(), ended, np.zeros(self.num_envs, np.bool_), info

    def _new_arrays(self) -> tuple[Any, Any]:
        """The arrays that observations and masks are written into."""
        if self.copy or self._buffers is None:
            seen = np.empty((self.num_envs, self._size()), np.uint8)
            self._buffers = seen, np.empty((self.num_envs, self.kind.actions), np.int8)
        return self._buffers

    def _shown(self, seen: Any, mask: Any) -> Seen:
        self._mask = mask
        return self.kind.shown({"observation": seen, "action_mask": mask})

    def _info(self, seen: Seen) -> dict[str, Any]:
        return {"action_mask": seen["action_mask"], "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _tell_ends(self, info: dict[str, Any], ended: npt.NDArray[np.bool_]) -> None:
        """Cards left where an episode ended, and what was seen last if the next one has begun already."""
        illegal = self._arrays["illegal"].copy()
        played = ended & ~illegal
        told: dict[str, Any] = {}
        if played.any():
            told |= {"left": np.where(played, self._arrays["left"], 0), "_left": played}
        if illegal.any():
            told |= {"illegal": illegal, "_illegal": illegal.copy()}
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            info.update(told)
            return
        masks = np.zeros((self.num_envs, self.kind.actions), np.int8)
        last = self.kind.shown({"observation": self._arrays["last_seen"].copy(), "action_mask": masks})
        final = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(ended).tolist():
            final[table] = {name: part[table] for name, part in last.items()}
        told |= {"action_mask": masks, "_action_mask": ended.copy()}
        info |= {"final_obs": final, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the learner may do now at each table."""
        return self._mask.astype(bool)

    def close_extras(self, **_options: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _check_many(num_envs: object) -> None:
    if not is_whole(num_envs) or num_envs < 1:
        raise ValueError(f"num_envs must be a whole number from 1, not {quoted(num_envs)}")


def _policy(name: str, bot: object, known: tuple[str, ...]) -> int:
    if bot not in known:
        allowed = ", ".join(known)
        raise ValueError(
            f"{name} must be one of {allowed} where all tables are one kernel, not {quoted(bot)}; "
            'with vectorization_mode="sync" any bot may play'
        )
    return known.index(str(bot))


class TeamVectorEnv(TurnsVectorEnv):
    """Classic or extreme; mates are random, greedy or careful."""

    kernels: ClassVar[Any] = team_tables

    def __init__(
        self, game: str, num_envs: int = 1, *, mates: str = "careful", reward: str = "win", **options: Any
    ) -> None:
        super().__init__(game, num_envs, _policy("mates", mates, seats.BOTS), reward=reward, **options)

    def _size(self) -> int:
        return fields.TEAM.size

    def _make_arrays(self) -> dict[str, Any]:
        return {
            "states": np.zeros(self.num_envs, team_law.TEAM),
            "history": np.zeros((self.num_envs, team.HISTORY), np.uint8),
            "said": np.zeros((self.num_envs, team.SEATS, team.SAID), np.uint8),
            "layouts": np.tile(commands.as_table(self.dealer.setup.commands), (self.num_envs, 1)),
            **super()._make_arrays(),
        }

    def _make_tables(self, arrays: dict[str, Any]) -> Any:
        setup = self.dealer.setup
        return team_tables.Tables(
            **arrays,
            setup=shape(setup),
            weights=planners.careful_weights(setup.commands, setup.options),
            deck=np.zeros(team_law.CARDS, np.uint8),
            generator=np.zeros(4, np.uint64),
            moves=np.zeros(MOST_MOVES, np.int64),
            way=np.zeros(MOST_LAYS, np.int64),
            buffers=careful.make_buffers(),
        )

    def _seeded(self, table: int) -> None:
        if self.dealer.shuffles_commands:
            self.dealer.begin(int(self._arrays["seeds"][table]))
            self._arrays["layouts"][table] = commands.as_table(self.dealer.setup.commands)

    def _step_part(self, tables: Any, seen: Any, mask: Any, actions: Any) -> int:
        by_cards, mode = int(self.reward == "cards"), MODES[self.autoreset_mode]
        return int(team_tables.step_tables(tables, seen, mask, actions, self.policy, by_cards, mode))


class DuelVectorEnv(TurnsVectorEnv):
    """The duel; the rival is random, greedy or careful."""

    kernels: ClassVar[Any] = duel_tables

    def __init__(
        self, game: str, num_envs: int = 1, *, rival: str = "careful", reward: str = "win", **options: Any
    ) -> None:
        super().__init__(game, num_envs, _policy("rival", rival, seats.BOTS), reward=reward, **options)

    def _size(self) -> int:
        return fields.DUEL.size

    def _make_arrays(self) -> dict[str, Any]:
        return {
            "states": np.zeros(self.num_envs, duel_law.DUEL),
            "history": np.zeros((self.num_envs, duel.HISTORY), np.uint8),
            **super()._make_arrays(),
        }

    def _make_tables(self, arrays: dict[str, Any]) -> Any:
        return duel_tables.Tables(
            **arrays,
            setup=np.array([self.dealer.setup.options["last_card_wins"]], np.int64),
            decks=np.zeros((duel_law.PLAYERS, duel_law.CARDS), np.uint8),
            generator=np.zeros(4, np.uint64),
            moves=np.zeros(MOST_MOVES, np.int64),
            desk=careful_duel.desk(1),
        )

    def _step_part(self, tables: Any, seen: Any, mask: Any, actions: Any) -> int:
        return int(duel_tables.step_tables(tables, seen, mask, actions, self.policy, MODES[self.autoreset_mode]))


def tension_loop(
    game: str, num_envs: int = 1, *, autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP, **options: Any
) -> SyncVectorEnv:
    """Tension at several tables, one after another: its bots play in Python, so there is no kernel."""
    _check_many(num_envs)
    if unknown := [name for name in ("threads", "copy", "talk") if name in options]:
        raise ValueError(f"tension has no {unknown[0]}: its tables are played one after another, in no kernel")
    return SyncVectorEnv(
        [lambda: TensionEnv(game, **options) for _ in range(num_envs)], autoreset_mode=AutoresetMode(autoreset_mode)
    )
