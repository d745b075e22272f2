"""Random sessions at a table: people come and go, play, talk, ask, and try what they may not do."""

import random
from typing import Any

from gambero.server.table.table import Table

from helpers.leak_check import STRANGER, WATCHERS, RecordedHouse, Step, is_wrong
from helpers.setups import cheapest

WORDS = ("ciao!", "not there, please", "I could jump back", "hurry <b>up</b>", "ok")


class SessionWriter:
    """Makes up a session step by step while it happens the first time."""

    def __init__(self, told: RecordedHouse, chance: random.Random) -> None:
        self.told, self.chance = told, chance
        self.steps: list[Step] = []

    async def add(self, who: str, act: str, **message: Any) -> None:
        step = Step(who, act, message, self.chance.choice((0, 50, 300, 1000, 1000, 4000)))
        self.steps.append(step)
        await self.told.perform(step)

    async def write(self, setup: tuple[str, dict[str, Any]], length: int) -> None:
        game, options = setup
        players = options.get("players", 2)
        on = {key: value for key, value in options.items() if isinstance(value, bool)}
        more = {"clock": 3600.0} if self.chance.random() < 0.3 else {"tournament": 8} if game == "tension" else {}
        await self.add("seat 0", "asks", game=game, players=players, options=on, listed=True, **more)
        for seat in range(players):
            await self.add(f"seat {seat}", "comes")
            if seat:
                await self.add(f"seat {seat}", "says", type="sit", seat=seat)
        await self.add("seat 0", "says", type="start")
        for _ in range(length):
            await self.anything()
            if (next_step := self.next_move()) is None:
                break
            await self.add(f"seat {next_step[0]}", "says", **next_step[1])
        await self.everybody()

    async def everybody(self) -> None:
        """Whatever chance left out: all come again, ask for what they missed, and look around."""
        people = [*(f"seat {seat}" for seat in range(len(self.told.table.seats))), *WATCHERS]
        for who in people:
            if who in self.told.sockets:
                await self.add(who, "says", type="sync", after=max(0, self.told.table.number - 20))
                await self.add(who, "goes")
            await self.add(who, "comes")
            await self.add(who, "says", type="hint")
            await self.add(who, "says", type="move", move="0a")
        for seat in range(len(self.told.table.seats)):
            for move in self.misfits(seat)[:1]:
                await self.add(f"seat {seat}", "says", type="move", move=move)
        for who in (*people, STRANGER):
            await self.add(who, "asks")

    def next_move(self) -> tuple[int, dict[str, Any]] | None:
        """What carries the game on; None at the step before its end, since then all is revealed."""
        table, chance = self.told.table, self.chance
        if table.kind == "tension" and table.phase != "playing":
            return None if over_after(table, "^") else (table.starter or 0, {"type": "go"})
        if table.phase == "starting":
            left = [seat for seat in range(len(table.seats)) if seat not in table.eager]
            return chance.choice(left), {"type": "eager", "level": chance.randrange(3)}
        game = table.playing
        movers = range(game.players) if table.kind == "tension" else [game.to_move or 0]
        seat, legal = chance.choice([(seat, game.moves(seat)) for seat in movers if game.moves(seat)])
        move = cheapest(game, legal) if chance.random() < 0.8 else chance.choice(legal)
        return None if over_after(table, move) else (seat, {"type": "move", "move": move})

    async def anything(self) -> None:
        """Now and then something else happens, by somebody."""
        chance, table = self.chance, self.told.table
        seat = chance.randrange(len(table.seats))
        who = chance.choice([f"seat {seat}", *WATCHERS])
        there = who in self.told.sockets
        act = chance.randrange(16)
        if act == 0 or (act < 9 and not there):
            await self.add(who, "goes" if there else "comes")
            if who.startswith("seat") and there:
                await self.add(who, "comes")
        elif act == 1:
            number = chance.choice((None, max(0, table.number - chance.randrange(-3, 70))))
            await self.add(who, "says", type="sync", after=number)
        elif act == 2:
            await self.add(f"seat {seat}", "says", type="chat", text=chance.choice(WORDS))
        elif act == 3:
            piles = {pile: chance.choice(("mine", "small", "free")) for pile in chance.sample("abcd", 2)}
            await self.add(f"seat {seat}", "says", type="say", piles=piles)
        elif act == 4:
            await self.add(f"seat {seat}", "says", type="undo")
        elif act == 5:
            await self.add(f"seat {seat}", "says", type="move", move=self.wrong_move(seat))
        elif act == 6:
            await self.add(who, "says", **chance.choice(NOT_FOR_EVERYBODY))
        elif act == 7:
            await self.add(chance.choice((STRANGER, who)), "asks")
        elif act == 8:
            mover = table.game.to_move if table.game else None
            await self.add(f"seat {seat if mover is None else mover}", "says", type="hint")

    def wrong_move(self, seat: int) -> str:
        """A move refused in any world: malformed, out of turn, or a card of the hand that fits no pile."""
        game, chance = self.told.table.playing, self.chance
        if game.to_move not in (None, seat):
            return chance.choice(["2a", "50c", "."])
        return chance.choice([*self.misfits(seat), "100a", "zz", "@0", f"{seat}:11/4", "0a"])

    def misfits(self, seat: int) -> list[str]:
        """Cards of the hand, each where it fits no pile."""
        table, game = self.told.table, self.told.table.playing
        if table.kind != "tension":
            held = [f"{card}{pile}" for card in game.hand(seat) for pile in "abcd"]
        else:
            held = [f"{seat}:{value}/{step}" for value, step in game.hand(seat)]
        return [move for move in held if not game.can(move) and is_wrong(table, seat, move, self.told.sources.time)]


NOT_FOR_EVERYBODY: list[dict[str, Any]] = [
    {"type": "start"},
    {"type": "clear", "seat": 1},
    {"type": "bot", "seat": 0, "bot": "greedy"},
    {"type": "sit"},
    {"type": "go", "id": "go"},
    {"type": "move", "move": "5a", "after": 3},
]


def over_after(table: Table, move: str) -> bool:
    game = table.playing.copy()
    while game.can(move) and not game.over:
        game.move(move)
        if move != "^":
            break
    return game.over
