"""Tables with logs of any length, written straight to the store."""

from random import Random
from typing import Any

from gambero.game import Game, new_game
from gambero.game.setup import prepared
from gambero.server.store.database import Store
from gambero.server.table.dealing import sealed
from gambero.server.table.entries import Entry

from helpers.setups import cheapest

HOST = "anna"
SETUP = prepared("classic", players=2, seed=7)
BATCH = 5_000


def opened(**more: Any) -> dict[str, Any]:
    """The data of a table's first entry."""
    about = {"game": "classic", "players": 2, "options": dict(SETUP.options), "commands": None, "host": HOST}
    return about | {"listed": False, "clock": None, "wait": 0.5, "tournament": None, "daily": None} | more


class LongLog:
    """Two people who chat, signal, and take back most of the cards that they lay, game after game."""

    def __init__(self, table: str, size: int, takes_back: float = 0.9) -> None:
        self.entries: list[Entry] = []
        self._table, self._size, self._takes_back, self._chance = table, size, takes_back, Random(size)
        self._add("opened", **opened())
        self._add("sat", HOST, seat=0, name="Anna")
        self._add("sat", "ben", seat=1, name="Ben")
        while len(self.entries) < size:
            self._game()

    def _add(self, kind: str, person: str | None = None, **data: Any) -> None:
        if len(self.entries) < self._size:
            number = len(self.entries) + 1
            self.entries.append(Entry(self._table, number, kind, data, person, 1_000 * number))

    def _move(self, game: Game, move: str) -> None:
        game.move(move)
        self._add("moved", move=move)

    def _game(self) -> None:
        game = new_game("classic", players=2, deck=SETUP.deck)
        self._add("dealt", **sealed(SETUP, 64 * "0", f"g{len(self.entries)}"))
        self._move(game, "@0")
        while not game.over and len(self.entries) < self._size:
            self._turn(game)

    def _turn(self, game: Game) -> None:
        """Lay and take back, talk, and in the end lay what is owed."""
        while self._chance.random() < self._takes_back:
            move = self._chance.choice(game.moves())
            events = game.copy().move(move)
            if move != "." and not any(event["event"] in ("drew", "turn", "over") for event in events):
                self._add("moved", move=move)  # and the game here stays as it is
                self._add("undone")
            self._add("said", seat=0, piles={"a": "mine"}, commands=[])
            self._add("chat", HOST, seat=0, text="let us see")
        self._move(game, "." if game.can(".") else cheapest(game, game.moves()))


async def write(store: Store, log: LongLog) -> None:
    """Store a log that nobody has read yet."""
    for start in range(0, len(log.entries), BATCH):
        await store.begin(log.entries[start : start + BATCH], [])
