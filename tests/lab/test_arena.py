"""Bots compared: round robins and their ratings, the strength table, and the commands."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from gambero.bots import BOTS, Bot
from gambero.cli.app import main
from gambero.game import View
from gambero.lab.arena.compare import Arena, arena, cell_games, tables
from gambero.lab.arena.ratings import rated
from gambero.lab.report import markdown as strength

from helpers.commands import accept_sigint
from helpers.patience import PATIENCE

PLAIN = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str], Done]:
    """A command in a folder of its own, within this process: that real ones do the same is seen in test_cli."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def command(arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["gambero", *arguments.split()])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return Done(end.value.code, *capsys.readouterr())

    return command


class First(Bot):
    name = "first"
    thinks = "takes the first move there is"
    at = 0

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
        return str(view["moves"][self.at])

    def duel(self, view: View, seconds: float | None) -> str:
        return self.team(view, seconds)

    def tension(self, view: View) -> str:
        return str(view["moves"][self.at])


class Last(First):
    name = "last"
    at = -1


@pytest.fixture(autouse=True)
def two_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for player in (First, Last):
        monkeypatch.setitem(BOTS, player.name, player)


# Ratings.


def test_three_to_one_is_191_points() -> None:
    """Bradley and Terry: 400 × log10(3), but for the half win that each side is given."""
    better, worse = rated(["worse", "better"], np.array([[0, 2_500.0], [7_500.0, 0]]))
    assert (better.bot, better.games, better.wins) == ("better", 10_000, 7_500)
    assert better.rating - worse.rating == pytest.approx(400 * np.log10(3), abs=0.1)
    assert better.rating + worse.rating == pytest.approx(3_000)


def test_ratings_explain_games_that_fit_the_model() -> None:
    true = np.array([300.0, 100.0, -50.0, -350.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    wins = 100_000 * chance * (1 - np.eye(4))
    assert [one.rating - 1_500 for one in rated(list("abcd"), wins)] == pytest.approx(list(true), abs=0.2)


def test_about_95_of_100_intervals_hold_the_truth() -> None:
    true = np.array([120.0, 0.0, -120.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    lots = np.random.default_rng(1)
    held = 0
    for _ in range(300):
        wins = np.zeros((3, 3))
        for one, other in ((0, 1), (0, 2), (1, 2)):
            wins[one, other] = lots.binomial(100, chance[one, other])
            wins[other, one] = 100 - wins[one, other]
        for found in rated(list("abc"), wins):
            low, high = found.interval
            held += low <= 1_500 + true["abc".index(found.bot)] <= high
    assert 0.92 < held / 900 < 0.98


def test_a_clean_sweep_has_a_finite_rating() -> None:
    best, _, worst = rated(["a", "b", "c"], np.array([[0, 50.0, 50], [0, 0, 50], [0, 0, 0]]))
    assert (best.bot, worst.bot) == ("a", "c")
    assert 1_600 < best.rating < 3_000
    assert best.interval[0] < best.rating < best.interval[1] < 4_000


def test_greedy_is_the_anchor_that_ratings_of_two_runs_share() -> None:
    best, greedy = rated(["greedy", "best"], np.array([[0, 2_500.0], [7_500.0, 0]]))
    assert (greedy.bot, greedy.rating, greedy.interval) == ("greedy", 1_000, (1_000, 1_000))
    assert best.rating == pytest.approx(1_000 + 400 * np.log10(3), abs=0.1)
    free_best, free_other = rated(["other", "best"], np.array([[0, 2_500.0], [7_500.0, 0]]))
    widths = [one.interval[1] - one.interval[0] for one in (best, free_best, free_other)]
    assert widths[0] == pytest.approx(widths[1] + widths[2])  # the anchor itself has no error
    assert (best.against, greedy.against) == ({"greedy": 0.75}, {"best": 0.25})


# The arena.


def test_a_round_robin_plays_every_pair_from_both_seats() -> None:
    found = arena("duel", ["first", "last", "random"], games=8, seed=2)
    assert len(found.cells) == 6
    assert {cell.bots for cell in found.cells} >= {("first", "last"), ("last", "first")}
    assert {cell.result.games for cell in found.cells} == {4}
    assert {one.bot: one.games for one in found.ratings} == {"first": 16, "last": 16, "random": 16}
    assert sum(one.wins for one in found.ratings) == 24
    by_hand = sum(cell.result.by_seat[cell.bots.index("last")] for cell in found.cells if "last" in cell.bots)
    assert next(one.wins for one in found.ratings if one.bot == "last") == by_hand
    assert found == Arena(found.game, found.cells, found.ratings)


def test_three_at_a_table_meet_in_every_group_from_every_seat() -> None:
    company = tables("tension", ["random", "greedy", "careful", "expert"], [3])
    assert len(company) == 12
    assert {who for _, who in company} >= {("random", "greedy", "careful"), ("greedy", "careful", "random")}
    found = arena("tension", ["random", "greedy", "careful"], players=[3], games=30, seed=1)
    assert [cell.result.games for cell in found.cells] == [10, 10, 10]
    assert [one.bot for one in found.ratings] == ["careful", "greedy", "random"]
    assert found.ratings[1].rating == 1_000
    assert sum(one.wins for one in found.ratings) == pytest.approx(60)  # each win is one over both of the others


def test_a_shared_win_is_half_a_win_each() -> None:
    found = arena("tension", ["first", "random"], games=40, seed=1)
    assert sum(one.wins for one in found.ratings) == 40


def test_team_games_make_a_table() -> None:
    found = arena("classic", ["random", "greedy"], players=[1, 2], games=2_000)
    assert [(cell.bot, cell.players) for cell in found.cells] == [
        ("random", 1),
        ("random", 2),
        ("greedy", 1),
        ("greedy", 2),
    ]
    assert found.cells[3].result.win_rate > found.cells[1].result.win_rate
    assert found.ratings == []


def test_fast_bots_play_more_games() -> None:
    assert [cell_games(*table, None) for table in (("classic", 2, ["greedy"]), ("classic", 2, ["first"]))] == [
        20_000,
        400,
    ]
    assert cell_games("duel", 2, ["first", "last"], None) == 200  # from each seat
    assert [count for count, _ in tables("classic", ["greedy"], None)] == [1, 2, 3, 4, 5]


# The strength table.


def test_the_table_goes_between_its_markers_and_nowhere_else(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text(f"# Before\n\n{strength.BEGIN}\nold\n{strength.END}\n\nAfter.\n", "utf-8")
    found = [
        arena("classic", ["random", "greedy"], players=[1, 2], games=3_000),
        arena("duel", ["first", "last"], games=6),
    ]
    strength.write(page, found)
    once = page.read_text("utf-8")
    assert once.startswith(f"# Before\n\n{strength.BEGIN}\n\n## classic\n")
    assert once.endswith(f"{strength.END}\n\nAfter.\n")
    assert "old" not in once
    rate = strength.won(found[0].cells[3])
    assert f"| greedy | {strength.won(found[0].cells[2])} | {rate} |" in once
    assert "3,000 games each" in once
    assert f"| {found[1].ratings[0].bot} | {found[1].ratings[0].rating:.0f} |" in once
    strength.write(page, found)
    assert page.read_text("utf-8") == once
    new = tmp_path / "new.md"
    strength.write(new, found)
    assert "## duel" in new.read_text("utf-8")


def test_one_game_is_written_anew_and_the_others_stay(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    both = [arena("classic", ["greedy"], players=[1], games=300), arena("duel", ["first", "last"], games=6)]
    strength.write(page, both)
    before = page.read_text("utf-8")
    strength.write(page, [arena("classic", ["greedy"], players=[1], games=400)])
    after = page.read_text("utf-8")
    assert "300 games each" in before
    assert "400 games each" in after
    assert "300 games each" not in after
    assert after[after.index("## duel") :] == before[before.index("## duel") :]


@pytest.mark.parametrize(
    ("share", "text"), [(0, "0%"), (0.624, "62%"), (0.0504, "5.0%"), (0.00041, "0.04%"), (1, "100%")]
)
def test_a_share_has_the_digits_that_mean_something(share: float, text: str) -> None:
    assert strength.percent(share) == text


# The commands.

BAD = {
    "arena classic --bots hal": "bot must be one of random, greedy",
    "arena --bots greedy,greedy": "bots must be named once each",
    "arena duel --bots random": "bots must be two or more to play duel",
    "arena tension --bots random,greedy --players 3": "bots must be 3 or more to play tension",
    "arena --games 0": "games must be a whole number, 1 or more, not 0",
    "arena --players two": "players must be numbers as in 2,3, not 'two'",
    "arena classic --table": "with --table all games are played as they come",
    "arena --write no/where.md": "write must name a file in a folder that exists",
    "arena --write page.md": "page.md must have the lines",
    "simulate --bot greedy,greedy --players 3": "one name for all or one for each of the 3 seats, not 2 names",
    "simulate --bot greedy --bot greedy --players 3": "one name for all or one for each of the 3 seats, not 2 names",
    "simulate --seconds -1": "seconds must be a number from 0 to",
    "simulate --games 0": "games must be a whole number, 1 or more, not 0",
    "simulate --report no/where.html": "report must name a file in a folder that exists",
    "simulate --csv no/where.csv": "csv must name a file in a folder that exists",
}


@pytest.mark.parametrize(("arguments", "words"), BAD.items())
def test_bad_input_is_one_line_and_code_2(
    arguments: str, words: str, tmp_path: Path, run: Callable[[str], Done]
) -> None:
    (tmp_path / "page.md").write_text("no markers", "utf-8")
    done = run(arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("gambero: ")
    assert words in done.err


def test_the_arena_at_the_terminal_and_for_machines(tmp_path: Path, run: Callable[[str], Done]) -> None:
    asked = "arena classic --bots random,greedy --players 2,5 --games 2000"
    done = run(f"{asked} --write page.md --csv cells.csv --report out.html")
    assert (done.code, done.err) == (0, "")
    found = arena("classic", ["random", "greedy"], players=[2, 5], games=2_000)
    assert strength.percent(found.cells[3].result.win_rate) in done.out
    assert strength.won(found.cells[3]) in (tmp_path / "page.md").read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "cells.csv").read_text("utf-8"))))
    assert [(row["bot"], row["players"], int(row["wins"])) for row in rows] == [
        (cell.bot, str(cell.players), cell.result.wins) for cell in found.cells
    ]
    assert (tmp_path / "out.html").read_text("utf-8").startswith("<!doctype html>")


def test_ratings_as_json(run: Callable[[str], Done]) -> None:
    found = json.loads(run("arena tension --bots random,greedy --games 6 --json").out)
    assert {one["bot"] for one in found["ratings"]["tension"]} == {"random", "greedy"}
    assert [cell["games"] for cell in found["cells"]] == [3, 3]


def test_bots_are_listed_with_a_line_each(run: Callable[[str], Done]) -> None:
    done = run("bots")
    for player in BOTS.values():
        assert f"{player.name} " in done.out
        assert " ".join(player.thinks.split()[:5]) in done.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_shows_what_is_done_and_leaves_with_130(number: signal.Signals) -> None:
    accept_sigint()
    ours, theirs = pty.openpty()
    asked = "simulate --bot random,greedy --games 1000000000 --json"
    with subprocess.Popen(
        [sys.executable, "-m", "gambero", *asked.split()],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        env={**PLAIN, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        told = b""
        while b"playing" not in told:  # the bar says so once a game is done
            told += os.read(ours, 10_000)
        process.send_signal(number)
        while b"interrupted" not in told:
            told += os.read(ours, 10_000)
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert process.returncode == 130
    assert b"gambero: interrupted; these are the games played until then" in told
    assert b"Traceback" not in told
    found = json.loads(out)
    assert found["interrupted"] is True
    assert 0 < found["games"] < 1_000_000_000
