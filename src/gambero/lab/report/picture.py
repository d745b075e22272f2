"""A plot as an SVG file that stands alone, on a sheet of its own, for light and dark."""

import re
from html import escape

from gambero.lab.report.style import STYLE

MARGIN, HEAD = 14, 34
OWN = "svg{width:auto;font-family:system-ui,sans-serif}.title{fill:var(--ink)!important;font-weight:600}"
VIEW = re.compile(r'<svg viewBox="0 0 ([\d.]+) ([\d.]+)"')


def picture(plot: str, title: str, style: str = STYLE) -> str:
    """The file's text: the plot (`plots` makes them) below its title, with the style that its classes need."""
    found = VIEW.match(plot)
    if not found:
        raise ValueError("plot must be an SVG as gambero.lab.report.plots makes it")
    inside = float(found[1])
    width, height = inside + 2 * MARGIN, float(found[2]) + HEAD + MARGIN
    placed = plot.replace("<svg ", f'<svg x="{MARGIN}" y="{HEAD}" width="{inside:g}" height="{float(found[2]):g}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{1.5 * width:g}" height="{1.5 * height:g}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<style>{style}{OWN}</style>"
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="10" '
        'style="fill:var(--sheet);stroke:var(--rule)"/>'
        f'<text class="title" x="{MARGIN}" y="24">{escape(title)}</text>{placed}</svg>\n'
    )
