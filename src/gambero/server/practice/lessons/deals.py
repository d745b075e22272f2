"""Decks for lessons, and the moves that lead to the position in which a lesson begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from gambero.game import GAMES, new_game
from gambero.game.notation import KINDS
from gambero.game.setup import prepared
from gambero.game.tension import TENSION

if TYPE_CHECKING:
    from gambero.server.practice.lessons.lesson import Lesson

Pair = tuple[int, int]
SEED = 98  # the order of the cards that a lesson does not name


def dealt(lesson: Lesson) -> tuple[Any, list[str]]:
    """The deck of a lesson and the moves before its first step."""
    deal = {"team": _team, "duel": _duel, "tension": _tension}[GAMES[lesson.game].page]
    return deal(lesson)


def shares(lesson: Lesson) -> dict[str, int]:
    """How many cards go where, by the law of the game."""
    spec = GAMES[lesson.game]
    options = {option: option in lesson.options for option in spec.options}
    return dict(spec.decks.shares(lesson.players, options))


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def filled(hands: Sequence[list[int]], then: list[int], size: int, deck: Sequence[int]) -> list[int]:
    """A whole deck: the hands, filled up, what is drawn next, and the rest."""
    named = {*then, *(number for hand in hands for number in hand)}
    spare = iter([number for number in deck if number not in named])
    first = [number for hand in hands for number in (*hand, *islice(spare, size - len(hand)))]
    return [*first, *then, *spare]


# Classic and extreme.


def _team(lesson: Lesson) -> tuple[list[int], list[str]]:
    hands = [numbers(hand) for hand in lesson.hands]
    size = shares(lesson)["hand 0"]
    if lesson.last:
        return (
            _steadily(lesson.game, hands[0])
            if GAMES[lesson.game].commands
            else _played_down(hands, size, GAMES[lesson.game].cards)
        )
    start = [] if lesson.players == 1 or lesson.waiting or "@" in lesson.before else ["@0"]
    deck = filled(hands, numbers(lesson.then[0]), size, prepared(lesson.game, seed=SEED).deck)
    return deck, [*start, *lesson.before.split()]


def _played_down(hands: list[list[int]], size: int, cards_in_all: int) -> tuple[list[int], list[str]]:
    """Everybody lays two cards a turn until nothing can be drawn, then all but the hand that is left."""
    players = len(hands)
    kept = {number for hand in hands for number in hand}
    turns = (cards_in_all - players * size) // 2
    first = -turns % players  # so that seat 0 is on at the end
    counts = [2] * turns + [size - len(hands[(first + turns + seat) % players]) for seat in range(players)]
    lays = iter(
        [(number, "ab"[number % 2 == 0]) for half in (1, 0) for number in range(2, 51) if number % 2 == half]
        + [(number, "cd"[number % 2 == 0]) for half in (1, 0) for number in range(99, 50, -1) if number % 2 == half]
    )
    left = iter([(number, pile) for number, pile in lays if number not in kept])
    cards: list[list[int]] = [[] for _ in hands]  # in the order in which each seat gets them
    moves = [f"@{first}"] if players > 1 else []
    for turn, count in enumerate(counts):
        seat = (first + turn) % players
        for number, pile in islice(left, count):
            cards[seat].append(number)
            moves.append(f"{number}{pile}")
        if turn < turns or hands[seat]:
            moves.append(".")  # a hand laid to its last card ends the turn by itself
    for seat, hand in enumerate(hands):
        cards[seat] += hand
    deck = [number for seat in cards for number in seat[:size]]
    rest = [iter(seat[size:]) for seat in cards]
    for turn in range(turns):
        deck += islice(rest[(first + turn) % players], 2)
    return deck, moves


def _steadily(kind: str, hand: list[int]) -> tuple[list[int], list[str]]:
    """Alone, where cards carry commands: the other cards on the rising piles, each turn ended as soon as it may be."""
    deck = [number for number in range(2, 100) if number not in hand] + hand
    game = new_game(kind, players=1, deck=deck)
    for number in deck[: -len(hand)]:
        game.move(next(f"{number}{pile}" for pile in "abcd" if game.can(f"{number}{pile}")))
        if game.can("."):
            game.move(".")
    return deck, [move for _, move in game.log]


# Duel.


def _duel(lesson: Lesson) -> tuple[tuple[list[int], ...], list[str]]:
    hands = [numbers(hand) for hand in lesson.hands]
    if lesson.last:
        return _raced_down(hands)
    then = [numbers(cards) for cards in (*lesson.then, "")]
    start = [] if lesson.waiting or "@" in lesson.before else ["@0"]
    size, decks = shares(lesson)["hand 0"], prepared(lesson.game, seed=SEED).deck
    decks = tuple(filled([hand], after, size, decks[0]) for hand, after in zip(hands, then, strict=False))
    return decks, [*start, *lesson.before.split()]


def _raced_down(hands: list[list[int]]) -> tuple[tuple[list[int], ...], list[str]]:
    """Both lay two cards a turn, low ones up and high ones down; in the last turn all but the hand that is left."""
    lays = [[n for n in (*range(2, 31), *range(59, 30, -1)) if n not in hand] for hand in hands]
    decks = tuple([*laid, *hand] for laid, hand in zip(lays, hands, strict=True))
    moves = ["@0"]
    for turn in range(27):
        for laid in lays:
            mine = laid[2 * turn :] if turn == 26 else laid[2 * turn : 2 * turn + 2]
            moves += [*(f"{number}{'a' if number <= 30 else 'c'}" for number in mine), *("." if mine else ())]
    return decks, moves


# Tension.


def _tension(lesson: Lesson) -> tuple[list[Pair], list[str]]:
    top = pairs(lesson.top)[0]
    everything = list(prepared(lesson.game, seed=SEED).deck)
    sizes = shares(lesson)
    hand, share = sizes["hand 0"], sizes["hand 0"] + sizes["stack 0"]
    if lesson.last:
        return _laid_out(everything, top, numbers(lesson.before)[0], hand, share)
    deck = _shared(everything, [pairs(hand) for hand in lesson.hands], top, share)
    return deck, lesson.before.split()


def pairs(text: str) -> list[Pair]:
    return [(int(value), int(step)) for value, _, step in (word.partition("/") for word in text.split())]


def _shared(everything: list[Pair], named_cards: list[list[Pair]], top: Pair, share: int) -> list[Pair]:
    """A whole deck: for each seat the cards named, filled up to its share, and the top card last."""
    named = Counter([top, *(card for cards in named_cards for card in cards)])
    spare = []
    for card in everything:
        if named[card]:
            named[card] -= 1
        else:
            spare.append(card)
    rest = iter(spare)
    return [card for cards in named_cards for card in (*cards, *islice(rest, share - len(cards)))] + [top]


def _laid_out(everything: list[Pair], top: Pair, mine: int, hand: int, share: int) -> tuple[list[Pair], list[str]]:
    """Two players have drawn all and laid the lowest that fitted, until none did; seat 0 has `mine` left."""
    left, line, shown = Counter(everything) - Counter([top]), [], top
    while fitting := [card for card in left.elements() if fits(shown, card)]:
        shown = min(fitting)
        left[shown] -= 1
        line.append(shown)
    rest = sorted(left.elements())
    shares = [rest[:mine], rest[mine:]]
    lays = []
    for number, card in enumerate(line):
        seat = 0 if number < share - mine else 1
        shares[seat].append(card)
        lays.append(f"{seat}:{card[0]}/{card[1]}")
    draws = [f"{seat}:+" for seat in (0, 1) for _ in range(share - hand)]
    return _shared(everything, shares, top, share), [*draws, *lays]


def fits(top: Pair, card: Pair) -> bool:
    """T5, T6, asked of the law."""
    return bool(TENSION.law.fits(KINDS[top], KINDS[card]))
