"""The first turn against bots: who starts, what bots say of untouched piles, and how fast they are."""

import pytest

from gambero.bots.talk import Signals
from gambero.game import new_game
from gambero.server.chat import number_in
from gambero.server.table.own_acts import settled_starter
from gambero.server.table.signals import without_doubles
from gambero.server.table.strengths import TIMES, slowness
from gambero.server.table.table import Seat, Table

from helpers.browsing import LANGUAGES, texts


def _table(eager: dict[int, int]) -> Table:
    """Anna and two bots who have looked at their cards."""
    table = Table("t")
    table.kind, table.phase = "classic", "starting"
    table.seats = [Seat(person="p", name="Anna"), Seat(bot="careful"), Seat(bot="careful")]
    table.eager = eager
    return table


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("eager", "starter"),
    [
        ({0: 2, 1: 2, 2: 1}, 0),  # of equals, the person
        ({0: 0, 1: 1, 2: 2}, 2),
        ({0: 0, 1: 0, 2: 0}, 1),  # a person who lets others begin is not made to
        ({0: 0, 1: 0}, None),
    ],
)
def test_who_starts_among_bots(eager: dict[int, int], starter: int | None) -> None:
    assert settled_starter(_table(eager)) == starter


def _said(**piles: str) -> Signals:
    return {"piles": dict(piles), "commands": ["stop"], "exact": True}


def test_of_two_untouched_piles_a_bot_speaks_of_one() -> None:
    game = new_game("classic", players=2, seed=1)
    assert without_doubles(_said(a="mine", b="mine", c="small"), game) == {
        "piles": {"a": "mine", "c": "small"},
        "commands": ["stop"],
        "exact": False,  # what is not said tells nothing any more
    }
    apart = _said(a="mine", b="small", d="mine")
    assert without_doubles(apart, game) == apart


def test_of_a_pile_that_was_played_on_a_bot_speaks_in_any_case() -> None:
    game = new_game("classic", players=2, seed=1)
    game.move("@0")
    game.move(next(move for move in game.moves(0) if move.endswith("a")))
    both = _said(a="mine", b="mine")
    assert without_doubles(both, game) == both


def test_slow_bots_leave_more_time_than_fast_ones() -> None:
    assert slowness("slow") > slowness("normal") == 1 > slowness("fast")
    assert slowness(None) == 1  # a table of before
    assert set(TIMES) == {"slow", "normal", "fast"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_by_one_tap_tells_no_number(language: str) -> None:
    words = {key: text for key, text in texts(language).items() if key.startswith("react.")}
    assert len(words) == 4
    assert {key for key, text in words.items() if number_in(text)} == set()
