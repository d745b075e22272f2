"""The table on a whole screen: by keys and by mouse, in both languages, compared with pictures of it in text."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.pilot import Pilot

import gambero
from gambero.bots import Bot
from gambero.bots.talk import Signals
from gambero.game import View, new_game, seen_by
from gambero.tui import lines, seats
from gambero.tui.screen import TableApp
from gambero.tui.seated import Seated
from gambero.tui.texts import LANGUAGES, guessed

from helpers.patience import PATIENCE

SCREENS = Path(__file__).parent / "screens"
CELL = 12.2  # width of a character in a picture
WRITE = "GAMBERO_WRITE_SCREENS"  # set it to write the pictures anew


def sat(game: str = "classic", language: str = "en", bots: str = "greedy", **options: Any) -> TableApp:
    dealt = new_game(game, seed=7, **options)
    return TableApp(Seated(dealt, seats.others(dealt.players, bots, 1)), language)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after whatever the one before began is done."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def settled(pilot: Pilot[None]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await pilot.pause()


def picture(app: TableApp) -> str:
    """What is on the screen, as text: no colours, and nothing that differs between machines."""
    rows: dict[float, list[tuple[float, str]]] = {}
    drawn = ElementTree.fromstring(app.export_screenshot())
    for part in drawn.iter("{http://www.w3.org/2000/svg}text"):
        if part.get("class", "").endswith("-title"):
            continue
        rows.setdefault(float(part.get("y", 0)), []).append((float(part.get("x", 0)), "".join(part.itertext())))
    lines = []
    for _, parts in sorted(rows.items()):
        line = ""
        for x, text in sorted(parts):
            line = line.ljust(round(x / CELL)) + text.replace("\xa0", " ")
        lines.append(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


STORIES: dict[str, tuple[dict[str, Any], tuple[int, int], Sequence[str]]] = {
    "classic": ({"players": 3}, (96, 34), ("0", "1", "a", "right", "s", "c", "escape")),
    "fire-it": ({"players": 2, "on_fire": True, "language": "it"}, (80, 24), ("0", "1", "a", "2")),
    "extreme-narrow-it": ({"game": "extreme", "players": 2, "language": "it"}, (60, 40), ("0", "1", "a")),
    "duel": ({"game": "duel"}, (80, 24), ("0", "2", "c")),
    "tension-it": ({"game": "tension", "players": 2, "language": "it"}, (80, 24), ("plus", "1")),
}


@pytest.mark.parametrize("name", STORIES)
async def test_the_screen_is_as_its_picture(name: str) -> None:
    options, size, keys = STORIES[name]
    app = sat(**options)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, *keys)
        shown = picture(app)
    file = SCREENS / f"{name}.txt"
    if os.environ.get(WRITE):
        file.write_text(shown, "utf-8")
    assert shown == file.read_text("utf-8"), f"if this is meant, write the pictures anew with {WRITE}=1"


async def test_every_picture_belongs_to_a_story() -> None:
    assert {file.stem for file in SCREENS.glob("*.txt")} == set(STORIES)


@pytest.mark.slow
async def test_a_whole_game_by_keys() -> None:
    """Played as badly as can be, so that it is soon over."""
    app = sat(players=1)
    game = app.seated.game
    async with app.run_test(size=(100, 40)) as pilot:
        while not game.over:
            if "." in app.view["moves"]:
                await press(pilot, "enter")
                continue
            move = max(app.view["moves"], key=lambda move: int(move[:-1]) * (1 if move[-1] in "ab" else -1))
            await press(pilot, str(app.view["hand"].index(int(move[:-1])) + 1), move[-1])
        assert "left." in picture(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "options"), [("classic", {"on_fire": True}), ("extreme", {}), ("duel", {}), ("tension", {})]
)
def test_everything_that_happens_can_be_said(game: str, options: dict[str, bool], language: str) -> None:
    say, names = LANGUAGES[language], ["zero", "one"]
    for seed in range(3):
        dealt, bot = new_game(game, players=2, seed=seed, **options), gambero.bot("greedy", seed=seed)
        told: list[str] = []
        while not dealt.over:
            mover = next(seat for seat in (dealt.to_move, 0, 1) if seat is not None and dealt.moves(seat))
            move = bot.choose(dealt.view(mover))
            told += lines.happened(
                seen_by(dealt.move(move if dealt.can(move) else dealt.moves(mover)[0]), 0), names, say
            )
            view = dealt.view(0)
            told += [*lines.warnings(view, say), lines.owed(view, names, say)]
        assert lines.ending(dealt.view(0), names, say) in told
        assert not [line for line in told if "{" in line or not line]
        if options:
            assert any(line.startswith(say["fire_due"].partition("{")[0]) for line in told)


async def test_a_card_is_laid_by_mouse_and_taken_back() -> None:
    app = sat(players=2)
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "0")
        before = app.seated.game.copy()
        await pilot.click("#hand", offset=(8 + 3, 1))  # the second card
        await settled(pilot)
        second = before.view(0)["hand"][1]
        await pilot.click("#pile-own-b", offset=(5, 2))
        await settled(pilot)
        assert app.seated.game.piles == (1, second, 100, 100)
        assert f"you: {second}b" in picture(app)
        await press(pilot, "u")
        assert app.seated.game == before
        assert f"you: {second}b" not in picture(app)
        await press(pilot, "u")
        assert app.texts["no_undo"] in picture(app)


async def test_nothing_is_taken_back_once_new_cards_were_seen() -> None:
    app = sat(players=1)
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "1", "a", "1", "a", "enter")
        laid = app.seated.game.copy()
        await press(pilot, "u")
        assert app.seated.game == laid


async def test_what_is_refused_says_so_and_changes_nothing() -> None:
    app = sat(players=2)
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "0")
        before = app.seated.game.copy()
        await press(pilot, "a")
        assert app.texts["choose_first"] in picture(app)
        await press(pilot, "enter")
        assert app.texts["not_now"] in picture(app)
        await press(pilot, "2", "a", "1", "a")
        assert "may not go on a" in picture(app)
        assert len(app.seated.game.log) == len(before.log) + 1


class Listening(Bot):
    """Notes what it hears, and says that it wants pile a while its top is 1."""

    name = "listening"

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Any] = []

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        self.heard.append(view["said"])
        return str(view["moves"][-1])

    def says(self, view: View) -> Signals:
        fresh = view["piles"][0] == 1
        return {"piles": {"a": "mine"} if fresh else {"b": "mine"}, "commands": [], "exact": True}


async def test_own_signals_reach_the_bots_and_go_when_the_pile_changes() -> None:
    bot = Listening()
    app = TableApp(Seated(gambero.new("classic", players=2, seed=7), {1: bot}))
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "0", "s", "d", "c", "c", "escape")
        assert app.seated.own_signals == {"d": "mine", "c": "small"}
        await press(pilot, "1", "a", "1", "a", "enter")
        assert bot.heard[0]["0"]["piles"] == {"d": "mine", "c": "small"}
        assert "d" in app.seated.own_signals or app.seated.game.piles[3] < 100
        top = app.seated.game.piles[2]
        assert ("c" in app.seated.own_signals) == (top == 100)


async def test_bots_say_nothing_new_of_a_card_that_may_be_taken_back() -> None:
    app = TableApp(Seated(gambero.new("classic", players=2, seed=7), {1: Listening()}))
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "0")
        assert app.seated.heard()[1]["piles"] == {"a": "mine"}
        await press(pilot, "1", "b")
        assert app.seated.heard()[1]["piles"] == {"a": "mine"}
        await press(pilot, "1", "a")  # only what was said of it goes; that b is wanted now is not said
        assert app.seated.heard()[1]["piles"] == {}


async def test_a_hint_has_reasons() -> None:
    app = sat(players=2, language="it")
    async with app.run_test(size=(100, 40)) as pilot:
        await press(pilot, "0", "h")
        assert re.search(r"expert giocherebbe .* partite su 100\.", picture(app))
        why = [text for key, text in app.texts.items() if key.startswith("why_")]
        stems = [text.partition("{")[0] for text in why if text.partition("{")[0]]
        assert any(stem in picture(app) for stem in stems)


async def test_it_follows_the_size_of_the_terminal() -> None:
    app = sat(players=2)
    async with app.run_test(size=(100, 34)) as pilot:
        await press(pilot, "0")
        assert picture(app).count("a ▲") == picture(app).count("d ▼") == 1
        wide = next(line for line in picture(app).splitlines() if "a ▲" in line)
        await pilot.resize_terminal(50, 40)
        await settled(pilot)
        narrow = next(line for line in picture(app).splitlines() if "a ▲" in line)
        assert "d ▼" in wide
        assert "d ▼" not in narrow


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "whole"), [((), True), (("--plain",), False)])
def test_a_terminal_gets_the_whole_screen_unless_it_is_asked_not_to(arguments: tuple[str, ...], whole: bool) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gambero", "play", "classic", "--seed", "7", *arguments]
    given = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "90", "LINES": "30"}
    playing = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=given)
    os.close(theirs)
    seen = b""
    with suppress(OSError):  # Linux: nobody writes to it any more
        while part := os.read(ours, 65_536):
            seen += part
            if (b"draw pile" if whole else b"quit leaves") in seen:
                os.write(ours, b"q" if whole else b"q\n")
                seen = seen.replace(b"draw pile", b"seen").replace(b"quit leaves", b"seen")
    os.close(ours)
    assert playing.wait(PATIENCE) == 0
    assert (b"\x1b[?1049h" in seen) == whole  # the terminal's second screen


async def test_the_record_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    game = gambero.new("classic", players=2, seed=7)
    app = TableApp(Seated(game, seats.others(2, "greedy", 1), keep=file))
    async with app.run_test() as pilot:
        await press(pilot, "0", "1", "a")
        assert gambero.replay(file.read_text("utf-8")) == game
        await press(pilot, "u")
        assert gambero.replay(file.read_text("utf-8")) == game


def test_both_languages_have_the_same_texts() -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for language, texts in LANGUAGES.items():
        assert texts.keys() == LANGUAGES["en"].keys(), language
        for key, text in texts.items():
            assert places(text) == places(LANGUAGES["en"][key]), f"{language}: {key}"


def test_the_language_is_the_system_s() -> None:
    assert guessed({"LANG": "it_IT.UTF-8"}) == "it"
    assert guessed({"LC_ALL": "en_GB.UTF-8", "LANG": "it_IT.UTF-8"}) == "en"
    assert guessed({"LANG": "fi_FI.UTF-8"}) == guessed({}) == "en"
