"""Games one by one: the same by seed and number, in files, by classes and factories, in kernels of other packages."""

import importlib.util
import json
import pickle
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import gambero
from gambero.bots.levels import GreedyBot, RandomBot
from gambero.cli import main
from gambero.game.base import View
from gambero.lab.arena.compare import arena
from gambero.lab.games_file import GamesFile, header
from gambero.lab.simulation import processes

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"players": 3, "on_fire": True}),
    ("extreme", {"players": 2, "commands": "shuffled"}),
    ("duel", {"bot": ["greedy", "random"]}),
    ("tension", {"players": 3, "bot": "random"}),
]


@pytest.mark.parametrize(("game", "asked"), TABLES, ids=[game for game, _ in TABLES])
def test_games_are_the_same_by_seed_and_number(game: str, asked: dict[str, Any]) -> None:
    whole = list(gambero.games(game, seed=3, count=6, workers=1, **asked))
    halves = [*gambero.games(game, seed=3, count=2, **asked), *gambero.games(game, seed=3, first=2, count=4, **asked)]
    assert halves == whole
    assert [number for number, _, _ in whole] == [0, 1, 2, 3, 4, 5]
    for _, result, record in whole:
        assert gambero.replay(record).result == result
    assert list(islice(gambero.games(game, seed=3, workers=1, **asked), 2)) == whole[:2]  # it never ends by itself


def test_games_from_processes_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "TRIAL", 0.0)
    monkeypatch.setattr(processes, "WORTH", 0.0)
    alone = list(gambero.games("classic", players=2, seed=3, first=5, count=12, workers=1))
    assert list(gambero.games("classic", players=2, seed=3, first=5, count=12, workers=2)) == alone


def test_games_and_simulations_are_of_the_same_games() -> None:
    counted = gambero.simulate("classic", players=3, games=40, seed=1)
    played = list(gambero.games("classic", players=3, count=40, seed=1))
    assert counted.left == sum(one.result.left for one in played) / 40  # type: ignore[misc]
    kept: list[gambero.PlayedGame] = []
    through_views = gambero.simulate("classic", players=3, games=40, seed=1, keep=kept.append)
    assert kept == played
    assert through_views.histogram == counted.histogram


def test_two_halves_of_a_simulation_make_the_whole() -> None:
    whole, one, two = (
        gambero.simulate("classic", players=3, games=games, first=first, seed=1)
        for games, first in ((5000, 0), (2000, 0), (3000, 2000))
    )
    together = {left: one.histogram.get(left, 0) + two.histogram.get(left, 0) for left in whole.histogram}
    assert together == whole.histogram
    assert one.wins + two.wins == whole.wins


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"first": -1}, "first must be a whole number, 0 or more, not -1"),
        ({"count": 1.5}, "count must be a whole number, 0 or more, not 1.5"),
        ({"bot": int}, "bot must be a class of gambero.Bot, and int is none"),
        ({"bot": lambda seed: seed}, "bot <lambda> must make a gambero.Bot, not"),
        ({"bot": lambda: GreedyBot()}, "bot <lambda> cannot be seated: TypeError"),
        ({"bot": {"greedy"}}, "bot must be a name, a class or a factory, or one of these a seat, not"),
    ],
)
def test_bad_arguments_are_refused_before_the_first_game(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gambero.games("classic", **asked)


# Files.


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["gambero", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def read_lines(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    first, *rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return first, rows


def read_parquet(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(file)
    return json.loads(table.schema.metadata[b"gambero"]), table.to_pylist()


@pytest.mark.parametrize(("end", "read"), [("jsonl", read_lines), ("parquet", read_parquet)])
def test_two_files_of_halves_make_the_whole(
    end: str,
    read: Callable[[Path], tuple[dict[str, Any], list[dict[str, Any]]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ("simulate", "duel", "--bot", "greedy,random", "--seed", "4", "--json")
    files = [tmp_path / f"{name}.{end}" for name in ("whole", "one", "two")]
    for file, games, first in zip(files, ("6", "2", "4"), ("0", "0", "2"), strict=True):
        assert run(monkeypatch, *asked, "--games", games, "--first", first, "--games-out", str(file)) == 0
    (about, whole), (_, one), (_, two) = [read(file) for file in files]
    assert one + two == whole
    assert [row["number"] for row in whole] == list(range(6))
    for row in whole:
        result = gambero.replay(row.pop("record")).result
        assert result is not None
        assert (row["winners"], row["left"]) == (list(result.winners), list(result.left))  # type: ignore[arg-type]
        assert (row["won"], row["reason"]) == (None, result.reason)
    assert about["gambero"] == gambero.__version__
    assert about["command"] == f"gambero simulate duel --bot greedy,random --seed 4 --json --games 6 --first 0 " \
                               f"--games-out {files[0]}"  # fmt: skip
    assert (about["game"], about["seed"], about["bots"]) == ("duel", 4, ["greedy", "random"])
    assert not list(tmp_path.glob("*.part"))


def test_version_command_and_seed_are_in_every_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "rows.csv", tmp_path / "page.html"
    words = ("simulate", "--games", "5", "--seed", "8", "--json", "--csv", str(file), "--report", str(page))
    assert run(monkeypatch, *words) == 0
    told = json.loads(capsys.readouterr().out)
    command = f"gambero {' '.join(words)}"
    assert (told["version"], told["command"], told["seed"]) == (gambero.__version__, command, 8)
    for text in (file.read_text("utf-8"), page.read_text("utf-8")):
        assert command in text
        assert gambero.__version__ in text


@pytest.mark.parametrize(
    ("file", "words"),
    [("games.csv", "ends in .parquet, .jsonl or .txt, not"), ("nowhere/games.jsonl", "in a folder that exists, not")],
)
def test_a_wrong_file_is_refused_before_the_games(
    file: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("simulate", "--games", "1000000000", "--games-out", str(tmp_path / file))
    assert run(monkeypatch, *asked) == 2
    assert words in capsys.readouterr().err


def test_without_pyarrow_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"pip install 'gambero\[data\]'"):
        GamesFile(tmp_path / "games.parquet", header())


# Classes and factories.


class Named(GreedyBot):
    name = "named"


def factory(seed: int | None = None) -> RandomBot:
    return RandomBot(seed)


def test_simulate_takes_a_class_or_a_factory() -> None:
    by_name = gambero.simulate("duel", bot="greedy,random", games=6, seed=2, workers=1)
    by_class = gambero.simulate("duel", bot=[GreedyBot, RandomBot], games=6, seed=2, workers=1)
    by_factory = gambero.simulate("duel", bot=[lambda seed: GreedyBot(seed), factory], games=6, seed=2, workers=1)
    assert by_name.by_seat == by_class.by_seat == by_factory.by_seat
    assert by_name.histogram == by_class.histogram == by_factory.histogram


def test_an_arena_takes_them_too_and_tells_them_apart() -> None:
    found = arena("duel", ["greedy", Named, partial(RandomBot), partial(RandomBot)], games=2, seed=1, workers=1)
    assert {rating.bot for rating in found.ratings} == {"greedy", "named", "random", "random 2"}
    with pytest.raises(ValueError, match="bots must be named once each"):
        arena("duel", ["greedy", "greedy"], games=1)


class Tired(GreedyBot):
    name = "tired"

    def team(self, view: View, seconds: float | None) -> str:
        if len(view["log"]) > 7:
            raise RuntimeError("enough\nof it")
        return super().team(view, seconds)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_tells_where_it_was_and_leaves_a_record(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "TRIAL", 0.0)
    monkeypatch.setattr(processes, "WORTH", 0.0)
    with pytest.raises(gambero.BotFault) as caught:
        gambero.simulate("classic", players=2, bot=["greedy", Tired], games=3, seed=5, workers=workers)
    fault = caught.value
    assert fault.path is not None
    text = fault.path.read_text("utf-8")
    fault.path.unlink()
    game = gambero.replay(text)
    assert str(fault).startswith("bot tired failed: RuntimeError: enough of it (classic, seed 5, game 0, seat 1, move ")
    assert str(fault).endswith(f"move {game.moves_made + 1}); the game until then is in {fault.path}")
    assert game.to_move == 1
    assert game.record() == fault.record
    assert any("in team" in note and "RuntimeError: enough" in note for note in fault.__notes__)
    assert "# RuntimeError: enough" in text
    again = pickle.loads(pickle.dumps(fault))  # as it comes from another process
    assert (str(again), again.trace, again.__notes__) == (str(fault), fault.trace, fault.__notes__)


# Kernels of other packages.


def example() -> Any:
    path = Path(__file__).parents[2] / "examples" / "kernel_bot.py"
    spec = importlib.util.spec_from_file_location("kernel_bot", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_bot_brings_a_kernel_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    highest = example().HighestBot
    in_kernel = gambero.simulate("extreme", players=2, bot=highest, games=60, seed=3)
    monkeypatch.setattr(highest, "team_games", None)
    through_views = gambero.simulate("extreme", players=2, bot=highest, games=60, seed=3, workers=1)
    assert in_kernel.histogram == through_views.histogram
    assert in_kernel.turns == through_views.turns
    assert in_kernel.reasons == through_views.reasons


def test_a_kernel_that_fails_or_miscounts_is_a_fault() -> None:
    class Broken(GreedyBot):
        name = "broken"

        @staticmethod
        def team_games(*_: Any) -> None:
            raise ZeroDivisionError

    class Lazy(GreedyBot):
        name = "lazy"

        @staticmethod
        def team_games(*_: Any) -> None:
            pass

    with pytest.raises(gambero.BotFault, match="bot broken failed in its kernel: ZeroDivisionError"):
        gambero.simulate("classic", bot=Broken, games=5)
    with pytest.raises(gambero.BotFault, match="bot lazy counted 0 games in its kernel, not 5"):
        gambero.simulate("classic", bot=Lazy, games=5)
    assert gambero.simulate("duel", bot=Lazy, games=2).games == 2  # kernels are for team games
