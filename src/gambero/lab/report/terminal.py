"""Arenas and simulations as tables in a terminal; where a table would be too wide, as lists."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gambero.game import GAMES
from gambero.lab.arena.compare import Arena, Cell, is_team
from gambero.lab.report.markdown import percent

LONGEST = 60  # letters of the longest bar of a histogram
BEFORE_BAR = 16  # letters


def show(arenas: Sequence[Arena], title: str) -> None:
    console = Console(highlight=False)
    for arena in arenas:
        heading = arena.game if len(arenas) > 1 else title
        if arena.ratings:
            _print(console, heading, *_ratings(arena))
            _print(console, "Won against", *_cross_table(arena))
        elif len(arena.cells) > 1:
            _print(console, heading, *_by_players(arena.cells))
        elif arena.cells:
            _print(console, heading, *_alone(arena.cells[0]))
            if arena.cells[0].result.games:  # else it was interrupted before the first
                console.print(*_below(arena.cells[0], console), sep="\n", soft_wrap=True)


def _print(console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table if all of it fits, else each row as a list: no column is ever cut or left out."""
    table = Table(title=Text(title, "bold"), title_justify="left", title_style="")
    for head in heads:
        table.add_column(head, justify="left" if head == "bot" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    if console.measure(table, options=console.options.update(max_width=10_000)).minimum <= console.width:
        console.print(table)
        return
    console.print(Text(title, "bold"))
    names = [" ".join(head.split()) for head in heads]
    widest = max(map(len, names))
    for row in rows:
        for name, value in zip(names, row, strict=True):
            if value:
                console.print(f"{name:<{widest}}  {' '.join(value.split())}", markup=False)
        console.print()


Rows = tuple[list[str], list[list[str]]]  # heads, and rows below them


def _alone(cell: Cell) -> Rows:
    """One simulation as a row. The cards left are shown for teams only: those of a single seat say little."""
    one = cell.result
    low, high = one.interval
    row = {
        "games": f"{one.games:,}",
        "won" if is_team(cell.game) else "won by\nseat 0": f"{one.win_rate:.2%}",
        "95% interval": f"{low:.2%} to {high:.2%}",
    }
    if is_team(cell.game):
        row |= {"cards\nleft": f"{one.left:.2f}", "brilliant": f"{one.brilliant:.2%}"}
    row |= {"turns" if GAMES[cell.game].turns else "moves": f"{one.turns:.1f}", "time": _time(one.seconds)}
    return list(row), [list(row.values())]


def _below(cell: Cell, console: Console) -> Iterator[str]:
    """What stands below the table: how the games ended, how many a second, and the cards left."""
    one = cell.result
    if one.by_seat:
        yield f"Won by seat: {', '.join(f'{wins:,}' for wins in one.by_seat)}"
    ends = sorted(one.reasons.items(), key=lambda end: -end[1])
    yield f"Games ended: {', '.join(f'{word} {games / one.games:.2%}' for word, games in ends)}"
    if one.steadied:
        low, high = one.steadied.interval
        yield (
            f"Without the luck of the draws: won {one.steadied.win_rate:.2%} ({low:.2%} to {high:.2%}), "
            f"as good as {one.steadied.worth:.1f} times as many games"
        )
    yield f"Games a second: {one.games / one.seconds:,.0f}" if one.seconds else ""
    yield "Cards left:" if is_team(cell.game) else f"Cards left by seat 0, {one.left:.2f} on average:"
    block = "#" if console.options.ascii_only else "█"
    yield from _bars(one.histogram, block, max(1, min(LONGEST, console.width - BEFORE_BAR)))


def _bars(histogram: Mapping[int, int], block: str, longest: int) -> Iterator[str]:
    """Nothing left, fewer than ten, then by tens, as shares of all games."""
    by_tens = Counter[int]()
    for left, count in histogram.items():
        by_tens[left // 10 if left else -1] += count
    most, games = max(by_tens.values()), by_tens.total()
    for tens in range(min(by_tens), max(by_tens) + 1):
        label = "0" if tens < 0 else f"{tens * 10 or 1}-{tens * 10 + 9}"
        bar = block * round(longest * by_tens[tens] / most)
        yield f"{label:>7} {by_tens[tens] / games:>7.2%} {bar}".rstrip()


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else str(timedelta(seconds=round(seconds)))


def _by_players(cells: Sequence[Cell]) -> Rows:
    """Bots down, players across; in each field the share won and its interval."""
    counts = sorted({cell.players for cell in cells})
    rows = []
    for name in dict.fromkeys(cell.bot for cell in cells):
        found = {cell.players: cell.result for cell in cells if cell.bot == name}
        texts = []
        for count in counts:
            low, high = found[count].interval if count in found else (0.0, 0.0)
            rate = percent(found[count].win_rate) if count in found else ""
            texts.append(f"{rate}\n{percent(low).rstrip('%')}–{percent(high)}" if rate else "")
        rows.append([name, *texts])
    return ["bot", *("alone" if count == 1 else f"{count} players" for count in counts)], rows


def _ratings(arena: Arena) -> Rows:
    rows = []
    for one in arena.ratings:
        low, high = one.interval
        rows.append(
            [
                one.bot,
                f"{one.rating:.0f}",
                f"{low:.0f} to {high:.0f}",
                f"{one.wins / one.games:.1%}",
                f"{one.games:,}",
            ]
        )
    return ["bot", "rating", "95% interval", "won", "games"], rows


def _cross_table(arena: Arena) -> Rows:
    """Who won how often (down) against whom (across)."""
    names = [one.bot for one in arena.ratings]
    rows = [
        [one.bot, *(percent(one.against[name]) if name in one.against else "" for name in names)]
        for one in arena.ratings
    ]
    return ["bot", *(f"against\n{name}" for name in names)], rows
