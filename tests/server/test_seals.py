"""Deck, seed and salt stay on the server until the end of a game, and then prove the deal."""

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gambero.game import fair
from gambero.game.replay import replay

from helpers.commands import run_gambero
from helpers.serving import Guest, Seated, Served, run, stored

KINDS: dict[str, dict[str, Any]] = {
    "classic": {"players": 2, "options": {"on_fire": True}, "bots": ["greedy"]},
    "extreme": {"players": 3, "commands": "shuffled", "bots": ["greedy", "random"]},
    "duel": {"bots": ["greedy"]},
    "tension": {"players": 2, "wait": 0.0, "bots": ["careful"]},
    "daily": {},
}


@dataclass
class Played:
    """A whole game, and what everybody was sent of it."""

    deal: dict[str, Any]
    table: dict[str, Any]  # at its end
    before: list[str]  # the end
    at_the_end: list[str]
    record: str


@dataclass
class Evening:
    """A game of each kind in one house that is closed now."""

    games: dict[str, Played]
    log: list[str]
    secrets: list[str]

    def hides(self, sent: list[str]) -> None:
        """Neither salts nor game ids nor ten cards in the order of a deck, nor what a day's deal is made from."""
        said = "".join(sent).replace(" ", "")
        assert said
        for deal in (game.deal for game in self.games.values()):
            decks = deal["deck"] if len(deal["deck"]) == 2 else [deal["deck"]]
            rows = [row_of(deck, at) for deck in decks for at in range(len(deck) - 9)]
            for secret in (*self.secrets, *rows, deal["salt"], deal["game_id"]):
                assert secret not in said


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    database = tmp_path_factory.mktemp("evening") / "games.db"
    with Served(database) as served:

        async def play() -> list[Played]:
            return await asyncio.gather(*(played(served, kind) for kind in KINDS))

        games = dict(zip(KINDS, run(play()), strict=True))
        assert served.stop() == 0
    return Evening(games, served.log, [row[0] for row in stored(database, "select value from secrets")])


async def played(served: Served, kind: str) -> Played:
    anna, stranger = await Guest.new(served.url), await Guest.new(served.url, "Stranger")
    table = await opened(anna, kind)
    seat, watcher = await anna.at(table), await stranger.at(table)
    await begin(seat)
    before = await pages(stranger, table)
    await to_the_end(seat)
    await watcher.until(lambda: watcher.table["phase"] == "over")
    at_the_end = []
    for one in (seat, watcher):
        end = next(i for i, text in enumerate(one.heard) if json.loads(text).get("table", {}).get("phase") == "over")
        before += one.heard[:end]
        at_the_end += [text for text in one.heard if json.loads(text).get("table", {}).get("reveal")]
    record = (await stranger.ask("GET", f"/api/games/{seat.table['game_id']}/record")).text
    found = stored(Path(served.database), f"select data from log where kind = 'dealt' and table_id = '{table}'")
    return Played(json.loads(found[0][0]), seat.table, before, at_the_end, record)


async def opened(anna: Guest, kind: str) -> str:
    if kind == "daily":
        day = datetime.now(UTC).date() - timedelta(days=2)  # the last one nobody watches until an hour after midnight
        return str((await anna.ask("POST", f"/api/daily/classic/{day}")).json()["id"])
    return await anna.open(kind, **KINDS[kind], listed=True, start=True)


async def pages(stranger: Guest, table: str) -> list[str]:
    """What anybody can ask for."""
    paths = ["/api/lobby", "/api/games", "/api/statistics", "/metrics", "/api", "/api/openapi.json", "/readyz"]
    paths += [f"/api/games/{table}", f"/api/games/{table}/record", f"/api/tables/{table}", f"/ws/tables/{table}"]
    return [(await stranger.ask("GET", path)).text for path in paths]


async def begin(seat: Seated) -> None:
    if seat.table["game"] == "tension":
        await seat.do("go")
    elif seat.table["phase"] == "starting":
        await seat.do("eager", level=2)


async def to_the_end(seat: Seated) -> None:
    """Play what comes first."""
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] in ("over", "stuck"))
        if seat.table["phase"] == "stuck":
            await seat.do("go")
        elif seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][0])
        await seat.do("ping")


def row_of(deck: list[Any], at: int) -> str:
    return ",".join(json.dumps(card, separators=(",", ":")) for card in deck[at : at + 10])


@pytest.mark.parametrize("kind", KINDS)
def test_the_deal_is_secret_until_the_end(evening: Evening, kind: str) -> None:
    evening.hides(evening.games[kind].before)


@pytest.mark.parametrize("kind", KINDS)
def test_the_end_reveals_it_to_everybody_once(evening: Evening, kind: str) -> None:
    game = evening.games[kind]
    assert game.table["reveal"] == {"deck": game.deal["deck"], "salt": game.deal["salt"]}
    assert game.table["game_id"] == game.deal["game_id"]
    told = [json.loads(text)["table"]["reveal"] for text in game.at_the_end]
    assert told == [game.table["reveal"]] * 2  # the player's eyes and the watcher's


@pytest.mark.parametrize("kind", KINDS)
def test_the_record_proves_it(evening: Evening, kind: str) -> None:
    game = evening.games[kind]
    again = replay(game.record)
    assert fair.intact(again)
    assert again.seal
    assert again.seal.commitment == game.table["commitment"] == game.deal["commitment"]
    assert any(f'"commitment":"{game.table["commitment"]}"' in text for text in game.before)  # told before the end
    salt = game.deal["salt"]
    assert not fair.intact(replay(game.record.replace(salt, salt[::-1])))


def test_anybody_can_verify_a_record(evening: Evening, tmp_path: Path) -> None:
    game = evening.games["extreme"]
    (tmp_path / "record.txt").write_text(game.record)
    for commitment, code in ((game.table["commitment"], 0), ("0" * 64, 1)):
        assert run_gambero("verify", "record.txt", "--commitment", commitment, cwd=tmp_path).returncode == code


def test_the_log_never_tells_a_deal(evening: Evening) -> None:
    evening.hides(evening.log)
