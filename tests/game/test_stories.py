"""Records that tell more than the moves: when they came, what was said, and which cards were refused."""

import random
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gambero
from gambero.game import new_game
from gambero.game.base import Game
from gambero.game.story import Said, Story, Tried
from gambero.game.views import Signals

from helpers.setups import cheapest, deals


def played(deal: tuple[str, dict[str, Any]], seed: int, moves: int) -> Game:
    game, chance = new_game(deal[0], **deal[1]), random.Random(seed)
    for _ in range(moves):
        if not game.over:
            game.move(cheapest(game, game.moves()) if chance.random() < 0.8 else chance.choice(game.moves()))
    return game


def signals_of(game: Game) -> st.SearchStrategy[Signals | None]:
    words = st.sampled_from(["mine", "small", "free"])
    commands = sorted(set(game.commands.values()))

    def signals(piles: dict[str, str], held: set[str], exact: bool) -> Signals | None:
        if not (piles or held or exact):
            return None
        return {"piles": {pile: piles[pile] for pile in sorted(piles)}, "commands": sorted(held), "exact": exact}

    held = st.sets(st.sampled_from(commands)) if commands else st.just(set())
    return st.builds(signals, st.dictionaries(st.sampled_from("abcd"), words), held, st.booleans())


@st.composite
def stories(draw: st.DrawFn, game: Game) -> Story:
    moves = len(game.log)
    gaps = draw(st.lists(st.integers(0, 10**8), min_size=moves, max_size=moves))
    times = tuple(accumulate(gaps)) if draw(st.booleans()) else ()
    places = st.tuples(st.integers(0, moves), st.integers(0, game.players - 1))
    said, latest = [], dict[int, Signals | None]()
    for place, seat in sorted(draw(st.sets(places, max_size=8))) if game.spec.signals else ():
        signals = draw(signals_of(game))
        if signals != latest.get(seat):
            latest[seat] = signals
            said.append(Said(place, seat, signals))
    tried = []
    if times and not game.spec.turns:
        cards = [move for move in game.notation.numbers if move[2:3].isdigit() and int(move[0]) < game.players]
        for place, at in zip(
            *(sorted(draw(st.lists(st.integers(0, moves), min_size=4, max_size=4))) for _ in "12"), strict=True
        ):
            tried.append(Tried(place, draw(st.sampled_from(cards)), draw(st.sampled_from(["wrong", "late"])), at))
    return Story(times, tuple(said), tuple(tried))


@settings(max_examples=150, deadline=None)
@given(data=st.data(), deal=deals, seed=st.integers(0, 99), moves=st.integers(0, 160))
def test_round_trip(data: st.DataObject, deal: tuple[str, dict[str, Any]], seed: int, moves: int) -> None:
    game = played(deal, seed, moves)
    game.story = data.draw(stories(game))
    text = game.record()
    assert text.startswith("gambero 2\n" if game.story else "gambero 1\n")
    again = gambero.replay(text)
    assert (again.story or Story()) == game.story
    assert (again.log, again.record()) == (game.log, text)
    assert gambero.replay(game.copy().record()) == again


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_garbled_story_is_refused_or_means_what_it_says(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([TEAM, AT_ONCE]))
    start = text.index("times:")
    at = data.draw(st.integers(start, len(text) - 1))
    garbled = (
        text[:at] + data.draw(st.text("0123456789abc=:- \n", max_size=4)) + text[at + data.draw(st.integers(0, 4)) :]
    )
    try:
        again = gambero.replay(garbled)
    except gambero.RecordError:
        return  # any other error is the test's failure
    assert gambero.replay(again.record()).story == again.story


def team() -> str:
    game = gambero.new("extreme", players=2, seed=1)
    game.move("@0")
    game.move(game.moves()[0])
    both: Signals = {"piles": {"a": "mine", "c": "small"}, "commands": ["skull", "stop"], "exact": True}
    one: Signals = {"piles": {"d": "free"}, "commands": [], "exact": False}
    game.story = Story((0, 1200), (Said(0, 1, both), Said(1, 0, one), Said(1, 1, None)))
    return game.record()


def at_once() -> str:
    game = gambero.new("tension", players=2, seed=1)
    game.move(game.moves()[0])
    game.move(game.moves()[0])
    game.story = Story((700, 900), tried=(Tried(0, "1:7/3", "wrong", 650), Tried(1, "0:2/1", "late", 901)))
    return game.record()


TEAM, AT_ONCE = team(), at_once()


def test_what_it_looks_like() -> None:
    told = TEAM[TEAM.index("times:") : TEAM.index("result:")]
    assert told == "times: 0 1200\nsaid:\n0 1: a=mine c=small skull stop exact\n1 0: d=free\n1 1: -\n"
    told = AT_ONCE[AT_ONCE.index("times:") : AT_ONCE.index("result:")]
    assert told == "times: 700 900\ntried:\n0 1:7/3 wrong 650\n1 0:2/1 late 901\n"


def test_what_was_said_holds_until_the_seat_says_something_else() -> None:
    story = gambero.replay(TEAM).story
    assert story is not None
    assert [sorted(story.signals(place)) for place in (0, 1, 2)] == [[1], [0], [0]]
    assert story.signals(0)[1]["commands"] == ["skull", "stop"]


def test_a_game_that_goes_on_has_a_record_without_times() -> None:
    game = gambero.replay(AT_ONCE)
    game.move(game.moves()[0])
    assert gambero.replay(game.record()).log == game.log
    assert gambero.replay(game.record()).story is None


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    [
        (TEAM, "gambero 2", "gambero 1", "begins with the seat"),
        (TEAM, "times: 0 1200", "times: 0", "as many as the moves, 2, not 1"),
        (TEAM, "times: 0 1200", "times: 1200 0", "this time is before the last one, 1200"),
        (TEAM, "times: 0 1200", "times: 0 01200", "'01200' is not a time"),
        (TEAM, "times: 0 1200", "times: 0 -5", "'-5' is not a time"),
        (TEAM, "times: 0 1200", "times: 0 9999999999999", "is not a time"),
        (TEAM, "said:\n", "said: 3\n", "on lines of its own, below 'said:'"),
        (TEAM, "0 1: a=mine", "3 1: a=mine", "the game has 2 moves, not 3"),
        (TEAM, "0 1: a=mine", "0 2: a=mine", "expected a seat, '0:' to '1:', not '2:'"),
        (TEAM, "0 1: a=mine", "0 1 a=mine", "expected a seat"),
        (TEAM, "a=mine c=small", "c=small a=mine", "signals go by pile"),
        (TEAM, "a=mine c=small", "a=mine a=small", "signals go by pile"),
        (TEAM, "a=mine", "a=57", "'a=57' is no signal"),
        (TEAM, "skull stop", "stop skull", "then by command"),
        (TEAM, "1 0: d=free", "1 0:", "and what it signals"),
        (TEAM, "1 0: d=free\n1 1: -", "1 1: -\n1 0: d=free", "and then by seat"),
        (TEAM, "1 1: -", "1 1: a=mine c=small skull stop exact", "signals that already"),
        (TEAM, "result:", "tried:\n0 0:7/3 late 5\nresult:", "only where everyone plays at once"),
        (AT_ONCE, "wrong 650", "slow 650", "'wrong' or 'late', not 'slow'"),
        (AT_ONCE, "1:7/3", "1:+", "expected a card that a seat lays"),
        (AT_ONCE, "1:7/3", "3:7/3", "the seats 0 to 1"),
        (AT_ONCE, "late 901", "late 90", "this time is before the last one, 650"),
        (AT_ONCE, "late 901", "late", "and a time"),
        (AT_ONCE, "times: 700 900\n", "", "with times only"),
        (AT_ONCE, "tried:\n", "said:\n0 0: a=mine\ntried:\n", "tension has no signals"),
    ],
)
def test_what_is_wrong_is_said(text: str, old: str, new: str, words: str) -> None:
    assert old in text
    with pytest.raises(gambero.RecordError, match="line") as refused:
        gambero.replay(text.replace(old, new, 1))
    assert words in str(refused.value)


def test_a_record_cut_anywhere_is_refused() -> None:
    for text in (TEAM, AT_ONCE):
        for cut in range(text.index("times:"), len(text) - 1):
            with pytest.raises(gambero.RecordError):
                gambero.replay(text[:cut])
