"""Comparisons and simulations as tables in a terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from rich.console import Console
from rich.table import Table

from gambero.lab.arena.compare import Arena, Cell, is_team
from gambero.lab.report.markdown import percent

LONGEST = 60  # of the bars of a histogram


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
            block = "#" if console.options.ascii_only else "█"
            if arena.cells[0].result.games:  # else Ctrl-C came before the first
                console.print(*_below(arena.cells[0], block), sep="\n", soft_wrap=True)


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
        "won" if is_team(cell.game) else "won by\nseat 0": f"{one.win_rate:.2%}",
        "95% interval": f"{low:.2%} to {high:.2%}",
    }
    if is_team(cell.game):
        row |= {"cards\nleft": f"{one.left:.2f}", "brilliant": f"{one.brilliant:.2%}"}
    row |= {"moves" if cell.game == "tension" else "turns": f"{one.turns:.1f}", "time": _time(one.seconds)}
    table = _table(title, list(row))
    table.add_row(*row.values())
    return table


def _below(cell: Cell, block: str) -> Iterator[str]:
    """What a row has no room for: how the games ended and how quickly, and the cards left."""
    one = cell.result
    if one.by_seat:
        yield f"Won by seat: {', '.join(f'{wins:,}' for wins in one.by_seat)}"
    ends = sorted(one.reasons.items(), key=lambda end: -end[1])
    yield f"Games ended: {', '.join(f'{word} {games / one.games:.2%}' for word, games in ends)}"
    yield f"Games a second: {one.games / one.seconds:,.0f}" if one.seconds else ""
    yield "Cards left:" if is_team(cell.game) else f"Cards left by seat 0, {one.left:.2f} on average:"
    yield from _bars(one.histogram, block)


def _bars(histogram: Mapping[int, int], block: str) -> Iterator[str]:
    """Nothing left, fewer than ten, then by tens: shares of all games, the longest bar as long as there is room."""
    by_tens = Counter[int]()
    for left, games in histogram.items():
        by_tens[left // 10 if left else -1] += games
    most, whole = max(by_tens.values()), by_tens.total()
    for tens in range(min(by_tens), max(by_tens) + 1):
        label = "0" if tens < 0 else f"{tens * 10 or 1}-{tens * 10 + 9}"
        bar = block * round(LONGEST * by_tens[tens] / most)
        yield f"{label:>7} {by_tens[tens] / whole:>7.2%} {bar}".rstrip()


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else str(timedelta(seconds=round(seconds)))


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
