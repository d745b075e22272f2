"""Positions of tension."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gambero.arguments import quoted
from gambero.game.decks import TensionDecks
from gambero.game.notation import KINDS, PAIRS, card_text
from gambero.game.position import (
    NOTHING,
    Placed,
    Positions,
    cards_text,
    check_once,
    read_cards,
    read_count,
    read_seats,
    seats_text,
    wrong_outcome,
)
from gambero.rules import tension

if TYPE_CHECKING:
    from gambero.game.spec import GameSpec

DECKS = TensionDecks()


class TensionPositions(Positions):
    """The discard pile, bottom first; hands, stacks, bottom cards turned up in a row, outcome."""

    fields = ("pile", "hands", "stacks", "turned", "outcome")

    def write(self, game: Any) -> list[str]:
        state, result = game.state()[0], game.result
        winner = int(state["winner"])
        return [
            cards_text(game.open_table()["pile"], card_text),
            seats_text((game.hand(seat) for seat in range(game.players)), card_text),
            seats_text((_stack(state, seat) for seat in range(game.players)), card_text),
            str(int(state["turned"])),
            NOTHING if result is None else result.reason if winner == tension.NOBODY else f"{result.reason}:{winner}",
        ]

    def read(self, spec: GameSpec, options: Mapping[str, bool], words: Mapping[str, str]) -> Placed:  # noqa: ARG002
        pile = read_cards("pile", words["pile"], DECKS.read_card)
        hands = read_seats("hands", words["hands"], DECKS.read_card, spec.players)
        stacks = read_seats("stacks", words["stacks"], DECKS.read_card, (len(hands), len(hands)))
        players, share = len(hands), tension.share_of(len(hands))
        all_cards = [*pile, *(card for cards in (*hands, *stacks) for card in cards)]
        check_once(all_cards, DECKS.copies.elements(), card_text)
        missing = list((DECKS.copies - Counter(all_cards)).elements())
        name, _, winner = words["outcome"].partition(":")
        face_down = name == "out"  # T11: nobody sees the last card
        if len(missing) != face_down:
            raise ValueError(
                f"pile, hands and stacks must have {tension.CARDS - face_down} cards, not {len(all_cards)}"
            )
        if not pile:
            raise ValueError("pile: it cannot be empty")
        table = np.zeros(1, tension.TENSION)
        state: Any = table[0]
        state["players"], state["share"] = players, share
        for seat, (hand, stack) in enumerate(zip(hands, stacks, strict=True)):
            if len(stack) + tension.HAND_SIZE > share:
                raise ValueError(f"stacks: seat {seat} has {len(stack)} cards, and began with {share} in all")
            for card in hand:
                state["hands"][seat][KINDS[card]] += 1
            state["held"][seat] = len(hand)
            state["drawn"][seat] = share - len(stack)
            state["stacks"][seat][share - len(stack) : share] = [KINDS[card] for card in stack]
        state["pile"][: len(pile)] = [KINDS[card] for card in pile]
        state["height"] = len(pile)
        state["turned"] = read_count("turned", words["turned"], len(pile))
        state["winner"] = tension.NOBODY
        if face_down:
            state["outcome"] = tension.OUT
            state["winner"] = read_count("outcome", winner, players - 1)
        elif words["outcome"] == "stuck":
            state["outcome"] = tension.STUCK
        elif words["outcome"] != NOTHING:
            raise ValueError(f"outcome: must be {NOTHING}, out:SEAT or stuck, not {quoted(words['outcome'])}")
        deck = [card for hand, stack in zip(hands, stacks, strict=True) for card in (*hand, *stack)]
        return Placed(players=players, deck=(*deck, *missing, *pile), table=table)

    def check(self, game: Any) -> None:
        table = game.state()
        state: Any = table[0]
        outcome = int(state["outcome"])
        empty = [seat for seat in range(game.players) if game.stock[seat] + len(game.hand(seat)) == 0]
        if outcome == tension.OUT:
            if empty != [int(state["winner"])]:
                raise wrong_outcome(f"out:{state['winner']}", "that seat, and no other, must have no cards left")
            return
        if empty:
            raise wrong_outcome(game.result.reason if game.result else NOTHING, f"seat {empty[0]} has no cards left")
        state["outcome"] = tension.PLAYING
        free = tension.verify(table, tension.TURN_UP)  # refused while somebody can play
        if outcome == tension.STUCK and (free or state["turned"] != state["height"]):
            raise wrong_outcome("stuck", "somebody can play, or not all bottom cards were turned up")
        if outcome == tension.PLAYING and state["turned"] == state["height"] and not free:
            raise wrong_outcome(NOTHING, "nobody can play, and all bottom cards were turned up")


def _stack(state: Any, seat: int) -> list[tuple[int, int]]:
    return [PAIRS[kind] for kind in state["stacks"][seat][int(state["drawn"][seat]) : int(state["share"])].tolist()]
