"""An analysis as one HTML page that stands alone: a curve or a timeline, a summary, and the turns."""

from collections.abc import Iterable
from html import escape

from gambero.game import GAMES
from gambero.study.analysis import Analysis, TurnReview
from gambero.study.pace import Pace, PaceSeat

WIDTH, HEIGHT, EDGE = 640, 200, 34
SEATS = ("#0e7490", "#b45309", "#6d28d9", "#15803d", "#be123c")
STYLE = """
:root{color-scheme:light dark;--ground:#f6f4ef;--sheet:#fff;--ink:#22262b;--soft:#5d656e;--rule:#dedad2;--sea:#0e7490}
@media (prefers-color-scheme:dark){:root{--ground:#15181c;--sheet:#1e2328;--ink:#e8e6e1;--soft:#a8b0b8;--rule:#363c43;
--sea:#38bdf8}}
*{box-sizing:border-box}body{margin:0 auto;max-width:980px;padding:1.5rem 1rem 3rem;background:var(--ground);
color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}p{margin:.4rem 0}.soft{color:var(--soft)}
figure,.wide{margin:1rem 0;padding:.8rem;background:var(--sheet);border:1px solid var(--rule);border-radius:10px}
.wide{overflow-x:auto;padding:0}svg{display:block;width:100%;height:auto}svg text{fill:var(--soft);font-size:13px}
.curve{fill:none;stroke:var(--sea);stroke-width:2.5;stroke-linejoin:round}.water{fill:var(--sea);opacity:.14}
.grid{stroke:var(--rule)}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .7rem;text-align:left;white-space:nowrap;border-top:1px solid var(--rule)}
thead th{border-top:0;color:var(--soft)}
.number{text-align:right}.blunder td{background:color-mix(in srgb,#be123c 14%,transparent)}
.mistake td{background:color-mix(in srgb,#b45309 14%,transparent)}
@media (max-width:600px){svg{overflow:visible}svg text{font-size:20px}th,td{padding:.35rem .28rem}table{font-size:13px}}
"""


MARKS = {"laid": 4.5, "face_down": 4.5, "drew": 2.0}  # radius of a dot
CROSSES = {"mistake": "×", "late": "‹"}
LANE = 34  # height of a seat's lane in a timeline


def page(found: Analysis | Pace) -> str:
    """The whole page; nothing is loaded from elsewhere."""
    title = f"{found.game}, {found.players} players" if found.players > 1 else f"{found.game}, alone"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Review: {escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>Review: {escape(title)}</h1>{_pace_body(found) if isinstance(found, Pace) else _body(found)}"
        "</body></html>"
    )


def _body(analysis: Analysis) -> str:
    rows = "".join(_row(number, turn) for number, turn in enumerate(analysis.turns, 1))
    heads = ("turn", "seat", "laid", "expert", "before", "after", "")
    whose = "" if GAMES[analysis.game].team else " The table has those of the seat itself, the curve those of seat 0."
    return (
        f"<figure>{curve(analysis)}</figure>{_summary(analysis)}{_table(heads, rows)}"
        '<p class="soft">Chances to win in 100, as expert gives them from what that seat could know at that moment.'
        f"{whose}</p>"
    )


def _table(heads: Iterable[str], rows: str) -> str:
    head = "".join(f"<th>{head}</th>" for head in heads)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _pace_body(pace: Pace) -> str:
    heads = ("seat", "laid", "drew", "mistakes", "too late", "best run", "unused, s", "longest, s")
    rows = "".join(
        f"<tr><td>{number}</td>" + "".join(f'<td class="number">{cell}</td>' for cell in pace_cells(seat)) + "</tr>"
        for number, seat in enumerate(pace.seats)
    )
    said = (
        "A bar is a time in which a card of that seat fitted and lay unused. A big dot is a card laid, a small dot a "
        "card drawn, × a wrong card, ‹ one that came too late; a line is a bottom card that went on top."
    )
    return f'<figure>{timeline(pace)}</figure>{_table(heads, rows)}<p class="soft">{said}</p>'


def pace_cells(seat: PaceSeat) -> list[str]:
    """What is shown of a seat, in the page and in the terminal."""
    counts = seat.laid, seat.drew, seat.mistakes, seat.late, seat.best_run
    return [*map(str, counts), f"{seat.unused:.1f}", f"{seat.longest:.1f}"]


def timeline(pace: Pace) -> str:
    """A lane for each seat as SVG: what it did when, and when a card that fitted lay unused."""
    across, length, height = WIDTH - EDGE, max(pace.seconds, 0.001), LANE * pace.players + 24

    def x(at: float) -> float:
        return EDGE + across * min(at, length) / length

    def y(seat: int) -> float:
        return LANE * (seat + 0.5)

    parts = [
        f'<line x1="{EDGE}" x2="{WIDTH}" y1="{y(seat)}" y2="{y(seat)}" stroke="#8886"/>'
        f'<text x="{EDGE - 12}" y="{y(seat) + 4}" text-anchor="end" font-size="13">{seat}</text>'
        for seat in range(pace.players)
    ]
    parts += [
        f'<rect x="{x(wait.since):.1f}" y="{y(wait.seat) - 9}" width="{x(wait.until) - x(wait.since):.1f}" height="18" '
        f'rx="3" fill="{SEATS[wait.seat]}" opacity=".22"><title>{wait.seconds:.1f} s</title></rect>'
        for wait in pace.waits
    ]
    for act in pace.timeline:
        told = f"<title>{act.at:.1f} s: {escape(act.move)} {act.act.replace('_', ' ')}</title>"
        if act.seat is None:
            parts.append(
                f'<line x1="{x(act.at):.1f}" x2="{x(act.at):.1f}" y1="0" y2="{height - 24}" stroke="#888">{told}</line>'
            )
        elif act.act in MARKS:
            where = f'cx="{x(act.at):.1f}" cy="{y(act.seat)}" r="{MARKS[act.act]}"'
            parts.append(f'<circle {where} fill="{SEATS[act.seat]}">{told}</circle>')
        else:
            where = f'x="{x(act.at):.1f}" y="{y(act.seat) - 10}" text-anchor="middle" font-size="15"'
            parts.append(f'<text {where} fill="#be123c" style="fill:#be123c">{CROSSES[act.act]}{told}</text>')
    foot = f'<text x="{EDGE}" y="{height - 6}" font-size="13">go</text>'
    foot += f'<text x="{WIDTH}" y="{height - 6}" text-anchor="end" font-size="13">{pace.seconds:.0f} s</text>'
    label = "what each seat did, and when a card that fitted lay unused"
    return f'<svg viewBox="0 0 {WIDTH + 6} {height}" role="img" aria-label="{label}">{"".join(parts)}{foot}</svg>'


def for_notebook(svg: str) -> str:
    """A curve or a timeline within a notebook, in whose colours its words are written, light or dark."""
    rules = {
        "svg": "display:block;width:100%;max-width:720px;height:auto",
        "text": "fill:currentColor;font-size:13px",
        ".curve": "fill:none;stroke:#0891b2;stroke-width:2.5",
        ".water": "fill:#0891b2;opacity:.14",
        ".grid": "stroke:#8886",
    }
    style = "".join(f".gambero-study {what}{{{how}}}" for what, how in rules.items())
    return f'<div class="gambero-study"><style>{style}</style>{svg}</div>'


def _by(analysis: Analysis) -> str:
    """Whose chances they are, where not all win together."""
    return "" if GAMES[analysis.game].team else " by seat 0"


def _summary(analysis: Analysis) -> str:
    start = 100 * analysis.chances[0]
    line = ""
    said = [
        f"At the deal {start:.0f} in 100 such games are won{_by(analysis)}. "
        f"Luck was worth {100 * analysis.luck:+.0f} points, play {100 * analysis.skill:+.0f}."
    ]
    for seat, review in enumerate(analysis.seats):
        played = f"{review.rank}, accuracy {review.accuracy:.0f} of 100" if review.decisions else "nothing to decide"
        said.append(f"Seat {seat}: {played}.")
    if analysis.winnable is not None and analysis.chances[-1] == 0:
        still = f"With all cards known it could still be won at turn {analysis.winnable + 1}"
        line = f"<details><summary>{still}</summary><p>{escape(' '.join(analysis.line))}</p></details>"
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in said) + line


def curve(analysis: Analysis) -> str:
    """The chance before each turn as SVG, turning points as dots in the colour of their seat."""
    last = max(len(analysis.chances) - 1, 1)
    across, down = WIDTH - EDGE, HEIGHT - EDGE

    def x(turn: int) -> float:
        return EDGE + across * turn / last

    def y(chance: float) -> float:
        return 6 + (down - 6) * (1 - chance)

    points = " ".join(f"{x(turn):.1f},{y(chance):.1f}" for turn, chance in enumerate(analysis.chances))
    grid = "".join(
        f'<line class="grid" x1="{EDGE}" x2="{WIDTH}" y1="{y(at):.1f}" y2="{y(at):.1f}"/>'
        f'<text x="{EDGE - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{100 * at:.0f}</text>'
        for at in (0.0, 0.5, 1.0)
    )
    seats = {turn: analysis.turns[turn].seat for turn in analysis.turning_points}
    dots = "".join(
        f'<circle cx="{x(turn):.1f}" cy="{y(analysis.chances[turn]):.1f}" r="6" fill="{SEATS[seat]}">'
        f"<title>turn {turn + 1}, seat {seat}</title></circle>"
        for turn, seat in seats.items()
    )
    water = f'<polygon class="water" points="{EDGE},{y(0):.1f} {points} {x(last):.1f},{y(0):.1f}"/>'
    return (
        f'<svg viewBox="0 0 {WIDTH + 6} {HEIGHT}" role="img" aria-label="chance to win before each turn">'
        f'{grid}{water}<polyline class="curve" points="{points}"/>{dots}'
        f'<text x="{EDGE}" y="{HEIGHT - 6}">turn 1</text>'
        f'<text x="{WIDTH}" y="{HEIGHT - 6}" text-anchor="end">end</text></svg>'
    )


def _row(number: int, turn: TurnReview) -> str:
    best = "" if turn.best == turn.moves else " ".join(turn.best)
    cells = [str(number), str(turn.seat), " ".join(turn.moves), best]
    chances = [f"{100 * turn.chance:.0f}", f"{100 * turn.played:.0f}"]
    return (
        f'<tr class="{turn.judgement or ""}">'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "".join(f'<td class="number">{chance}</td>' for chance in chances)
        + f"<td>{turn.judgement or ''}</td></tr>"
    )
