"""The law's refusals in words: what was wrong, which rule says so, what is on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gambero.game.notation import DUEL_PILES, PAIRS, TEAM_PILES, card_text
from gambero.rules import classic, duel, refusals, tension
from gambero.rules import team as team_rules
from gambero.rules.piles import step_back

if TYPE_CHECKING:
    from gambero.game.duel import DuelGame
    from gambero.game.team import TeamGame
    from gambero.game.tension import TensionGame


def of_cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def unfit(card: int, pile: str, top: int, ascends: bool, lowest: int, highest: int) -> str:
    back = step_back(ascends, top)
    if lowest <= back <= highest:
        allowed = f"only {back} may step back (C7, C8)"
    else:
        allowed = f"only {'higher' if ascends else 'lower'} cards go there (C7)"
    return f"{card} does not fit on pile {pile}: its top is {top}, and {allowed}"


def not_held(card: int, seat: int | None, pile: str, top: int, rule: str) -> str:
    return f"{card} is not in the hand of seat {seat}, and may not go on pile {pile}, whose top is {top} ({rule})"


def team_(refusal: int, card: int, pile: int, game: TeamGame) -> str:
    name, top = TEAM_PILES[pile], game.piles[pile]
    turn = game.view()["turn"]
    match refusal:
        case refusals.NOT_HELD:
            return not_held(card, game.to_move, name, top, "C3")
        case refusals.DOES_NOT_FIT:
            ascends = classic.ascends(pile)
            return unfit(card, name, top, ascends, team_rules.LOWEST, team_rules.HIGHEST)
        case refusals.BACKWARD_BARRED:
            return f"{card} may not step back on pile {name}, whose top is {top}, while a no_trick shows (E13)"
        case refusals.MINIMUM_OWED:
            return f"the turn may not end yet: {of_cards(game.minimum)} more must be laid (C13)"
        case refusals.FIRE_IS_DUE:
            due = ", ".join(f"{game.piles[TEAM_PILES.index(p)]} on pile {p}" for p in game.view()["fires"]["due"])
            return f"the turn may not end yet: a card in hand can cover the fire that is due, {due} (F6)"
        case refusals.OTHER_PILE_PICKED:
            picked = _with_top(turn["picked"], game)
            why = f"under one_pile this turn belongs to {picked}"
            return f"{card} may not go on pile {name}, whose top is {top}: {why} (E14)"
        case refusals.STOP_UNDER_THREE:
            place = turn["laid"] + 1
            why = f"under a three it may only be the third card, and this is card {place}"
            return f"{card} is a stop and may not go on pile {name}, whose top is {top}: {why} (E9)"
        case refusals.THREE_TOO_LATE:
            why = f"{of_cards(turn['laid'])} are laid in this turn already"
            return f"{card} is a three and may not go on pile {name}, whose top is {top}: {why} (E10)"
        case refusals.SKULL_LEFT_OPEN:
            skulls = ", ".join(_with_top(skull, game) for skull in turn["skulls"])
            return f"{card} would end the turn and leave the skull open on {skulls} (E2, E6)"
        case refusals.SKULL_OPEN:
            skulls = ", ".join(_with_top(skull, game) for skull in turn["skulls"])
            return f"the turn may not end yet: the skull on {skulls} must be covered (E6)"
        case refusals.THREE_UNFULFILLED:
            return f"the turn may not end yet: a three asks for exactly three cards, {turn['laid']} laid so far (E8)"
    raise AssertionError(f"no words for refusal {refusal}")


def _with_top(pile: str, game: TeamGame) -> str:
    return f"pile {pile}, whose top is {game.piles[TEAM_PILES.index(pile)]}"


def duel_(refusal: int, card: int, pile: int, game: DuelGame) -> str:
    name, top = DUEL_PILES[pile], game.top(pile)
    match refusal:
        case refusals.NOT_HELD:
            return not_held(card, game.to_move, name, top, "D2")
        case refusals.DOES_NOT_FIT:
            return unfit(card, name, top, duel.ascends(pile), duel.LOWEST, duel.HIGHEST)
        case refusals.MINIMUM_OWED:
            return f"the turn may not end yet: {of_cards(game.minimum)} more must be laid (D3)"
        case refusals.SECOND_GIFT:
            why = "one card a turn for the opponent, and it is laid"
            return f"{card} may not go on pile {name}, whose top is {top}: {why} (D5)"
        case refusals.NO_GIFT:
            if top in (duel.UP, duel.DOWN):
                return f"{card} does not improve pile {name}: nothing has been laid on its start card {top} yet (D6)"
            better = "lower" if duel.ascends(pile) else "higher"
            return f"{card} does not improve pile {name}: its top is {top}, and a gift must be {better} (D6)"
    raise AssertionError(f"no words for refusal {refusal}")


def tension_(refusal: int, seat: int | None, act: int, game: TensionGame) -> str:
    top = card_text(PAIRS[game.top])
    card = card_text(PAIRS[act]) if act < tension.KINDS else ""
    match refusal:
        case refusals.NOT_HELD:
            return f"{card} is not in the hand of seat {seat}, and may not go on {top} (T3)"
        case refusals.DOES_NOT_FIT:
            values = sorted({PAIRS[kind][0] for kind in range(tension.KINDS) if tension.fits(game.top, kind)})
            return f"{card} does not fit on {top}: only {values[0]} or {values[1]} does (T5, T6)"
        case refusals.LAST_CARD_FACE_DOWN:
            return f"{card} is the last card of seat {seat}: it is laid face down, with {seat}:x (T11)"
        case refusals.NOT_THE_LAST_CARD:
            left = of_cards(len(game.hand(seat or 0)) + game.stock[seat or 0])
            return f"only a last card is laid face down, and seat {seat} has {left} (T11)"
        case refusals.STACK_EMPTY:
            return f"the stack of seat {seat} is empty (T9)"
        case refusals.SOMEONE_CAN_PLAY:
            return f"the bottom card goes on top only when nobody can play; on {top} somebody can (T10)"
    raise AssertionError(f"no words for refusal {refusal}")
