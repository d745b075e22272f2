"""The table on a whole screen, by keys and mouse. What may be done comes from the view: no rule is known here."""

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Static

from gambero.bots.advice import HINTED, advise
from gambero.bots.talk import with_signals
from gambero.game import View
from gambero.tui import lines
from gambero.tui.cards import Hand, Heap, PileCard
from gambero.tui.marks import CORAL, PRETTY
from gambero.tui.seated import Seated
from gambero.tui.seats import ADVISER, adviser
from gambero.tui.table import Card
from gambero.tui.texts import LANGUAGES

KEPT = 40  # lines of what happened


class TableApp(App[None]):
    """One game. Keys: arrows and digits choose a card, letters lay it; the footer shows the others."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  # as the base class has it
        (0, "-narrow"),
        (72, "-wide"),
    ]
    CSS = """
    Screen { layout: vertical; }
    #top, #seats, #owed { height: auto; padding: 0 1; }
    #owed { text-style: bold; color: $warning; }
    #piles { layout: grid; grid-size: 4; grid-rows: auto; height: auto; }
    .-narrow #piles { grid-size: 2; }
    .pile, Heap, Hand { height: auto; }
    Hand { margin: 0 1; }
    #below { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, seated: Seated, language: str = "en") -> None:
        super().__init__()
        self.seated = seated
        self.texts = LANGUAGES[language]
        seated.names[seated.seat] = self.texts["you"]
        self.spec = seated.game.spec
        self.chosen: int | None = None
        self.busy = False  # the others play, or expert thinks about a hint, in a thread
        self.before = seated.view  # the person's view before the thread began
        self.saying = False  # the next letter says something about a pile
        self.happened: list[str] = []
        self.told: list[str] = []  # an answer to what the person did last: a hint, a refusal

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(id="seats")
        if self.spec.turns:
            with Container(id="piles"):
                for letter in self.spec.piles:
                    yield PileCard(letter)
        else:
            yield Heap(id="heap")
        yield Hand(id="hand")
        yield Static(id="owed")
        with VerticalScroll(id="below", can_focus=False):  # arrows choose a card
            yield Static(id="news")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        say = self.texts
        for digit in "0123456789":
            self.bind(digit, f"digit({digit})", show=False)
        self.bind("left", "step(-1)", show=False)
        self.bind("right", "step(1)", description=say["key_choose"], key_display="← →")
        for letter in self.spec.piles[1:] if self.spec.turns else ():
            self.bind(letter, f"pile('{letter}')", show=False)
        if self.spec.turns:
            letters = " ".join(self.spec.piles)
            self.bind(
                self.spec.piles[0], f"pile('{self.spec.piles[0]}')", description=say["key_lay"], key_display=letters
            )
            self.bind("enter,full_stop", "end", description=say["key_end"])
            self.bind("u", "undo", description=say["key_undo"])
        else:
            self.bind("enter", "end", description=say["key_lay"])
            for key, move, text in (("plus", "+", "draw"), ("x", "x", "down"), ("circumflex_accent", "^", "bottom")):
                self.bind(key, f"own('{move}')", description=say[f"key_{text}"])
            self.bind("w", "wait", description=say["key_wait"])
        if self.talks:
            self.bind("s", "say", description=say["key_say"])
            self.bind("escape", "silent", show=False)
        self.bind("h", "hint", description=say["key_hint"])
        self.bind("question_mark", "help", description=say["key_help"])
        self.bind("q", "quit", description=say["key_quit"])
        self.seated.save()
        if not self.view["moves"] and not self.view["over"]:  # a record may end anywhere
            self.let_others_play()
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def view(self) -> View:
        """What the person sees; while a thread changes the game, what they saw before."""
        return self.before if self.busy else self.seated.view

    @property
    def talks(self) -> bool:
        """Whether the person has somebody to signal to."""
        return bool(self.spec.signals and self.seated.bots)

    # Drawing.

    def show(self) -> None:
        """Draw everything anew, from the person's view."""
        view, say = self.view, self.texts
        if self.chosen is not None and self.chosen >= len(view["hand"] or []):
            self.chosen = None
        card = self.card(view)
        stock = view["stock"]
        right = say["draw_pile"].format(count=stock) if isinstance(stock, int) else say["held"]
        top = Text.assemble(("gambero ", f"bold {CORAL}"), f"{lines.title(view, say)} {PRETTY.dot} ", (right, "bold"))
        self.query_one("#top", Static).update(top)
        self.query_one("#seats", Static).update(self.seats(view))
        for pile in self.query(PileCard):
            pile.draw(view, card, self.said_about(pile.letter))
        for heap in self.query(Heap):
            heap.draw(view)
        self.query_one(Hand).draw(view, self.chosen)
        self.query_one("#owed", Static).update(
            say["thinking"] if self.busy else lines.owed(view, self.seated.names, say)
        )
        self.query_one("#news", Static).update(self.news(view))

    def seats(self, view: View) -> Text:
        parts = []
        for seat, name in enumerate(self.seated.names):
            held = str(view["hands"][seat])
            if not isinstance(view["stock"], int):
                held += f" + {view['stock'][seat]}"
            on = view["to_move"] == seat
            parts.append(Text(f"{PRETTY.now if on else ''}{name} ({held})", "bold" if on else "dim"))
        return Text(f" {PRETTY.dot} ").join(parts)

    def said_about(self, pile: str) -> str | None:
        if not self.talks:
            return None
        word = self.seated.own_signals.get(pile)
        return self.texts["say"].format(words=self.texts[word or "nothing"])

    def news(self, view: View) -> Text:
        """Answers first, then warnings, what others say, and what happened, the newest first."""
        seated, say = self.seated, self.texts
        text = Text()
        for line in self.told:
            text.append(f"{line}\n", "bold")
        for line in lines.warnings(view, say):
            text.append(f"{line}\n", f"bold {CORAL}")
        talk: list[str] = []
        if self.talks and not self.busy and not view["silence"] and not view["over"]:
            talk = lines.talk(seated.heard(), seated.names, say)
            if not seated.game.log:
                eager = {seat: bot.eagerness(seated.game.view(seat)) for seat, bot in seated.bots.items()}
                talk += lines.eager(eager, seated.names, say)
        for line in talk:
            text.append(f"{line}\n", "italic")
        for line in reversed(self.happened):
            text.append(f"{line}\n", "dim")
        return text

    def tell(self, *told: str) -> None:
        self.told = [*told]
        self.show()

    # Choosing and moving.

    def card(self, view: View) -> Card | None:
        hand: list[Card] = view["hand"] or []
        return hand[self.chosen] if self.chosen is not None and self.chosen < len(hand) else None

    def choose(self, number: int) -> None:
        self.saying = False
        if 0 <= number < len(self.view["hand"] or []):
            self.chosen = number
            self.tell()

    def action_step(self, by: int) -> None:
        count = len(self.view["hand"] or [])
        if count and self.chosen is None:
            self.choose(0 if by > 0 else count - 1)
        elif count and self.chosen is not None:
            self.choose((self.chosen + by) % count)

    def action_digit(self, digit: int) -> None:
        """Before the start a digit is the seat that starts; later it chooses a card, counted from 1."""
        if f"@{digit}" in self.view["moves"]:
            self.play(f"@{digit}")
        else:
            self.choose((digit - 1) % 10)

    def action_pile(self, letter: str) -> None:
        if self.saying:
            self.say_about(letter)
        else:
            self.lay_on(letter)

    def lay_on(self, letter: str) -> None:
        card = self.card(self.view)
        if card is None:
            self.tell(self.texts["choose_first"])
        elif f"{card}{letter}" in self.view["moves"]:
            self.play(f"{card}{letter}")
        else:
            self.tell(self.texts["not_there"].format(card=card, pile=letter))

    def action_end(self) -> None:
        """End the turn; where there are no turns, lay the chosen card."""
        if self.spec.turns:
            self.play(".")
            return
        card = self.card(self.view)
        if card is None or isinstance(card, int):
            self.tell(self.texts["choose_first"])
        else:
            self.play(self.seated.own(f"{card[0]}/{card[1]}"))

    def action_own(self, move: str) -> None:
        self.play(self.seated.own(move))

    def action_wait(self) -> None:
        if not self.busy and not self.seated.game.over:
            self.let_others_play()

    def play(self, move: str) -> None:
        """Play a move of the person's, if it is among the legal ones, then let the others play."""
        if self.busy:
            return
        if move not in self.view["moves"]:
            self.tell(self.texts["not_now"])
            return
        self.seated.mark()
        self.seated.lay(move, self.seated.heard())
        self.chosen, self.told = None, []
        self.played()
        if self.others_move():
            self.let_others_play()

    def others_move(self) -> bool:
        game, seat = self.seated.game, self.seated.seat
        return game.to_move not in (None, seat) if self.spec.turns else not game.over

    def let_others_play(self) -> None:
        self.before, self.busy = self.seated.view, True
        self.show()
        self.run_others()

    @work(thread=True)
    def run_others(self) -> None:
        """Bots think in a thread, so that the screen answers."""
        self.seated.others()
        self.call_from_thread(self.played)

    def played(self) -> None:
        self.busy = False
        self.happened += lines.happened(self.seated.news, self.seated.names, self.texts)
        del self.happened[:-KEPT]
        self.seated.news.clear()
        self.seated.save()
        self.show()

    def action_undo(self) -> None:
        if not self.busy:
            undone = self.seated.undo()
            if undone and self.happened:
                self.happened.pop()  # the line of that card
            self.tell(self.texts["undone" if undone else "no_undo"])

    # Talk, hints, help.

    def action_say(self) -> None:
        if self.view["silence"]:
            self.tell(self.texts["mute"])
        else:
            self.saying = True
            self.tell(self.texts["saying"])

    def say_about(self, letter: str) -> None:
        if self.view["silence"]:
            self.tell(self.texts["mute"])
        else:
            self.seated.say(letter)
            self.show()

    def action_silent(self) -> None:
        self.saying = False
        self.tell()

    def action_hint(self) -> None:
        if self.busy or not self.view["moves"]:
            self.tell(self.texts["not_now"])
        else:
            self.before, self.busy = self.seated.view, True
            self.ask()

    @work(thread=True)
    def ask(self) -> None:
        """Ask expert, in a thread: with reasons where it gives some."""
        seated, say = self.seated, self.texts
        view = self.view
        if view["game"] in HINTED and view["to_move"] == seated.seat:
            told = lines.advised(advise(with_signals(view, seated.heard()), seed=1), seated.names, ADVISER, say)
        else:
            move = adviser().choose(view)
            told = [say["hint"].format(bot=ADVISER, moves=move.partition(":")[2] or move)]
        self.call_from_thread(self.answered, told)

    def answered(self, told: list[str]) -> None:
        self.busy = False
        self.tell(*told)

    def action_help(self) -> None:
        self.tell(self.texts["help" if self.spec.turns else "help_tension"])
