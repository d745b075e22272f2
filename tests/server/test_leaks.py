"""Secrecy: every byte that a server sends stays the same when all that its reader cannot know is reshuffled."""

import asyncio
import json
import random
from pathlib import Path

import pytest

from helpers.leak_check import STRANGER, WATCHERS, masked, other_deck, plain, recorded_house
from helpers.random_sessions import SessionWriter
from helpers.serving import Guest, Served, run
from helpers.setups import SETUPS, dealt, name


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that knows five players, two watchers and a stranger."""
    database = tmp_path_factory.mktemp("people") / "people.db"
    with Served(database) as served:

        async def arrive() -> dict[str, str]:
            names = (*(f"seat {seat}" for seat in range(5)), *WATCHERS, STRANGER)
            guests = [await Guest.new(served.url, name.rstrip("01234")) for name in names]  # a name tells no number
            return {name: guest.token for name, guest in zip(names, guests, strict=True)}

        database.with_suffix(".json").write_text(json.dumps(run(arrive())))
        served.stop()
    return database


STORIES = range(16)


@pytest.mark.parametrize("number", STORIES)
def test_what_nobody_may_know_changes_no_byte(people: Path, folder: Path, number: int) -> None:
    chance = random.Random(f"story {number}")
    games = ("classic", "extreme", "duel", "tension")
    setup = chance.choice([one for one in SETUPS if one[0] == games[number % 4] and one[1].get("players", 2) > 1])
    arguments = dealt(setup, chance, chance.choice((4.0, 30.0, 1000.0)))

    async def tell() -> int:
        async with recorded_house(people, folder, (setup[0], arguments), "first") as first:
            author = SessionWriter(first, chance)
            await author.write(setup, chance.choice((3, 20, 45)))
            entries = await first.house.store.entries("table")
            game = first.table.playing
        compared = 0
        for seat in (chance.randrange(game.players), None):
            deck = other_deck(game, entries, seat, chance)
            if deck is None:
                continue  # what was openly done leaves no other deal
            other = {**arguments, "deck": deck}
            async with recorded_house(
                people, folder, (setup[0], other), "other" if seat is None else f"other{seat}"
            ) as again:
                for step in author.steps:
                    await again.perform(step)
                assert plain(again.table.playing.deck) != plain(game.deck)
            eyes = WATCHERS if seat is None else (f"seat {seat}",)
            for who in (*eyes, STRANGER, "log"):
                assert masked(again, who) == masked(first, who), f"{name(setup)}: {who}"
            for who in (*eyes, STRANGER):
                assert '"id":"table"' in masked(first, who), "the lobby shows it"
            assert first.sent["log"]
            compared += 1
        return compared

    assert asyncio.run(tell()) == 2, "a seat's eyes and a spectator's"
