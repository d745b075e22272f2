"""Refusals in English, for Python, the terminal and logs: what was wrong, which rule says so, what is on the table."""

from collections.abc import Callable, Mapping
from typing import Any

from gambero.errors import IllegalMove, MalformedMove, Refusal
from gambero.game.notation import NOTATIONS

Values = Mapping[str, Any]


def english(refusal: Refusal) -> str:
    """One sentence, without a full stop."""
    return _SENTENCES[refusal.reason](refusal.values, refusal.clause)


def error(refusal: Refusal) -> IllegalMove:
    """The exception that carries this refusal."""
    return (MalformedMove if refusal.reason == "malformed" else IllegalMove)(refusal, english)


def of_cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def _malformed(values: Values, _clause: str) -> str:
    return f"{values['move']} is not a move: {NOTATIONS[values['notation']].hint}"


def _game_over(values: Values, _clause: str) -> str:
    return f"{values['move']} comes too late: the game is over ({values['ended']})"


def _not_started(values: Values, clause: str) -> str:
    return f"{values['move']} must wait: first say who starts, with @0 to @{values['seats'] - 1} ({clause})"


def _already_started(values: Values, clause: str) -> str:
    return f"{values['move']} comes too late: the game has started ({clause})"


def _no_such_seat(values: Values, _clause: str) -> str:
    return f"{values['move']} names no seat of this table: they are 0 to {values['seats'] - 1}"


def _not_held(values: Values, clause: str) -> str:
    where = _pile(values) if "pile" in values else values["top"]
    return f"{values['card']} is not in the hand of seat {values['seat']}, and may not go on {where} ({clause})"


def _minimum_owed(values: Values, clause: str) -> str:
    return f"the turn may not end yet: {of_cards(values['owed'])} more must be laid ({clause})"


def _backward_barred(values: Values, clause: str) -> str:
    return f"{values['card']} may not step back on {_pile(values)}, while a no_trick shows ({clause})"


def _does_not_fit(values: Values, clause: str) -> str:
    if "fits" in values:
        lower, higher = values["fits"]
        return f"{values['card']} does not fit on {values['top']}: only {lower} or {higher} does ({clause}, T6)"
    if values["back"] is not None:
        allowed = f"only {values['back']} may step back ({clause}, C8)"
    else:
        allowed = f"only {'higher' if values['ascends'] else 'lower'} cards go there ({clause})"
    return f"{values['card']} does not fit on pile {values['pile']}: its top is {values['top']}, and {allowed}"


def _fire_is_due(values: Values, clause: str) -> str:
    due = ", ".join(f"{fire['top']} on pile {fire['pile']}" for fire in values["fires"])
    return f"the turn may not end yet: a card in hand can cover the fire that is due, {due} ({clause})"


def _other_pile_picked(values: Values, clause: str) -> str:
    picked = f"pile {values['picked']}, whose top is {values['picked_top']}"
    return f"{_not_there(values)}: under one_pile this turn belongs to {picked} ({clause})"


def _stop_under_three(values: Values, clause: str) -> str:
    why = f"under a three it may only be the third card, and this is card {values['laid'] + 1}"
    return f"{values['card']} is a stop and may not go on {_pile(values)}: {why} ({clause})"


def _three_too_late(values: Values, clause: str) -> str:
    why = f"{of_cards(values['laid'])} are laid in this turn already"
    return f"{values['card']} is a three and may not go on {_pile(values)}: {why} ({clause})"


def _skull_left_open(values: Values, clause: str) -> str:
    return f"{values['card']} would end the turn and leave the skull open on {_skulls(values)} (E2, {clause})"


def _skull_open(values: Values, clause: str) -> str:
    return f"the turn may not end yet: the skull on {_skulls(values)} must be covered ({clause})"


def _three_unfulfilled(values: Values, clause: str) -> str:
    return f"the turn may not end yet: a three asks for exactly three cards, {values['laid']} laid so far ({clause})"


def _second_gift(values: Values, clause: str) -> str:
    return f"{_not_there(values)}: one card a turn for the opponent, and it is laid ({clause})"


def _no_gift(values: Values, clause: str) -> str:
    card, pile, top = values["card"], values["pile"], values["top"]
    if values["untouched"]:
        return f"{card} does not improve pile {pile}: nothing has been laid on its start card {top} yet ({clause})"
    better = "lower" if values["ascends"] else "higher"
    return f"{card} does not improve pile {pile}: its top is {top}, and a gift must be {better} ({clause})"


def _last_card_face_down(values: Values, clause: str) -> str:
    seat = values["seat"]
    return f"{values['card']} is the last card of seat {seat}: it is laid face down, with {seat}:x ({clause})"


def _not_the_last_card(values: Values, clause: str) -> str:
    left = of_cards(values["left"])
    return f"only a last card is laid face down, and seat {values['seat']} has {left} ({clause})"


def _stack_empty(values: Values, clause: str) -> str:
    return f"the stack of seat {values['seat']} is empty ({clause})"


def _someone_can_play(values: Values, clause: str) -> str:
    top = values["top"]
    return f"the bottom card goes on top only when nobody can play; on {top} somebody can ({clause})"


def _pile(values: Values) -> str:
    return f"pile {values['pile']}, whose top is {values['top']}"


def _not_there(values: Values) -> str:
    return f"{values['card']} may not go on {_pile(values)}"


def _skulls(values: Values) -> str:
    return ", ".join(_pile(skull) for skull in values["skulls"])


_SENTENCES: dict[str, Callable[[Values, str], str]] = {
    "malformed": _malformed,
    "game_over": _game_over,
    "not_started": _not_started,
    "already_started": _already_started,
    "no_such_seat": _no_such_seat,
    "not_held": _not_held,
    "minimum_owed": _minimum_owed,
    "backward_barred": _backward_barred,
    "does_not_fit": _does_not_fit,
    "fire_is_due": _fire_is_due,
    "other_pile_picked": _other_pile_picked,
    "stop_under_three": _stop_under_three,
    "three_too_late": _three_too_late,
    "skull_left_open": _skull_left_open,
    "skull_open": _skull_open,
    "three_unfulfilled": _three_unfulfilled,
    "second_gift": _second_gift,
    "no_gift": _no_gift,
    "last_card_face_down": _last_card_face_down,
    "not_the_last_card": _not_the_last_card,
    "stack_empty": _stack_empty,
    "someone_can_play": _someone_can_play,
}
