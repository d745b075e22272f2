"""What the luck of a deal was worth: measured by careful, many times over."""

from statistics import mean
from typing import Any

import pytest

import gambero
from gambero.game import Setup
from gambero.game.setup import prepared
from gambero.lab.deal_luck import any_deal, this_deal

RISING = list(range(2, 100))
FAR_APART = sorted(RISING, key=lambda card: 13 * card % 97)  # fifteen or more from each card to the next


def setup(deck: list[int] | None = None, game: str = "classic", players: int = 3, **options: Any) -> Setup:
    return prepared(game, players=players, deck=deck or RISING, **options)


@pytest.mark.parametrize("kind", [{}, {"on_fire": True}, {"game": "extreme"}, {"players": 1, "professional": True}])
def test_an_easy_deal_leaves_fewer_cards_than_the_mean_and_a_hard_one_more(kind: dict[str, Any]) -> None:
    usual = mean(any_deal(setup(**kind), range(64)))
    assert mean(this_deal(setup(FAR_APART, **kind), range(64))) > usual + 5
    assert mean(this_deal(setup(RISING, **kind), range(64))) < usual - 1


def test_changed_weights_play_differently_and_about_as_well_as_careful() -> None:
    deal = prepared("classic", seed=5)
    assert len(set(this_deal(deal, range(64)))) > 5
    careful = gambero.simulate("classic", bot="careful", games=1000, seed=1, workers=1).left
    assert mean(any_deal(deal, range(1000))) == pytest.approx(careful, abs=1)


def test_a_deal_is_worth_the_same_however_it_is_played_through() -> None:
    deal = prepared("extreme", players=2, seed=5)
    for play in (this_deal, any_deal):
        assert play(deal, range(6)) == play(deal, range(2)) + play(deal, range(2, 6))
