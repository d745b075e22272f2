"""A server that cannot start says why in one line, with what to change, and ends with code 2."""

import os
import subprocess
import sys
from pathlib import Path
from socket import create_server

import pytest

from gambero.server.settings import Settings

from helpers.commands import run_gambero
from helpers.patience import PATIENCE

START = "import sys; sys.modules.update(dict.fromkeys({missing!r})); from gambero.cli import main; main()"
NOWHERE = "127.0.0.1:1"  # nobody listens there
BAD = {
    "--database foo://": "database must be a file, sqlite:///file or postgresql://…, not one of foo",
    f"--database postgresql://who:secret@{NOWHERE}/x": f"database does not answer at postgresql://…@{NOWHERE}/x: ",
    "--database postgresql://nobody.invalid/x": "database does not answer at postgresql://nobody.invalid/x: ",
    "--database nowhere/games.db": "nowhere/games.db cannot be used: unable to open database file; it must be a file",
    "--database /proc/games.db": "/proc/games.db cannot be used: unable to open database file; it must be a file",
    "--database text.db": "text.db cannot be used: file is not a database; it must be a file",
    "--redis nonsense": "redis must be redis://…, rediss://… or unix://…, not nonsense",
    f"--redis redis://:secret@{NOWHERE}/0": f"redis does not answer at redis://…@{NOWHERE}/0: ",
    f"--workers 2 --redis redis://{NOWHERE}/0": f"redis does not answer at redis://{NOWHERE}/0: ",
    "--host 999.1.1.1": "host must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all, not '999.1.1.1'",
}
SETTINGS = {
    "database=mysql://x": "not one of mysql",
    "database=sqlite://": "database must be a file in a folder that is there",
    "database=postgresql://who:secret@localhost:99999/x": "database must have a port from 0 to 65535",
    "redis=redis://localhost:x/0": "redis must have a port from 0 to 65535",
    "port=99999": "port must be from 0 to 65535, not 99999",
    "host=": "host must be an address of this machine",
}


def without(
    missing: tuple[str, ...], *arguments: str, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """A start where some packages are not installed."""
    return subprocess.run(
        [sys.executable, "-c", START.format(missing=missing), "serve", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def refused(*arguments: str, cwd: Path, missing: tuple[str, ...] = ()) -> str:
    """The line it says."""
    ours = {"GAMBERO_PORT": "0", "GAMBERO_DATABASE": "games.db"}
    if missing:
        tried = without(missing, *arguments, cwd=cwd, **ours)
    else:
        tried = run_gambero("serve", *arguments, cwd=cwd, environment=ours)
    assert (tried.returncode, tried.stdout) == (2, "")
    assert tried.stderr.startswith("gambero: ")
    assert tried.stderr.count("\n") == 1
    assert "secret" not in tried.stderr
    return tried.stderr


@pytest.mark.parametrize(("arguments", "words"), BAD.items())
def test_one_line_says_what_is_wrong_and_what_to_change(arguments: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text(
        "A diary, and long enough to be looked at as if it were a database.\n" * 9, "utf-8"
    )
    assert words in refused(*arguments.split(), cwd=tmp_path)


@pytest.mark.parametrize(("setting", "words"), SETTINGS.items())
def test_wrong_settings_are_found_without_a_start(setting: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, value = setting.partition("=")
    monkeypatch.setenv(f"GAMBERO_{name.upper()}", value)
    with pytest.raises(ValueError, match=words) as wrong:
        Settings.read().checked()
    assert "secret" not in str(wrong.value)


def test_a_port_in_use(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port} is in use" in refused("--port", str(port), cwd=tmp_path)


@pytest.mark.parametrize(
    ("store", "driver"), [("--database postgresql://x/x", "asyncpg"), ("--redis redis://x", "redis")]
)
def test_a_missing_driver(store: str, driver: str, tmp_path: Path) -> None:
    told = refused(*store.split(), cwd=tmp_path, missing=(driver,))
    assert f"{driver} must be installed for this: pip install 'gambero[workers]'" in told
