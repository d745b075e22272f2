"""Comparisons and simulations as tables in a terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from gambero.lab.arena import Arena, Cell, is_team
from gambero.lab.strength import percent


def show(arenas: Sequence[Arena], title: str) -> None:
    console = Console(highlight=False)
    for arena in arenas:
        heading = arena.game if len(arenas) > 1 else title
        if arena.ratings:
            console.print(_ratings(arena, heading))
        elif len(arena.cells) > 1:
            console.print(_by_players(arena.cells, heading))
        elif arena.cells:
            console.print(_alone(arena.cells[0], heading))


def _table(title: str, heads: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for head in heads:
        table.add_column(head, justify="left" if head == "bot" else "right", no_wrap=True)
    return table


def _alone(cell: Cell, title: str) -> Table:
    """One simulation: a row. Where seats are no team, what one of them has left says little."""
    one = cell.result
    low, high = one.interval
    row = {
        "games": f"{one.games:,}",
        "won" if is_team(cell.game) else "won by seat 0": f"{one.win_rate:.2%}",
        "95% interval": f"{low:.2%} to {high:.2%}",
    }
    if is_team(cell.game):
        row |= {"cards left": f"{one.left:.2f}", "brilliant": f"{one.brilliant:.2%}"}
    else:
        row |= {"by seat": " ".join(f"{wins:,}" for wins in one.by_seat)}
    row |= {"games/s": f"{one.games / one.seconds:,.0f}" if one.seconds else ""}
    table = _table(title, list(row))
    table.add_row(*row.values())
    return table


def _by_players(cells: Sequence[Cell], title: str) -> Table:
    """Bots down, players across, the share won and its interval below."""
    counts = sorted({cell.players for cell in cells})
    table = _table(title, ["bot", *("alone" if count == 1 else f"{count} players" for count in counts)])
    for name in dict.fromkeys(cell.bot for cell in cells):
        found = {cell.players: cell.result for cell in cells if cell.bot == name}
        texts = []
        for count in counts:
            low, high = found[count].interval if count in found else (0.0, 0.0)
            rate = percent(found[count].win_rate) if count in found else ""
            texts.append(f"{rate}\n{percent(low).rstrip('%')}–{percent(high)}" if rate else "")
        table.add_row(name, *texts)
    return table


def _ratings(arena: Arena, title: str) -> Table:
    table = _table(title, ["bot", "rating", "95% interval", "won", "games"])
    for one in arena.ratings:
        low, high = one.interval
        table.add_row(
            one.bot, f"{one.rating:.0f}", f"{low:.0f} to {high:.0f}", f"{one.wins / one.games:.1%}", f"{one.games:,}"
        )
    return table
