"""Wrong arguments and wrong moves: a sentence, and nothing changed."""

import json
import re
from typing import Any

import numpy as np
import pytest

import gambero
from gambero.game import new_game

DECK = list(range(2, 100))
PAIRS = list(gambero.new("tension", players=2, seed=1).deck)
LAYOUT = gambero.new("extreme", seed=1).commands


@pytest.mark.parametrize(
    ("game", "arguments", "words"),
    [
        ("chess", {}, "game must be one of classic, extreme, duel, tension, not 'chess'"),
        (None, {}, "game must be one of"),
        ("classic", {"players": 0}, "players must be a number from 1 to 5 for classic, not 0"),
        ("classic", {"players": 6}, "players must be a number from 1 to 5 for classic, not 6"),
        ("classic", {"players": "3"}, "players must be a number from 1 to 5 for classic, not '3'"),
        ("classic", {"players": 2.0}, "players must be"),
        ("classic", {"players": True}, "players must be"),
        ("duel", {"players": 3}, "players must be 2 for duel, not 3"),
        ("tension", {"players": 1}, "players must be a number from 2 to 4 for tension, not 1"),
        ("tension", {"players": 5}, "players must be a number from 2 to 4"),
        ("classic", {"seed": -1}, "seed must be a whole number from 0 to 2**64 - 1, not -1"),
        ("classic", {"seed": 2**64}, "seed must be"),
        ("classic", {"seed": 1.5}, "seed must be"),
        ("classic", {"seed": "7"}, "seed must be"),
        ("classic", {"proffesional": True}, "'proffesional' is not an option of classic: its options are professional"),
        ("classic", {"professional": 1}, "professional must be True or False, not 1"),
        ("classic", {"on_fire": "yes"}, "on_fire must be True or False, not 'yes'"),
        ("classic", {"last_card_wins": True}, "'last_card_wins' is not an option of classic"),
        ("tension", {"professional": True}, "'professional' is not an option of tension: it has none"),
        ("extreme", {"on_fire": True}, "on_fire may not be combined with extreme"),
        ("classic", {"commands": "house"}, "commands belong to extreme, classic has none"),
        ("extreme", {"commands": "mine"}, "commands must be 'house', 'shuffled' or a layout"),
        (
            "extreme",
            {"commands": dict(list(LAYOUT.items())[:27])},
            "commands must be on 28 cards, 4 of each, not on 27",
        ),
        ("extreme", {"commands": {**LAYOUT, 3: "stop"}}, "commands must be on 4 cards each"),
        ("extreme", {"commands": {**LAYOUT, 3: "halt"}}, "commands must be stop, skull, three"),
        ("extreme", {"commands": {**LAYOUT, 100: "stop"}}, "commands must name cards from 2 to 99, not 100"),
        ("classic", {"deck": DECK[:-1]}, "99 is missing"),
        ("classic", {"deck": [*DECK[:-1], 2]}, "99 is missing, 2 is there too often"),
        ("classic", {"deck": [*DECK, 50]}, "50 is there too often"),
        ("classic", {"deck": [*DECK[:-1], 100]}, "100 is no card of this game"),
        ("classic", {"deck": [*DECK[:-1], "99"]}, "'99' is no card of this game"),
        ("classic", {"deck": [*DECK[:-1], 99.0]}, "99.0 is no card of this game"),
        ("classic", {"deck": [*DECK[:-1], None]}, "None is no card of this game"),
        ("classic", {"deck": []}, "2 is missing, 3 is missing, 4 is missing (and 95 more)"),
        ("classic", {"deck": 7}, "deck must be the 98 numbers from 2 to 99, each once, in order, not 7"),
        ("classic", {"deck": "abc"}, "deck must be the 98 numbers"),
        ("classic", {"deck": set(DECK)}, "deck must be the 98 numbers from 2 to 99, each once, in order"),
        ("classic", {"deck": np.array(DECK).reshape(49, 2)}, "[2, 3] is no card of this game"),
        ("classic", {"seed": np.array([1])}, "seed must be a whole number"),
        ("classic", {"deck": DECK, "seed": 1}, "give a seed or a deck, not both"),
        ("duel", {"deck": DECK}, "deck must be two lists of cards, one a seat, not 98"),
        (
            "duel",
            {"deck": (DECK, DECK)},
            "deck of seat 0 must be the 58 numbers from 2 to 59, each once: 60 is no card",
        ),
        ("duel", {"deck": (range(2, 60), range(3, 60))}, "deck of seat 1 must be the 58 numbers from 2 to 59"),
        ("tension", {"deck": PAIRS[:-1]}, "is missing"),
        ("tension", {"deck": [*PAIRS[:-1], (11, 1)]}, "(11, 1) is no card of this game"),
        ("tension", {"deck": [*PAIRS[:-1], (1, 4)]}, "(1, 4) is no card of this game"),
        ("tension", {"deck": [*PAIRS[:-1], 5]}, "5 is no card of this game"),
    ],
)
def test_wrong_arguments_of_new(game: Any, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as wrong:
        gambero.new(game, **arguments)
    assert words in str(wrong.value)
    assert len(str(wrong.value)) < 250


MALFORMED: list[Any] = [
    "",
    " ",
    "37",
    "a",
    "37e",
    "037a",
    "37A",
    " 37a",
    "37a ",
    "37a\n",
    "3 7a",
    "+7a",
    "-7a",
    "100a",
    "1a",
    "٣٧a",
    "３７a",
    "²a",
    "37а",  # a Cyrillic a
    "..",
    "@",
    "@9",
    "@-1",
    "@٠",
    "37a37a",
    "x" * 1_000_000,
    "3" * 1_000_000 + "a",
    "\0",
    None,
    37,
    b"37a",
    ["37a"],
    {},
]


@pytest.mark.parametrize("move", MALFORMED, ids=lambda move: repr(move)[:12])
def test_malformed_moves(move: Any) -> None:
    for game in (
        gambero.new("classic", players=2, seed=1),
        gambero.new("duel", seed=1),
        gambero.new("tension", seed=1),
    ):
        if game.game == "duel" and move == "37A":
            continue  # a gift in the duel
        before = game.record()
        assert not game.can(move)
        with pytest.raises(gambero.MalformedMove) as wrong:
            game.move(move)
        assert len(str(wrong.value)) < 300
        assert "is not a move" in str(wrong.value)
        assert game.record() == before


def test_moves_before_the_start_and_after_the_end() -> None:
    game = gambero.new("classic", players=2, deck=DECK)
    with pytest.raises(gambero.IllegalMove, match=r"must wait: first say who starts, with @0 to @1 \(C4\)"):
        game.move("2a")
    with pytest.raises(gambero.IllegalMove, match="@4 names no seat of this table: they are 0 to 1"):
        game.move("@4")
    game.move("@0")
    with pytest.raises(gambero.IllegalMove, match="the game has started"):
        game.move("@1")
    while not game.over:
        game.move(game.moves()[-1])
    before = game.record()
    for move in ("2a", ".", "@0"):
        with pytest.raises(gambero.IllegalMove, match="the game is over"):
            game.move(move)
    assert game.record() == before


def test_a_card_of_another_seat() -> None:
    game = gambero.new("classic", players=2, deck=DECK)
    game.move("@1")
    assert 2 in game.hand(0)
    with pytest.raises(gambero.IllegalMove, match="2 is not in the hand of seat 1"):
        game.move("2a")


@pytest.mark.parametrize("seconds", [-1, "1", [], True, 10**400, float("nan"), float("inf")])
def test_a_time_to_think_is_a_number(seconds: Any) -> None:
    view = gambero.new("classic", seed=1).view(0)
    for name in ("greedy", "expert"):
        with pytest.raises(ValueError, match="seconds must be a number from 0 to"):
            gambero.bot(name).choose(view, seconds)


@pytest.mark.parametrize("view", [None, {}, 7, "view", gambero.new("classic", seed=1)])
def test_a_bot_chooses_from_a_view_and_nothing_else(view: Any) -> None:
    with pytest.raises(ValueError, match="view must be what a game's view"):
        gambero.bot("greedy").choose(view)


def test_cards_may_come_as_arrays() -> None:
    assert gambero.new("tension", players=2, deck=np.array(PAIRS)).deck == tuple(PAIRS)
    assert gambero.new("classic", deck=np.array(DECK)).deck == tuple(DECK)
    assert gambero.new("duel", deck=np.array([range(2, 60)] * 2)).stock == (52, 52)


def test_a_seat_that_is_not_at_the_table() -> None:
    game = gambero.new("tension", players=2, seed=1)
    with pytest.raises(gambero.IllegalMove, match=r"3:\+ names no seat of this table: they are 0 to 1"):
        game.move("3:+")
    for call in (game.hand, game.view, game.moves):
        for seat in (2, -1, "0", 1.0, True):
            with pytest.raises(ValueError, match="seat must be a number from 0 to 1"):
                call(seat)  # type: ignore[arg-type]  # wrong on purpose


def test_a_refusal_names_the_rule_and_the_tops() -> None:
    """An error says which rule forbids a move and shows the tops involved."""
    deck = [41, 37, *(card for card in DECK if card not in (41, 37))]
    game = gambero.new("classic", players=1, deck=deck)
    game.move("41a")
    with pytest.raises(gambero.IllegalMove) as refused:
        game.move("37a")
    assert str(refused.value) == "37 does not fit on pile a: its top is 41, and only 31 may step back (C7, C8)"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"games": 1.5}, "games must be a whole number"),
        ({"workers": 0}, "workers must be a whole number, 1 or more, not 0"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"bot": "nobody"}, "bot must be one of"),
        ({"players": 9}, "players must be a number from 1 to 5"),
        ({"cheating": True}, "'cheating' is not an option of classic"),
    ],
)
def test_wrong_arguments_of_simulate(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as wrong:
        gambero.simulate("classic", **{"games": 10, **arguments})
    assert words in str(wrong.value)


def test_numpy_s_whole_numbers_will_do() -> None:
    game = new_game("classic", players=np.int64(2), seed=np.uint64(7))
    second: Any = np.int8(1)
    assert game.view(second)["seat"] == 1
    assert json.dumps(game.view(second)) == json.dumps(gambero.new("classic", players=2, seed=7).view(1))
    with pytest.raises(ValueError, match="players must be"):
        new_game("classic", players=np.True_)


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match="bot must be one of"):
        gambero.bot("nobody")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        gambero.nothing  # type: ignore[attr-defined]  # noqa: B018  # that is what is tested


@pytest.mark.parametrize(("kind", "players"), [("classic", 3), ("extreme", 2), ("duel", 2), ("tension", 2)])
def test_every_refused_card_is_told_with_its_rule_and_the_top_it_would_cover(kind: str, players: int) -> None:
    told = set()
    for seed in range(6):
        game = new_game(kind, players=players, seed=seed)
        bot = gambero.bot("random", seed=seed)
        while not game.over:
            seat = next(seat for seat in range(players) if game.moves(seat))
            for move in cards(game):
                if game.can(move):
                    continue
                with pytest.raises(gambero.IllegalMove) as refused:
                    game.move(move)
                why = str(refused.value)
                assert re.search(r"\([A-Z]\d+(, [A-Z]\d+)*\)$", why), why
                assert re.search(rf"\b{top(game, move)}\b", why) or "(T11)" in why, (move, why)
                told.add(re.sub(r"\d+|\b[abcdAC]\b", "#", why))
            game.move(legal(bot, game, seat))
    assert len(told) >= {"classic": 2, "extreme": 6, "duel": 4, "tension": 2}[kind], told


def cards(game: gambero.Game) -> list[str]:
    """Every text that lays some card at this table; none before somebody starts."""
    if game.game == "tension":
        return [move for move in game.notation.numbers if move[0] in "01" and "/" in move]
    return [move for move in game.notation.numbers if move[0].isdigit()] if game.to_move is not None else []


def top(game: gambero.Game, move: str) -> str:
    """The top of the pile a move names, as the mover names it."""
    if game.game == "tension":
        return "/".join(map(str, game.piles))
    if game.game == "duel":
        place = "acAC".index(move[-1]) ^ (2 * (game.to_move or 0))
        return str(game.piles[place])
    return str(game.piles["abcd".index(move[-1])])


def legal(bot: Any, game: gambero.Game, seat: int) -> str:
    """What a bot does; in tension it sometimes errs."""
    move = str(bot.choose(game.view(seat)))
    return move if game.can(move) else game.moves(seat)[0]
