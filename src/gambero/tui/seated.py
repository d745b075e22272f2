"""One person and bots at a game in a terminal: moves, signals, undo, the record. How it looks is for others to say."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic

from gambero.bots import Bot
from gambero.bots.talk import PILE_SIGNALS, Signals, no_signals, with_signals
from gambero.errors import IllegalMove, MalformedMove
from gambero.game import Event, Game, View, seen_by
from gambero.game.base import Mark
from gambero.game.notes import Notes
from gambero.game.story import Story
from gambero.tui.seats import adviser


class Seated:
    """One person's game against bots. Person and bots see their views and nothing else."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        seat: int = 0,
        keep: Path | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.game = game
        self.bots = bots
        self.seat = seat
        self.keep = keep  # the file that holds the record, written after every line
        self.clock = clock
        self.notes = Notes.after(game.story or Story(), self.now())
        self.turn_place = len(game.log)  # how many moves were made when this turn began
        self.names = ["you" if at == seat else f"{bots[at].name} {at}" for at in range(game.players)]
        self.news: list[Event] = []  # since the table was drawn
        self.own_signals: dict[str, str] = {}  # what the person says about piles
        self.taken: list[tuple[Mark, dict[str, str]]] = []  # points of this turn that undo goes back to
        self.turn_signals: dict[int, Signals] = {}  # what bots said when the person's turn began

    @property
    def view(self) -> View:
        return self.game.view(self.seat)

    def warm_up(self) -> None:
        """Compile what the game needs now, so that no turn waits for it."""
        trial, bot = self.game.copy(), adviser()
        for seat in [*range(trial.players)] * 3:
            view = trial.view(seat)
            if view["moves"]:
                bot.choose(view)
                trial.move(view["moves"][0])

    def thinking(self, seat: int) -> AbstractContextManager[object]:  # noqa: ARG002  # shows nothing unless a table overrides it
        """What is shown while a bot thinks."""
        return nullcontext()

    def play(self, move: str) -> None:
        own = self.own(move)
        try:
            self.lay(own, self.signals())
        except MalformedMove:
            raise
        except IllegalMove:
            self.wrong(own)
            raise
        self.others()

    def lay(self, move: str, signals: Mapping[int, Signals]) -> None:
        """Play a move of anybody, and note for the record when it came and what was signalled before the turn."""
        before = len(self.game.log)
        events = self.game.move(move)
        self.note(events)
        self.notes.moved(self.now())
        if before == self.turn_place:
            self.notes.signalled(before, signals)
        for event in events:
            self.own_signals.pop(event.get("pile", ""), None)  # the pile is not what it was
        if {"turn", "over"} & {event["event"] for event in events}:
            self.turn_place = len(self.game.log)
            self.taken.clear()

    def mark(self) -> None:
        """Note this point of the person's turn, for `undo`."""
        if self.game.spec.turns and self.game.to_move == self.seat:
            if not self.taken:
                self.turn_signals = self.signals()
            self.taken.append((self.game.mark(), dict(self.own_signals)))

    def undo(self) -> bool:
        """Take back the person's last card of this turn; False if there is none, or new cards were seen since."""
        if not self.taken:
            return False
        mark, self.own_signals = self.taken.pop()
        self.game.back_to(mark)
        self.notes.back_to(mark.moves)
        self.news.clear()
        self.save()
        return True

    def heard(self) -> dict[int, Signals]:
        """What the bots say. In the person's turn it is what they said at its start, without piles that changed.

        What a bot says of a card that may be taken back would give away its hand (C15).
        """
        if not self.taken:
            return self.signals()
        covered = {move[-1] for _, move in self.game.log[self.taken[0][0].moves :]}
        return {
            seat: {**said, "piles": {pile: word for pile, word in said["piles"].items() if pile not in covered}}
            for seat, said in self.turn_signals.items()
        }

    def say(self, pile: str) -> None:
        """Say the next thing about a pile: nothing, then each signal in turn."""
        words = ("", *PILE_SIGNALS)
        word = words[(words.index(self.own_signals.get(pile, "")) + 1) % len(words)]
        self.own_signals.pop(pile, None)
        if word:
            self.own_signals[pile] = word

    def wrong(self, move: str) -> None:
        """Note a card of tension that was refused (T13)."""
        if not self.game.spec.turns and not self.game.over and move.partition(":")[2][:1].isdigit():
            self.notes.tried(len(self.game.log), move, "wrong", self.now())

    def now(self) -> int:
        """Milliseconds since some moment, whatever the wall clock is set to."""
        return int(1000 * self.clock())

    def own(self, move: str) -> str:
        """Where everyone plays at once a move names its seat: the person's own, unless it says so itself."""
        if self.game.spec.turns or move == "^" or move.startswith(f"{self.seat}:"):
            return move
        if ":" in move:
            raise ValueError(f"{move} is not yours to play: your seat is {self.seat}")
        return f"{self.seat}:{move}"

    def others(self) -> None:
        """Let the bots play until the person can move again."""
        if not self.game.spec.turns:
            self.once_round()
            while not self.game.over and not self.game.moves(self.seat):
                self.once_round()
        while (seat := self.game.to_move) is not None and seat != self.seat:
            self.bot_plays(seat)

    def once_round(self) -> None:
        """Where all play at once: everyone else acts once, so that a person who types slowly has a chance."""
        for seat in self.bots:
            if self.game.moves(seat):
                self.bot_plays(seat)

    def bot_plays(self, seat: int) -> None:
        with self.thinking(seat):
            signals = self.signals()
            move = self.bots[seat].choose(with_signals(self.game.view(seat), signals))
        if not self.game.spec.turns and not self.game.can(move):  # T13: some bots lay wrong cards, and take them back
            self.note([{"event": "erred", "seat": seat}])
            self.wrong(move)
        else:
            self.lay(move, signals)

    def signals(self) -> dict[int, Signals]:
        """What the bots who are not to move tell the team before a turn (C15, E3)."""
        if not self.game.spec.signals or self.game.over or self.view["silence"]:
            return {}
        views = {seat: self.game.view(seat) for seat in self.bots if seat != self.game.to_move}
        said = {seat: self.bots[seat].says(view) for seat, view in views.items() if view["hand"]}
        if self.own_signals and self.game.to_move != self.seat:
            said[self.seat] = no_signals() | {"piles": dict(self.own_signals)}
        return said

    def note(self, events: list[Event]) -> None:
        self.news += seen_by(events, self.seat)

    def save(self) -> None:
        """Write the record to a second file and rename it, so that the file is never half written."""
        if self.keep:
            fresh = self.keep.with_name(f"{self.keep.name}.new")
            fresh.write_text(self.record_text(), "utf-8")
            fresh.replace(self.keep)

    def record_text(self) -> str:
        """The record with what was noted: when moves came, and what bots signalled."""
        recorded = self.game.copy()
        recorded.story = self.notes.story(len(self.game.log))
        return recorded.record()
