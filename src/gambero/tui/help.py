"""Help at the table: the rules in short, and how moves are typed."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gambero.game import GAMES, GameSpec, View
from gambero.tui.phrases import COMMANDS, spoken

TEAM = """
Together, lay all 98 cards, 2 to 99, on four piles. On a and b each card must be higher than the top, on c and d lower;
gaps are allowed, but they cost. The step back: exactly 10 lower on a and b, exactly 10 higher on c and d. Lay at
least {least} cards a turn, one once the draw pile is empty; then the hand is filled again. The game is lost when the
player on turn cannot. Fewer than ten cards left is brilliant.
"""
FIRE = """
On fire: 22, 33, 44, 55, 66 and 77 burn. Each must be covered by the end of the next player's turn, or the game is lost.
"""
EXTREME = """
Extreme: 28 cards carry a command. The first three bind you, in this turn; the others everyone, until they are covered.
"""
DUEL = """
Be the first to lay all your 58 cards, 2 to 59. Your a goes up and your c goes down; gaps are allowed, and so is the
step back, exactly 10 against the direction. Lay at least two cards a turn; who cannot loses. One of them may go on your
opponent's A or C if it gives range back: lower than A, or higher than C. After such a gift you draw back up to six
cards, otherwise two.
"""
TENSION = """
Be the first to get rid of your cards; there are no turns. A card fits if its value is the top's value plus or minus
the top's step, round the ten: on 9/3 fit 6 and 2. Draw from your own stack whenever you like. When the stack is empty
and one card is left, it is laid face down, and wins. At this table each of the others acts once after you do.
"""

TURNS = [(".", "end the turn and draw"), ("@1", "let seat 1 start")]
TEAM_MOVES = [("37a", "lay 37 on pile a"), *TURNS]
DUEL_MOVES = [("37a", "lay 37 on your own pile a"), ("12C", "lay 12 on your opponent's C, a gift"), *TURNS]
TENSION_MOVES = [
    ("7/3", "lay value 7 with step 3"),
    ("+", "draw from your stack"),
    ("x", "lay the last card, face down"),
    ("^", "when nobody can play: put the bottom card on top"),
    ("Enter", "let the others go on"),
]
TYPED = [
    ("37a 38a .", "several moves, played in order"),
    ("moves, hint", "every legal move; what a bot would do"),
    ("record, quit", "the game as text; leave the table"),
]


def reminder(view: View) -> str:
    """How to move, in one line."""
    start = "37a lays 37 on a, . ends the turn" if GAMES[view["game"]].turns else "7/3 lays a card, + draws"
    return f"{start}, ? helps, quit leaves"


def page(view: View) -> RenderableType:
    """The rules in short and everything that can be typed, on one screen."""
    spec = GAMES[view["game"]]
    paragraphs = [Text(" ".join(paragraph.split())) for paragraph in rules(view)]
    lists = [glossary(typed(spec))]
    if spec.commands:
        lists.append(glossary([(spoken(name), meaning) for name, meaning in COMMANDS.items()]))
    return Group(*paragraphs, "", Columns(lists, padding=(0, 3)))


def typed(spec: GameSpec) -> list[tuple[str, str]]:
    """What can be typed in this game, and what it does."""
    if not spec.turns:
        return [*TENSION_MOVES, *TYPED[1:]]
    return [*(TEAM_MOVES if spec.team else DUEL_MOVES), *TYPED]


def glossary(entries: list[tuple[str, str]]) -> Table:
    lines = Table.grid(padding=(0, 2, 0, 0))
    lines.add_column(style="bold", no_wrap=True)
    lines.add_column()
    for word, meaning in entries:
        lines.add_row(word, meaning)
    return lines


def rules(view: View) -> list[str]:
    spec = GAMES[view["game"]]
    if not spec.team:
        return [DUEL if spec.turns else TENSION]
    paragraphs = [TEAM.format(least="three" if view["options"]["professional"] else "two")]
    if view["options"].get("on_fire"):
        paragraphs.append(FIRE)
    if spec.commands:
        paragraphs.append(EXTREME)
    return paragraphs
