"""What a notebook shows of a game, a solution and an analysis: plain HTML that stands alone."""

from html.parser import HTMLParser

import pytest

import gambero
from gambero.game import new_game

from helpers.setups import SETUPS, name


class Checked(HTMLParser):
    """Every element is closed in order; nothing is loaded or run."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "iframe")
        assert not {"src", "href", "onload"} & {key for key, _ in attrs}
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        assert tag in ("line", "polyline", "polygon", "circle", "rect")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_game_shows_itself_at_every_stage(setup: tuple[str, dict[str, object]]) -> None:
    game = new_game(setup[0], **{**setup[1], "seed": 1})
    shown = Checked(game._repr_html_()).text
    assert "unfinished" in shown
    card = game.hand(0)[0]
    assert str(card if isinstance(card, int) else f"{card[0]}/{card[1]}") in shown
    while not game.over:
        game.move(game.moves()[-1])
    assert "left" in Checked(game._repr_html_()).text


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_hands_and_piles_show_their_cards_and_stay_plain(setup: tuple[str, dict[str, object]]) -> None:
    game = new_game(setup[0], **{**setup[1], "seed": 1})
    hand, piles = game.hand(0), game.piles
    assert (isinstance(hand, list), isinstance(piles, tuple)) == (True, True)
    assert (repr(hand), repr(piles)) == (repr([*hand]), repr((*piles,)))
    for cards in (hand, piles):
        shown = Checked(cards._repr_html_()).text  # type: ignore[union-attr]
        flat = [part for card in cards for part in (card if isinstance(card, tuple) else (card,))]
        assert shown.replace("/", "") == "".join(map(str, flat))


def test_the_order_of_the_stock_is_not_shown() -> None:
    game = gambero.new("classic", players=1, deck=range(2, 100))
    other = gambero.new("classic", players=1, deck=[*range(2, 10), *reversed(range(10, 100))])
    assert game._repr_html_() == other._repr_html_()


def test_a_solution_shows_its_line() -> None:
    solution = gambero.solve(gambero.new("classic", players=3, seed=7))
    shown = Checked(solution._repr_html_()).text
    assert "This can be won" in shown
    assert " ".join(solution.moves) == " ".join(shown.split(").", 1)[1].split())
    lost = gambero.new("classic", players=1, seed=1)
    while not lost.over:
        lost.move(lost.moves()[-1])
    assert "cannot be won" in Checked(gambero.solve(lost)._repr_html_()).text


def test_an_analysis_shows_its_curve_in_the_colours_of_the_notebook() -> None:
    game = gambero.new("classic", players=1, seed=1)
    while not game.over:
        game.move(game.moves()[-1])
    shown = gambero.analyse(game)._repr_html_()
    assert "end" in Checked(shown).text
    assert ".gambero-study text{fill:currentColor" in shown  # readable on a dark ground too
