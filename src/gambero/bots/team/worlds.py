"""Worlds: ways the unseen cards may lie that fit a player's view, what the others said included."""

from typing import Any

import numpy as np

from gambero.bots.team.careful import LEAVE, NOTHING, STEPS
from gambero.rules.cards import add, count, holds, remove, signed, take_lowest
from gambero.rules.classic import ascends
from gambero.rules.compiled import inlined, kernel
from gambero.rules.piles import step_back
from gambero.rules.shuffle import below
from gambero.rules.team import CARDS, HIGHEST, LOWEST, PILES

ALL_PILES = (1 << PILES) - 1  # for `exact`: a seat says all it would say, of every pile
TRIES = 30  # exchanges tried to keep a card away from a hand that would have spoken of it


@inlined
def mark(cards: Any, top: int, pile: int, word: int, near: int) -> None:
    """Add to a set the cards that make their holder say a word of a pile."""
    if word == LEAVE:
        back = step_back(ascends(pile), top)
        if LOWEST <= back <= HIGHEST:
            add(cards, back)
    nearest, farthest = (1, 1) if word == LEAVE else (2, near)
    for apart in range(nearest, farthest + 1):
        card = top + apart if ascends(pile) else top - apart
        if LOWEST <= card <= HIGHEST:
            add(cards, card)


@inlined
def pick(low: Any, high: Any, place: int) -> int:
    """The card at a place of a set."""
    while True:
        card, low, high = take_lowest(low, high)
        if place == 0:
            return card
        place -= 1


@kernel
def imagine(
    world: Any, unseen: Any, sizes: Any, signals: Any, exact: Any, near: int, generator: Any, silent: Any, zone: Any
) -> None:
    """Deal the unseen cards to the other hands and the draw pile.

    `exact` has a bit for each pile of which a seat says all it would say, as bots do. Such a seat gets a card for each
    word, and none it would have spoken of but did not. `silent` and `zone` are places for sets.
    """
    rest = zone[1]
    rest[0] = unseen[0]
    rest[1] = unseen[1]
    for seat in range(world.players):
        if seat == world.seat:
            continue
        hand = world.hands[seat]
        hand[0] = hand[1] = 0
        silent[seat, 0] = silent[seat, 1] = 0
        if not exact[seat]:
            continue
        for pile in range(PILES):
            if exact[seat] >> pile & 1 == 0:
                continue
            top = signed(world.tops[pile])
            if signals[seat, pile] < LEAVE:
                mark(silent[seat], top, pile, LEAVE, near)
            if signals[seat, pile] == NOTHING:
                mark(silent[seat], top, pile, STEPS, near)
    for seat in range(world.players):
        if seat != world.seat and exact[seat]:
            give_what_was_said(world, seat, sizes[seat], signals[seat], near, generator, silent[seat], zone)
    deal_the_rest(world, sizes, exact, generator, silent, rest)


@inlined
def give_what_was_said(
    world: Any, seat: int, size: int, signals: Any, near: int, generator: Any, silent: Any, zone: Any
) -> None:
    """One card for each word of a seat, unless the hand has one that explains it already."""
    hand, rest = world.hands[seat], zone[1]
    for word in range(LEAVE, NOTHING, -1):
        for pile in range(PILES):
            if signals[pile] != word or count(hand) >= size:
                continue
            cards = zone[0]
            cards[0] = cards[1] = 0
            mark(cards, signed(world.tops[pile]), pile, word, near)
            if cards[0] & hand[0] | cards[1] & hand[1] != np.uint64(0):
                continue
            low = cards[0] & rest[0] & ~silent[0]
            high = cards[1] & rest[1] & ~silent[1]
            choices = count((low, high))
            if choices:
                card = pick(low, high, below(generator, choices))
                add(hand, card)
                remove(rest, card)


@inlined
def deal_the_rest(world: Any, sizes: Any, exact: Any, generator: Any, silent: Any, rest: Any) -> None:
    """Shuffle what is left into the end of the deck, and fill the hands from there."""
    first = CARDS - count(rest)
    end = first
    low, high = rest[0], rest[1]
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        place = first + below(generator, end - first + 1)
        world.deck[end] = world.deck[place]
        world.deck[place] = card
        end += 1
    at = first
    for seat in range(world.players):
        if seat == world.seat:
            continue
        hand = world.hands[seat]
        while count(hand) < sizes[seat]:
            if exact[seat] and holds(silent[seat], world.deck[at]):
                for _ in range(TRIES):
                    other = at + below(generator, CARDS - at)
                    if not holds(silent[seat], world.deck[other]):
                        world.deck[at], world.deck[other] = world.deck[other], world.deck[at]
                        break
            add(hand, world.deck[at])
            at += 1
