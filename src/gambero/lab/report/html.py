"""An arena or a simulation as one HTML file: no script, nothing loaded from elsewhere, for light and dark."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version

from gambero.game import GAMES
from gambero.lab.arena.compare import Arena, Cell, is_team
from gambero.lab.report import plots
from gambero.lab.report.colours import bot_colours, ending_colour
from gambero.lab.report.markdown import percent, won
from gambero.lab.report.style import STYLE

WON = "beaten"  # the one reason that is no loss
FEW = 2_000  # with fewer games than this, neighbouring numbers are drawn together


def page(arenas: Sequence[Arena], title: str, seed: int = 0, command: str = "") -> str:
    """The text of the file."""
    games = sum(cell.result.games for arena in arenas for cell in arena.cells)
    seconds = sum(cell.result.seconds for arena in arenas for cell in arena.cells)
    day = datetime.now(UTC).date().isoformat()
    stopped = " Stopped before its end." if any(arena.interrupted for arena in arenas) else ""
    made_by = f"<p><code>{escape(command)}</code></p>\n" if command else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{escape(title)}</h1>\n"
        f"<p>{games:,} games of seed {seed} in {seconds:,.1f} s of play. "
        f"gambero {version('gambero')}, {day}.{stopped}</p>\n{made_by}"
        "</header>\n"
        f"<main>\n{''.join(_section(arena) for arena in arenas if arena.cells)}</main>\n</body>\n</html>\n"
    )


def _section(arena: Arena) -> str:
    colours = bot_colours(_bots(arena))
    parts = [f"<section>\n<h2>{escape(arena.cells[0].table)}</h2>\n", _legend(colours)]
    figures = [_ratings(arena, colours)] if arena.ratings else [_win_rates(arena.cells, colours)]
    for field, caption, below in (
        ("histogram", "Cards left", "cards left"),
        ("lost_at", "When games are lost", "turn" if GAMES[arena.game].turns else "move"),
    ):
        figures += _distributions(arena.cells, colours, field, caption, below)
    figures.append(_reasons(arena.cells))
    parts.append(f'<div class="plots">\n{"".join(figures)}</div>\n')
    parts.append(_numbers(arena.cells))
    return "".join(parts) + "</section>\n"


def _bots(arena: Arena) -> list[str]:
    """The bots that lines and bars are about: a team's bot, or that of seat 0, whose cards are counted."""
    return list(dict.fromkeys(_who(cell) for cell in arena.cells))


def _who(cell: Cell) -> str:
    return cell.bot if is_team(cell.game) else cell.bots[0]


def _seats(players: int) -> str:
    return "alone" if players == 1 else f"{players} players"


def _figure(title: str, plot: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{plot}</figure>\n"


def _legend(colours: Mapping[str, int]) -> str:
    marks = (f'<li><span class="b{colour}"></span>{escape(name)}</li>' for name, colour in colours.items())
    return f'<ul class="legend">{"".join(marks)}</ul>\n'


def _win_rates(cells: Sequence[Cell], colours: Mapping[str, int]) -> str:
    groups = []
    for players in sorted({cell.players for cell in cells}):
        group = [
            plots.Bar(cell.result.win_rate, *cell.result.interval, colours[_who(cell)], f"{cell.bot}: {won(cell)}")
            for cell in cells
            if cell.players == players
        ]
        groups.append((_seats(players), group))
    return _figure("Games won", plots.bars(groups, "of all games", "Share of games won by players and bot"))


def _ratings(arena: Arena, colours: Mapping[str, int]) -> str:
    rows = [(one.bot, one.rating, *one.interval, colours[one.bot]) for one in arena.ratings]
    axis = "rating; 400 points more win ten times as often"
    return _figure("Ratings, with 95% intervals", plots.ranges(rows, axis, "Rating of each bot"))


def _distributions(
    cells: Sequence[Cell], colours: Mapping[str, int], field: str, caption: str, below: str
) -> list[str]:
    """One plot for each number of players; a line a bot."""
    figures = []
    for players in sorted({cell.players for cell in cells}):
        counts: dict[str, dict[int, int]] = {}
        for cell in cells:
            if cell.players == players:
                merged = counts.setdefault(_who(cell), {})
                for value, games in getattr(cell.result, field).items():
                    merged[value] = merged.get(value, 0) + games
        series = [(colours[bot], bot, _line(found)) for bot, found in counts.items() if found]
        if series:
            title = f"{caption}, {_seats(players)}"
            figures.append(_figure(title, plots.lines(series, "of these games", below, title)))
    return figures


def _line(counts: Mapping[int, int]) -> list[tuple[float, float]]:
    """The share of games at each number; with few games in wider steps, since single numbers would show noise."""
    total = sum(counts.values())
    low, high = min(counts), max(counts)
    step = max(1, round((high - low + 1) * 12 / total) if total < FEW else 1)
    return [
        (start + (step - 1) / 2, sum(counts.get(value, 0) for value in range(start, start + step)) / total / step)
        for start in range(low, high + 1, step)
    ]


def _reasons(cells: Sequence[Cell]) -> str:
    """Why games were lost, or how they ended where somebody always wins."""
    reasons = list(dict.fromkeys(reason for cell in cells for reason in sorted(cell.result.reasons) if reason != WON))
    if not reasons:
        return ""
    rows = []
    for cell in cells:
        lost = {reason: games for reason, games in cell.result.reasons.items() if reason != WON}
        total = sum(lost.values())
        name = f"{cell.bot}, {_seats(cell.players)}" if is_team(cell.game) else " v ".join(cell.bots)
        cuts = [
            (ending_colour(reason), games / total, f"{reason}: {percent(games / total)}")
            for reason, games in sorted(lost.items(), key=lambda one: reasons.index(one[0]))
        ]
        rows.append((name, cuts))
    title = "Reasons of loss" if is_team(cells[0].game) else "How games ended"
    legend = _legend({reason: ending_colour(reason) for reason in reasons})
    return _figure(title, legend + plots.stacks(rows, title))


def _numbers(cells: Sequence[Cell]) -> str:
    turns = "turns" if GAMES[cells[0].game].turns else "moves"
    heads = ("bot", "players", "won", "cards left", "brilliant", turns, "games")
    rows = []
    for cell in cells:
        one = cell.result
        row = (
            cell.bot,
            cell.players,
            won(cell),
            f"{one.left:.1f}",
            percent(one.brilliant),
            f"{one.turns:.1f}",
            f"{one.games:,}",
        )
        rows.append("<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>")
    head = "".join(f"<th>{head}</th>" for head in heads)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>\n'
