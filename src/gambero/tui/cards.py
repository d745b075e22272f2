"""The parts of the table on a whole screen that can be clicked: piles and the hand. They draw what a view says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from textual import events
from textual.widgets import Static

from gambero.game import GAMES, View
from gambero.tui import phrases, table
from gambero.tui.marks import CORAL, GOLD, PRETTY, SILVER, STEPS, shade, tall
from gambero.tui.table import Card, Pile

if TYPE_CHECKING:
    from gambero.tui.screen import TableApp

TALL_FROM = 28  # rows of a terminal from which on numbers are three lines high


def in_words(view: View, say: Mapping[str, str]) -> list[Pile]:
    """The piles from left to right, with their notes in the reader's language."""
    words = {"yours": say["yours"], "theirs": say["theirs"], "due now": say["due"], "burns": say["burns"]}
    words |= {phrases.spoken(command): say[command] for command in phrases.COMMANDS}
    return [replace(pile, whose=words.get(pile.whose, ""), note=words.get(pile.note, "")) for pile in table.piles(view)]


class PileCard(Static):
    """One pile: its top, its range, what the chosen card costs there, and what the person says about it."""

    def __init__(self, letter: str) -> None:
        super().__init__(id=f"pile-{'own' if letter.islower() else 'other'}-{letter.lower()}", classes="pile")
        self.letter = letter

    def draw(self, view: View, chosen: Card | None, said: str | None) -> None:
        """`said` is the line about one's own signal; None where nobody signals."""
        app = cast("TableApp", self.app)
        pile = next(one for one in in_words(view, app.texts) if one.letter == self.letter)
        fitting = table.fitting(view, self.letter)
        shown = [card for card in fitting if card == chosen] if chosen in view["hand"] else fitting
        inside = max(8, self.size.width - 4)
        number = tall(pile.top) if app.size.height >= TALL_FROM else [str(pile.top)]
        lines: list[RenderableType] = [table.block(line, shade(pile.top, pile.highest), inside) for line in number]
        lines += [table.gauge(pile, fitting, inside, PRETTY), cost(pile, shown)]
        if said is not None:
            lines.append(Text(said, "italic dim", justify="center", overflow="ellipsis", no_wrap=True))
        heading = f"{pile.letter} {PRETTY.up if pile.ascends else PRETTY.down} {pile.whose}".rstrip()
        colour = CORAL if chosen in fitting else pile.colour
        self.update(Panel(Group(*lines), title=heading, subtitle=pile.note or None, border_style=colour))

    def on_click(self, event: events.Click) -> None:
        """The last line inside speaks; everything else lays the chosen card."""
        app = cast("TableApp", self.app)
        if app.talks and event.y == self.size.height - 2:
            app.say_about(self.letter)
        else:
            app.lay_on(self.letter)


def cost(pile: Pile, cards: Sequence[int]) -> Text:
    """What a card uses up of the range, the nearest first; what a step back or a gift gives."""
    parts = Text(justify="center")
    for card in sorted(cards, key=lambda card: abs(pile.cost(card)))[:2]:
        far = pile.cost(card)
        mark = f" {PRETTY.back}" if far < 0 and not pile.given else ""
        amount = f"+{far}" if far > 0 else f"{PRETTY.minus}{-far}"
        parts.append(f"{'  ' if parts else ''}{card}{mark} {amount}", f"bold {CORAL}" if far < 0 else "")
    return parts


class Heap(Static):
    """Tension's one pile."""

    def draw(self, view: View) -> None:
        app = cast("TableApp", self.app)
        value, step = view["piles"]
        mine = [move.partition(":")[2] for move in view["moves"] if "/" in move]
        fits = app.texts["fits"].format(cards=", ".join(mine)) if mine else app.texts["fits_not"]
        number = tall(value) if app.size.height >= TALL_FROM else [phrases.card((value, step))]
        lines: list[RenderableType] = [table.block(line, STEPS[step]) for line in number]
        lines += [Text(f"{step} {PRETTY.step * step}", justify="center"), Text(fits, "bold", justify="center")]
        self.update(Panel(Group(*lines), border_style=STEPS[step]))

    def on_click(self) -> None:
        cast("TableApp", self.app).action_end()


class Hand(Static):
    """The person's cards, side by side, in as many rows as they need."""

    def wide(self, view: View) -> int:
        return 11 if GAMES[view["game"]].commands else 8

    def high(self, view: View) -> int:
        """Rows of a card: its edges, its number, and below it the command in two words, or dots for the step."""
        return 5 if GAMES[view["game"]].commands else 3 if GAMES[view["game"]].turns else 4

    def across(self, view: View) -> int:
        return max(1, self.size.width // self.wide(view))

    def draw(self, view: View, chosen: int | None) -> None:
        app = cast("TableApp", self.app)
        cards = view["hand"] or []
        across, wide = self.across(view), self.wide(view)
        grid = Table.grid(padding=0)
        shown = [self.one(card, view, app.texts, number == chosen) for number, card in enumerate(cards)]
        for start in range(0, len(shown), across):
            grid.add_row(
                *(Panel(inside, width=wide, border_style=edge) for inside, edge in shown[start : start + across])
            )
        self.update(grid)

    def one(self, card: Card, view: View, say: Mapping[str, str], chosen: bool) -> tuple[Text, str]:
        """A card, and the colour of its edge."""
        text = Text(phrases.card(card), table.style(card, view), justify="center")
        if GAMES[view["game"]].commands:
            command = view["commands"].get(str(card))
            words = (*(say[command].split() if command else ()), "", "")[:2]
            text.append("".join(f"\n{word}" for word in words), "not bold default on default")
        if not isinstance(card, int):
            text.append(f"\n{PRETTY.step * card[1]}", "not bold default on default")
        return text, f"bold {GOLD}" if chosen else SILVER

    def on_click(self, event: events.Click) -> None:
        app = cast("TableApp", self.app)
        view = app.view
        column = event.x // self.wide(view)
        if column < self.across(view):
            app.choose(event.y // self.high(view) * self.across(view) + column)
