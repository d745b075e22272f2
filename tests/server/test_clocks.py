"""The wall clock of a server is set, by an hour back or forth: no clock hangs, and nobody's time is up too early."""

from pathlib import Path

import pytest

from gambero.server.live import house as houses
from gambero.server.refusal import Refused

from helpers.clocked import COUNTDOWN, Clocks, Person, calm, seated, serving, until

HOUR = 3600 * 1000
CLOCK = COUNTDOWN


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_turn_takes_as_long_as_it_may(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
        clocks.passes(100)
        clocks.wall += jump
        await calm(anna.live)
        assert anna.live.table.hurried is None
        view = await anna.view()
        assert view["now"] - view["table"]["turn_at"] == 100_000  # and the page shows the right time
        clocks.passes(CLOCK - 200)
        await calm(anna.live)
        assert anna.live.table.hurried is None
        clocks.passes(101)
        await until(anna.live, "hurried")


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_record_tells_how_long_moves_took(tmp_path: Path, jump: int) -> None:
    """Also if the clock is set in between, and after a restart from the log."""
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1)
        for _ in range(3):
            clocks.passes(10)
            moves = anna.live.table.playing.moves()
            await anna.do(type="move", move=moves[0])
            clocks.wall += jump
        clocks.passes(10)
        assert anna.live.table.notes.story(3).times == (10_000, 20_000, 30_000)
    async with serving(tmp_path, clocks) as house:
        again = await house.live(anna.live.table.id)
        assert again.table.notes.story(3).times == (10_000, 20_000, 30_000)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_tension_s_record_begins_with_go(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2)
        await anna.do(type="go")
        clocks.wall += jump
        clocks.passes(COUNTDOWN + 7)
        await until(anna.live, "playing")
        seen = len(anna.live.table.playing.log)  # cards that go turned up
        await anna.do(type="move", move="0:+", after=anna.live.table.number)
        assert anna.live.table.notes.story(seen + 1).times[-1] == 7_000


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_turn_after_a_restart_is_not_over_and_does_not_last_for_ever(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
    clocks.passes(10)
    clocks.wall += jump
    async with serving(tmp_path, clocks) as house:
        live = await house.live(anna.live.table.id)
        again = Person(live, anna.connection.person, "Anna")
        await live.join(again.connection)
        await calm(live)
        assert live.table.hurried is None
        view = await again.view()
        assert view["now"] == view["table"]["turn_at"]  # it begins anew
        clocks.passes(CLOCK + 1)
        await until(live, "hurried")


async def test_a_turn_goes_on_after_a_restart_if_the_clock_was_not_set(tmp_path: Path) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
    clocks.passes(CLOCK - 5)
    async with serving(tmp_path, clocks) as house:
        live = await house.live(anna.live.table.id)
        assert live.timers.turn_left(CLOCK) == pytest.approx(5)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_countdown_takes_its_time(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2)
        await anna.do(type="go")
        clocks.wall += jump
        clocks.passes(COUNTDOWN - 100)
        await calm(anna.live)
        assert anna.live.table.phase == "countdown"
        view = await anna.view()
        assert view["table"]["go_at"] - view["now"] == 100_000
        clocks.passes(101)
        await until(anna.live, "playing")


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_wrong_card_costs_its_moment_and_no_more(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2, wait=5)
        await anna.do(type="go")
        clocks.passes(COUNTDOWN + 1)
        await until(anna.live, "playing")
        game = anna.live.table.playing
        wrong = next(
            move for move in game.notation.numbers if move.startswith("0:") and not game.can(move) and "/" in move
        )
        with pytest.raises(Refused, match=r"\(T[35]"):  # which card is wrong, and why, depends on the deal
            await anna.do(type="move", move=wrong)
        clocks.wall += jump
        clocks.passes(4)
        with pytest.raises(Refused) as refused:
            await anna.do(type="move", move="0:+")
        assert refused.value.code == "wait"
        clocks.passes(2)
        await anna.do(type="move", move="0:+")
