"""The loop of a game at a terminal: read a line, play its moves, let the bots move, draw the table."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from gambero.bots import Bot
from gambero.game import Game
from gambero.tui import phrases
from gambero.tui.help import page, reminder
from gambero.tui.marks import CORAL
from gambero.tui.seated import Seated
from gambero.tui.seats import adviser
from gambero.tui.table import drawn

PROMPT = "> "
QUIT = ("quit", "q", "exit")

Read = Callable[[str], str]


class Sitting(Seated):
    """A game at a terminal, line by line."""

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
        super().__init__(game, bots, seat, keep, clock)
        self.console = console
        self.read = read
        self.last_news: list[str] = []  # the sentences below the table as it was drawn last
        self.warned = False  # the person was told that a record shows hidden cards
        self.answers = {
            "?": self.help,
            "help": self.help,
            "moves": self.moves,
            "hint": self.hint,
            "record": self.record,
        }

    def thinking(self, seat: int) -> AbstractContextManager[object]:
        return self.console.status(f"{phrases.upper(self.names[seat])} is thinking")

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
