"""Golden playthroughs are as they were; none is missing."""

import pytest

import gambero.game

from playthroughs.write import GAMES, HERE, told


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    assert told(name) == (HERE / f"{name}.txt").read_text("utf-8"), "if the change is meant: make playthroughs"


def test_no_game_and_no_option_lacks_one() -> None:
    told_of = {(game, option) for game, arguments in GAMES.values() for option in (None, *arguments)}
    wanted = {(game, option) for game, spec in gambero.game.GAMES.items() for option in (None, *spec.options)}
    assert wanted <= told_of
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)


def test_endings_of_many_kinds_are_among_them() -> None:
    reasons = {told(name).split("reason='")[1].split("'")[0] for name in GAMES}
    assert {"beaten", "stuck", "fire", "out"} <= reasons
