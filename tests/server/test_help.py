"""Hints on demand; and bots that fail or compute long, which must not affect other tables."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gambero.game import GAMES

from helpers.deals import dealt, deck_of
from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served
from helpers.setups import TENSION_CARDS

BROKEN = '''
import time
from pathlib import Path

from gambero.bots import Bot
from gambero.bots.levels import ExpertBot


class Broken(Bot):
    """Fails at all that a bot is asked."""

    name, thinks = "broken", "not at all"

    def team(self, view, seconds):
        raise RuntimeError("no idea")

    duel = team

    def tension(self, view):
        raise RuntimeError("no idea")

    def says(self, view):
        raise RuntimeError("no words")

    def eagerness(self, view):
        raise RuntimeError("no wish")

    def reaction(self):
        raise RuntimeError("no hurry")


class Cheat(Broken):
    """Wants what the law forbids."""

    name, thinks = "cheat", "that rules are for others"

    def team(self, view, seconds):
        return "99a"

    def duel(self, view, seconds):
        return None


class Lost(Broken):
    """Never comes back from a thought."""

    name, thinks = "lost", "for good"

    def team(self, view, seconds):
        while True:
            time.sleep(0.01)

    duel = team

    def tension(self, view):
        self.team(view, None)

    def reaction(self):
        return 0.01


class Mute(Lost):
    """Is lost already when asked for a word, a wish, or how quick it is."""

    name, thinks = "mute", "too hard to speak"

    def says(self, view):
        self.team(view, None)

    eagerness = says

    def reaction(self):
        self.team({}, None)


class Sleepy(Lost):
    """Sees the table, falls asleep over it, and plays when it is woken; from then on it draws."""

    name, thinks = "sleepy", "in its dreams"
    asked, woken = (Path(__file__).with_name(name) for name in ("asked", "woken"))

    def duel(self, view, seconds):
        self.asked.touch()
        while not self.woken.exists():
            time.sleep(0.01)
        return view["moves"][0]

    def tension(self, view):
        draw = f"{view['seat']}:+"
        if self.woken.exists():
            return draw
        cards = [move for move in view["moves"] if move != draw]
        return self.duel({"moves": cards}, None)


class Ponder(ExpertBot):
    """An expert that does not begin to think before the door is opened."""

    name, thinks = "ponder", "long"
    door = Path(__file__).with_name("door")

    def team(self, view, seconds):
        while not self.door.exists():
            time.sleep(0.01)
        return super().team(view, seconds)
'''


async def two(server: Served, game: str = "classic", moves: str = "@0", **more: Any) -> tuple[Seated, Seated]:
    anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
    table = await dealt(server, [anna, ben], game, moves=moves, **more)
    return await anna.at(table), await ben.at(table)


# Hints.


@pytest.mark.parametrize("game", ["classic", "extreme"])
async def test_the_mover_of_a_team_game_gets_a_hint_and_nobody_else_hears_of_it(house: Served, game: str) -> None:
    one, two_ = await two(house, game)
    heard = len(two_.heard)
    answer = await one.do("hint")
    hint = answer["hint"]
    assert hint["after"] == one.n
    assert hint["best"]["moves"][0] in one.view["moves"]
    assert 0 <= hint["best"]["chance"] <= 1
    assert hint["words"]
    refusal = await two_.do("hint")
    assert (refusal["code"], refusal["why"]) == ("turn", "a hint is for the player whose turn it is")
    await one.play(hint["best"]["moves"][0])
    await two_.until(lambda: two_.n == one.n)
    assert not any('"hint":' in text for text in two_.heard[heard:])


async def test_a_hint_holds_nothing_hidden(house: Served) -> None:
    """The same hint's cards, whatever the others hold and whatever comes next in the draw pile."""

    def _counted(hint: dict[str, Any]) -> set[int]:
        """Numbers in the words that are no cards: so many in 100 games."""
        return {round(100 * plan["chance"]) for plan in (hint["best"], *hint["others"])} | {1, 99}

    mine = "10 20 30 40 50 60 70"
    for others in ("11 21 31 41 51 61 71", "92 93 94 95 96 97 98"):
        one, _ = await two(house, deck=deck_of(mine, others))
        hint = (await one.do("hint"))["hint"]
        plans = [hint["best"], *hint["others"]]
        laid = {int(move[:-1]) for plan in plans for move in plan["moves"] if move != "."}
        assert laid <= set(one.view["hand"])
        cards = {int(word) for word in hint["words"].replace(",", " ").split() if word.isdigit()}
        assert cards & (set(range(2, 100)) - set(one.view["hand"])) <= _counted(hint)


async def test_a_hint_takes_signals_into_account(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    deck = deck_of("48 49 75 77 24 26 60", "46 47 2 3 98 99 37")
    table = await dealt(house, [anna, ben], deck=deck, moves="@1 46b 47a .")
    one, two_ = await anna.at(table), await ben.at(table)
    assert not [why for why in (await one.do("hint"))["hint"]["why"] if why["why"] in ("heeds", "despite")]
    await two_.do("say", piles={"a": "mine", "b": "mine", "c": "mine", "d": "mine"})
    why = (await one.do("hint"))["hint"]["why"]
    assert {reason["seat"] for reason in why if reason["why"] in ("heeds", "despite")} == {1}
    await two_.do("say", piles=dict.fromkeys("abcd", "small"))
    why = (await one.do("hint"))["hint"]["why"]
    assert {reason["signal"] for reason in why if reason["why"] in ("heeds", "despite")} <= {"small"}


async def test_hints_are_refused_where_they_do_not_belong(house: Served) -> None:
    anna = await Guest.new(house.url)
    gathering = await anna.at(await anna.open("classic", players=2))
    assert (await gathering.do("hint"))["code"] == "turn"
    duel, _ = await two(house, "duel")
    assert (await duel.do("hint"))["code"] == "game"
    tension, _ = await two(house, "tension", moves="")
    assert (await tension.do("hint"))["code"] == "game"
    team, _ = await two(house)
    watcher = await anna.at(team.table["id"])
    assert (await watcher.do("hint"))["code"] == "seat"
    today = (await anna.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
    daily = await anna.at((await anna.ask("POST", f"/api/daily/classic/{today}")).json()["id"])
    assert (await daily.do("hint"))["code"] == "daily"


# Bots.


@pytest.fixture(scope="module")
def with_guests(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A house with bots of somebody else's package."""
    folder = tmp_path_factory.mktemp("package")
    (folder / "strangers.py").write_text(BROKEN, "utf-8")
    (folder / "strangers-1.dist-info").mkdir()
    (folder / "strangers-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    entries = [f"{name.lower()} = strangers:{name}" for name in ("Broken", "Cheat", "Lost", "Mute", "Ponder", "Sleepy")]
    (folder / "strangers-1.dist-info" / "entry_points.txt").write_text("\n".join(["[gambero.bots]", *entries]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with Served(folder / "games.db") as server:
            yield server, folder / "door"


@pytest.fixture
def sleeper(with_guests: tuple[Served, Path]) -> Any:
    """Files that say that the sleepy bot was asked, and that wake it."""
    asked, woken = (with_guests[1].with_name(name) for name in ("asked", "woken"))
    yield asked, woken
    asked.unlink(missing_ok=True)
    woken.unlink(missing_ok=True)


async def there(file: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while not file.exists():
            await asyncio.sleep(0.01)


@pytest.fixture(params=["lost", "mute"])
def lost(request: pytest.FixtureRequest, with_guests: tuple[Served, Path]) -> Any:
    """A bot that never answers, on a server with one thread for bots and a short timeout."""
    folder = with_guests[1].parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with Served(folder / f"{request.param}.db", bot_timeout="1", bot_threads="1") as server:
            yield server, request.param


@pytest.mark.parametrize("bot", ["broken", "cheat"])
@pytest.mark.parametrize("game", ["classic", "extreme", "duel"])
async def test_a_fault_in_a_bot_does_not_kill_its_table(with_guests: tuple[Served, Path], game: str, bot: str) -> None:
    server, _ = with_guests
    anna = await Guest.new(server.url)
    seat = await anna.at(await anna.open(game, players=2, bots=[bot], start=True))
    await seat.do("eager", level=0)
    await seat.until(lambda: seat.table["phase"] == "playing")
    assert seat.view["log"][0] == [None, "@1"]  # whoever fails to say how gladly would start if need be
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.play(seat.view["moves"][0])
    assert any(who == 1 for who, _ in seat.view["log"])
    assert any('"where": "bot"' in line for line in with_guests[0].log)  # and an operator can see it


async def test_a_fault_in_a_bot_does_not_kill_a_table_of_tension(with_guests: tuple[Served, Path]) -> None:
    server, _ = with_guests
    anna = await Guest.new(server.url)
    seat = await anna.at(await anna.open("tension", players=2, bots=["broken"], start=True))
    await seat.do("go")
    await seat.until(lambda: any(who == 1 for who, _ in seat.view["log"]))


async def test_for_a_bot_that_never_answers_another_one_plays(lost: tuple[Served, str]) -> None:
    """It is logged, other tables' bots go on, and the server can still stop."""
    server, bot = lost

    async def in_turns(game: str) -> None:
        anna = await Guest.new(server.url)
        seat = await anna.at(await anna.open(game, players=2, bots=[bot], start=True))
        await seat.do("starter", seat=1)
        while seat.table["phase"] != "over":
            await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
            if seat.view["moves"]:
                await seat.play(seat.view["moves"][0])
        assert any(who == 1 for who, _ in seat.view["log"])

    async def at_once() -> None:
        anna = await Guest.new(server.url)
        seat = await anna.at(await anna.open("tension", players=2, bots=[bot], start=True))
        await seat.do("go")
        await seat.until(lambda: any(who == 1 for who, _ in seat.view["log"]))

    async def beside_it() -> None:
        anna = await Guest.new(server.url)
        seat = await anna.at(await anna.open("duel", bots=["greedy"], start=True))
        await seat.do("starter", seat=1)
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")

    await asyncio.gather(in_turns("classic"), in_turns("duel"), at_once(), beside_it())
    assert await asyncio.to_thread(server.stop) == 0
    faults = [json.loads(line) for line in server.log if '"where": "bot"' in line]
    assert {fault["fault"] for fault in faults} >= {"TimeoutError"}


async def test_nobody_elses_bots_wait_for_one_that_thinks_long(
    with_guests: tuple[Served, Path], sleeper: tuple[Path, Path], tmp_path: Path
) -> None:
    """Not even if there is one thread for all; and its late answer still counts."""
    asked, woken = sleeper

    async def story(server: Served) -> None:
        anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
        slow = await anna.at(await anna.open("duel", bots=["sleepy"], start=True))
        await slow.do("starter", seat=1)
        await there(asked)
        quick = await ben.at(await ben.open("duel", bots=["greedy"], start=True))
        await quick.do("starter", seat=1)
        await quick.until(lambda: quick.view["moves"] or quick.table["phase"] == "over")
        await slow.do("sync")
        assert slow.view["log"] == [[None, "@1"]]
        woken.touch()
        await slow.until(lambda: slow.view["moves"] or slow.table["phase"] == "over")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(with_guests[1].parent), prepend=":")
        with Served(tmp_path / "games.db", bot_timeout="3600", bot_threads="1") as server:
            await story(server)
            await asyncio.to_thread(server.stop)
    assert not [line for line in server.log if '"where": "bot"' in line]


@pytest.mark.rule("T8", "T13")
async def test_a_bot_whose_card_was_only_late_is_not_judged_wrong(
    with_guests: tuple[Served, Path], sleeper: tuple[Path, Path]
) -> None:
    """It thinks about a table where its card fits, and while it does somebody lays another."""
    asked, woken = sleeper
    hands: list[list[tuple[int, int]]] = [[(8, 1), (4, 1), (4, 2), (4, 2)], [(2, 1), (2, 2), (6, 1), (6, 2)]]
    top = (5, 3)  # an 8 or a 2 fits; on Anna's 8 of step 1 none of the bot's cards
    rest = list((Counter(TENSION_CARDS) - Counter([*hands[0], *hands[1], top])).elements())
    deck = [*hands[0], *rest[:32], *hands[1], *rest[32:], top]

    server, _ = with_guests
    anna = await Guest.new(server.url)
    table = await dealt(server, [anna], "tension", deck=deck, bots=["sleepy"], wait=1.0)
    seat = await anna.at(table)
    await seat.do("go")
    await there(asked)
    await seat.play("0:8/1")
    woken.touch()
    await seat.until(lambda: len(seat.view["log"]) == 2)
    assert seat.view["log"] == [[0, "0:8/1"], [1, "1:+"]]
    assert "wrong" not in [news["what"]["kind"] for news in seat.news]


async def test_while_four_experts_think_other_tables_are_answered(with_guests: tuple[Served, Path]) -> None:
    """The experts wait at a door that opens only when the other table has played its whole game."""

    server, door = with_guests
    anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
    slow = await anna.at(await anna.open("classic", players=5, bots=["ponder"] * 4, start=True))
    await slow.do("starter", seat=1)
    quick = await ben.at(await ben.open("classic", start=True))
    while quick.table["phase"] != "over":
        await quick.play(quick.view["moves"][0])
    assert (await slow.do("chat", text="take your time"))["type"] == "ok"  # so is their own
    assert [move for _, move in slow.view["log"]] == ["@1"]
    door.touch()
    await slow.until(lambda: slow.view["to_move"] == 0 or slow.table["phase"] == "over")
    assert {who for who, _ in slow.view["log"]} >= {1, 2}


async def test_bots_of_other_packages_are_on_the_list(with_guests: tuple[Served, Path]) -> None:
    anna = await Guest.new(with_guests[0].url)
    bots = (await anna.ask("GET", "/api/bots")).json()["bots"]
    assert bots == (await anna.ask("GET", "/api/games-and-bots")).json()["bots"]
    assert {name for bot in bots for name in bot["games"]} == set(GAMES)
    ours, theirs = (
        ["random", "greedy", "human", "careful", "expert"],
        ["broken", "cheat", "lost", "mute", "ponder", "sleepy"],
    )
    assert [bot["name"] for bot in bots] == [*ours, *theirs]
    levels = {bot["name"]: bot["level"] for bot in bots if bot["level"]}
    assert levels == {"human": "easy", "careful": "good", "expert": "expert"}
    assert (await anna.ask("POST", "/api/tables", {"game": "duel", "bots": ["nobody"]})).json()["code"] == "bot"
