"""The commands, run as anyone would run them: real processes, their output, their exit codes."""

import csv
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

import gambero
from gambero import bots
from gambero.cli.admin import app as admin
from gambero.cli.app import app, main
from gambero.game import fair

from helpers.commands import accept_sigint, run_gambero, serves
from helpers.patience import PATIENCE

COMMANDS = [str(command.name or command.callback.__name__) for command in app.registered_commands if command.callback]
ADMIN = [str(command.name or command.callback.__name__) for command in admin.registered_commands if command.callback]
PLAIN = {**os.environ, "COLUMNS": "80", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
LOOK = re.compile(r"^\s*Example: (gambero .*\S)", re.MULTILINE)


def run(
    *arguments: str, typed: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Forked, unless Python itself is to start differently."""
    if not environment:
        return run_gambero(*arguments, cwd=cwd, typed=typed, environment=PLAIN)
    return subprocess.run(
        [sys.executable, "-m", "gambero", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env={**PLAIN, **environment},
        timeout=PATIENCE,
        check=False,
    )


def sealed() -> gambero.Game:
    """A short game whose record can be verified."""
    game = gambero.new("classic", players=2, seed=7, on_fire=True)
    for move in ("@0", "8a", "17a", "."):
        game.move(move)
    game.seal = fair.sealed(game)
    return game


def finished() -> gambero.Game:
    """A short game, lost."""
    game = gambero.new("classic", players=2, seed=7)
    while not game.over:
        game.move(game.moves()[-1])
    return game


@pytest.mark.parametrize(
    "command", [[], *([name] for name in COMMANDS)], ids=lambda command: " ".join(command) or "gambero"
)
def test_help_has_an_example_that_works(command: list[str], tmp_path: Path) -> None:
    shown = run(*command, "--help")
    assert shown.returncode == 0
    example = LOOK.search(shown.stdout)
    assert example, "--help shows no example, or it does not fit on a line"
    arguments = shlex.split(example[1])[1:]
    (tmp_path / "sealed.txt").write_text(sealed().record(), "utf-8")
    if "analyse" in arguments:
        (tmp_path / "game.txt").write_text(finished().record(), "utf-8")
    if "simulate" in arguments:
        arguments += ["--games", "1000", "--workers", "1"]
    if "train" in arguments:
        arguments += ["--quick", "100", "--games", "2", "--workers", "1"]
    if {"backup", "restore", "doctor", "dump"} & {*arguments}:
        serves("serve", "--port", "0", "--database", "games.db", cwd=tmp_path)
    if "restore" in arguments:
        run("backup", "games.backup", "--database", "games.db", cwd=tmp_path)
    if "serve" in arguments:
        serves(*arguments, "--port", "0", cwd=tmp_path)
        return
    tried = run(*arguments, cwd=tmp_path)
    assert (tried.returncode, tried.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", [[], *([name] for name in ADMIN)], ids=lambda command: " ".join(["admin", *command])
)
def test_help_of_an_operators_command_has_an_example(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What these examples do, tests/server/test_operators.py tries; here, that each is one of this command."""
    monkeypatch.setattr(sys, "argv", ["gambero", "admin", *command, "--help"])
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    example = LOOK.search(capsys.readouterr().out)
    assert example, "--help shows no example, or it does not fit on a line"
    assert shlex.split(example[1])[:2] == ["gambero", "admin"]
    assert set(command) <= set(shlex.split(example[1]))


def test_help_does_not_import_numba() -> None:
    """Importing Numba takes half a second; help must not wait for it."""
    probe = (
        "import sys; from gambero.cli import main; sys.argv = ['gambero', 'simulate', '--help']\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert not {'numba', 'numpy', 'gambero.game'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True)


def test_version() -> None:
    assert re.fullmatch(r"gambero \d+\.\d+\.\d+\S*\n", run("--version").stdout)


BAD = {
    "playy": "No such command 'playy'",
    "play whist": "game must be one of classic, extreme, duel, tension, not 'whist'",
    "play --resume broken.txt": "broken.txt: line 2, column 1: expected 'game:'",
}
WORSE = {
    "simulate --games 0": "games must be a whole number, 1 or more, not 0",
    "play --resume nowhere.txt": "nowhere.txt: No such file",
    "simulate --nonsense": "--nonsense",
    "simulate --csv - --json": "--json and --csv - both want the screen",
    "arena --csv - --json": "--json and --csv - both want the screen",
    "simulate --games 1000000000 --report /proc/no.html": "report must name a file that can be written: /proc/no.html",
    "arena --games 1000000000 --csv /proc/no.csv": "csv must name a file that can be written: /proc/no.csv: ",
    "simulate --csv both --report both": "csv and report must be two files, not both both",
    "simulate duel --players 3": "players must be 2 for duel, not 3",
    "simulate --bot hal": "bot must be one of",
    "play --seed seven": "--seed",
    "play classic twice": "twice",
    "play duel --professional": "'professional' is not an option of duel",
    "play --players 4 --bots greedy,random": "each of the 3 other seats, not 2",
    "play duel --bots greedy,greedy": "players must be 2 for duel, not 3",
    "play --bots hal": "bot must be one of",
    "play duel --resume broken.txt": "come from the record",
    "play --record broken.txt": "broken.txt is there already",
    "play --record no/where.txt": "a folder that exists",
    "play --resume .": "Is a directory",
    "play --resume picture.png": "picture.png is not a text file",
    "verify": "Missing argument",
    "verify nowhere.txt": "nowhere.txt: No such file",
    "verify picture.png": "picture.png is not a text file",
    "verify broken.txt": "broken.txt: line 2, column 1: expected 'game:'",
    "verify open.txt": "open.txt: the record has no commitment",
    "verify open.txt --commitment 12": "commitment must be 64 digits, each 0 to 9 or a to f, not '12'",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "broken.txt").write_text("gambero 1\nlame: duck\n", "utf-8")
    (tmp_path / "open.txt").write_text(gambero.new("duel", seed=1).record(), "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path


@pytest.mark.parametrize(("arguments", "words"), BAD.items())
def test_bad_input_ends_with_one_line_and_code_2(arguments: str, words: str, folder: Path) -> None:
    tried = run(*arguments.split(), cwd=folder)
    assert (tried.returncode, tried.stdout) == (2, "")
    assert tried.stderr.startswith("gambero: ")
    assert tried.stderr.count("\n") == 1
    assert words in tried.stderr


@pytest.mark.parametrize(("arguments", "words"), WORSE.items())
def test_other_bad_input_ends_with_one_line_and_code_2_too(
    arguments: str, words: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["gambero", *arguments.split()])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    assert told.err.startswith("gambero: ")
    assert told.err.count("\n") == 1
    assert words in told.err
    assert (folder / "broken.txt").read_text("utf-8") == "gambero 1\nlame: duck\n"


def test_simulate_for_machines() -> None:
    asked = "simulate classic --players 3 --on-fire --games 3000 --seed 5 --workers 1 --json"
    told = run(*asked.split())
    assert told.stderr == ""  # nobody looks, so no bar
    found = json.loads(told.stdout)
    same = gambero.simulate("classic", players=3, on_fire=True, games=3000, seed=5, workers=1)
    assert (found["game"], found["bot"], found["seed"]) == ("classic", "greedy", 5)
    assert (found["players"], found["options"]) == (3, {"on_fire": True})
    assert (found["games"], found["wins"], found["left"]) == (3000, same.wins, same.left)
    assert (found["win_rate"], found["brilliant"]) == (same.win_rate, same.brilliant)
    assert found["interval"] == list(same.interval)
    assert found["games_per_second"] == pytest.approx(3000 / found["seconds"])


def test_simulate_for_people_with_a_bar_where_somebody_looks() -> None:
    ours, theirs = pty.openpty()
    asked = "simulate extreme --commands shuffled --games 3000 --workers 1"
    with ThreadPoolExecutor(1) as reader:
        bar = reader.submit(all_of_terminal, ours)
        try:
            told = subprocess.run(
                [sys.executable, "-m", "gambero", *asked.split()],
                stdout=subprocess.PIPE,
                stderr=theirs,
                encoding="utf-8",
                env={**PLAIN, "TERM": "xterm"},
                timeout=PATIENCE,
                check=True,
            )
        finally:
            os.close(theirs)
        assert "of 3,000" in bar.result()
    same = gambero.simulate("extreme", commands="shuffled", games=3000, seed=0, workers=1)
    assert "extreme, played by greedy, commands shuffled" in told.stdout
    assert f" {same.win_rate:.2%} " in told.stdout
    assert f" {same.left:.2f} " in told.stdout


def all_of_terminal(terminal: int) -> str:
    """Read a terminal to its end: it holds 4 KB, and a slow machine draws a bar often, so that a writer would wait."""
    found = b""
    with suppress(OSError):  # Linux: nobody writes to it any more
        while part := os.read(terminal, 65_536):
            found += part
    os.close(terminal)
    return found.decode()


def test_simulate_tells_how_games_ended_and_what_was_left_within_80_columns() -> None:
    asked = "simulate extreme --players 3 --games 2000 --seed 1 --workers 1"
    told = run(*asked.split())
    same = gambero.simulate("extreme", players=3, games=2000, seed=1, workers=1)
    assert f" {same.turns:.1f} " in told.stdout
    assert re.search(r" \d+\.\d\d s ", told.stdout)
    lines = told.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    ended = next(line for line in lines if line.startswith("Games ended: "))
    assert {f"{word} {games / 2000:.2%}" for word, games in same.reasons.items()} == set(ended[13:].split(", "))
    bars = [line.split() for line in lines[lines.index("Cards left:") + 1 :]]
    tens = [sum(n for left, n in same.histogram.items() if 10 <= left <= 19) / 2000, same.histogram.get(0, 0) / 2000]
    shares = {label: share for label, share, *_ in bars}
    assert (shares["10-19"], shares.get("0", "0.00%")) == (f"{tens[0]:.2%}", f"{tens[1]:.2%}")
    longest = max(bars, key=lambda bar: float(bar[1].rstrip("%")))
    assert longest[2] == "█" * 60


@pytest.mark.parametrize("game", ["duel", "tension"])
def test_simulate_tells_of_each_seat_in_plain_letters_too(game: str) -> None:
    told = run(*f"simulate {game} --bot random --games 6 --workers 1".split(), PYTHONIOENCODING="ascii")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.isascii()
    assert "?" not in told.stdout
    assert "Won by seat: " in told.stdout
    assert "Cards left by seat 0, " in told.stdout
    assert " ####" in told.stdout


def test_simulate_for_spreadsheets() -> None:
    asked = "simulate classic --players 3 --games 500 --seed 5 --workers 1 --csv -"
    told = run(*asked.split())
    same = gambero.simulate("classic", players=3, games=500, seed=5, workers=1)
    (row,) = csv.DictReader(io.StringIO(told.stdout))
    assert {int(left): int(games) for left, games in (pair.split("=") for pair in row["histogram"].split())} == (
        same.histogram
    )
    assert float(row["turns"]) == same.turns


def test_a_game_is_left_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    left = run(*f"play --bots greedy --seed 7 --record {file}".split(), typed="@0\n17a 53c .\n8b\nquit\n")
    assert left.returncode == 0
    assert f"The record is in {file}." in left.stdout
    kept = gambero.replay(file.read_text("utf-8"))
    assert [move for seat, move in kept.log if seat == 0] == ["17a", "53c", ".", "8b"]
    assert not kept.over
    again = run("play", "--resume", str(file), "--record", str(file), typed="32a\n")
    assert again.returncode == 0
    assert gambero.replay(file.read_text("utf-8")).log == [*kept.log, (0, "32a")]
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_leaves_with_130_and_the_record(tmp_path: Path) -> None:
    accept_sigint()
    file = tmp_path / "game.txt"
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "gambero", "play", "--seed", "7", "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=PLAIN,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("8a\n")
        process.stdin.flush()
        while "You laid 8 on a" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
        assert "Traceback" not in process.stderr.read()
    assert gambero.replay(file.read_text("utf-8")).log == [(0, "8a")]


def test_gambero_alone_opens_the_table_in_the_browser(tmp_path: Path) -> None:
    script = "import sys, pathlib; pathlib.Path('opened').write_text(sys.argv[1])"
    browser = shlex.join([sys.executable, "-c", script]) + " %s"
    address = serves(cwd=tmp_path, BROWSER=browser, GAMBERO_PORT="0", GAMBERO_DATABASE="games.db")
    assert (tmp_path / "opened").read_text() == address


def test_a_game_is_in_plain_letters_where_there_are_no_others() -> None:
    told = run("play", typed=f"{'?' * 60}\n", NO_COLOR="1", PYTHONIOENCODING="ascii")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("gambero classic, alone")
    assert told.stdout.endswith("Goodbye.\n")  # the end of input ends it
    assert "+------ a ^ ------+" in told.stdout
    assert "is not a move" in told.stdout
    assert told.stdout.isascii()
    assert "\x1b" not in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 80


def test_a_fair_deal_is_verified(tmp_path: Path) -> None:
    game = sealed()
    assert game.seal
    (tmp_path / "game.txt").write_text(game.record(), "utf-8")
    told = run("verify", "game.txt", cwd=tmp_path)
    sentence = (
        f"Deck and salt match the record's own commitment, {game.seal.commitment}, and every move is by the rules."
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, f"{sentence}\n", "")
    told = run("verify", "-", "--commitment", f"{game.seal.commitment.upper()} ", typed=game.record())
    sentence = "Deck and salt match the commitment published before the game, and every move is by the rules."
    assert (told.returncode, told.stdout, told.stderr) == (0, f"{sentence}\n", "")


def test_a_deal_that_was_changed_is_found_out() -> None:
    text = sealed().record().replace("options: on_fire\n", "")
    told = run("verify", "-", typed=text)
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
    assert told.stderr.startswith("gambero: -: the deal was changed: deck and salt give the commitment ")
    other = sealed().seal
    assert other
    told = run("verify", "-", "--json", "--commitment", other.commitment, typed=sealed().record())
    assert told.returncode == 1
    assert told.stderr == f"gambero: -: the deal is another one: it was not committed to by {other.commitment}\n"
    found = json.loads(told.stdout)
    assert (found["fair"], found["published"]) == (False, other.commitment)
    assert found["commitment"] == found["computed"] != other.commitment


def test_verify_for_machines() -> None:
    game = sealed()
    assert game.seal
    told = run("verify", "-", "--json", typed=game.record())
    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout) == {
        "fair": True,
        "game": "classic",
        "players": 2,
        "moves": 4,
        "result": "unfinished",
        "commitment": game.seal.commitment,
        "computed": game.seal.commitment,
        "published": None,
    }


# Output whose reader has left.


def unread(*arguments: str, typed: str, **environment: str) -> tuple[int, str]:
    """Exit code and stderr of a command whose output nobody reads, as in `gambero … | true`."""
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "gambero", *arguments],
            input=typed,
            stdout=theirs,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**PLAIN, **environment},
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(theirs)
    return done.returncode, done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_mismatch(unbuffered: str) -> None:
    assert unread("verify", "-", typed=sealed().record(), PYTHONUNBUFFERED=unbuffered) == (141, "")
    changed = sealed().record().replace("options: on_fire\n", "")
    code, told = unread("verify", "-", "--json", typed=changed, PYTHONUNBUFFERED=unbuffered)
    assert (code, told.count("\n")) == (1, 1)
    assert "the deal was changed" in told


def test_a_closed_pipe_costs_no_file(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    assert unread("simulate", "--games", "100", "--csv", str(file), typed="") == (141, "")
    assert file.read_text("utf-8").count("\n") == 2


def test_a_file_that_cannot_be_written_costs_no_run(tmp_path: Path) -> None:
    """A disk may be full at the end, which nobody can know before."""
    file = tmp_path / "rows.csv"
    told = run(*f"simulate --games 200 --workers 1 --json --report /dev/full --csv {file}".split())
    assert json.loads(told.stdout)["games"] == 200
    assert file.read_text("utf-8").count("\n") == 2
    assert told.returncode == 2
    assert told.stderr == "gambero: report could not be written to /dev/full: No space left on device\n"
    told = run(*f"simulate --games 200 --workers 1 --csv /dev/full --report {tmp_path / 'page.html'}".split())
    assert "Games ended: " in told.stdout
    assert (told.returncode, told.stderr) == (
        2,
        "gambero: csv could not be written to /dev/full: No space left on device\n",
    )
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!doctype html>")


# Players of other packages that do not do as they should.

FAULTY = """
from gambero.bots.levels import GreedyBot
class Good(GreedyBot):
    thinks = "well [/of] others"
class Raises(GreedyBot):
    def team(self, view, seconds): return {}["nothing"]
    def duel(self, view, seconds): raise RuntimeError("tired\\nof it")
    def tension(self, view): raise RuntimeError
class Cheats(GreedyBot):
    def team(self, view, seconds): return "."
    def duel(self, view, seconds): return None
    def reaction(self): return "soon"
class Unborn(GreedyBot):
    def __init__(self): pass
"""
POINTS = """[gambero.bots]
good = faulty_bots:Good
raises = faulty_bots:Raises
cheats = faulty_bots:Cheats
unborn = faulty_bots:Unborn
missing = faulty_bots:Missing
gone = gone_bots:Gone
"""
FAULTS = {
    "simulate --bot missing": "bot missing cannot be loaded from faulty_bots:Missing: AttributeError",
    "simulate --bot gone": "bot gone cannot be loaded from gone_bots:Gone: ModuleNotFoundError: No module named",
    "simulate --bot unborn": "bot unborn cannot be seated: TypeError",
    "simulate --bot raises --games 3": (
        "bot raises failed: KeyError: 'nothing' (classic, seed 0, game 0, seat 0, move 1)"
    ),
    "simulate duel --bot good,raises --seed 4": (
        "bot raises failed: RuntimeError: tired of it (duel, seed 4, game 0, seat 1, move "
    ),
    "simulate tension --bot raises": "bot raises failed: RuntimeError (tension, seed 0, game 0, seat ",
    "simulate --bot cheats": "bot cheats chose a move that is not allowed: ",
    "simulate duel --bot cheats": "bot cheats chose None, which is no move (duel, seed 0, game 0, seat 0, move 2)",
    "simulate tension --bot good,cheats": "bot cheats failed: ValueError: could not convert string to float: 'soon'",
    "arena --bots raises --players 2 --games 2": "bot raises failed: KeyError: 'nothing' (classic, seed 0, game 0, ",
    "arena duel --bots greedy,cheats --games 1": "bot cheats chose None, which is no move",
    "arena --bots greedy,missing": "bot missing cannot be loaded from faulty_bots:Missing",
}


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "faulty_bots.py").write_text(FAULTY, "utf-8")
    info = tmp_path / "faulty-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(POINTS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "faulty_bots", raising=False)
    return tmp_path


def test_a_bot_that_cannot_be_loaded_hides_no_other(faulty: Path) -> None:
    told = run("bots", PYTHONPATH=str(faulty))
    assert told.returncode == 0
    names = [line.split()[0] for line in told.stdout.splitlines() if line[0] != " "]
    assert names == ["random", "greedy", "human", "careful", "expert", "cheats", "good", "raises", "unborn"]
    assert "well [/of] others" in told.stdout
    gone, missing = told.stderr.splitlines()
    assert gone.startswith("gambero: bot gone cannot be loaded from gone_bots:Gone: ModuleNotFoundError")
    assert missing.startswith("gambero: bot missing cannot be loaded from faulty_bots:Missing: AttributeError")


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(("arguments", "words"), FAULTS.items())
def test_a_bot_at_fault_is_named_with_what_it_did(
    arguments: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gambero", *arguments.split()])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    assert told.err.startswith(f"gambero: {words}")
    assert all(line.startswith("gambero: bot ") for line in told.err.splitlines())


@pytest.mark.usefixtures("faulty")
def test_an_arena_goes_on_without_the_bots_that_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The players of other packages take part where nobody names any; broken ones are left out and named."""
    monkeypatch.setattr(bots, "BOTS", {"random": bots.BOTS["random"], "greedy": bots.BOTS["greedy"]})
    monkeypatch.setattr(sys, "argv", ["gambero", "arena", "--players", "2", "--games", "2", "--json"])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert end.value.code == 0
    assert [cell["bot"] for cell in json.loads(told.out)["cells"]] == ["random", "greedy", "good"]
    for fault in ("left out: bot gone", "left out: bot missing", "bot raises failed: KeyError", "bot cheats chose"):
        assert f"gambero: {fault}" in told.err
    monkeypatch.setattr(
        sys, "argv", ["gambero", "arena", "--bots", "greedy,raises", "--players", "2", "--games", "2", "--json"]
    )
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr()
    assert end.value.code == 2  # this one was asked for
    assert [cell["bot"] for cell in json.loads(told.out)["cells"]] == ["greedy"]
    assert "bot raises failed" in json.loads(told.out)["faults"][0]
