"""Deals that put a test exactly where it wants to be, and the two ways to try a move there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

import gambero

Card = tuple[int, int]
Numbers = Iterable[int]

NUMBERS = range(2, 100)
DUEL_NUMBERS = range(2, 60)
COMMANDS = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")
STEPS = {  # T1: how many cards of each value have step 1, 2 and 3
    **dict.fromkeys((1, 2, 3), (3, 2, 3)),
    4: (3, 2, 2),
    **dict.fromkeys((5, 6, 7, 8), (2, 3, 2)),
    **dict.fromkeys((9, 10), (2, 2, 3)),
}
TENSION: list[Card] = [
    (value, step) for value, counts in STEPS.items() for step in (1, 2, 3) for _ in range(counts[step - 1])
]


def play(game: gambero.Game, moves: str) -> list[dict[str, Any]]:
    """Play the moves, every one of them legal, and return what happened."""
    events: list[dict[str, Any]] = []
    for move in moves.split():
        assert game.can(move), f"{move} should be legal here: {game.moves()}"
        assert move in game.moves()
        events += game.move(move)
    return events


def steadily(game: gambero.Game, moves: str) -> None:
    """Play the moves, ending each turn as soon as it may end."""
    for move in moves.split():
        play(game, move)
        if game.can("."):
            play(game, ".")


def refuse(game: gambero.Game, move: str, *words: str) -> None:
    """The move is illegal, the refusal has these words in it, and nothing has changed."""
    before = table(game)
    assert not game.can(move)
    assert move not in game.moves()
    with pytest.raises(gambero.IllegalMove) as refusal:
        game.move(move)
    for word in words:
        assert re.search(rf"\b({word})\b", str(refusal.value)), f"no {word} in: {refusal.value}"
    assert table(game) == before


def table(game: gambero.Game) -> list[Any]:
    """All that anybody at the table or around it can see."""
    return [game.view(seat) for seat in (*range(game.players), None)]


def result(game: gambero.Game) -> gambero.Result:
    """How the game ended, which it has."""
    assert game.over
    assert game.result is not None
    return game.result


def drawn(events: Iterable[Mapping[str, Any]]) -> list[Any]:
    return [card for event in events if event["event"] == "drew" for card in event["cards"]]


def lay(numbers: Numbers, pile: str) -> str:
    return " ".join(f"{number}{pile}" for number in numbers)


def hand_size(players: int, *, short_hands: bool = False) -> int:
    return {1: 8, 2: 7}.get(players, 6) - short_hands


def deck(hands: Sequence[Numbers], then: Numbers, size: int, numbers: Numbers = NUMBERS) -> list[int]:
    """A whole deck: the hands, filled up to size, what is drawn next, and the rest in ascending order."""
    given = [list(hand) for hand in hands]
    named = {*then, *(number for hand in given for number in hand)}
    spare = iter([number for number in numbers if number not in named])
    dealt = [number for hand in given for number in (*hand, *islice(spare, size - len(hand)))]
    return [*dealt, *then, *spare]


def started(game: gambero.Game, start: int | None) -> gambero.Game:
    if game.players > 1 and start is not None:
        play(game, f"@{start}")
    return game


def classic(*hands: Numbers, then: Numbers = (), start: int | None = 0, **options: Any) -> gambero.Game:
    """A classic game with these hands (the rest of each is filled up with low numbers), already started."""
    players = len(hands)
    cards = deck(hands, list(then), hand_size(players, short_hands=options.get("short_hands", False)))
    return started(gambero.new("classic", players=players, deck=cards, **options), start)


def layout(said: Mapping[int, str], spare: Numbers) -> dict[int, str]:
    """A layout of all 28 commands: the ones said, the others on the first spare numbers."""
    count = Counter(said.values())
    others = [name for name in COMMANDS for _ in range(4 - count[name])]
    return {**said, **dict(zip((number for number in spare if number not in said), others, strict=False))}


def extreme(
    *hands: Numbers,
    commands: Mapping[int, str],
    then: Numbers = (),
    start: int | None = 0,
    **options: Any,
) -> gambero.Game:
    """An extreme game with these hands and commands; those not named lie at the bottom of the draw pile."""
    players = len(hands)
    cards = deck(hands, list(then), hand_size(players, short_hands=options.get("short_hands", False)))
    said = layout(commands, reversed(cards))
    return started(gambero.new("extreme", players=players, deck=cards, commands=said, **options), start)


def endgame(*hands: Numbers, **options: Any) -> gambero.Game:
    """A classic game played down to these hands at the start of a turn: nothing to draw, all else lies on a.

    Alone, any hand will do. With others everyone has laid whole hands, so somebody's last draw was short:
    two players hold 7 each and seat 0 is on, three hold 6, 2 and 6 and seat 2 is on.
    """
    kept, others = _parted(hands)
    players = len(hands)
    full = hand_size(players)
    on = len(others) // full % players if players > 1 else 0
    cards = [*others, *(number for seat in range(players) for number in hands[(on + seat) % players])]
    game = started(gambero.new("classic", players=players, deck=cards, **options), 0)
    if players == 1:
        steadily(game, lay(others, "a"))
    else:
        play(game, lay(others, "a"))
    assert [set(game.hand(seat)) for seat in range(players)] == kept
    assert (game.stock, game.to_move) == (0, on)
    return game


def extreme_endgame(hand: Numbers, commands: Mapping[int, str]) -> gambero.Game:
    """The same alone at the extreme game; the commands not named were obeyed on the way."""
    (kept,), others = _parted([hand])
    said = layout(commands, others[1::3])
    game = gambero.new("extreme", players=1, deck=[*others, *hand], commands=said)
    steadily(game, lay(others, "a"))
    assert (set(game.hand(0)), game.stock) == (kept, 0)
    return game


TENS = range(10, 90, 10)  # a whole hand for one player


def lost(game: gambero.Game, reason: str) -> bool:
    return game.over and (result(game).won, result(game).reason) == (False, reason)


def two_left(**extra: str) -> gambero.Game:
    """Alone, with 50 and 60 in hand and a draw_one showing on a."""
    commands = {16: "draw_one", **{int(number[1:]): name for number, name in extra.items()}}
    game = extreme([*range(10, 17), 50], commands=commands, then=[60])
    play(game, lay(range(10, 17), "a") + " .")
    assert game.hand(0) == [50, 60]
    return game


def one_left(number: int, commands: dict[int, str]) -> gambero.Game:
    """Alone, with this card in hand and a draw_one showing on a."""
    game = extreme(TENS, commands={80: "draw_one", **commands}, then=[number])
    play(game, lay(TENS, "a"))
    assert game.hand(0) == [number]
    return game


def _parted(hands: Sequence[Numbers], numbers: Numbers = NUMBERS) -> tuple[list[set[int]], list[int]]:
    kept = [set(hand) for hand in hands]
    return kept, [number for number in numbers if not any(number in hand for hand in kept)]


def duel(
    *hands: Numbers, then: tuple[Numbers, Numbers] = ((), ()), start: int | None = 0, **options: Any
) -> gambero.Game:
    """A duel with these two hands, filled up with low numbers, and what each draws next; already started."""
    cards = tuple(deck([hand], list(next_), 6, DUEL_NUMBERS) for hand, next_ in zip(hands, then, strict=True))
    return started(gambero.new("duel", deck=cards, **options), start)


def duel_endgame(*hands: Numbers, **options: Any) -> gambero.Game:
    """A duel played down to these hands of equal size: nothing to draw, all else on the ascending piles."""
    parts = [_parted([hand], DUEL_NUMBERS)[1] for hand in hands]
    cards = tuple([*others, *hand] for others, hand in zip(parts, hands, strict=True))
    game = started(gambero.new("duel", deck=cards, **options), 0)
    while len(parts[1]):
        for others in parts:
            count = 3 if len(others) == 3 else 2
            play(game, lay(others[:count], "a") + " .")
            del others[:count]
    assert [set(game.hand(seat)) for seat in (0, 1)] == [set(hand) for hand in hands]
    assert game.stock == (0, 0)
    return game


def fits(top: tuple[int, ...]) -> set[int]:
    """The two values that may follow a card (T5, T6)."""
    value, step = top
    return {(value + way * step - 1) % 10 + 1 for way in (1, -1)}


def throw(seat: int, cards: Iterable[Card]) -> str:
    return " ".join(f"{seat}:{value}/{step}" for value, step in cards)


def tension(*shares: Sequence[Card], top: Card) -> gambero.Game:
    """A tension game with these cards first in each share, the others after them, and this card face up."""
    spare = Counter(TENSION) - Counter([top, *(card for share in shares for card in share)])
    rest = iter(sorted(spare.elements()))
    size = 72 // len(shares)
    cards = [card for share in shares for card in (*share, *islice(rest, size - len(share)))]
    return gambero.new("tension", players=len(shares), deck=[*cards, top])


def lowest_line(top: Card) -> list[Card]:
    """What is laid on this card if the lowest card that fits always comes next, until none fits."""
    left = Counter(TENSION) - Counter([top])
    line: list[Card] = []
    while fitting := [card for card in left.elements() if card[0] in fits(top)]:
        top = min(fitting)
        left[top] -= 1
        line.append(top)
    return line


def stack(game: gambero.Game, seat: int) -> int:
    """How many cards this seat may still draw, where each has a draw pile."""
    assert isinstance(game.stock, tuple)
    return game.stock[seat]


def draw_all(game: gambero.Game, seat: int) -> None:
    while stack(game, seat):
        game.move(f"{seat}:+")


def played_out(top: Card, *, mine: int = 6, but: int = 0) -> gambero.Game:
    """Two players have laid the lowest line on this top, but its last cards; seat 0 is left with `mine`."""
    line = lowest_line(top)
    left = sorted((Counter(TENSION) - Counter([top, *line])).elements())
    held = [left[:mine], left[mine:]]
    seats = [0] * (36 - len(held[0])) + [1] * (36 - len(held[1]))
    for seat, card in zip(seats, line, strict=True):
        held[seat].append(card)
    game = tension(*held, top=top)
    for seat in (0, 1):
        draw_all(game, seat)
    for seat, card in list(zip(seats, line, strict=True))[: len(line) - but]:
        play(game, throw(seat, [card]))
    return game
