"""Tables in a position of a test's choosing: the log is the truth, so it is written before anybody comes."""

import random
import sqlite3
import time
from collections.abc import Sequence
from typing import Any

import orjson

import gambero
from gambero.game import Game
from gambero.game.setup import prepared
from gambero.server.table.dealing import sealed

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served


async def dealt(
    server: Served,
    people: Sequence[Guest],
    game: str = "classic",
    *,
    deck: Sequence[Any] | None = None,
    moves: str = "",
    bots: Sequence[str] = (),
    options: dict[str, bool] | None = None,
    commands: dict[int, str] | None = None,
    **opened: Any,
) -> str:
    """A table where these people and then these bots sit, with this deck, after these moves; the first is the host."""
    players = len(people) + len(bots)
    table = await people[0].open(game, players=players, options=options or {})
    setup = prepared(game, players=players, deck=deck, commands=commands, **options or {})
    rows: list[tuple[str, str | None, dict[str, Any]]] = [
        *(("sat", _id(server, one), {"seat": seat, "name": one.name}) for seat, one in enumerate(people) if seat),
        *(("bot", None, {"seat": len(people) + number, "bot": bot}) for number, bot in enumerate(bots)),
        ("dealt", None, sealed(setup, 64 * "0", f"g{table[1:]}")),
    ]
    if game == "tension" and moves:
        rows += [("go", None, {"at": 0}), ("began", None, {})]
    rows += [("moved", None, {"move": move}) for move in moves.split()]
    now = time.time_ns() // 1_000_000
    with sqlite3.connect(server.database, timeout=PATIENCE) as store:
        first = orjson.loads(store.execute("SELECT data FROM log WHERE table_id = ?", (table,)).fetchone()[0])
        store.execute(
            "UPDATE log SET data = ? WHERE table_id = ? AND number = 1",
            (orjson.dumps({**first, **opened}).decode(), table),
        )
        store.executemany(
            "INSERT INTO log (table_id, number, at, kind, person, data) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (table, number, now, kind, person, orjson.dumps(data).decode())
                for number, (kind, person, data) in enumerate(rows, 3)
            ],
        )
    store.close()
    return table


def _id(server: Served, guest: Guest) -> str:
    """How the store knows somebody."""
    store = sqlite3.connect(server.database, timeout=PATIENCE)
    found = store.execute("SELECT id FROM people WHERE name = ? ORDER BY created DESC", (guest.name,)).fetchone()
    store.close()
    return str(found[0])


def unstuck_by_turning_up() -> tuple[Game, list[str]]:
    """All stacks are empty, and after the last of these moves nobody can lay; one card turned up helps."""
    for seed in range(1000):
        chance, game = random.Random(seed), gambero.new("tension", players=2, seed=seed)
        line = 32 * ["0:+", "1:+"]
        for move in line:
            game.move(move)
        while (moves := game.moves()) and not game.can("^") and not any(move.endswith("x") for move in moves):
            line.append(chance.choice(moves))
            game.move(line[-1])
        again = game.copy()
        if game.can("^") and again.move("^") and not again.over and not again.can("^"):
            return game, line
    raise AssertionError("no such game")


def deck_of(*hands: str, then: str = "") -> list[int]:
    """A deck of the 98 in which these cards are dealt and then drawn; whatever is not named follows in order."""
    first = [int(card) for text in (*hands, then) for card in text.split()]
    return [*first, *(card for card in range(2, 100) if card not in first)]
