"""Reorders the cards that a viewer cannot know at a point of a game."""

import json
import random
from collections.abc import Collection
from typing import Any

import gambero
from gambero.game import new_game, seen_by

Shown = Collection[tuple[int | None, int]]  # who showed which card, though it went back to the hand


def hidden_places(game: gambero.Game, seat: int | None, shown: Shown = ()) -> list[list[Any]]:
    """Where in the deal the cards lie that a seat cannot know, in groups that could be exchanged among themselves."""
    own = list(game.hand(seat)) if seat is not None else []
    laid = {(who, int(move[:-1])) for who, move in game.log if move[0].isdigit() and ":" not in move}.union(shown)
    if game.game == "duel":
        groups = []
        for owner in range(2):
            known = {card for who, card in laid if who == owner}.union(own if owner == seat else ())
            groups.append([(owner, i) for i, card in enumerate(game.deck[owner]) if card not in known])
        return groups
    if game.game == "tension":
        return [_hidden_pairs(game, seat)]
    known = {card for _, card in laid}.union(own)
    return [[i for i, card in enumerate(game.deck) if card not in known]]


def _hidden_pairs(game: gambero.Game, seat: int | None) -> list[int]:
    """Every card still in a stack or in somebody else's hand; of equal cards in a hand, the first dealt were laid."""
    share = (len(game.deck) - 1) // game.players
    hidden = []
    for owner in range(game.players):
        drawn = share - game.stock[owner]  # type: ignore[index]  # by seat in tension
        places = range(owner * share, (owner + 1) * share)
        left = list(game.hand(owner))
        in_hand = []
        for i in reversed(places[:drawn]):
            if game.deck[i] in left:
                left.remove(game.deck[i])
                in_hand.append(i)
        hidden += [*places[drawn:], *(in_hand if owner != seat else [])]
    return hidden


def reshuffled(game: gambero.Game, seat: int | None, chance: random.Random, shown: Shown = ()) -> Any:
    """Another deal that looks the same to this viewer; what others did may still rule it out."""
    deck: Any = [list(half) for half in game.deck] if game.game == "duel" else list(game.deck)
    for places in hidden_places(game, seat, shown):
        cards = [deck[i[0]][i[1]] if isinstance(i, tuple) else deck[i] for i in places]
        chance.shuffle(cards)
        for i, card in zip(places, cards, strict=True):
            if isinstance(i, tuple):
                deck[i[0]][i[1]] = card
            else:
                deck[i] = card
    return deck


def all_sent(setup: tuple[str, dict[str, Any]], log: list[Any], over: bool, seat: int | None) -> str | None:
    """All that a seat is sent from the deal on, as text; None if the deal does not allow these moves and this end."""
    game = new_game(setup[0], **setup[1])
    lines = [json.dumps(game.view(seat))]
    for _, move in log:
        if not game.can(move):
            return None
        lines.append(json.dumps(seen_by(game.move(move), seat)))
        lines.append(json.dumps(game.view(seat)))
    return "\n".join(lines) if game.over == over else None
