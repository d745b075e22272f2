"""Every reason for which a move or a setup is refused, with its clauses and the values it comes with.

Sentences are made from that: in English by `sentences.py`, in the reader's language by the page.
"""

from dataclasses import dataclass

from gambero.rules import refusals as law


@dataclass(frozen=True)
class Reason:
    """What a refusal of one reason holds."""

    clauses: tuple[str, ...]  # a refusal names one of these; () where no rule is meant
    values: tuple[str, ...]  # names of values that are always there
    sometimes: tuple[str, ...] = ()  # and of those that only some games have


# card: a number, or "7/3" in tension; pile: its letter; top: the card on that pile; back: the one card that may step
# back there, or None; ascends: the pile goes up; fits: the values that fit; skulls, fires: [{"pile": …, "top": …}, …];
# picked, picked_top: the pile that a one_pile binds the turn to; owed, laid, left: numbers of cards; untouched: nothing
# was laid on that pile yet; move: what was asked for; seats: how many there are; ended: the reason of the result.
REASONS: dict[str, Reason] = {
    "malformed": Reason((), ("move", "notation")),
    "game_over": Reason((), ("move", "ended")),
    "not_started": Reason(("C4", "D2"), ("move", "seats")),
    "already_started": Reason(("C4", "D2"), ("move",)),
    "no_such_seat": Reason((), ("move", "seats")),
    "not_held": Reason(("C3", "D2", "T3"), ("card", "seat", "top"), ("pile",)),
    "minimum_owed": Reason(("C13", "D3"), ("owed",)),
    "backward_barred": Reason(("E13",), ("card", "pile", "top")),
    "does_not_fit": Reason(("C7", "T5"), ("card", "top"), ("pile", "back", "ascends", "fits")),
    "fire_is_due": Reason(("F6",), ("fires",)),
    "other_pile_picked": Reason(("E14",), ("card", "pile", "top", "picked", "picked_top")),
    "stop_under_three": Reason(("E9",), ("card", "pile", "top", "laid")),
    "three_too_late": Reason(("E10",), ("card", "pile", "top", "laid")),
    "skull_left_open": Reason(("E6",), ("card", "skulls")),
    "skull_open": Reason(("E6",), ("skulls",)),
    "three_unfulfilled": Reason(("E8",), ("laid",)),
    "second_gift": Reason(("D5",), ("card", "pile", "top")),
    "no_gift": Reason(("D6",), ("card", "pile", "top", "ascends", "untouched")),
    "last_card_face_down": Reason(("T11",), ("card", "seat")),
    "not_the_last_card": Reason(("T11",), ("seat", "left")),
    "stack_empty": Reason(("T9",), ("seat",)),
    "someone_can_play": Reason(("T10",), ("top",)),
}

# Why a game or a tournament cannot be set up as somebody at a server asks for it. Other wrong arguments are programming
# errors, and only have a sentence. fewest, most: bounds; cards, copies: how many carry commands, and of each command.
SETUP: dict[str, Reason] = {
    "unknown_option": Reason((), ("game", "option", "options")),
    "not_combined": Reason((), ("game", "option")),
    "players": Reason((), ("game", "fewest", "most")),
    "no_commands": Reason(("E1",), ("game",)),
    "layout": Reason(("E1",), ("cards", "copies")),
    "few_games": Reason(("T12",), ("fewest",)),
}

# The law's numbers as these words: NOT_HELD is not_held.
NAMES: dict[int, str] = {
    number: name.lower() for name, number in vars(law).items() if name.isupper() and number != law.ALLOWED
}
