"""Game: one game in progress, whichever it is."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from gambero.arguments import is_whole, quoted
from gambero.errors import Refusal
from gambero.game import sentences
from gambero.game.notation import Notation
from gambero.game.result import Result
from gambero.game.shown import Hand

if TYPE_CHECKING:
    from gambero.game.fair import Seal
    from gambero.game.setup import Setup
    from gambero.game.spec import GameSpec
    from gambero.game.story import Story

Event = Mapping[str, Any]  # of any game; `events.py` has them as types
View = Mapping[str, Any]  # of any game; `views.py` has them as types


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a game that it can go back to."""

    moves: int
    turns: int
    state: bytes  # a copy of the law's record, at most 512; an array of it takes several times as long to make


class Game(ABC):
    """One game in progress: a state that only the law changes, and the log of the moves that led to it.

    Two games are equal if their positions are: the same game, options and state, however they came there. So
    `gambero.at(game.position()) == game`, though its log is empty; compare `log` too where the way matters. Equal games
    have equal hashes. Both change with every move, so a game in a set or a dict must not move on; `position()` is a key
    that stays. `copy`, `copy.copy`, `copy.deepcopy` and `pickle` all give an independent game at the same point.
    """

    law: ClassVar[ModuleType]
    notation: ClassVar[Notation]
    state_type: ClassVar[Any]  # the NumPy record of its law
    seal: "Seal | None" = None  # proof of the deal, written to the record; no view has it
    story: "Story | None" = None  # what was said and when moves came, written to the record; no view has it
    _earlier: Sequence[list[Any]] = ()  # of a game from a position: cards laid before, as views show them
    _begun: tuple[str, ...] = ()  # of a game from a position: those of them that were laid in its first turn

    def __init__(self, setup: "Setup") -> None:
        self.setup = setup
        self.players = setup.players
        self._log: list[tuple[int | None, str]] = []
        self._rows: list[list[Any]] = []  # the log as views show it
        self._ends: list[int] = []  # how many moves were made when each turn ended
        self._use(np.zeros(1, self.state_type))
        if setup.position is None:
            self._deal()
        else:
            self._place()

    def _use(self, table: npt.NDArray[np.void]) -> None:
        """Make this the game's state. Its fields are bound once: a look-up by name takes longer than a rule."""
        self._table = table
        self._state = table[0]
        self._outcome = table["outcome"].item
        self._found = np.empty(self.law.MOST_MOVES, np.int64)  # the law writes legal moves here

    def _place(self) -> None:
        """Begin at the position of the setup instead of at the deal."""
        from gambero.game.position import read_position  # most games have none

        placed = read_position(self.spec, self.setup.options, str(self.setup.position))
        self._table[:] = placed.table
        self._begun = placed.turn
        laid = [(self._state["seat"].item(), move) for move in placed.turn]
        self._earlier = [list(row) for row in (*placed.earlier, *laid)]

    def copy(self) -> Self:
        """An independent game at the same point."""
        other = object.__new__(type(self))
        other._resume(self.setup, self.seal, self._log.copy(), self._rows.copy(), self._ends.copy(), self._table.copy())
        other.story = self.story
        other._earlier, other._begun = self._earlier, self._begun
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        memo[id(self)] = other = self.copy()  # setup, seal and story never change
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        return self.setup, self.seal, self.story, self._log, self._ends, self._table, self._earlier, self._begun

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        setup, seal, self.story, log, ends, table, self._earlier, self._begun = state
        self._resume(setup, seal, log, [list(row) for row in log], ends, table)

    def _resume(
        self,
        setup: "Setup",
        seal: "Seal | None",
        log: list[tuple[int | None, str]],
        rows: list[list[Any]],
        ends: list[int],
        table: npt.NDArray[np.void],
    ) -> None:
        """Take the parts of another game; lists and table must be this game's own."""
        self.setup = setup
        self.players = setup.players
        self.seal = seal
        self._log = log
        self._rows = rows
        self._ends = ends
        self._use(table)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.position() == other.position()

    def __hash__(self) -> int:
        return hash(self.position())

    def before(self, move: int) -> Self:
        """An independent game of the same deal, as it was before a move of the log."""
        other = type(self)(self.setup)
        other.seal = self.seal
        for _, text in self._log[:move]:
            other.move(text)
        return other

    def mark(self) -> Mark:
        """This point of the game, for `back_to`: far cheaper than a copy of the game."""
        return Mark(len(self._log), len(self._ends), self._table.tobytes())

    def back_to(self, mark: Mark) -> None:
        """Take back every move since a mark of this game, without playing the others again."""
        if mark.moves > len(self._log):
            raise ValueError(f"the mark is after {mark.moves} moves, and the game has {len(self._log)}")
        del self._log[mark.moves :], self._rows[mark.moves :], self._ends[mark.turns :]
        self._table[:] = np.frombuffer(mark.state, self.state_type)

    def at(self, mark: Mark) -> Self:
        """An independent game at a mark of this one."""
        other = self.copy()
        other.back_to(mark)
        return other

    def undo(self) -> str:
        """Take back the last move and return it; ValueError if there is none, since the deal or the position."""
        if not self._log:
            since = "the deal" if self.setup.position is None else "the position it was made from"
            raise ValueError(f"there is no move to take back: the game is at {since}")
        _, last = self._log[-1]
        self.back_to(self.before(len(self._log) - 1).mark())
        return last

    # Moves: is it allowed, may it be played, play it.

    def refusal(self, move: str) -> Refusal | None:
        """Why this may not be played now, as data; None if it may."""
        number = self.notation.number(move)
        if number is None:
            return Refusal("malformed", "", {"move": quoted(move), "notation": self.notation.name})
        if self._outcome():
            return Refusal("game_over", "", {"move": move, "ended": self._finished().reason})
        return self._refusal(number)

    def check(self, move: str) -> None:
        """Raise IllegalMove, with the rule that forbids it, unless this may be played now."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise sentences.error(refusal)

    def can(self, move: str) -> bool:
        """May this be played now?"""
        return self.refusal(move) is None

    def move(self, move: str) -> list[Any]:
        """Play a move; returns what happened, in order, as plain data."""
        self.check(move)
        number = self.notation.numbers[move]
        seat = self._mover(number)
        self._log.append((seat, move))
        self._rows.append([seat, move])
        events = self._play(number)
        if self.over:
            events.append({"event": "over", **self._finished().as_json()})
        return events

    def moves(self, seat: int | None = None) -> list[str]:
        """Every legal move, sorted; of one seat if a seat is given."""
        if seat is not None and not self._may_move(self._seat(seat)):
            return []
        found = self._found
        numbers = found[: self.law.legal(self._table, found)].tolist()
        texts = self.notation.texts
        return sorted([texts[number] for number in self._of_seat(numbers, seat)])

    # State.

    @property
    def game(self) -> str:
        """The game's id, as given to `new`."""
        return self.setup.game

    @property
    def spec(self) -> "GameSpec":
        """What tells this game from the others."""
        return self.setup.spec

    @property
    def options(self) -> dict[str, bool]:
        return dict(self.setup.options)

    @property
    def deck(self) -> Any:
        """The deal, as `new` takes it."""
        return self.setup.deck

    @property
    def commands(self) -> dict[int, str]:
        """Extreme: the command each of 28 numbers carries."""
        return dict(self.setup.commands)

    @property
    def log(self) -> list[tuple[int | None, str]]:
        """The moves so far as (seat, move); the seat is None where nobody in particular moves (@2, ^)."""
        return self._log.copy()

    @property
    def moves_made(self) -> int:
        """How many moves were made: the length of the log, without a copy of it."""
        return len(self._log)

    @property
    def last_move(self) -> tuple[int | None, str]:
        """The last of the log, without a copy of it. Raises IndexError if nothing was played."""
        return self._log[-1]

    @property
    def turns(self) -> list[list[str]]:
        """The moves so far by turn; who starts is a turn of its own. One turn where everyone plays at once."""
        moves = [move for _, move in self._log]
        cuts = [0, *self._ends, len(moves)]
        return [moves[start:end] for start, end in pairwise(cuts) if start < end]

    @property
    def over(self) -> bool:
        return bool(self._outcome())

    @property
    def result(self) -> Result | None:
        return self._finished() if self.over else None

    def state(self) -> npt.NDArray[np.void]:
        """A copy of the law's record of this game, an array of one, for kernels. It holds every card."""
        return self._table.copy()

    @property
    def table(self) -> npt.NDArray[np.void]:
        """The law's record of this game itself, an array of one, for kernels that only read. It holds every card."""
        return self._table

    def hand(self, seat: int) -> list[Any]:
        """The cards of a seat, sorted; a list that a notebook shows as cards."""
        return Hand(self._hand(self._seat(seat)))

    def view(self, seat: int | None = None) -> View:
        """What a seat may know, or a spectator (None): plain data, ready for JSON.

        The view is the caller's own, but the rows of its log are shared between views: read them only. The game itself
        never reads them.
        """
        over = self.over
        seat = None if seat is None else self._seat(seat)
        return {
            "game": self.setup.game,
            "players": self.players,
            "options": dict(self.setup.options),
            "seat": seat,
            "to_move": self.to_move,
            "minimum": self.minimum,
            **self.open_table(),
            "hand": None if seat is None else self._plain_hand(seat),
            "moves": [] if seat is None else self.moves(seat),
            "log": [*self._earlier, *self._rows] if self._earlier else self._rows.copy(),
            "over": over,
            "result": self._finished().as_json() if over else None,
        }

    def position(self) -> str:
        """The state as one line of text, for `gambero.at`: every card, no log. Equal states have equal texts."""
        from gambero.game.position import text_of

        return text_of(self)

    def record(self) -> str:
        """The game as text; `gambero.replay` reads it."""
        from gambero.game.record import write  # record.py imports this module

        return write(self)

    def __repr__(self) -> str:
        players, moves = counted(self.players, "player"), counted(len(self._log), "move")
        return f"<{self.game}, {players}, {moves}{', over' if self.over else ''}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: all hands, since whoever has the game can read them; not the order of the stock."""
        from gambero.game.html import picture

        return picture(self)

    def _seat(self, seat: object) -> int:
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise ValueError(f"seat must be a number from 0 to {self.players - 1}, not {quoted(seat)}")
        return int(seat)

    # What each game defines.

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """Whose turn it is; None before the start, after the end, and where everyone plays at once."""

    @property
    @abstractmethod
    def minimum(self) -> int:
        """How many cards the mover still owes in this turn."""

    @property
    @abstractmethod
    def piles(self) -> tuple[int, ...]:
        """The top cards."""

    @property
    @abstractmethod
    def stock(self) -> int | tuple[int, ...]:
        """How many cards the draw pile has, or each seat's."""

    @abstractmethod
    def _deal(self) -> None: ...

    @abstractmethod
    def _refusal(self, number: int) -> Refusal | None:
        """Why the law forbids a move of a game that is not over; None if it does not."""

    @abstractmethod
    def _mover(self, number: int) -> int | None:
        """Who makes this move now."""

    def _may_move(self, seat: int) -> bool:  # noqa: ARG002  # where all play at once
        """Can any legal move be one of the seat's?"""
        return True

    def _of_seat(self, numbers: list[int], seat: int | None) -> list[int]:  # noqa: ARG002  # where one plays at a time
        """Those of these legal moves that the seat may make."""
        return numbers

    @abstractmethod
    def _play(self, number: int) -> list[dict[str, Any]]: ...

    @abstractmethod
    def _finished(self) -> Result: ...

    @abstractmethod
    def _hand(self, seat: int) -> list[Any]: ...

    def _plain_hand(self, seat: int) -> list[Any]:
        """A hand as views show it."""
        return self._hand(seat)

    @abstractmethod
    def open_table(self) -> dict[str, Any]:
        """The part of a view that everyone sees."""


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def seen_by(events: Sequence[Event], seat: int | None) -> list[Event]:
    """Events as a seat, or a spectator (None), may know them: only their owner sees cards drawn."""
    return [{**event, "cards": None} if "cards" in event and event["seat"] != seat else event for event in events]
