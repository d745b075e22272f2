"""An analysis as one HTML page that stands alone: a curve, a summary and the turns."""

from html import escape

from gambero.study.analysis import Analysis, TurnReview

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
"""


def page(analysis: Analysis) -> str:
    """The whole page; nothing is loaded from elsewhere."""
    title = f"{analysis.game}, {analysis.players} players" if analysis.players > 1 else f"{analysis.game}, alone"
    rows = "".join(_row(number, turn) for number, turn in enumerate(analysis.turns, 1))
    heads = "".join(f"<th>{head}</th>" for head in ("turn", "seat", "laid", "expert would lay", "before", "after", ""))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Review: {escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>Review: {escape(title)}</h1><figure>{curve(analysis)}</figure>{_summary(analysis)}"
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        '<p class="soft">Chances to win in 100, as expert gives them from what that seat could know at that moment.</p>'
        "</body></html>"
    )


def notebook_style() -> str:
    """The style of the curve alone, for a page that has a style of its own."""
    water = ".curve{fill:none;stroke:#0e7490;stroke-width:2.5}.water{fill:#0e7490;opacity:.14}"
    return f"<style>{water}.grid{{stroke:#8886}}</style>"


def _summary(analysis: Analysis) -> str:
    start = 100 * analysis.chances[0]
    line = ""
    said = [
        f"At the deal {start:.0f} in 100 such games are won. Luck was worth {100 * analysis.luck:+.0f} points, "
        f"play {100 * analysis.skill:+.0f}."
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
