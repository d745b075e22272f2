"""Every example in the README and the docs is run."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import which

import pytest

import gambero
from gambero.envs import fields
from gambero.server.settings import Settings

from helpers.commands import run_gambero, serves
from helpers.patience import PATIENCE

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[str]:
    return [text for language, text in FENCE.findall(page.read_text("utf-8")) if language in languages]


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def with_some(*languages: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, *languages)]


def sealed_example() -> str:
    """The record on the page about records that can be verified."""
    return next(text for text in blocks(ROOT / "docs" / "record.md", "gambero") if "commitment:" in text)


def finished_game() -> str:
    """The record of a duel that is over."""
    game = gambero.new("duel", seed=1)
    while not game.over:
        game.move(game.moves()[-1])
    return game.record()


def run_with_bot(page: Path, command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command where the bot of the page is installed: its file, and what pip makes of its pyproject.toml."""
    (source,), (settings,) = blocks(page, "python"), blocks(page, "toml")
    project = tomllib.loads(settings)["project"]
    (folder / "nearest.py").write_text(source, "utf-8")
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    entries = [f"{name} = {where}\n" for name, where in project["entry-points"]["gambero.bots"].items()]
    (info / "entry_points.txt").write_text(f"[gambero.bots]\n{''.join(entries)}", "utf-8")
    whole = [sys.executable, "-m", "gambero", *command]
    given = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        whole,
        cwd=folder,
        env=given,
        input="quit\n",
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("page", with_some("pycon"), ids=page_name)
def test_python_examples(page: Path) -> None:
    text = "\n".join(blocks(page, "pycon"))
    example = doctest.DocTestParser().get_doctest(text, {}, page_name(page), str(page), 0)
    assert example.examples
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert result.failed == 0


@pytest.mark.parametrize("page", with_some("console"), ids=page_name)
def test_commands(page: Path, tmp_path: Path) -> None:
    commands = [line[2:] for text in blocks(page, "console") for line in text.splitlines() if line.startswith("$ ")]
    assert commands
    (tmp_path / "sealed.txt").write_text(sealed_example(), "utf-8")
    (tmp_path / "game.txt").write_text(finished_game(), "utf-8")
    for command in commands:
        words = shlex.split(command, comments=True)
        if words[0] == "make":
            targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
            assert words[1] in targets, command
            continue
        assert words[0] == "gambero", command
        if words[1] == "serve":
            serves(*words[1:], cwd=tmp_path)
            continue
        if page.name == "writing-a-bot.md":
            run = run_with_bot(page, words[1:], tmp_path)
        else:
            run = run_gambero(*words[1:], cwd=tmp_path, typed="quit\n", environment={"GAMBERO_NO_BROWSER": "1"})
        assert run.returncode == 0, f"{command}\n{run.stderr}"


@pytest.mark.parametrize("page", with_some("gambero"), ids=page_name)
def test_records(page: Path) -> None:
    for text in blocks(page, "gambero"):
        assert gambero.replay(text).record() == text


@pytest.mark.skipif(not which("sha256sum"), reason="no sha256sum here")
def test_a_sealed_record_is_checked_by_hand_as_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "sealed.txt").write_text(sealed_example(), "utf-8")
    (tmp_path / "game.txt").write_text(finished_game(), "utf-8")
    (command,) = blocks(ROOT / "docs" / "record.md", "sh")
    told = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    seal = gambero.replay(sealed_example()).seal
    assert seal
    assert told.split() == [seal.commitment, "-"]


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page_name(page)}: {target}"


def test_the_house_layout_on_the_page_is_the_law_s() -> None:
    page = (ROOT / "docs" / "rules" / "extreme.md").read_text("utf-8")
    told = {
        int(number): command
        for command, numbers in re.findall(r"^\| `(\w+)` \| ([0-9, ]+) \|$", page, re.MULTILINE)
        for number in numbers.split(",")
    }
    assert told == gambero.new("extreme", seed=1).commands


def test_the_page_about_servers_names_every_setting() -> None:
    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(Settings.model_fields)


def test_the_page_about_environments_names_every_field_of_an_observation() -> None:
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    told = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", page, re.MULTILINE)
    known = [field for kind in (fields.TEAM, fields.DUEL, fields.TENSION) for field in kind.fields]
    assert told == [(field.name, str(field.size), field.holds) for field in known]
