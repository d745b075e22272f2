"""Views and events are what their types say, and the types help whoever writes a bot."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import is_typeddict

import gambero
from gambero.game import GAMES, Game, events, new_game, views

from helpers.setups import SETUPS, cheapest, dealt, name

VIEWS: dict[str, Any] = {"team": views.TeamView, "duel": views.DuelView, "tension": views.TensionView}
EVENTS: dict[str, Any] = {"team": events.TeamEvent, "duel": events.DuelEvent, "tension": events.TensionEvent}


def fits(value: Any, kind: Any) -> bool:
    """Is this value of this type, in every part of it? Items of fixed length are looked at, too."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Annotated:
        sizes = [len(get_args(mark.kind)) for mark in parts[1:]]
        return fits(value, parts[0]) and all(len(value) == size for size in sizes)
    if origin is NotRequired:
        return fits(value, parts[0])
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is list:
        return type(value) is list and all(fits(item, parts[0]) for item in value)
    if origin is dict:
        return type(value) is dict and all(fits(key, parts[0]) and fits(item, parts[1]) for key, item in value.items())
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        required = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
        return (
            type(value) is dict
            and required <= set(value) <= set(hints)
            and all(fits(item, hints[key]) for key, item in value.items())
        )
    return value is None if kind is type(None) else type(value) is kind


def test_the_check_itself_can_fail() -> None:
    view = dict(gambero.new("classic", players=2, seed=7).view(0))
    assert fits(view, views.TeamView)
    for key in view:
        assert not fits({other: value for other, value in view.items() if other != key}, views.TeamView)
    assert not fits(view | {"more": 1}, views.TeamView)
    assert not fits(view | {"piles": [1, 1, 100]}, views.TeamView)
    assert not fits(view | {"minimum": True}, views.TeamView)
    assert not fits(view, views.DuelView)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_every_view_and_event_is_of_its_type(setup: tuple[str, dict[str, Any]]) -> None:
    chance = Random(name(setup))
    game = new_game(setup[0], **dealt(setup, chance, 20.0))
    kind = game.spec.page
    while True:
        for seat in (None, *range(game.players)):
            assert fits(game.view(seat), VIEWS[kind])
        if game.over:
            return
        moves = game.moves()
        happened = game.move(cheapest(game, moves) if chance.random() < 0.8 else chance.choice(moves))
        assert all(fits(event, EVENTS[kind]) for event in happened)


def test_every_event_has_a_type_and_every_type_happens() -> None:
    """Over all setups, each kind of event of the types was seen."""
    seen: dict[str, set[str]] = {kind: set() for kind in EVENTS}
    for setup in SETUPS:
        chance = Random(name(setup))
        for disorder in (5.0, 20.0, 1000.0):
            game = new_game(setup[0], **dealt(setup, chance, disorder))
            while not game.over:
                seen[game.spec.page] |= {event["event"] for event in game.move(chosen(game, chance))}
    for kind, union in EVENTS.items():
        typed = {get_args(get_type_hints(event)["event"])[0] for event in get_args(union)}
        assert seen[kind] == typed


def chosen(game: Game, chance: Random) -> str:
    moves = game.moves()
    if not game.spec.turns:  # with all stacks empty, nobody can play before long (T10)
        return chance.choice([move for move in moves if move.endswith("+")] or moves)
    return cheapest(game, moves) if chance.random() < 0.8 else chance.choice(moves)


# What mypy says, strictly.

BOT = """
import gambero
from gambero import Bot, DuelView, TeamView, TensionView


class Nearest(Bot):
    name = "nearest"
    thinks = "lays the card that goes the smallest way"

    def team(self, view: TeamView, seconds: float | None) -> str:
        tops = dict(zip("abcd", view["piles"]))
        lays = [move for move in view["moves"] if move != "."]

        def way(move: str) -> int:
            return abs(int(move[:-1]) - tops[move[-1]])

        if view["minimum"] == 0 and "." in view["moves"] and not view["turn"]["skulls"]:
            return "."
        return min(lays, key=way)

    def duel(self, view: DuelView, seconds: float | None) -> str:
        gifts = [move for move in view["moves"] if move[-1] in "AC"]
        return gifts[0] if gifts and not view["turn"]["gift"] else view["moves"][0]

    def tension(self, view: TensionView) -> str:
        value, step = view["piles"]
        return min(view["moves"], key=lambda move: (move.endswith("+"), abs(value - step)))


game = gambero.new("classic", players=2, seed=7)
game.move("@0")
cards: list[int] = game.hand(0)
for event in game.move(Nearest().choose(game.view(0))):
    if event["event"] == "laid":
        print(event["card"] + 1, event["pile"])
print(game.view(0)["fires"]["due"], gambero.new("duel").stock[1], gambero.__version__)
"""
WRONG = {
    'gambero.new("klassic")': "call-overload",
    'gambero.new("classic", last_card_wins=True)': "call-overload",
    'gambero.new("duel", professional=True)': "call-overload",
    'gambero.new("tension").view(0)["fires"]': "typeddict-item",
    'gambero.new("classic").view(0)["nothing"]': "typeddict-item",
    "gambero.nothing": "attr-defined",
}


def mypy(source: str, tmp_path: Path) -> str:
    """What mypy --strict says of a file that somebody else wrote."""
    file = tmp_path / "mine.py"
    file.write_text(source, "utf-8")
    options = ["--cache-dir", str(tmp_path / "cache"), "--follow-imports", "silent", "--config-file", ""]
    source_folder = Path(gambero.__file__).parent.parent
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *options, str(file)],
        env={"MYPYPATH": str(source_folder), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout + run.stderr


def test_a_small_bot_passes_mypy_strict_and_plays(tmp_path: Path) -> None:
    assert len(BOT.strip().splitlines()) < 45
    assert "ignore" not in BOT
    assert "cast" not in BOT
    assert mypy(BOT, tmp_path) == ""
    exec(compile(BOT, "mine.py", "exec"), {"__name__": "mine"})


def test_mypy_finds_what_is_wrong(tmp_path: Path) -> None:
    lines = ["import gambero", *WRONG]
    said = mypy("\n".join(lines) + "\n", tmp_path)
    for number, (line, code) in enumerate(WRONG.items(), 2):
        assert any(f":{number}: error:" in row and code in row for row in said.splitlines()), (line, said)


def test_types_are_mappings_to_whoever_takes_any_view() -> None:
    view: Mapping[str, Any] = gambero.new("duel", seed=1).view(0)
    assert GAMES[view["game"]].page == "duel"
