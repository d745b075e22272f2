"""Options that several commands share: their types, their help, and the arguments made of them."""

from pathlib import Path
from typing import Annotated, Any

import typer


def flag(name: str, meaning: str) -> Any:
    """An option that takes no value, and whose help says so."""
    return typer.Option(name, metavar="", help=meaning)


GAMES = "classic, extreme, duel or tension."

Players = Annotated[int | None, typer.Option(help="How many play.", show_default="the fewest the game takes")]
Professional = Annotated[bool, flag("--professional", "Three cards a turn instead of two.")]
ShortHands = Annotated[bool, flag("--short-hands", "One card fewer in hand.")]
OnFire = Annotated[bool, flag("--on-fire", "Classic: six cards burn until they are covered.")]
Commands = Annotated[str | None, typer.Option(metavar="LAYOUT", help="Extreme: house (as usual) or shuffled.")]
LastCardWins = Annotated[bool, flag("--last-card-wins", "Duel: a single last card wins.")]
Seed = Annotated[int, typer.Option(help="The same seed, the same games.")]
Workers = Annotated[
    int | None, typer.Option(help="How many threads, or processes for bots in Python.", show_default="one a core")
]
Seconds = Annotated[float | None, typer.Option(help="What a bot may think about a move.", show_default="as it likes")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; auto finds this machine's.")]
Steady = Annotated[bool, flag("--steady", "Team games: also the win rate without the luck of the draws.")]
Json = Annotated[bool, flag("--json", "One line of JSON instead of a table.")]
Csv = Annotated[
    str | None,
    typer.Option("--csv", metavar="FILE", help="Rows for a spreadsheet, histograms as in 0=31 7=2; - is the screen."),
]
Report = Annotated[Path | None, typer.Option(metavar="FILE", help="A page with plots, one HTML file.")]


def given(**options: Any) -> dict[str, Any]:
    """The options that were asked for; the package knows which game takes which."""
    return {name: value for name, value in options.items() if value is not None and value is not False}
