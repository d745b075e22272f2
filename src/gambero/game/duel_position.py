"""Positions of the duel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gambero.arguments import quoted
from gambero.game.decks import read_number
from gambero.game.notation import DUEL_PILES
from gambero.game.position import (
    NOTHING,
    Placed,
    Positions,
    cards_text,
    check_laid,
    check_once,
    read_cards,
    read_count,
    read_seats,
    read_turn,
    seats_text,
    turn_text,
    wrong_outcome,
)
from gambero.game.team_position import hand_bits
from gambero.rules import duel

if TYPE_CHECKING:
    from gambero.game.spec import GameSpec

NUMBERS = range(duel.LOWEST, duel.HIGHEST + 1)
OUTCOMES = {"finished": duel.FINISHED, "stuck": duel.STUCK}
STARTS = {pile: duel.UP if duel.ascends(place) else duel.DOWN for place, pile in enumerate(DUEL_PILES)}


class DuelPositions(Positions):
    """Tops of seat 0 and seat 1, hands, stocks, turn, outcome."""

    fields = ("tops", "hands", "stocks", "turn", "outcome")

    def write(self, game: Any) -> list[str]:
        state = game.state()[0]
        seat, drawn = int(state["seat"]), state["drawn"].tolist()
        result = game.result
        return [
            cards_text(game.piles),
            seats_text(game.hand(each) for each in range(duel.PLAYERS)),
            seats_text(state["decks"][each][drawn[each] :].tolist() for each in range(duel.PLAYERS)),
            turn_text(None if seat == duel.NOBODY else seat, game.laid_in_turn()),
            f"{result.reason}:{result.winners[0]}" if result else NOTHING,
        ]

    def read(self, spec: GameSpec, options: Mapping[str, bool], words: Mapping[str, str]) -> Placed:
        tops = read_cards("tops", words["tops"], read_number)
        hands = read_seats("hands", words["hands"], read_number, spec.players)
        stocks = read_seats("stocks", words["stocks"], read_number, spec.players)
        if len(tops) != len(DUEL_PILES):
            raise ValueError(f"tops: there must be {len(DUEL_PILES)}, not {len(tops)}")
        seat, turn = read_turn(words["turn"], duel.PLAYERS)
        mover = seat or 0
        laid = []
        for one, (hand, stock) in enumerate(zip(hands, stocks, strict=True)):
            check_once([*hand, *stock], NUMBERS, whose=f" at seat {one}")
            laid.append([card for card in NUMBERS if card not in {*hand, *stock}])
            if len(hand) > duel.HAND_SIZE:
                raise ValueError(f"hands: seat {one} has {len(hand)} cards, and a full hand is {duel.HAND_SIZE}")
        seen = [*tops[2 * mover :], *tops[: 2 * mover]]  # as the mover names them
        # Who laid a top is not known: both may have laid a card with the same number.
        check_laid(dict(zip(DUEL_PILES, seen, strict=True)), STARTS, {*laid[0], *laid[1]}, turn)
        check_once((card for card, _ in turn), laid[mover], whose=" in this turn")
        if seat is None and (laid[0] or laid[1]):
            raise ValueError("turn: the game has begun, so it must name a seat")
        decks = [[*laid[one], *hands[one], *stocks[one]] for one in range(duel.PLAYERS)]
        table = np.zeros(1, duel.DUEL)
        duel.set_up(table, np.array(decks, np.uint8), options["last_card_wins"])
        state: Any = table[0]
        for one in range(duel.PLAYERS):
            state["hands"][one] = hand_bits(hands[one])
            state["drawn"][one] = duel.CARDS - len(stocks[one])
        state["tops"] = tops
        state["seat"] = duel.NOBODY if seat is None else seat
        state["laid"] = len(turn)
        state["gift"] = any(duel.is_theirs(DUEL_PILES.index(pile)) for _, pile in turn)
        _read_outcome(state, words["outcome"])
        moved = {card for card, _ in turn}
        earlier = [(one, card) for one in range(duel.PLAYERS) for card in laid[one] if one != seat or card not in moved]
        return Placed(
            players=duel.PLAYERS,
            deck=tuple(tuple(deck) for deck in decks),
            table=table,
            turn=tuple(f"{card}{pile}" for card, pile in turn),
            earlier=tuple((one, f"{card}?") for one, card in earlier),
        )

    def check(self, game: Any) -> None:
        table = game.state()
        state: Any = table[0]
        outcome, winner = int(state["outcome"]), int(state["winner"])
        state["outcome"] = duel.PLAYING
        stuck = not duel.legal(table, np.empty(duel.MOST_MOVES, np.int64))
        left = [game.stock[seat] + len(game.hand(seat)) for seat in range(duel.PLAYERS)]
        if outcome == duel.PLAYING and 0 in left:
            raise wrong_outcome(NOTHING, f"seat {left.index(0)} has laid all cards")
        if outcome == duel.PLAYING and stuck:
            raise wrong_outcome(NOTHING, f"seat {game.to_move} can neither lay a card nor end the turn")
        if outcome == duel.FINISHED and left[winner]:
            raise wrong_outcome("finished", f"seat {winner} has cards left")
        seat = int(state["seat"])
        too_few = seat != duel.NOBODY and duel.owed(table) > left[seat]  # D10: a single card left
        if outcome == duel.PLAYING and too_few:
            raise wrong_outcome(NOTHING, f"seat {seat} owes more cards than it has")
        if outcome == duel.STUCK and (winner == seat or not (stuck or too_few)):
            raise wrong_outcome("stuck", "the seat whose turn it is must have lost, with no move left")


def _read_outcome(state: Any, word: str) -> None:
    if word == NOTHING:
        return
    name, _, winner = word.partition(":")
    if name not in OUTCOMES:
        raise ValueError(f"outcome: must be {NOTHING}, finished:SEAT or stuck:SEAT with who won, not {quoted(word)}")
    state["outcome"] = OUTCOMES[name]
    state["winner"] = read_count("outcome", winner, duel.PLAYERS - 1)
