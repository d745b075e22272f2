"""Positions of the team games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gambero.arguments import quoted
from gambero.game.decks import read_number
from gambero.game.notation import TEAM_PILES
from gambero.game.position import (
    MARKS,
    NOTHING,
    SEATS,
    Placed,
    Positions,
    cards_text,
    check_laid,
    check_once,
    read_cards,
    read_seats,
    read_turn,
    seats_text,
    turn_text,
    wrong_outcome,
)
from gambero.rules import classic, commands, fire, team

if TYPE_CHECKING:
    from gambero.game.spec import GameSpec

NUMBERS = range(team.LOWEST, team.HIGHEST + 1)
STARTS = {pile: classic.UP if classic.ascends(place) else classic.DOWN for place, pile in enumerate(TEAM_PILES)}
OUTCOMES = {"beaten": team.BEATEN, "stuck": team.STUCK, "fire": team.FIRE, "skull": team.SKULL, "three": team.THREE}
BITS = ("due", "fresh", "skulls")  # marks of several piles
HOUSE = "house"


def hand_bits(cards: Sequence[int]) -> tuple[int, int]:
    """A hand as the law's record has it."""
    bits = sum(1 << card for card in cards)
    return bits & (2**64 - 1), bits >> 64


class TeamPositions(Positions):
    """Tops, hands, stock, turn, marks, outcome, and in extreme the layout of commands."""

    fields = ("tops", "hands", "stock", "turn", "marks", "outcome", "commands")

    def write(self, game: Any) -> list[str]:
        state = game.state()[0]
        seat = int(state["seat"])
        result = game.result
        words = [
            cards_text(game.piles),
            seats_text(game.hand(each) for each in range(game.players)),
            cards_text(state["deck"][int(state["drawn"]) :].tolist()),
            turn_text(None if seat == team.NOBODY else seat, game.laid_in_turn()),
            MARKS.join(_marks(state)) or NOTHING,
            result.reason if result else NOTHING,
        ]
        return [*words, _layout_text(game.commands)] if game.spec.commands else words

    def read(self, spec: GameSpec, options: Mapping[str, bool], words: Mapping[str, str]) -> Placed:
        tops = read_cards("tops", words["tops"], read_top)
        hands = read_seats("hands", words["hands"], read_number, spec.players)
        stock = read_cards("stock", words["stock"], read_number)
        layout = _read_layout(words["commands"]) if spec.commands else {}
        if len(tops) != len(TEAM_PILES):
            raise ValueError(f"tops: there must be {len(TEAM_PILES)}, not {len(tops)}")
        piles, kept = dict(zip(TEAM_PILES, tops, strict=True)), [*(card for hand in hands for card in hand), *stock]
        check_once(kept, NUMBERS)
        laid = [card for card in NUMBERS if card not in kept]
        seat, turn = read_turn(words["turn"], len(hands))
        check_laid(piles, STARTS, laid, turn)
        covering = [top for pile, top in piles.items() if top != STARTS[pile]]
        check_once(covering, laid)
        if laid and not covering:
            raise ValueError(f"tops: {len(laid)} cards are laid, but no pile has one")
        if seat is None and (laid or len(hands) == 1):
            raise ValueError("turn: the game has begun, so it must name a seat")
        table = np.zeros(1, team.TEAM)
        before = [card for card in laid if card not in {card for card, _ in turn}]
        deck = [*laid, *(card for hand in hands for card in hand), *stock]
        rules = (options["professional"], options["short_hands"], options.get("on_fire", False))
        classic.set_up(table, np.array(deck, np.uint8), len(hands), *rules, commands.as_table(layout))
        state: Any = table[0]
        for one, hand in enumerate(hands):
            whole = len(hand) + (len(turn) if one == seat else 0)
            if whole > state["hand_size"]:
                raise ValueError(f"hands: seat {one} has {whole} cards, and a full hand is {state['hand_size']}")
            state["hands"][one] = hand_bits(hand)
        state["drawn"] = team.CARDS - len(stock)
        state["tops"] = tops
        state["seat"] = team.NOBODY if seat is None else seat
        state["laid"] = len(turn)
        _read_marks(state, words["marks"], piles, layout)
        outcome = words["outcome"]
        if outcome != NOTHING and outcome not in OUTCOMES:
            raise ValueError(f"outcome: must be {NOTHING} or one of {', '.join(OUTCOMES)}, not {quoted(outcome)}")
        state["outcome"] = OUTCOMES.get(outcome, team.PLAYING)
        return Placed(
            players=len(hands),
            deck=tuple(deck),
            table=table,
            commands=layout,
            turn=tuple(f"{card}{pile}" for card, pile in turn),
            earlier=tuple((None, f"{card}?") for card in before),
        )

    def check(self, game: Any) -> None:
        table = game.state()
        state: Any = table[0]
        outcome, over = int(state["outcome"]), game.result
        state["outcome"] = team.PLAYING
        stuck = not classic.legal(table, np.empty(classic.MOST_MOVES, np.int64))
        cards = game.stock + sum(len(game.hand(seat)) for seat in range(game.players))
        if outcome == team.PLAYING:
            if not cards:
                raise wrong_outcome(NOTHING, "all cards are laid")
            if stuck:
                raise wrong_outcome(NOTHING, f"seat {game.to_move} can neither lay a card nor end the turn")
            return
        needs = {
            team.BEATEN: (not cards and not state["due"], "cards are left, or a fire is due"),
            team.STUCK: (stuck and cards, "a move is possible, or all cards are laid"),
            team.FIRE: (state["due"], "no fire is due"),
            team.SKULL: (state["skulls"], "no skull is open"),
            team.THREE: (state["three"], "no three was laid in this turn"),
        }
        holds, why = needs[outcome]
        if not holds:
            raise wrong_outcome(over.reason, why)


def read_top(text: str) -> int:
    """A card's number, or where a pile starts."""
    return classic.DOWN if text == str(classic.DOWN) else read_number(text)


def _marks(state: Any) -> list[str]:
    found = []
    for name in BITS:
        piles = "".join(pile for place, pile in enumerate(TEAM_PILES) if int(state[name]) >> place & 1)
        found += [f"{name}={piles}"] if piles else []
    found += ["three"] if state["three"] else []
    return found + ([f"picked={TEAM_PILES[int(state['picked'])]}"] if state["picked"] != team.NO_PILE else [])


def _read_marks(state: Any, word: str, tops: Mapping[str, int], layout: Mapping[int, str]) -> None:
    """Set what this turn has to cover and obey; ValueError where the top of a pile does not fit its mark."""
    for mark in [] if word == NOTHING else word.split(MARKS):
        name, _, piles = mark.partition("=")
        wrong = [pile for pile in piles if pile not in tops]
        if wrong or name not in (*BITS, "three", "picked") or bool(piles) == (name == "three"):
            raise ValueError(f"marks: must be {NOTHING}, or due=ab, fresh=c, skulls=d, three, picked=a: {quoted(mark)}")
        for pile in piles:
            if name in ("due", "fresh") and not (state["on_fire"] and tops[pile] in fire.CARDS):
                raise ValueError(f"marks: {quoted(mark)}, but {tops[pile]} on pile {pile} does not burn")
            if name == "skulls" and layout.get(tops[pile]) != "skull":
                raise ValueError(f"marks: {quoted(mark)}, but {tops[pile]} on pile {pile} is no skull")
        if name in BITS:
            state[name] = sum(1 << TEAM_PILES.index(pile) for pile in {*piles})
        elif not layout or (name == "picked" and len(piles) != 1):
            raise ValueError(f"marks: {quoted(mark)} is possible only with commands, and for one pile")
        elif name == "three":
            state["three"] = 1
        else:
            state["picked"] = TEAM_PILES.index(piles)


def _layout_text(layout: Mapping[int, str]) -> str:
    if layout == commands.house_layout():
        return HOUSE
    return seats_text(sorted(card for card, name in layout.items() if name == each) for each in commands.NAMES)


def _read_layout(word: str) -> dict[int, str]:
    """The layout: `house`, or the cards of the seven commands in the order of `commands.NAMES`."""
    if word == HOUSE:
        return commands.house_layout()
    groups = word.split(SEATS)
    if len(groups) != len(commands.NAMES):
        raise ValueError(
            f"commands: must be {HOUSE}, or the cards of {', '.join(commands.NAMES)}, divided by {SEATS!r}"
        )
    carriers = [read_cards(name, group, read_number) for name, group in zip(commands.NAMES, groups, strict=True)]
    check_once((card for group in carriers for card in group), NUMBERS)
    for name, group in zip(commands.NAMES, carriers, strict=True):
        if len(group) != commands.COPIES:
            raise ValueError(f"commands: {name} must be on {commands.COPIES} cards, not on {len(group)}")
    return dict(sorted((card, name) for name, group in zip(commands.NAMES, carriers, strict=True) for card in group))
