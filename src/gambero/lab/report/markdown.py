"""The strength table in Markdown: how good every bot is at every game, kept between two markers of a page."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gambero.lab.arena.compare import Arena, Cell, is_team
from gambero.lab.arena.ratings import ANCHOR, AT

# The games of the table: each one, and classic with each option that makes it harder.
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {}),
    ("classic", {"professional": True}),
    ("classic", {"on_fire": True}),
    ("extreme", {}),
    ("duel", {}),
    ("tension", {}),
)

BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
PAGE = f"""# How strong the bots are

Written by `gambero arena --table --write docs/strength.md`, a game at a time, between the markers.

{BEGIN}
{END}
"""


def percent(share: float) -> str:
    """Two significant digits, about: 62%, 5.0%, 0.04%."""
    return f"{share:.0%}" if share >= 0.1 or share == 0 else f"{share:.1%}" if share >= 0.01 else f"{share:.2%}"


def won(cell: Cell) -> str:
    low, high = cell.result.interval
    rate = f"{percent(cell.result.win_rate)} ({percent(low)} to {percent(high)})"
    return f"{rate}, {cell.result.left:.1f} left" if is_team(cell.game) else rate


def markdown(arenas: Sequence[Arena]) -> str:
    """Every comparison as a heading and a table."""
    return "\n\n".join(_team(arena) if is_team(arena.game) else _rated(arena) for arena in arenas if arena.cells)


def _team(arena: Arena) -> str:
    counts = sorted({cell.players for cell in arena.cells})
    names = list(dict.fromkeys(cell.bot for cell in arena.cells))
    found = {(cell.bot, cell.players): cell for cell in arena.cells}
    rows = [[name, *(won(found[name, n]) if (name, n) in found else "" for n in counts)] for name in names]
    heads = ["bot", *("alone" if n == 1 else f"{n} players" for n in counts)]
    intro = f"Games won, with 95% intervals, and cards left on average ({_amounts(arena)})."
    return f"## {arena.cells[0].table}\n\n{intro}\n\n" + _table(heads, rows)


def _rated(arena: Arena) -> str:
    rows = [
        [
            one.bot,
            f"{one.rating:.0f}",
            f"{one.interval[0]:.0f} to {one.interval[1]:.0f}",
            percent(one.wins / one.games),
            f"{one.games:,}",
            *(percent(one.against[other.bot]) if other.bot in one.against else "" for other in arena.ratings),
        ]
        for one in arena.ratings
    ]
    fixed = f"{ANCHOR} is {AT:.0f}" if any(one.bot == ANCHOR for one in arena.ratings) else "the mean is 1500"
    intro = f"Everyone against everyone; 400 points more are ten to one, and {fixed}."
    heads = ["bot", "rating", "95% interval", "won", "games", *(f"against {one.bot}" for one in arena.ratings)]
    return f"## {arena.cells[0].table}\n\n{intro}\n\n" + _table(heads, rows)


def _amounts(arena: Arena) -> str:
    """How many games a cell: `20,000 games each`, or by bot where they differ."""
    by_bot: dict[str, int] = {}
    for cell in arena.cells:
        by_bot[cell.bot] = min(cell.result.games, by_bot.get(cell.bot, cell.result.games))
    if len(set(by_bot.values())) == 1:
        return f"{next(iter(by_bot.values())):,} games each"
    return "games each: " + ", ".join(f"{name} {games:,}" for name, games in by_bot.items())


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def check_page(page: Path) -> str:
    """The text of the page, or of a new one; ValueError if the table could not be written there."""
    if not page.parent.is_dir():
        raise ValueError(f"write must name a file in a folder that exists, not {page}")
    text = page.read_text("utf-8") if page.exists() else PAGE
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise ValueError(f"{page} must have the lines {BEGIN} and {END}, once each: the table goes between them")
    return text


def write(page: Path, arenas: Sequence[Arena]) -> None:
    """Put the tables between the markers, each over its older version; the rest of the page stays as it is."""
    text = check_page(page)
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    sections = _sections(old) | _sections(markdown(arenas))
    tables = "\n\n".join(sections.values())
    page.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}", "utf-8")


def _sections(text: str) -> dict[str, str]:
    """The tables of a page by their headings, in order."""
    found = [part.strip() for part in f"\n{text}".split("\n## ")[1:]]
    return {part.partition("\n")[0]: f"## {part}" for part in found}
