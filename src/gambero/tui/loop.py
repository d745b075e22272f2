"""The loop of a game at a terminal: read a line, play its moves, let the bots move, draw the table."""

from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from gambero.bots import Bot
from gambero.bots.talk import Signals, with_signals
from gambero.errors import IllegalMove, MalformedMove
from gambero.game import Event, Game, View, seen_by
from gambero.game.notes import Notes
from gambero.game.story import Story
from gambero.tui import phrases
from gambero.tui.help import page, reminder
from gambero.tui.marks import CORAL
from gambero.tui.seats import adviser
from gambero.tui.table import drawn

PROMPT = "> "
QUIT = ("quit", "q", "exit")

Read = Callable[[str], str]


class Sitting:
    """One person's game against bots at a terminal. Person and bots see their views and nothing else."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        console: Console,
        read: Read = input,
        seat: int = 0,
        keep: Path | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.read = read
        self.seat = seat
        self.keep = keep  # the file that holds the record, written after every line
        self.clock = clock
        self.notes = Notes.after(game.story or Story(), self.now())
        self.turn_place = len(game.log)  # how many moves were made when this turn began
        self.names = ["you" if at == seat else f"{bots[at].name} {at}" for at in range(game.players)]
        self.news: list[Event] = []  # since the table was drawn
        self.last_news: list[str] = []  # the sentences below the table as it was drawn last
        self.warned = False  # the person was told that a record shows hidden cards
        self.answers = {
            "?": self.help,
            "help": self.help,
            "moves": self.moves,
            "hint": self.hint,
            "record": self.record,
        }

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

    def run(self) -> None:
        """Read lines and carry them out until the person leaves or the input ends."""
        if not self.game.moves(self.seat):  # a record may end anywhere
            self.others()
        self.save()
        self.draw()
        while True:
            try:
                line = self.read(PROMPT).strip()
            except EOFError:
                self.console.print()
                break
            except KeyboardInterrupt:
                self.console.print()
                raise
            if line in QUIT or (self.game.over and not line):
                break
            self.obey(line)
        if self.keep:
            self.console.print(Text(f"The record is in {self.keep}."), soft_wrap=True)  # a path stays in one piece
        self.say("Goodbye.")

    def obey(self, line: str) -> None:
        """Answer a question, or play the moves of a line in order, as far as the law lets it."""
        if line in self.answers:
            self.answers[line]()
            return
        self.warned = False
        before = len(self.game.log)
        refusal = ""
        if not line and not self.game.spec.turns:
            self.others()
        for move in line.split():
            try:
                self.play(move)
            except ValueError as refused:
                refusal = phrases.upper(f"{refused}.")
                break
        if len(self.game.log) > before or not line:
            self.save()
            self.draw()
        if refusal:
            self.say(refusal, f"bold {CORAL}")

    # Moves.

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
        if "turn" in {event["event"] for event in events}:
            self.turn_place = len(self.game.log)

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
        with self.console.status(f"{phrases.upper(self.names[seat])} is thinking"):
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
        return {seat: self.bots[seat].says(view) for seat, view in views.items() if view["hand"]}

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

    # What the person sees.

    def say(self, sentence: str, style: str = "") -> None:
        self.console.print(Text(sentence, style))

    def draw(self) -> None:
        view = self.view
        self.console.clear()
        if self.news:
            sentences = phrases.happened(self.news, self.names, self.seat)
            self.last_news = sentences[-self.game.players - 1 :]  # at most one sentence a seat, and one more
            self.news = []
        self.console.print(drawn(view, self.names, [*self.last_news, *self.talk()], self.console))
        if self.game.over:
            headline, why = phrases.ending(view, self.names)
            self.console.print(Panel(why, title=headline, border_style=CORAL, expand=False, padding=(0, 2)))
            self.say("record shows the whole game, Enter leaves the table", "dim")
        else:
            self.say(phrases.owed(view, self.names), "bold")
            self.say(reminder(view), "dim")

    def talk(self) -> list[str]:
        """What the others say: before the start how gladly they would start, later their signals."""
        if self.view["silence"]:
            return []
        lines = phrases.signalled(self.signals(), self.names)
        if not self.game.log and self.game.spec.signals and self.bots:
            eager = {seat: bot.eagerness(self.game.view(seat)) for seat, bot in self.bots.items()}
            lines += phrases.eager(eager, self.names)
        return lines

    def help(self) -> None:
        self.console.print(page(self.view))

    def moves(self) -> None:
        for line in phrases.legal(self.view):
            self.say(line)

    def hint(self) -> None:
        view = self.view
        if not view["moves"]:
            self.say("There is nothing to move.")
            return
        bot = adviser()
        move = bot.choose(view)
        advice = phrases.proposed(move, self.names) if move in view["moves"] else "think again"
        self.say(f"{phrases.upper(bot.name)} would {advice}")

    def record(self) -> None:
        if self.game.over or self.warned:
            self.console.print(Text(self.record_text()), soft_wrap=True)
        else:
            self.warned = True
            self.say("The record shows every card, the hidden ones too. Type record again to see it all the same.")
