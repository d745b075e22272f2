"""Bots from other packages: they play the games they write a method for, and a broken one disturbs nobody else."""

import importlib.metadata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gambero
from gambero import bots
from gambero.bots import Bot
from gambero.game import GAMES, new_game

ONE_GAME = """
from gambero.bots import Bot
class Duellist(Bot):
    name = "duellist"
    thinks = "of the duel alone"
    def duel(self, view, seconds): return view["moves"][0]
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make a package with bots, as pip would: modules by name, entry points by bot."""

    def installed(modules: dict[str, str], entries: dict[str, str]) -> None:
        for name, source in modules.items():
            (tmp_path / f"{name}.py").write_text(source, "utf-8")
        info = tmp_path / "plugged-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n", "utf-8")
        rows = [f"{bot} = {where}\n" for bot, where in entries.items()]
        (info / "entry_points.txt").write_text("[gambero.bots]\n" + "".join(rows), "utf-8")
        monkeypatch.syspath_prepend(tmp_path)

    return installed


def test_a_bot_writes_only_the_games_it_plays(install: Install) -> None:
    install({"one_game": ONE_GAME}, {"duellist": "one_game:Duellist"})
    assert bots.bot_class("duellist").games() == ("duel",)
    duel = gambero.new("duel", seed=1)
    duel.move("@0")
    player = gambero.bot("duellist")
    assert player.choose(duel.view(0)) == duel.moves()[0]
    for game, plays in (("classic", "team"), ("extreme", "team"), ("tension", "tension")):
        view = new_game(game, players=2, seed=1).view(0)
        with pytest.raises(ValueError, match=f"bot duellist does not play {game}; it plays duel"):
            player.choose(view)
        assert GAMES[game].bot_method == plays
    assert gambero.simulate("duel", bot="duellist", games=2, seed=1).games == 2
    with pytest.raises(ValueError, match="bot duellist does not play classic; it plays duel"):
        gambero.simulate("classic", bot="duellist", games=2, seed=1)


def test_our_own_play_everything() -> None:
    for name in bots.BOTS:
        assert bots.bot_class(name).games() == tuple(GAMES)
    assert Bot.games() == ()


@pytest.mark.parametrize(
    "broken", ["1 / 0", "import nowhere", "raise SystemExit(3)", "Duellist = 7", "def Duellist(): pass"]
)
def test_a_broken_plug_in_disturbs_nobody_else(install: Install, broken: str) -> None:
    module = f"broken_{abs(hash(broken))}"
    install({module: broken, "one_good": ONE_GAME}, {"bad": f"{module}:Duellist", "good": "one_good:Duellist"})
    found = {info.name: info for info in bots.listed()}
    assert list(found) == [*bots.BOTS, "bad", "good"]
    assert found["bad"].fault is not None
    assert found["bad"].games == ()
    assert found["good"] == bots.BotInfo("good", "of the duel alone", ("duel",))
    with pytest.raises(ValueError, match="bot bad "):
        gambero.bot("bad")
    assert gambero.bot("good").choose(_started().view(0))


def _started() -> gambero.Game:
    game = gambero.new("duel", seed=1)
    game.move("@0")
    return game


def test_entry_points_are_read_once(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install({"one_game": ONE_GAME}, {"duellist": "one_game:Duellist"})
    reads = []

    def counted(**given: Any) -> Any:
        reads.append(given)
        return importlib.metadata.entry_points(**given)

    monkeypatch.setattr(bots, "entry_points", counted)
    for _ in range(50):
        gambero.bot("duellist", seed=1)
        gambero.bot("greedy")
    assert len(reads) == 1
