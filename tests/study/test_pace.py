"""The pace of tension: how long cards that fitted lay unused, what went wrong, and who did what when."""

import json
import random
import re
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gambero
from gambero.cli.app import app
from gambero.game.story import Story, Tried
from gambero.game.tension import TensionGame
from gambero.study.pace import Pace
from gambero.study.page import page


def played(seed: int, players: int = 3) -> TensionGame:
    """A game of random acts at random times."""
    chance = random.Random(seed)
    game = gambero.new("tension", players=players, seed=seed)
    while not game.over:
        lays = [move for move in game.moves() if not move.endswith("+")]
        game.move(chance.choice(lays if lays and chance.random() < 0.5 else game.moves()))
    times = tuple(accumulate(chance.randrange(2000) for _ in game.log))
    middle = len(game.log) // 2
    tried = (Tried(middle, "1:7/3", "wrong", times[middle]), Tried(middle, "0:2/1", "late", times[middle] + 1))
    game.story = Story(times, tried=tried)
    return game


@pytest.mark.parametrize("seed", range(4))
def test_a_card_lies_unused_as_long_as_its_seat_could_lay_one(seed: int) -> None:
    """Move by move from the law: between two moves nothing changes."""
    game = played(seed)
    assert game.story is not None
    pace = gambero.analyse(game)
    unused = [0.0] * game.players
    for moves, (since, until) in enumerate(pairwise((0, *game.story.times))):
        then = game.before(moves)
        for seat in range(game.players):
            if any(move[-1] not in "+^" for move in then.moves(seat)):
                unused[seat] += (until - since) / 1000
    assert [seat.unused for seat in pace.seats] == pytest.approx(unused)
    for seat, one in enumerate(pace.seats):
        waits = [wait.seconds for wait in pace.waits if wait.seat == seat]
        assert one.longest == pytest.approx(max(waits, default=0.0))
        assert sum(waits) == pytest.approx(one.unused)


def test_what_each_seat_did_is_counted() -> None:
    game = played(1)
    pace: object = gambero.analyse(game.record())  # a record as well as a game
    assert isinstance(pace, Pace)
    for seat, one in enumerate(pace.seats):
        own = [move for mover, move in game.log if mover == seat]
        assert one.drew == sum(move.endswith("+") for move in own)
        assert one.laid == len(own) - one.drew
        layers = "".join(str(mover) for mover, move in game.log if mover is not None and not move.endswith("+"))
        assert one.best_run == max(map(len, re.findall(f"{seat}+", layers)), default=0)
        assert (one.mistakes, one.late) == (int(seat == 1), int(seat == 0))
    assert len(pace.timeline) == len(game.log) + 2
    assert [act.at for act in pace.timeline] == sorted(act.at for act in pace.timeline)


def test_as_json_is_plain() -> None:
    told = gambero.analyse(played(2)).as_json()
    assert json.loads(json.dumps(told))["seats"][0].keys() >= {"unused", "longest", "best_run", "mistakes", "late"}


def test_without_times_there_is_no_pace() -> None:
    game = played(1)
    game.story = None
    with pytest.raises(ValueError, match="record with times"):
        gambero.analyse(game)


def test_it_is_drawn(tmp_path: Path) -> None:
    record, html = tmp_path / "game.txt", tmp_path / "review.html"
    record.write_text(played(3).record(), "utf-8")
    shown = CliRunner().invoke(app, ["analyse", str(record), "--html", str(html)])
    assert shown.exit_code == 0, shown.output
    assert "best run" in shown.output
    pace = gambero.analyse(played(3))
    text = html.read_text("utf-8")
    assert text == page(pace)
    assert "http" not in text  # nothing is loaded from elsewhere
    dots = [act for act in pace.timeline if act.act in ("laid", "drew", "face_down")]
    assert pace._repr_html_().count("<circle") == len(dots)
    assert json.loads(CliRunner().invoke(app, ["analyse", str(record), "--json"]).output)["game"] == "tension"
