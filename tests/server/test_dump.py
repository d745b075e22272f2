"""`gambero dump`: finished games of people who agreed, without names, from a server that runs."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import gambero

from helpers.commands import run_gambero
from helpers.serving import Guest, Served


async def agree(guest: Guest, on: bool) -> None:
    answer = await guest.ask("POST", "/api/me/sharing", {"share_games": on})
    assert answer.json() == {"share_games": on}


async def duel(one: Guest, other: Guest) -> str:
    """Play a game of two people to its end; returns its id."""
    table = await one.open("duel")
    seats = [await one.at(table), await other.at(table)]
    await seats[1].do("sit")
    await seats[0].do("start")
    await seats[0].do("starter", seat=0)
    await seats[0].until(lambda: seats[0].table["phase"] == "playing")
    chance = random.Random(1)
    await seats[1].until(lambda: seats[1].view and seats[1].n >= seats[0].n)
    while seats[0].table["phase"] != "over":
        mover, watcher = seats if seats[0].view["moves"] else reversed(seats)
        await mover.play(chance.choice(mover.view["moves"]))
        await watcher.until(lambda: watcher.n >= mover.n)  # noqa: B023  # waited for at once
    return str(seats[0].table["game_id"])


def dumped(server: Served, file: Path) -> dict[str, Any]:
    run = run_gambero("dump", file, "--database", server.database, "--json")
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


async def test_only_games_of_people_who_agreed_are_given_out_and_without_names(house: Served, tmp_path: Path) -> None:
    anna, ben = await Guest.new(house.url, "Anna Vespucci"), await Guest.new(house.url, "Ben Trovato")
    assert (await anna.ask("GET", "/api/me/sharing")).json() == {"share_games": False}
    before = dumped(house, tmp_path / "before.jsonl")
    alone = await anna.finished("classic")
    with_bot = await anna.finished("duel", bots=["greedy"])
    assert dumped(house, tmp_path / "still.jsonl")["games"] == before["games"]  # nobody has agreed

    await agree(anna, True)
    assert (await anna.ask("GET", "/api/me/export")).json()["person"]["share_games"] is True
    hers = dumped(house, tmp_path / "hers.jsonl")
    assert hers["games"] == before["games"] + 2
    header, *rows = [json.loads(line) for line in (tmp_path / "hers.jsonl").read_text("utf-8").splitlines()]
    assert (header["gambero"], header["command"].split()[:2]) == (gambero.__version__, ["gambero", "dump"])
    mine = [row for row in rows if "person 1" in row["seats"]][-2:]
    assert [(row["game"], row["seats"]) for row in mine] == [
        ("classic", ["person 1"]),
        ("duel", ["person 1", "bot greedy"]),
    ]
    for row in mine:
        game = gambero.replay(row["record"])
        assert game.result is not None
        assert (row["reason"], row["players"], row["winners"]) == (
            game.result.reason,
            game.players,
            list(game.result.winners),
        )
        assert game.seal is None

    text = tmp_path / "hers.txt"
    dumped(house, text)
    records = text.read_text("utf-8").split("\n\n")[1:]
    assert [gambero.replay(record).game for record in records] == [row["game"] for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet")
    dumped(house, tmp_path / "hers.parquet")
    assert parquet.read_table(tmp_path / "hers.parquet").to_pylist() == rows
    for file in tmp_path.iterdir():
        kept = file.read_bytes()
        for secret in ("Anna", "Vespucci", alone, with_bot, "commitment", "salt"):
            assert secret.encode() not in kept, (file, secret)

    together = await duel(anna, ben)
    assert together
    assert dumped(house, tmp_path / "one.jsonl")["games"] == hers["games"]  # Ben has not agreed
    await agree(ben, True)
    assert dumped(house, tmp_path / "both.jsonl")["games"] == hers["games"] + 1
    await agree(anna, False)
    assert dumped(house, tmp_path / "none.jsonl")["games"] == before["games"]
    await agree(anna, True)
    assert (await ben.ask("DELETE", "/api/me")).status_code == 204  # nobody can ask Ben any more
    assert dumped(house, tmp_path / "gone.jsonl")["games"] == hers["games"]


def test_wrong_input_is_one_line(tmp_path: Path) -> None:
    for words, told in (
        (("dump", "games.csv"), "games must go to a file whose name ends in"),
        (("dump", tmp_path / "games.jsonl", "--database", tmp_path / "none.db"), "there is no database"),
    ):
        run = run_gambero(*words, cwd=tmp_path)
        assert run.returncode == 2
        assert run.stderr.startswith("gambero: ")
        assert told in run.stderr
        assert len(run.stderr.splitlines()) == 1
