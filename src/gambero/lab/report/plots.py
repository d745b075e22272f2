"""Plots as SVG text, drawn with what a browser has: no library, no script, colours from the page's style."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 440, 240  # narrow, so that letters can be read on a phone
LEFT, RIGHT, TOP, BOTTOM = 50, 14, 24, 40
COLOURS = 8  # the style has as many, c0 to c7

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Bar:
    """A bar with its whisker, from 0 to 1."""

    value: float
    low: float
    high: float
    series: int
    says: str


def ticks(most: float, about: int = 5) -> list[float]:
    """Round numbers from 0 that cover a range."""
    if most <= 0:
        return [0.0, 1.0]
    size = 10 ** floor(log10(most / about))
    step = min((s * size for s in (1, 2, 5, 10)), key=lambda s: abs(ceil(most / s - 1e-9) - about))
    return [i * step for i in range(ceil(most / step - 1e-9) + 1)]


def share(value: float) -> str:
    return f"{100 * value:.3g}%"


def bars(groups: Sequence[tuple[str, Sequence[Bar]]], axis: str, says: str) -> str:
    """Groups of bars side by side with whiskers; heights are shares."""
    scale = ticks(max([bar.high for _, group in groups for bar in group], default=1.0))
    slot = (WIDTH - LEFT - RIGHT) / max(1, len(groups))
    parts = _frame(scale, axis)
    for at, (name, group) in enumerate(groups):
        width = min(34.0, slot * 0.82 / max(1, len(group)))
        start = LEFT + slot * (at + 0.5) - width * len(group) / 2
        parts.append(_text(LEFT + slot * (at + 0.5), HEIGHT - BOTTOM + 16, name, "middle"))
        for i, bar in enumerate(group):
            x, middle = start + i * width, start + (i + 0.5) * width
            top, low, high = (_y(v, scale[-1]) for v in (bar.value, bar.low, bar.high))
            parts.append(
                f"<g><title>{escape(bar.says)}</title>"
                f'<rect class="f{bar.series % COLOURS}" x="{x + 1:.1f}" y="{top:.1f}" '
                f'width="{width - 2:.1f}" height="{max(1.0, HEIGHT - BOTTOM - top):.1f}" rx="2"/>'
                f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{high:.1f}M{middle - 3:.1f} {low:.1f}h6'
                f'M{middle - 3:.1f} {high:.1f}h6"/></g>'
            )
    return _svg(parts, says)


def lines(series: Sequence[tuple[int, str, Points]], axis: str, below: str, says: str) -> str:
    """Distributions over whole numbers, one line a series with its area."""
    points = [point for _, _, line in series for point in line]
    scale = ticks(max((y for _, y in points), default=1.0))
    across = ticks(max((x for x, _ in points), default=1.0), 8)
    parts = _frame(scale, axis)
    floor_y = HEIGHT - BOTTOM

    def x_of(x: float) -> float:
        return LEFT + x / across[-1] * (WIDTH - LEFT - RIGHT)

    for tick in across:
        parts.append(_text(x_of(tick), floor_y + 16, f"{tick:g}", "middle"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, below, "middle"))
    for colour, name, line in series:
        if not line:
            continue
        path = " ".join(f"{x_of(x):.1f},{_y(y, scale[-1]):.1f}" for x, y in line)
        first, last = x_of(line[0][0]), x_of(line[-1][0])
        parts.append(
            f'<g><title>{escape(name)}</title><path class="area f{colour % COLOURS}" '
            f'd="M{first:.1f},{floor_y} L{path} L{last:.1f},{floor_y}Z"/>'
            f'<path class="line s{colour % COLOURS}" d="M{path}"/></g>'
        )
    return _svg(parts, says)


def stacks(rows: Sequence[tuple[str, Sequence[tuple[int, float, str]]]], says: str) -> str:
    """One bar across for each row, cut into shares."""
    step, label = 26, 112
    parts = []
    for at, (name, cuts) in enumerate(rows):
        y, x = at * step + 4, float(label)
        parts.append(_text(label - 8, y + 13, name, "end"))
        for colour, part, words in cuts:
            width = part * (WIDTH - label - RIGHT)
            parts.append(
                f'<rect class="f{colour % COLOURS}" x="{x:.1f}" y="{y}" width="{max(0.0, width - 1):.1f}" height="18">'
                f"<title>{escape(words)}</title></rect>"
            )
            x += width
    return _svg(parts, says, len(rows) * step + 6)


def ranges(rows: Sequence[tuple[str, float, float, float, int]], says: str) -> str:
    """A dot and its interval for each row, on one scale."""
    step, label = 28, 112
    lowest, highest = min(row[2] for row in rows), max(row[3] for row in rows)
    wide = (WIDTH - label - RIGHT - 46) / max(1.0, highest - lowest)
    parts = []
    for at, (name, value, low, high, colour) in enumerate(rows):
        y = at * step + 16
        left, middle, right = (label + (x - lowest) * wide for x in (low, value, high))
        parts.append(_text(label - 10, y + 4, name, "end"))
        parts.append(f'<path class="range s{colour % COLOURS}" d="M{left:.1f} {y}H{right:.1f}"/>')
        parts.append(f'<circle class="f{colour % COLOURS}" cx="{middle:.1f}" cy="{y}" r="5"/>')
        parts.append(_text(right + 8, y + 4, f"{value:.0f}", "start"))
    return _svg(parts, says, len(rows) * step + 6)


def _frame(scale: list[float], axis: str) -> list[str]:
    parts = [_text(2, 9, axis, "start")]
    for tick in scale:
        y = _y(tick, scale[-1])
        parts.append(f'<path class="{"grid" if tick else "base"}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(_text(LEFT - 6, y + 4, share(tick), "end"))
    return parts


def _y(value: float, most: float) -> float:
    return HEIGHT - BOTTOM - min(1.0, value / most) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(parts: list[str], says: str, height: float = HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(says, quote=True)}">{"".join(parts)}</svg>'
    )
