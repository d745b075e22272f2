"""Every page, and every table in each of its states, for screenshots and accessibility checks."""

import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import WebSocketRoute

from gambero.game import new_game
from gambero.game.setup import prepared
from gambero.study.puzzles.file import packaged

from helpers.browsing import UNPLUGGED, Person, deal, deck
from helpers.patience import PATIENCE
from helpers.serving import Guest

GAMES = ("classic", "extreme", "duel", "tension")
NAMES = ("Anna", "Berta", "Carlo", "Dora", "Emilio")
OPEN_PILE = "[data-pile]"
SOON = 99_000  # milliseconds: a countdown that lasts until it was looked at

EAGER = 0.4  # how often somebody lays what fits rather than draws
Happened = tuple[str, dict[str, Any]]  # what is written in a log
Deed = Callable[[Person], Awaitable[object]]


@dataclass
class Sight:
    name: str
    path: str
    guest: Guest
    shows: str = "main :is(h1, h2, button)"  # what is there once it has loaded
    then: Deed | None = None  # what is done before looking
    before: Deed | None = None  # what is so before the page is opened
    twin: bool = False  # made of the same parts as another: worth a picture, not another check

    async def look(self, person: Person) -> None:
        if self.before:
            await self.before(person)
        await person.go(self.path)
        await person.page.locator(self.shows).first.wait_for(state="visible")
        loading = person.reads("app.loading")
        await person.until(lambda: _none(loading))
        if self.then:
            await self.then(person)
        await person.page.evaluate("document.fonts.ready.then(() => true)")


async def _give_up(me: Person) -> None:
    await me.button("puzzle.give_up").click()
    await me.sees(me.button("puzzle.next"))


async def _run(me: Person) -> None:
    await me.button("puzzle.run.start").click()
    await me.sees(me.page.locator(OPEN_PILE))


async def _none(what: Any) -> bool:
    return not await what.count()


class Sights:
    """The people whose pages are looked at, and the tables they sit at."""

    def __init__(self, database: Path | str, guests: list[Guest]) -> None:
        self.database = database
        self.guests = guests
        self.anna, self.berta = guests[0], guests[1]

    async def empty(self) -> AsyncIterator[Sight]:
        for page in ("", "lobby", "games", "daily", "days"):
            yield Sight(f"{page or 'start'}-empty", f"/{page}", self.anna)

    async def pages(self) -> AsyncIterator[Sight]:
        anna = self.anna
        for page in ("rules", "learn", "settings"):
            yield Sight(page, f"/{page}", anna)
        yield Sight("missing", "/nowhere", anna)
        yield Sight("missing-table", "/t/nothing_here", anna)
        yield Sight("missing-replay", "/g/nothing_here", anna, before=_forgiving, twin=True)

    async def puzzles(self) -> AsyncIterator[Sight]:
        ids = {(one.kind, one.game): one.id for one in packaged().puzzles}
        for (kind, game), puzzle in sorted(ids.items()):
            yield Sight(f"puzzle-{kind}-{game}", f"/puzzles/{puzzle}", self.anna, OPEN_PILE)
        one = ids["best_turn", "classic"]
        yield Sight("puzzle-hint", f"/puzzles/{one}", self.anna, OPEN_PILE, lambda me: me.button("puzzle.hint").click())
        yield Sight("puzzle-verdict", f"/puzzles/{one}", self.berta, OPEN_PILE, _give_up)
        yield Sight("puzzle-run", "/puzzles/run", self.anna)
        yield Sight("puzzle-runs", "/puzzles/run", self.anna, then=_run)

    async def rules(self) -> AsyncIterator[Sight]:
        for game in GAMES:
            yield Sight(f"rules-{game}", f"/rules/{game}", self.anna)
        yield Sight("rules-example", "/rules/classic", self.anna, then=lambda me: me.button("rules.try").nth(6).click())

    async def lessons(self) -> AsyncIterator[Sight]:
        for game in GAMES:
            yield Sight(f"learn-{game}", f"/learn/{game}", self.anna, ".board :is([data-pile], button)")

    async def gatherings(self) -> AsyncIterator[Sight]:
        anna, berta = self.anna, self.berta
        for game, seats in (("tension", 3), ("classic", 5), ("duel", 2)):
            await self.guests[2].open(game, players=seats, listed=True)
        await self.guests[3].open("extreme", players=2, bots=["expert"], listed=True, start=True)
        gathering = await anna.open("classic", players=4, bots=["careful"], listed=True)
        yield Sight("gathering", f"/t/{gathering}", anna)
        yield Sight("gathering-invited", f"/t/{gathering}", berta, twin=True)
        yield Sight("lobby", "/lobby", berta, "article")
        starting = await anna.open("classic", players=3, bots=["careful", "greedy"], start=True)
        yield Sight("starting", f"/t/{starting}", anna, ".eager")

    async def solo(self) -> AsyncIterator[Sight]:
        anna = self.anna
        alone = await anna.open("classic", start=True)
        yield Sight("alone", f"/t/{alone}", anna, OPEN_PILE)
        yield Sight("alone-hint", f"/t/{alone}", anna, OPEN_PILE, _hint)
        yield Sight("alone-help", f"/t/{alone}", anna, OPEN_PILE, lambda me: me.button("bar.help").click())
        yield Sight("alone-menu", f"/t/{alone}", anna, OPEN_PILE, lambda me: me.button("bar.menu").click(), twin=True)

    async def talking(self) -> AsyncIterator[Sight]:
        anna, berta, carlo = self.guests[:3]
        cards = deck(34, 12, 66, 31, 37, 58, 64, 86, 40, 45, 44, 52, 71, 80, 75, 28, 33, 49, 42, 24, 17, 90, 5, 61)
        moves = ["@2", "75c", "28a", ".", "34a", "31d", ".", "40b", "44b", "."]
        three = await self.seated("classic", 3, cards, moves, on_fire=True)
        for guest, piles in ((berta, {"b": "mine", "a": "free"}), (carlo, {"b": "small", "c": "small"})):
            seat = await guest.at(three)
            await seat.do("say", piles=piles)
            await seat.do("chat", text="leave that rising pile to me, please")
        yield Sight("other-lays", f"/t/{three}", berta, OPEN_PILE, twin=True)
        yield Sight("chosen", f"/t/{three}", carlo, OPEN_PILE, lambda me: _choose(me, 24))
        yield Sight("talk", f"/t/{three}", anna, OPEN_PILE, _talk)
        yield Sight("talk-person", f"/t/{three}", anna, OPEN_PILE, _menu_of_a_line)
        yield Sight("talk-report", f"/t/{three}", anna, OPEN_PILE, _report, twin=True)
        yield Sight("lost-connection", f"/t/{three}", carlo, OPEN_PILE, _cut, _unplugged)
        yield Sight("watching", f"/t/{three}", self.guests[4], OPEN_PILE, twin=True)

    async def teams(self) -> AsyncIterator[Sight]:
        anna, berta = self.anna, self.berta
        five = await self.seated("classic", 5, deck(), ["@0"])
        yield Sight("five", f"/t/{five}", anna, OPEN_PILE)
        yield Sight("five-wrong", f"/t/{five}", anna, OPEN_PILE, lambda me: me.pile("a").click(), twin=True)
        fire = await self.seated("classic", 2, deck(22, 38, 47, 50), ["@0", "22a"], on_fire=True)
        yield Sight("on-fire", f"/t/{fire}", anna, OPEN_PILE, lambda me: _choose(me, 38))
        burning = deck(22, 88, 38, 47, 50, 3, 4, 77, 70, 23, 29, 41, 56, 90)
        due = await self.seated("classic", 2, burning, ["@0", "22a", "88c", ".", "77d"], on_fire=True)
        yield Sight("on-fire-due", f"/t/{due}", berta, OPEN_PILE, twin=True)
        commands = await self.seated("extreme", 2, deck(3, 10, 17, 24), ["@0", "3a", "17b"])
        yield Sight("extreme", f"/t/{commands}", anna, OPEN_PILE)
        moves = ["@0", "3a", "17b", "77d", "91c", "."]
        many = await self.seated("extreme", 2, deck(3, 17, 77, 91), moves)
        yield Sight("extreme-many", f"/t/{many}", berta, OPEN_PILE)

    async def endings(self) -> AsyncIterator[Sight]:
        anna, berta = self.anna, self.berta
        won = await self.finished("classic", 1, 0, deck())
        yield Sight("over-won", f"/t/{won['id']}", anna, "#over-title", _lucky)
        lost = await self.finished("classic", 3, 1)
        yield Sight("over-lost", f"/t/{lost['id']}", anna, "#over-title", _lucky)
        yield Sight("over-guest", f"/t/{lost['id']}", berta, "#over-title", _lucky, twin=True)
        yield Sight("review", f"/g/{lost['game_id']}", anna, OPEN_PILE, _analysed)
        yield Sight("review-open", f"/g/{lost['game_id']}?turn=9&open=1", anna, OPEN_PILE, _analysed, twin=True)
        yield Sight("review-try", f"/g/{lost['game_id']}?turn=3", anna, OPEN_PILE, _tries)

    async def duels(self) -> AsyncIterator[Sight]:
        anna, berta = self.anna, self.berta
        cards = (_sixty(9, 12, 30, 31, 44, 51, 5, 57), _sixty(20, 21, 22, 40, 50, 59, 3, 58))
        opened = await self.seated("duel", 2, cards, ["@0"])
        yield Sight("duel-begins", f"/t/{opened}", anna, OPEN_PILE, twin=True)
        duel = await self.seated("duel", 2, cards, ["@0", "9a", "51c", ".", "20a", "59c", "."])
        yield Sight("duel", f"/t/{duel}", anna, OPEN_PILE, lambda me: _choose(me, 12))
        yield Sight("duel-waits", f"/t/{duel}", berta, OPEN_PILE, twin=True)
        over = await self.finished("duel", 2, 2)
        for guest in (anna, berta):
            yield Sight(f"duel-over-{guest.name}", f"/t/{over['id']}", guest, "#over-title", twin=guest is berta)
        yield Sight("duel-review", f"/g/{over['game_id']}", anna, OPEN_PILE, _analysed)

    async def races(self) -> AsyncIterator[Sight]:
        anna = self.anna
        ready = await self.seated("tension", 4, None, [])
        yield Sight("tension-ready", f"/t/{ready}", anna, ".go")
        yield Sight("tension-guest", f"/t/{ready}", self.berta, ".table", twin=True)
        counting = await self.seated("tension", 4, None, [], [("go", {"at": _now() + SOON})])
        yield Sight("tension-countdown", f"/t/{counting}", anna, ".countdown")
        for name, so in (("racing", lambda game: len(game.log) > 40), ("stuck", lambda game: game.can("^"))):
            cards = prepared("tension", players=4, seed=19).deck
            moves = _played("tension", 4, cards, Random(19), so)
            race = await self.seated("tension", 4, cards, [], _raced(moves))
            yield Sight(f"tension-{name}", f"/t/{race}", anna, ".mine")

    async def race_ends(self) -> AsyncIterator[Sight]:
        over = await self.finished("tension", 4, 9, tournament=8)
        for guest in (self.anna, self.berta):
            lost = guest is self.berta
            yield Sight(f"tension-over-{guest.name}", f"/t/{over['id']}", guest, "#over-title", twin=lost)
        yield Sight("tension-review", f"/g/{over['game_id']}?at=12", self.anna)

    async def afterwards(self) -> AsyncIterator[Sight]:
        """With games behind them."""
        emilio = self.guests[4]
        played = Sights(self.database, [emilio, *self.guests[1:4]])
        for seed in range(10, 16):
            await played.finished("classic", 1, seed)
        await played.finished("classic", 2, 0, deck())
        for game, players in (("extreme", 2), ("duel", 2), ("tension", 3)):
            await played.finished(game, players, 2)
        for guest in (self.berta, emilio):
            await _today(guest)
        for page in ("", "daily", "games"):
            yield Sight(page or "start", f"/{page}", emilio)

    # Tables.

    async def seated(
        self, game: str, players: int, cards: Any, moves: list[str], also: list[Happened] | None = None, **options: Any
    ) -> str:
        """A table with people on all seats, in the middle of a game, everybody there but Anna."""
        table = await self.anna.open(game, players=players, options=options)
        self._deal(table, game, players, cards, moves, **options)
        self._note(table, also or [])
        for guest in self.guests[1:players]:
            await guest.at(table)
        return table

    async def finished(self, game: str, players: int, seed: int, cards: Any = None, **more: Any) -> dict[str, Any]:
        """A game played to its end; its last move for all to see."""
        table = await self.anna.open(game, players=players, **more)
        cards = cards or prepared(game, seed=seed, players=players).deck
        moves = _played(game, players, cards, Random(seed), lambda played: played.over)
        last = moves.pop()
        tension = game == "tension"
        self._deal(table, game, players, cards, [] if tension else moves)
        if tension:
            self._note(table, _raced(moves))
        seats = [await guest.at(table) for guest in self.guests[:players]]
        mover = int(last[0]) if tension else seats[0].view["to_move"]
        await seats[mover].play(last)
        await seats[0].until(lambda: seats[0].table["phase"] == "over")
        found = seats[0].table
        await seats[0].close()
        return found

    def _deal(self, table: str, game: str, players: int, cards: Any, moves: list[str], **options: Any) -> None:
        cards = cards or prepared(game, players=players, seed=1).deck
        seats = {} if game == "duel" else {"players": players}
        deal(self.database, table, game, cards, moves, " ".join(NAMES[1:players]), **seats, **options)

    def _note(self, table: str, entries: list[Happened]) -> None:
        """Write down what else happened at a table that nobody has come to yet."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as store, store:
            query = "select max(number), max(at) from log where table_id = ?"
            number, at = store.execute(query, (table,)).fetchone()
            rows = [(table, number + i, at, kind, json.dumps(data)) for i, (kind, data) in enumerate(entries, start=1)]
            store.executemany("insert into log (table_id, number, at, kind, data) values (?, ?, ?, ?, ?)", rows)


Group = Callable[[Sights], AsyncIterator[Sight]]
EMPTY: Group = Sights.empty  # needs a server where nobody has opened a table yet
GROUPS: dict[str, Group] = {
    group.__name__: group
    for group in (
        Sights.pages,
        Sights.puzzles,
        Sights.rules,
        Sights.lessons,
        Sights.gatherings,
        Sights.solo,
        Sights.talking,
        Sights.teams,
        Sights.endings,
        Sights.duels,
        Sights.races,
        Sights.race_ends,
        Sights.afterwards,
    )
}


async def sights(url: str, database: Path | str, *groups: Group) -> AsyncIterator[Sight]:
    guests = [await Guest.new(url, name) for name in NAMES]
    for group in groups:
        async for sight in group(Sights(database, guests)):
            yield sight


async def all_sights(url: str, database: Path | str) -> AsyncIterator[Sight]:
    async for sight in sights(url, database, EMPTY, *GROUPS.values()):
        yield sight


# What is played.


def _sixty(*first: int) -> list[int]:
    return [*first, *(card for card in range(2, 60) if card not in first)]


def _now() -> int:
    return int(1000 * time.time())


def _raced(moves: list[str]) -> list[Happened]:
    return [("go", {"at": _now()}), ("began", {}), *(("moved", {"move": move}) for move in moves)]


def _played(game: str, players: int, cards: Any, chance: Random, so: Callable[[Any], bool]) -> list[str]:
    """Moves from the deal until something is so: small steps, as people like them."""
    played = new_game(game, deck=cards, **({} if game == "duel" else {"players": players}))
    moves: list[str] = []
    while not so(played):
        moves.append(_liked(played, chance))
        played.move(moves[-1])
    return moves


def _liked(played: Any, chance: Random) -> str:
    moves: list[str] = [move for move in played.moves() if move != "^"] or ["^"]
    if played.game == "tension":
        lays = [move for move in moves if not move.endswith("+")]
        return chance.choice(lays if lays and chance.random() < EAGER else moves)
    if played.to_move is None:
        return "@0"
    if "." in moves:
        return "."
    tops: dict[str, int] = dict(zip("abcd", played.piles, strict=True)) if played.game != "duel" else {}

    def far(move: str) -> int:
        card, pile = int(move[:-1]), move[-1]
        if not tops:
            return card if pile in "aC" else 60 - card
        return card - tops[pile] if pile in "ab" else tops[pile] - card

    return min(moves, key=far)


async def _today(guest: Guest) -> None:
    """Play the deal of the day, as it comes."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    seat = await guest.at((await guest.ask("POST", f"/api/daily/classic/{day}")).json()["id"])
    while seat.table["phase"] != "over":
        moves = seat.view["moves"]
        await seat.play("." if "." in moves else moves[0])
    await seat.close()


# What is done on the page.


async def _hint(me: Person) -> None:
    await me.button("turn.hint").click()
    await me.page.locator("aside.hint").wait_for()


async def _lucky(me: Person) -> None:
    await me.sees(me.reads("luck.why"))


async def _analysed(me: Person) -> None:
    await me.sees(me.named("list", "review.summary"))


async def _tries(me: Person) -> None:
    await _analysed(me)
    await me.page.keyboard.press("t")
    await me.hand.first.wait_for()


async def _choose(me: Person, card: int) -> None:
    await me.card(card).click()
    await me.page.mouse.move(0, 0)


async def _talk(me: Person) -> None:
    small = me.button("talk.open")
    if await small.is_visible():
        await small.click()
    await me.named("textbox", "talk.say").and_(me.page.locator(":visible")).fill("small steps on A, please")


async def _menu_of_a_line(me: Person) -> None:
    await _talk(me)
    await me.button("person.more_line").and_(me.page.locator(":visible")).first.click()


async def _report(me: Person) -> None:
    await _menu_of_a_line(me)
    await me.button("person.report_line").and_(me.page.locator(":visible")).click()


async def _forgiving(me: Person) -> None:
    me.forgiven.append("404")


async def _unplugged(me: Person) -> None:
    """A connection that can be cut."""
    me.forgiven.append(UNPLUGGED)
    me.lines = []  # type: ignore[attr-defined]

    async def plugged(line: WebSocketRoute) -> None:
        line.connect_to_server()
        me.lines.append(line)  # type: ignore[attr-defined]

    await me.page.route_web_socket(re.compile("/ws/"), plugged)


async def _cut(me: Person) -> None:
    await _choose(me, 24)
    await me.page.route_web_socket(re.compile("/ws/"), lambda line: line.close())
    for line in me.lines:  # type: ignore[attr-defined]
        await line.close(code=1012)
    await me.sees(me.reads("connection.lost"))
