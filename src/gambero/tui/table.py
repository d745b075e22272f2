"""The table drawn from one seat's view. Which cards fit comes from the view's moves alone, never from rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.align import Align
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gambero.game import GAMES, GameSpec, View
from gambero.tui import phrases
from gambero.tui.marks import CORAL, GOLD, INK, SILVER, STEPS, Marks, marks, shade, tall

WIDEST = 120
TALL_CARD = 11
NARROWEST_PILE = 14  # in a narrower terminal piles stand two by two
TALL_NUMBER = 11  # columns of three tall digits
FRAME = 4  # columns of a pile's frame and padding

Card = int | Sequence[int]  # a number, or tension's value and step


@dataclass(frozen=True)
class Pile:
    letter: str
    ascends: bool
    top: int
    highest: int  # the number the range ends with
    whose: str = ""
    note: str = ""  # a fire or a command on top
    colour: str = SILVER

    @property
    def given(self) -> bool:
        """A card laid here is for the opponent."""
        return self.letter.isupper()

    def cost(self, card: int) -> int:
        return card - self.top if self.ascends else self.top - card


@dataclass(frozen=True)
class Layout:
    """What the size of the terminal allows, the same for a whole game so that nothing jumps."""

    pile: int  # columns of one pile
    tall: bool  # numbers three lines high
    airy: bool  # empty lines between the parts
    grand: bool  # the hand as tall as the piles

    @classmethod
    def of(cls, view: View, console: Console) -> "Layout":
        width = min(console.width, WIDEST)
        pile, rows = (width - 3) // 4, 1
        if pile < NARROWEST_PILE:
            pile, rows = (width - 1) // 2, 2
        special = spec(view).commands or view["options"].get("on_fire", False)
        needed = 9 + 6 * rows + view["players"] + 3 * special
        spare = console.height - needed if console.is_terminal else 0
        tall = spare >= 2 * rows and pile - FRAME >= TALL_NUMBER and not console.options.ascii_only
        return cls(pile, tall=tall, airy=spare >= 5, grand=spare >= 8)


def spec(view: View) -> GameSpec:
    return GAMES[view["game"]]


def drawn(view: View, names: Sequence[str], news: Sequence[str], console: Console) -> RenderableType:
    """The whole table; `news` is what happened since it was last drawn."""
    signs = marks(console)
    width = min(console.width, WIDEST)
    layout = Layout.of(view, console)
    if spec(view).turns:
        cards = [pile_card(pile, view, layout.pile, signs, layout.tall) for pile in piles(view)]
        across = max(1, (width + 1) // (layout.pile + 1))
        middle: RenderableType = Group(*(row(cards[at : at + across]) for at in range(0, len(cards), across)))
    else:
        middle = heap(view, signs, layout.tall)
    air = [Text()] if layout.airy else []
    below = [Text(line, "dim") for line in news]
    below += [Text(line, f"bold {CORAL}") for line in phrases.warnings(view)]
    top = header(view, names, signs, width)
    return Group(*top, *air, middle, *air, hand(view, width, signs, layout.grand), *air, *below)


def header(view: View, names: Sequence[str], signs: Marks, width: int) -> list[RenderableType]:
    top = Table.grid(expand=True)
    top.add_column(ratio=1)
    top.add_column(justify="right", no_wrap=True)
    stock = f"draw pile {view['stock']}" if isinstance(view["stock"], int) else "(in hand + to draw)"
    top.add_row(Text.assemble(("gambero ", f"bold {CORAL}"), phrases.title(view)), Text(stock, "bold"))
    if view["players"] == 1:
        return [top]
    seats = [seat(view, number, name, signs) for number, name in enumerate(names)]
    return [top, *packed(seats, f" {signs.dot} ", width)]


def packed(parts: Sequence[Text], between: str, width: int) -> list[Text]:
    """Parts side by side, as many on a line as fit; none is broken in two."""
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + len(between) + len(part) <= width:
            lines[-1] = Text.assemble(lines[-1], between, part)
        else:
            lines.append(part)
    return lines


def seat(view: View, number: int, name: str, signs: Marks) -> Text:
    on = view["to_move"] == number
    held = str(view["hands"][number])
    if not isinstance(view["stock"], int):
        held += f" + {view['stock'][number]}"
    return Text(f"{signs.now if on else ''}{name} ({held})", "bold" if on else "dim")


def row(cards: Sequence[RenderableType]) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_row(*cards)
    return Align.center(grid)


# Piles.


def piles(view: View) -> list[Pile]:
    """The piles from left to right; where they belong to seats, one's own first."""
    tops, letters = view["piles"], spec(view).piles
    if spec(view).team:
        return [_team_pile(letter, top, view) for letter, top in zip(letters, tops, strict=True)]
    mine = 2 * view["seat"]
    own_first = [*tops[mine : mine + 2], *tops[2 - mine : 4 - mine]]
    colours = (GOLD, SILVER) if view["seat"] == 0 else (SILVER, GOLD)
    return [_own_pile(letter, top, view, colours) for letter, top in zip(letters, own_first, strict=True)]


def _own_pile(letter: str, top: int, view: View, colours: tuple[str, str]) -> Pile:
    theirs = letter.isupper()
    whose = "theirs" if theirs else "yours"
    return Pile(letter, letter in "aA", top, spec(view).starts[1], whose, "", colours[theirs])


def _team_pile(letter: str, top: int, view: View) -> Pile:
    note = phrases.spoken(view["commands"].get(str(top), ""))
    if letter in view["fires"]["due"]:
        note = "due now"
    elif letter in view["fires"]["fresh"]:
        note = "burns"
    return Pile(letter, letter in "ab", top, spec(view).starts[1], "", note, CORAL if note else SILVER)


def pile_card(pile: Pile, view: View, wide: int, signs: Marks, roomy: bool) -> RenderableType:
    """One pile in a frame of `wide` columns: its top, its range, and what the hand's cards would cost on it."""
    cards = fitting(view, pile.letter)
    number = tall(pile.top) if roomy else [str(pile.top)]
    lines: list[RenderableType] = [block(line, shade(pile.top, pile.highest), wide - FRAME) for line in number]
    lines.append(gauge(pile, cards, wide - FRAME, signs))
    lines += costs(pile, cards, wide - FRAME, signs)
    title, note = f"{pile.letter} {signs.up if pile.ascends else signs.down}", pile.note
    full_title = f"{title} {pile.whose}".rstrip()
    if len(full_title) + 6 <= wide:  # corners, and a blank and a line on both sides
        title = full_title
    else:
        note = note or pile.whose
    return Panel(
        Group(*lines), title=title, subtitle=note or None, width=wide, border_style=pile.colour, padding=(0, 1)
    )


def fitting(view: View, letter: str) -> list[int]:
    """The cards that may be laid on a pile now."""
    return sorted(int(move[:-1]) for move in view["moves"] if move[-1] == letter)


def gauge(pile: Pile, cards: Sequence[int], width: int, signs: Marks) -> Text:
    """The range from end to end: what is used up, where the top is, where the cards that fit would fall."""

    def place(number: int) -> int:
        return (number - 1) * (width - 1) // (pile.highest - 1)

    at = place(pile.top)
    line = Text()
    marked = {place(card): card for card in cards}
    for cell in range(width):
        if cell == at:
            line.append(signs.top, shade(pile.top, pile.highest))
        elif cell in marked:
            line.append(signs.card, shade(marked[cell], pile.highest))
        else:
            used = cell < at if pile.ascends else cell > at
            line.append(signs.used if used else signs.free, "dim")
    return line


def costs(pile: Pile, cards: Sequence[int], width: int, signs: Marks) -> list[Text]:
    """What the hand would cost here: the nearest card, and the step back if it may be laid; or the smallest gift."""
    forward = [card for card in cards if pile.cost(card) > 0]
    backward = [card for card in cards if pile.cost(card) < 0]
    near = far = ""
    if forward:
        card = min(forward, key=pile.cost)
        near = f"{card} +{pile.cost(card)}"
    if backward:
        card = max(backward, key=pile.cost)
        gain = -pile.cost(card)
        far = f"{card} gives {gain}" if pile.given else f"{card} {signs.back} {signs.minus}{gain}"
        if len(far) > width:
            far = f"{card} gift {gain}"
    return [Text(near, justify="center"), Text(far, f"bold {CORAL}", justify="center")]


def heap(view: View, signs: Marks, roomy: bool) -> RenderableType:
    """Tension: the one pile, and which cards of the hand fit on it."""
    value, step = view["piles"]
    number = tall(value) if roomy else [phrases.card((value, step))]
    lines: list[RenderableType] = [block(line, STEPS[step]) for line in number]
    lines.append(Text(f"step {step} {signs.step * step}", justify="center"))
    mine = [move.partition(":")[2] for move in view["moves"] if "/" in move]
    fits = Text(f"you can lay {phrases.listed(mine)}" if mine else "no card of yours fits", "bold", justify="center")
    return Group(Align.center(Panel(Group(*lines), title="pile", width=26, border_style=STEPS[step])), fits)


def block(line: str, colour: str, most: int = WIDEST) -> RenderableType:
    """A line of a number, on the colour of its card, in at most so many columns."""
    edge = " " * min(2, (most - len(line)) // 2)
    return Align.center(Text(f"{edge}{line}{edge}", f"bold {INK} on {colour}"))


# The hand.


def hand(view: View, width: int, signs: Marks, grand: bool) -> RenderableType:
    """Cards in frames, side by side, as large as fits; where they are too many, bare."""
    cards = view["hand"]
    if not cards:
        return Text("Your hand is empty.", "dim", justify="center")
    numbers = isinstance(cards[0], int)
    wide = 9 if spec(view).commands else 6 if numbers else 8
    if grand and numbers and _fits(len(cards), TALL_CARD, width):
        return row([framed(card, view, TALL_CARD, signs, tall(card)) for card in cards])
    if _fits(len(cards), wide, width):
        return row([framed(card, view, wide, signs, [phrases.card(card)]) for card in cards])
    return Columns(
        [Text(f" {' '.join([phrases.card(card), *command(card, view)])} ", style(card, view)) for card in cards]
    )


def _fits(cards: int, wide: int, width: int) -> bool:
    return cards * (wide + 1) - 1 <= width


def framed(card: Card, view: View, wide: int, signs: Marks, number: Sequence[str]) -> RenderableType:
    lines = [Text(line.center(wide - 2), style(card, view)) for line in number]
    if spec(view).commands:
        lines += [Text(word, justify="center") for word in (*command(card, view), "", "")[:2]]
    if not isinstance(card, int):
        lines.append(Text(signs.step * card[1], justify="center"))
    return Panel(Group(*lines), width=wide, padding=0, border_style=colour(card, view))


def command(card: Card, view: View) -> list[str]:
    """The command on a card, word by word."""
    return phrases.spoken(view.get("commands", {}).get(str(card), "")).split()


def colour(card: Card, view: View) -> str:
    if isinstance(card, int):
        return shade(card, spec(view).starts[1] - 1)
    return STEPS[card[1]]


def style(card: Card, view: View) -> str:
    return f"bold {INK} on {colour(card, view)}"
