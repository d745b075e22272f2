"""The fields of an observation in its compact form: a row of bytes, the same for every number of players.

Seats are counted clockwise from the viewer: 0 is the viewer, 1 the next one.
"""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from gambero.rules import commands, duel, team, tension

LOGGED = 160  # moves of tension that an observation holds, the newest first; a game has 137 and some bottom cards


@dataclass(frozen=True)
class Field:
    """Some bytes of an observation: how many there are, and the highest value they take."""

    name: str
    size: int
    most: int
    holds: str  # one line for the documentation


class Fields:
    """The fields of one kind of game, in order."""

    commands = len(commands.NAMES)

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        starts = [0, *accumulate(field.size for field in fields)]
        self.size = starts[-1]
        self._slices = {
            field.name: slice(start, start + field.size) for field, start in zip(fields, starts, strict=False)
        }

    def at(self, name: str) -> int:
        """Where a field begins."""
        return int(self._slices[name].start)

    def slices(self) -> dict[str, slice]:
        """Where each field lies."""
        return dict(self._slices)

    def highest(self) -> npt.NDArray[np.uint8]:
        """The highest value of each byte."""
        return np.concatenate([np.full(field.size, field.most, np.uint8) for field in self.fields])


_TURNS = team.CARDS + 1  # every turn but a last one lays a card
TEAM = Fields(
    Field("where", team.CARDS, 5, "by card from 2: 0 unseen, 1 in the own hand, 2 to 5 laid on pile a, b, c, d"),
    Field("order", team.CARDS, team.CARDS, "by card: as which of all cards it was laid, from 1; 0 not laid"),
    Field("by", team.CARDS, team.MAX_PLAYERS, "by card: 1 + the seat that laid it; 0 not laid"),
    Field("turn", team.CARDS, _TURNS, "by card: in which turn of the game it was laid, from 1; 0 not laid"),
    Field("command", team.CARDS, 7, "by card: 1 to 7 for stop, skull, three, silence, no_trick, one_pile, draw_one"),
    Field("tops", team.PILES, 100, "the top cards of piles a, b, c, d"),
    Field("stock", 1, team.CARDS, "cards in the draw pile"),
    Field("hands", team.MAX_PLAYERS, 8, "cards in the hand of each seat"),
    Field("players", 1, team.MAX_PLAYERS, "how many players there are"),
    Field("seat", 1, team.MAX_PLAYERS - 1, "the viewer's seat, as the table counts"),
    Field("to_move", 1, team.MAX_PLAYERS, "1 + the seat that is on; 0 nobody"),
    Field("minimum", 1, 3, "cards that the mover still owes in this turn"),
    Field("laid", 1, 8, "cards laid in this turn"),
    Field("three", 1, 1, "whether a three was laid in this turn"),
    Field("skulls", team.PILES, 1, "by pile: whether a skull of this turn is open"),
    Field("picked", 1, team.PILES, "1 + the pile that a one_pile binds this turn to; 0 none"),
    Field("due", team.PILES, 1, "by pile: whether a fire must be covered in this turn"),
    Field("fresh", team.PILES, 1, "by pile: whether a fire was laid in this turn"),
    Field("in_force", team.PILES, 7, "by pile: the lasting command on top, 4 to 7 as above; 0 none"),
    Field("silence", 1, 1, "whether a silence is in force"),
    Field("options", 4, 1, "professional, short_hands, on_fire, and whether cards carry commands"),
    Field("over", 1, 1, "whether the game is over"),
    Field("outcome", 1, 5, "0 playing, 1 beaten, 2 stuck, 3 fire, 4 skull, 5 three"),
    Field("turns", 1, _TURNS, "turns begun"),
    Field("said_piles", team.MAX_PLAYERS * team.PILES, 3, "by seat and pile: 0 nothing, 1 mine, 2 small, 3 free"),
    Field("said_commands", team.MAX_PLAYERS * 7, 1, "by seat and command: whether the seat says that it holds one"),
    Field("said_exact", team.MAX_PLAYERS, 1, "by seat: whether it always says all that it would say"),
    Field("eager", team.MAX_PLAYERS, 3, "by seat, before the start: 1 + how gladly it would start, 0 to 2; 0 not said"),
)
_DUEL_TURNS = 2 * duel.CARDS
DUEL = Fields(
    Field("own_where", duel.CARDS, 5, "by own card from 2: 0 unseen, 1 in hand, 2 to 5 laid on pile a, c, A, C"),
    Field("own_order", duel.CARDS, 2 * duel.CARDS, "by own card: as which of all cards it was laid; 0 not laid"),
    Field("own_turn", duel.CARDS, _DUEL_TURNS, "by own card: in which turn it was laid; 0 not laid"),
    Field("their_where", duel.CARDS, 5, "by card of the rival: 0 unseen, 2 to 5 laid on the viewer's a, c, A, C"),
    Field("their_order", duel.CARDS, 2 * duel.CARDS, "by card of the rival: as which it was laid; 0 not laid"),
    Field("their_turn", duel.CARDS, _DUEL_TURNS, "by card of the rival: in which turn it was laid; 0 not laid"),
    Field("tops", duel.PILES, 60, "the tops of the viewer's a and c, then of the rival's, A and C"),
    Field("stock", 2, duel.CARDS, "cards in the own draw pile, then in the rival's"),
    Field("hands", 2, duel.HAND_SIZE, "cards in the own hand, then in the rival's"),
    Field("seat", 1, 1, "the viewer's seat, as the table counts"),
    Field("to_move", 1, 2, "0 nobody, 1 the viewer, 2 the rival"),
    Field("minimum", 1, 2, "cards that the mover still owes in this turn"),
    Field("laid", 1, duel.HAND_SIZE, "cards laid in this turn"),
    Field("gift", 1, 1, "whether one of them was laid for the other player"),
    Field("draws", 1, duel.HAND_SIZE, "cards that the mover would draw if the turn ended now"),
    Field("last_card_wins", 1, 1, "the option of this name"),
    Field("over", 1, 1, "whether the game is over"),
    Field("outcome", 1, 2, "0 playing, 1 finished, 2 stuck"),
    Field("winner", 1, 2, "0 nobody yet, 1 the viewer, 2 the rival"),
    Field("turns", 1, _DUEL_TURNS, "turns begun"),
)
TENSION = Fields(
    Field("hand", tension.KINDS, 3, "by kind of card, 3 · (value − 1) + step − 1: how many are in the own hand"),
    Field("pile", tension.CARDS, tension.KINDS, "the discard pile from the bottom: 1 + kind; 0 above the top"),
    Field("top", 1, tension.KINDS - 1, "the kind of the top card"),
    Field("height", 1, tension.CARDS, "cards of the discard pile"),
    Field("stock", tension.MAX_PLAYERS, tension.CARDS // 2, "cards in the stack of each seat"),
    Field("hands", tension.MAX_PLAYERS, tension.CARDS // 2, "cards in the hand of each seat"),
    Field("players", 1, tension.MAX_PLAYERS, "how many players there are"),
    Field("seat", 1, tension.MAX_PLAYERS - 1, "the viewer's seat, as the table counts"),
    Field("wait", 1, 255, "ticks that the viewer must still wait after a wrong card"),
    Field("over", 1, 1, "whether the game is over"),
    Field("outcome", 1, 2, "0 playing, 1 out, 2 stuck"),
    Field("winners", tension.MAX_PLAYERS, 1, "by seat: whether it has won"),
    Field(
        "log_by", LOGGED, tension.MAX_PLAYERS, "the last moves, newest first: 1 + the seat; 0 a bottom card, or none"
    ),
    Field("log_act", LOGGED, 34, "the last moves, newest first: 1 + the action; 0 none"),
)
