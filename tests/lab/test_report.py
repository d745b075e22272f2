"""The report: one file that needs nothing else, and whose plots show the numbers."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from gambero.lab.arena.compare import Arena, Cell, arena
from gambero.lab.report import plots
from gambero.lab.report.html import page
from gambero.lab.report.markdown import won
from gambero.lab.simulation.simulate import simulate

VOID = {"meta", "!doctype"}


class Outline(HTMLParser):
    """Every tag is closed, and what is said where."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.captions: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.addresses += [
            value or "" for name, value in attrs if name in ("src", "href", "action", "data", "xlink:href")
        ]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "figcaption":
            self.captions.append(data)


@pytest.fixture(scope="module")
def found() -> list[Arena]:
    return [
        arena("classic", ["random", "greedy"], players=[1, 3], games=2_000, on_fire=True),
        arena("tension", ["random", "greedy"], games=8),
    ]


def test_a_report_is_one_whole_file_without_hosts_or_scripts(found: list[Arena]) -> None:
    text = page(found, "A <b>title</b> & more")
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    assert outline.addresses == []
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|url\(", text)
    assert "<title>A &lt;b&gt;title&lt;/b&gt; &amp; more</title>" in text
    assert "prefers-color-scheme:dark" in text
    assert 'name="viewport"' in text
    assert "Stopped before its end" not in text


def test_every_plot_that_was_asked_for_is_there(found: list[Arena]) -> None:
    outline = Outline()
    outline.feed(page(found, "t"))
    assert outline.captions == [
        "Games won",
        "Cards left, alone",
        "Cards left, 3 players",
        "When games are lost, alone",
        "When games are lost, 3 players",
        "Reasons of loss",
        "Ratings, with 95% intervals",
        "Cards left, 2 players",
        "When games are lost, 2 players",
        "How games ended",
    ]


def test_the_numbers_are_those_of_the_games(found: list[Arena]) -> None:
    text = page(found, "t")
    for cell in found[0].cells:
        assert f"<td>{won(cell)}</td>" in text
        assert f"<title>{cell.bot}: {won(cell)}</title>" in text
    assert "fire: " in text


def test_a_single_simulation_and_one_that_was_stopped() -> None:
    result = simulate("classic", players=2, games=500, seed=1)
    text = page([Arena("classic", [Cell("classic", 2, ("greedy", "greedy"), result)], interrupted=True)], "t")
    assert "500 games" in text
    assert "Stopped before its end." in text


def test_bars_are_as_high_as_their_values() -> None:
    made = plots.bars([("one", [plots.Bar(0.5, 0.4, 0.6, 0, "a"), plots.Bar(0.25, 0.2, 0.3, 1, "b")])], "share", "says")
    high, low = (float(one.attrib["height"]) for one in ET.fromstring(made).iter("rect"))
    assert high == pytest.approx(2 * low, abs=0.2)


def test_a_line_goes_through_its_points() -> None:
    made = plots.lines([(0, "a", [(0, 0.0), (50, 0.1), (100, 0.05)])], "share", "cards", "says")
    line = next(one for one in ET.fromstring(made).iter("path") if "line" in one.attrib["class"])
    points = [tuple(map(float, pair.split(","))) for pair in line.attrib["d"].removeprefix("M").split()]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x1 - x0 == pytest.approx(x2 - x1)
    assert y0 - y1 == pytest.approx(2 * (y0 - y2), abs=0.2)


def test_shares_fill_a_row() -> None:
    made = plots.stacks([("row", [(0, 0.25, "a"), (1, 0.75, "b")])], "says")
    a, b = (float(one.attrib["width"]) + 1 for one in ET.fromstring(made).iter("rect"))
    assert b == pytest.approx(3 * a, rel=0.01)


@pytest.mark.parametrize(("most", "last"), [(0.06, 0.06), (0.062, 0.08), (98, 100), (0, 1), (1, 1)])
def test_ticks_are_round_and_cover_the_range(most: float, last: float) -> None:
    found = plots.ticks(most)
    assert found[0] == 0
    assert found[-1] == pytest.approx(last)
    assert 2 <= len(found) <= 8
