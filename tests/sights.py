"""Everything there is to see: each page, and each table in each of its moods, ready to be looked at."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browsing import Person, deal, deck

from serving import Guest

GAMES = ("classic", "extreme", "duel", "tension")


@dataclass
class Sight:
    name: str
    path: str
    guest: Guest
    shows: str = "main :is(h1, h2, button)"  # what is there once it has loaded

    async def look(self, person: Person) -> None:
        await person.go(self.path)
        await person.page.locator(self.shows).first.wait_for(state="visible")
        await person.page.evaluate("document.fonts.ready.then(() => true)")


async def all_sights(url: str, database: Path | str) -> list[Sight]:
    anna, berta = await Guest.new(url, "Anna"), await Guest.new(url, "Berta")
    over = await _finished(anna)
    pages = ["", "lobby", "rules", "learn", "daily", "games", "settings", "nowhere"]
    pages += [f"{page}/{game}" for page in ("rules", "learn") for game in GAMES]
    sights = [Sight(page.replace("/", "-") or "start", f"/{page}", anna) for page in pages]
    sights.append(Sight("gone", "/t/nothing_here", anna))
    sights.append(Sight("replay", f"/g/{over['game_id']}", anna))

    def at(name: str, table: str, who: Guest = anna, shows: str = "main :is(.table, [data-pile], h2)") -> None:
        sights.append(Sight(f"table-{name}", f"/t/{table}", who, shows))

    at("over", over["id"], shows="#over-title")
    gathering = await anna.open("classic", players=4, bots=["careful"], listed=True)
    at("gathering", gathering)
    at("gathering-invited", gathering, berta)
    at("starting", await anna.open("classic", players=3, bots=["careful", "greedy"], start=True))
    at("alone", await anna.open("classic", start=True), shows="[data-pile]")
    together = await _dealt(database, anna, "classic", deck(22, 38, 47, 50), ["@0", "22a"], players=2, on_fire=True)
    at("on-fire", together, shows="[data-pile]")
    at("watching", together, berta, "[data-pile]")
    commands = await _dealt(database, anna, "extreme", deck(3, 10, 17, 24), ["@0", "3a", "17b"], players=2)
    at("extreme", commands, shows="[data-pile]")
    duel = await _dealt(database, anna, "duel", (_sixty(9, 12, 30, 31, 44, 51), _sixty(20, 21, 22, 40, 50, 59)), ["@0"])
    at("duel", duel, shows="[data-pile]")
    at("tension", await anna.open("tension", players=4, bots=["careful"] * 3, tournament=8, start=True))
    return sights


def _sixty(*first: int) -> list[int]:
    return [*first, *(card for card in range(2, 60) if card not in first)]


async def _finished(anna: Guest) -> dict[str, Any]:
    table = await anna.open("classic", start=True)
    seat = await anna.at(table)
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    await seat.close()
    return seat.table


async def _dealt(database: Path | str, anna: Guest, game: str, cards: Any, moves: list[str], **options: Any) -> str:
    players = options.pop("players", 2)
    table = await anna.open(game, players=players, options=options, bots=["careful"] * (players - 1))
    deal(database, table, game, cards, moves, **({} if game == "duel" else {"players": players}), **options)
    return table
