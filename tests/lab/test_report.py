"""The report: one file that needs nothing else, and whose plots show the numbers."""

import re
import xml.etree.ElementTree as ET
from contextlib import redirect_stdout
from html.parser import HTMLParser
from io import StringIO

import pytest

from gambero.lab.arena.compare import Arena, Cell, arena
from gambero.lab.report import plots, terminal
from gambero.lab.report.colours import bot_colours, ending_colour
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


# What a reader needs: whole names, an axis, the seed, and colours that mean the same in every report.


def texts(svg: str) -> list[tuple[float, str, str]]:
    """Each text of a plot: where it starts or ends, which of both, and what it says."""
    return [
        (float(one.attrib["x"]), one.attrib["text-anchor"], "".join(one.itertext()))
        for one in ET.fromstring(svg).iter("text")
    ]


@pytest.mark.parametrize("name", ["random v greedy", "careful, greedy, expert, random, random, 5 players"])
def test_names_have_room(name: str) -> None:
    """Letters are about 7 wide; a name that starts at the left edge of a line of its own is not cut."""
    stacks = plots.stacks([(name, [(0, 1.0, "stuck: 100%")])], "label")
    ranges = plots.ranges([(name, 1500.0, 1450.0, 1550.0, 0)], "rating", "label")
    for svg, text in ((stacks, name), (ranges, f"{name} 1500")):
        x, anchor = next((x, anchor) for x, anchor, found in texts(svg) if found == text)
        assert anchor == "start"
        assert x >= 0
        assert x + 7 * len(text) <= plots.WIDTH
    assert any(found.endswith("…") for _, _, found in texts(plots.stacks([("x" * 90, [(0, 1.0, "")])], "label")))


def test_ratings_stand_on_an_axis() -> None:
    rows = [("a", 1712.0, 1650.0, 1774.0, 0), ("b", 1288.0, 1226.0, 1350.0, 1)]
    made = plots.ranges(rows, "rating", "label")
    scale = [(x, float(text)) for x, anchor, text in texts(made) if anchor == "middle" and text != "rating"]
    assert [text for _, text in scale] == [1200, 1400, 1600, 1800]
    (x0, first), (x1, last) = scale[0], scale[-1]
    dots = [float(one.attrib["cx"]) for one in ET.fromstring(made).iter("circle")]
    assert dots == pytest.approx([x0 + (row[1] - first) / (last - first) * (x1 - x0) for row in rows], abs=0.1)
    assert len(plots.round_range(1500, 1500)) == 2  # a range of nothing still has two ends


def test_a_bot_has_the_same_colour_in_every_report() -> None:
    alone, together = bot_colours(["greedy"]), bot_colours(["random", "mine", "careful", "greedy", "expert"])
    assert alone["greedy"] == together["greedy"]
    assert len(set(together.values())) == 5
    assert bot_colours(["mine"])["mine"] == together["mine"]
    many = bot_colours([f"bot {number}" for number in range(8)])
    assert len(set(many.values())) == 8
    assert not set(many.values()) & set(map(ending_colour, ("stuck", "fire", "skull", "three", "finished", "out")))


def test_a_report_names_its_seed(found: list[Arena]) -> None:
    assert "games of seed 41 in" in page(found, "t", 41)


def test_no_column_is_lost_in_a_narrow_terminal(found: list[Arena], monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (30, 40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        told = StringIO()
        with redirect_stdout(told):
            terminal.show(found[:1], "classic: bots compared")
            terminal.show([Arena("classic", found[0].cells[:1])], "one [cell]")
            terminal.show(found[1:], "tension")
        text = told.getvalue()
        one = found[0].cells[0].result
        words = ["alone", "3 players", "95% interval", f"{one.turns:.1f}", "brilliant", "rating", "games", "one [cell]"]
        assert [word for word in words if word not in text] == []
        assert "…" not in text
        lines = [line for line in text.splitlines() if not line.startswith("Games ended")]
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize(("most", "last"), [(0.06, 0.06), (0.062, 0.08), (98, 100), (0, 1), (1, 1)])
def test_ticks_are_round_and_cover_the_range(most: float, last: float) -> None:
    found = plots.ticks(most)
    assert found[0] == 0
    assert found[-1] == pytest.approx(last)
    assert 2 <= len(found) <= 8
