"""Puzzles at a browser: by keys and by touch, right and wrong, in both languages."""

import pytest

from gambero.study.puzzles.file import by_id, packaged
from gambero.study.puzzles.puzzle import Puzzle

from helpers.browsing import LANGUAGES, PHONE, Browsing, Person
from helpers.serving import Guest, Served

pytestmark = pytest.mark.slow
DUEL_KEYS = {"A": "b", "C": "d"}  # keys of the opponent's piles


async def shown(guest: Guest, me: Person, query: str) -> Puzzle:
    """The puzzle that the page shows: the one that this guest was given."""
    found = (await guest.ask("GET", f"/api/puzzles/next{query}")).json()
    await me.go("/puzzles")
    await me.sees(me.hand)
    return by_id()[found["puzzle"]["id"]]


@pytest.mark.parametrize("game", ["classic", "extreme", "duel"])
async def test_a_turn_is_solved_by_keys_and_tells_why(house: Served, game: str) -> None:
    anna = await Guest.new(house.url, "Anna")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        puzzle = await shown(anna, me, f"?kind=best_turn&game={game}")
        await me.sees(me.reads("puzzle.task.best_turn"))
        assert await me.cards() == puzzle.position().hand(puzzle.seat)
        for move in puzzle.solution:
            if move == ".":
                await me.until(me.can_end)
                await me.end_turn.click()
            else:
                await me.press(int(move[:-1]), DUEL_KEYS.get(move[-1], move[-1]))
        await me.sees(me.reads("puzzle.right"))
        await me.until(lambda: me.has_focus(me.button("puzzle.next")))
        assert (await anna.ask("GET", "/api/puzzles/me")).json()["solved"] == 1
        await me.page.keyboard.press("Enter")  # and on to the next
        await me.sees(me.button("puzzle.hint"))


async def test_an_endgame_is_laid_by_touch_in_italian(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, PHONE, language="it", touch=True)
        puzzle = await shown(anna, me, "?kind=lay_all&game=classic")
        for move in puzzle.solution:
            if move == ".":
                await me.until(me.can_end)
                await me.end_turn.tap()
            else:
                await me.sees(me.card(int(move[:-1])))
                await me.tap(int(move[:-1]), move[-1])
        await me.sees(me.reads("puzzle.right"))
        await me.button("puzzle.play_on").tap()
        await me.page.wait_for_url("**/t/*")
        await me.sees(me.hand)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_bar_of_a_small_phone_leads_to_puzzles(house: Served, language: str) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person(size=(360, 640), language=language, touch=True)
        await me.go("/games")
        pages = me.named("navigation", "nav.label").get_by_role("link")
        link = pages.filter(has_text=me.texts["nav.puzzles"])
        boxes = [await pages.filter(has_text=me.texts[f"nav.{page}"]).bounding_box() for page in ("lobby", "learn")]
        assert boxes[0]
        assert boxes[1]
        assert boxes[0]["y"] == boxes[1]["y"]  # all in one row
        await link.tap()
        await me.page.wait_for_url("**/puzzles")
        await me.sees(me.hand)


async def test_hints_undo_and_giving_up(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        puzzle = await shown(anna, me, "?kind=best_turn&game=classic")
        hint = me.button("puzzle.hint")
        for key in ("puzzle.hint.themes", "puzzle.hint.cards", "puzzle.hint.first"):
            await hint.click()
            await me.sees(me.reads(key))
        assert await hint.is_disabled()
        first = puzzle.position().moves()
        move = next(one for one in first if one != "." and one not in puzzle.solution)
        card, pile = int(move[:-1]), move[-1]
        await me.lay(card, pile)
        await me.button("turn.undo").click()
        await me.sees(me.card(card))
        await me.button("puzzle.give_up").click()
        await me.sees(me.reads("puzzle.wrong"))
        assert (await anna.ask("GET", "/api/puzzles/me")).json()["tries"] == 1


async def test_three_minutes_go_from_one_to_the_next(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go("/puzzles/run")
        await me.button("puzzle.run.start").click()
        await me.sees(me.hand)
        await me.sees(me.reads("puzzle.run.score", n=0))
        before = await me.cards()
        await me.button("puzzle.skip").click()
        await me.sees(me.reads("puzzle.missed"))
        assert await me.cards() != before


async def test_the_day_s_puzzle_is_the_same_for_all_and_counts_once(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go("/puzzles/day")
        await me.sees(me.hand)
        theirs = (await berta.ask("GET", "/api/puzzles/day")).json()["puzzle"]
        assert await me.cards() == theirs["position"]["view"]["hand"]
        await me.button("puzzle.give_up").click()
        await me.sees(me.button("puzzle.next"))
        await me.go("/puzzles/day")
        await me.sees(me.reads("puzzle.day.missed"))


async def test_a_puzzle_nobody_knows_is_said_to_be_unknown(house: Served) -> None:
    assert "00000000" not in {one.id for one in packaged().puzzles}
    async with Browsing(house.url) as browser:
        me = await browser.person()
        me.forgiven.append("404")
        await me.go("/puzzles/00000000")
        await me.sees(me.reads("why.puzzle.unknown"))
