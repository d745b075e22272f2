"""Plots as SVG text, without a library or a script. A colour is a number: the page's style has a class for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 440, 240  # narrow, so that letters can be read on a phone
LEFT, RIGHT, TOP, BOTTOM = 50, 14, 24, 40
LETTER = 7.0  # about the width of one

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Bar:
    """A bar with its whisker, from 0 to 1."""

    value: float
    low: float
    high: float
    colour: int
    tooltip: str


def ticks(most: float, about: int = 5) -> list[float]:
    """Round numbers from 0 that cover a range."""
    if most <= 0:
        return [0.0, 1.0]
    size = 10 ** floor(log10(most / about))
    step = min((s * size for s in (1, 2, 5, 10)), key=lambda s: abs(ceil(most / s - 1e-9) - about))
    return [i * step for i in range(ceil(most / step - 1e-9) + 1)]


def share(value: float) -> str:
    return f"{100 * value:.3g}%"


def bars(groups: Sequence[tuple[str, Sequence[Bar]]], axis: str, label: str) -> str:
    """Groups of bars side by side with whiskers; heights are shares. `label` is for people who cannot see the plot."""
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
                f"<g><title>{escape(bar.tooltip)}</title>"
                f'<rect class="f{bar.colour}" x="{x + 1:.1f}" y="{top:.1f}" '
                f'width="{width - 2:.1f}" height="{max(1.0, HEIGHT - BOTTOM - top):.1f}" rx="2"/>'
                f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{high:.1f}M{middle - 3:.1f} {low:.1f}h6'
                f'M{middle - 3:.1f} {high:.1f}h6"/></g>'
            )
    return _svg(parts, label)


def lines(series: Sequence[tuple[int, str, Points]], axis: str, below: str, label: str) -> str:
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
            f'<g><title>{escape(name)}</title><path class="area f{colour}" '
            f'd="M{first:.1f},{floor_y} L{path} L{last:.1f},{floor_y}Z"/>'
            f'<path class="line s{colour}" d="M{path}"/></g>'
        )
    return _svg(parts, label)


def stacks(rows: Sequence[tuple[str, Sequence[tuple[int, float, str]]]], label: str) -> str:
    """One bar across for each row, its name above it, cut into shares: colour, share, tooltip."""
    step, edge = 42, 2.0
    parts = []
    for at, (name, cuts) in enumerate(rows):
        y, x = at * step + 14, edge
        parts.append(_name(edge, y, name))
        for colour, part, tooltip in cuts:
            width = part * (WIDTH - 2 * edge)
            parts.append(
                f'<rect class="f{colour}" x="{x:.1f}" y="{y + 6}" width="{max(0.0, width - 1):.1f}" height="16">'
                f"<title>{escape(tooltip)}</title></rect>"
            )
            x += width
    return _svg(parts, label, len(rows) * step + 2)


def ranges(rows: Sequence[tuple[str, float, float, float, int]], axis: str, label: str) -> str:
    """A dot with its interval for each row (name, value, low, high, colour), all on one axis."""
    step, edge = 40, 24.0
    scale = round_range(min(row[2] for row in rows), max(row[3] for row in rows))
    bottom = len(rows) * step + 8

    def x_of(value: float) -> float:
        return edge + (value - scale[0]) / (scale[-1] - scale[0]) * (WIDTH - 2 * edge)

    parts = [_text((edge + WIDTH - edge) / 2, bottom + 34, axis, "middle")]
    for tick in scale:
        parts.append(f'<path class="grid" d="M{x_of(tick):.1f} 4V{bottom}"/>')
        parts.append(_text(x_of(tick), bottom + 16, f"{tick:g}", "middle"))
    parts.append(f'<path class="base" d="M{edge} {bottom}H{WIDTH - edge}"/>')
    for at, (name, value, low, high, colour) in enumerate(rows):
        y = at * step + 28
        parts.append(_name(edge, y - 12, f"{name} {value:.0f}"))
        parts.append(f'<path class="range s{colour}" d="M{x_of(low):.1f} {y}H{x_of(high):.1f}"/>')
        parts.append(f'<circle class="f{colour}" cx="{x_of(value):.1f}" cy="{y}" r="5"/>')
    return _svg(parts, label, bottom + 40)


def round_range(low: float, high: float) -> list[float]:
    """Round numbers, evenly spaced, the first at most low and the last at least high."""
    step = ticks(max(1.0, high - low), 4)[1]
    first = floor(low / step + 1e-9)
    last = max(first + 1, ceil(high / step - 1e-9))
    return [place * step for place in range(first, last + 1)]


def _name(x: float, y: float, name: str) -> str:
    """A name on a line of its own; if it is still too long it ends in an ellipsis, and a tooltip has all of it."""
    most = int((WIDTH - x) / LETTER)
    if len(name) <= most:
        return _text(x, y, name, "start")
    short = f"{name[: most - 1]}…"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="start"><title>{escape(name)}</title>{escape(short)}</text>'


def _frame(scale: list[float], axis: str) -> list[str]:
    parts = [_text(2, 13, axis, "start")]
    for tick in scale:
        y = _y(tick, scale[-1])
        parts.append(f'<path class="{"grid" if tick else "base"}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(_text(LEFT - 6, y + 4, share(tick), "end"))
    return parts


def _y(value: float, most: float) -> float:
    return HEIGHT - BOTTOM - min(1.0, value / most) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(parts: list[str], label: str, height: float = HEIGHT) -> str:
    about = f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label, quote=True)}"'
    return f"<svg {about}>{''.join(parts)}</svg>"
