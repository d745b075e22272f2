"""What a game is set up with: which game, how many players, which options, which deal. Wrong arguments end here."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.errors import is_whole, shown
from gambero.game.notation import KINDS, PAIRS, card_text
from gambero.rules import classic, duel, piles, team, tension
from gambero.rules import commands as law_of_commands
from gambero.rules.shuffle import SEEDS, seeded, shuffle

PLAYERS = {"classic": (1, 5), "extreme": (1, 5), "duel": (2, 2), "tension": (2, 4)}
OPTIONS = {
    "classic": ("professional", "short_hands", "on_fire"),
    "extreme": ("professional", "short_hands"),
    "duel": ("last_card_wins",),
    "tension": (),
}
GAMES = tuple(PLAYERS)
# What a table shows that follows from the law alone: where piles start, how far the step back goes, how many cards.
SHOWN = {
    "STEP_BACK": piles.TRICK,
    "TEAM_STARTS": (classic.UP, classic.DOWN),
    "TEAM_CARDS": team.CARDS,
    "DUEL_STARTS": (duel.UP, duel.DOWN),
}
LAYOUT_STREAM = 2**63  # a generator of its own, so that a layout tells nothing of the deck

Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Setup:
    """A game before its first move; `deck` is as `new` takes it."""

    game: str
    players: int
    options: Mapping[str, bool]
    deck: Any
    commands: Mapping[int, str] = field(default_factory=dict)

    def deck_array(self) -> Cards:
        """The deck as the law wants it: numbers, or kinds of card for tension."""
        if self.game == "tension":
            return np.array([KINDS[pair] for pair in self.deck], np.uint8)
        return np.array(self.deck, np.uint8)


def prepared(
    game: str,
    *,
    players: int | None = None,
    seed: int | None = None,
    deck: Sequence[Any] | None = None,
    commands: str | Mapping[int, str] | None = None,
    **options: bool,
) -> Setup:
    """Check every argument and deal."""
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"game must be one of {', '.join(GAMES)}, not {shown(game)}")
    chosen = _options(game, options)
    seats = _players(game, players)
    if seed is not None and deck is not None and commands != "shuffled":
        raise ValueError("give a seed or a deck, not both")
    number = _seed(seed)
    layout = _layout(commands, number) if game == "extreme" else _no_layout(game, commands)
    return Setup(game, seats, chosen, _deal(game, number) if deck is None else _deck(game, deck), layout)


def _options(game: str, given: Mapping[str, Any]) -> dict[str, bool]:
    known = OPTIONS[game]
    for name, value in given.items():
        if name == "on_fire" and game == "extreme":
            if value is not False:
                raise ValueError("on_fire may not be combined with extreme; professional and short_hands may")
        elif name not in known:
            options = f"its options are {', '.join(known)}" if known else "it has none"
            raise ValueError(f"{shown(name)} is not an option of {game}: {options}")
        elif not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, not {shown(value)}")
    return {name: given.get(name, False) for name in known}


def _players(game: str, players: object) -> int:
    fewest, most = PLAYERS[game]
    if players is None:
        return fewest
    if not is_whole(players) or not fewest <= players <= most:
        allowed = f"{fewest}" if fewest == most else f"a number from {fewest} to {most}"
        raise ValueError(f"players must be {allowed} for {game}, not {shown(players)}")
    return int(players)


def _seed(seed: object) -> int:
    if seed is None:
        return secrets.randbelow(SEEDS)
    if not is_whole(seed) or not 0 <= seed < SEEDS:
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {shown(seed)}")
    return int(seed)


def shuffled(cards: Iterable[int], seed: int, stream: int = 0) -> Cards:
    """Cards in the order that a seed gives them."""
    order = np.fromiter(cards, np.uint8)
    generator = np.zeros(4, np.uint64)
    seeded(generator, np.uint64(seed), np.uint64(stream))
    shuffle(order, generator)
    return order


def _deal(game: str, seed: int) -> Any:
    if game == "duel":
        return tuple(tuple(shuffled(_numbers("duel"), seed, seat).tolist()) for seat in range(duel.PLAYERS))
    if game == "tension":
        kinds = [KINDS[value + 1, step + 1] for value, row in enumerate(tension.COPIES) for step in _steps(row)]
        return tuple(PAIRS[kind] for kind in shuffled(kinds, seed))
    return tuple(shuffled(_numbers(game), seed).tolist())


def _steps(row: Sequence[int]) -> list[int]:
    return [step for step, copies in enumerate(row) for _ in range(copies)]


def _numbers(game: str) -> range:
    return range(duel.LOWEST, duel.HIGHEST + 1) if game == "duel" else range(team.LOWEST, team.HIGHEST + 1)


def _deck(game: str, deck: object) -> Any:
    if game == "duel":
        halves = _listed("deck", deck, f"two lists of the {duel.CARDS} numbers from 2 to 59, one a seat")
        if len(halves) != duel.PLAYERS:
            raise ValueError(f"deck must be two lists of cards, one a seat, not {len(halves)}")
        return tuple(_number_deck(f"deck of seat {seat}", half, "duel") for seat, half in enumerate(halves))
    if game == "tension":
        return _pair_deck(deck)
    return _number_deck("deck", deck, game)


def _listed(name: str, cards: object, what: str) -> list[Any]:
    if isinstance(cards, (str, bytes, Mapping, Set)) or not isinstance(cards, Iterable):
        raise ValueError(f"{name} must be {what}, in order, not {shown(cards)}")
    return [card.tolist() if isinstance(card, np.ndarray) else card for card in cards]


def _number_deck(name: str, cards: object, game: str) -> tuple[int, ...]:
    numbers = _numbers(game)
    what = f"the {len(numbers)} numbers from {numbers[0]} to {numbers[-1]}, each once"
    found = _listed(name, cards, what)
    for card in found:
        if isinstance(card, (bool, float)) or card not in numbers:
            raise ValueError(f"{name} must be {what}: {shown(card)} is no card of this game")
    _complete(name, what, Counter(int(card) for card in found), Counter(numbers), str)
    return tuple(int(card) for card in found)


def _pair_deck(cards: object) -> tuple[tuple[int, int], ...]:
    what = f"the {tension.CARDS} (value, step) pairs of the game"
    pairs = []
    for card in _listed("deck", cards, what):
        pair = tuple(card) if isinstance(card, (tuple, list)) else card
        if pair not in PAIRS or any(isinstance(part, (bool, float)) for part in pair):
            raise ValueError(f"deck must be {what}: {shown(card)} is no card of this game")
        pairs.append((int(pair[0]), int(pair[1])))
    wanted = {(v + 1, s + 1): copies for v, row in enumerate(tension.COPIES) for s, copies in enumerate(row)}
    _complete("deck", what, Counter(pairs), Counter(wanted), card_text)
    return tuple(pairs)


def _complete(name: str, what: str, found: Counter[Any], wanted: Counter[Any], text: Any) -> None:
    wrong = [f"{text(card)} is missing" for card in sorted((wanted - found).keys())]
    wrong += [f"{text(card)} is there too often" for card in sorted((found - wanted).keys())]
    if wrong:
        more = f" (and {len(wrong) - 3} more)" if len(wrong) > 3 else ""
        raise ValueError(f"{name} must be {what}: {', '.join(wrong[:3])}{more}")


def _no_layout(game: str, commands: object) -> dict[int, str]:
    if commands is not None:
        raise ValueError(f"commands belong to extreme, {game} has none")
    return {}


def _layout(commands: object, seed: int) -> dict[int, str]:
    if commands is None or commands == "house":
        return law_of_commands.house_layout()
    if commands == "shuffled":
        numbers = shuffled(_numbers("extreme"), seed, LAYOUT_STREAM).tolist()
        names = [name for name in law_of_commands.NAMES for _ in range(law_of_commands.COPIES)]
        return dict(sorted(zip(numbers, names, strict=False)))
    if not isinstance(commands, Mapping):
        raise ValueError(f"commands must be 'house', 'shuffled' or a layout {{number: command}}, not {shown(commands)}")
    return _own_layout(commands)


def _own_layout(layout: Mapping[Any, Any]) -> dict[int, str]:
    names, copies = law_of_commands.NAMES, law_of_commands.COPIES
    for number, name in layout.items():
        if isinstance(number, (bool, float)) or number not in _numbers("extreme"):
            raise ValueError(f"commands must name cards from 2 to 99, not {shown(number)}")
        if name not in names:
            raise ValueError(f"commands must be {', '.join(names)}; {number} carries {shown(name)}")
    if len(layout) != len(names) * copies:
        raise ValueError(f"commands must be on {len(names) * copies} cards, {copies} of each, not on {len(layout)}")
    for name, cards in Counter(layout.values()).items():
        if cards != copies:
            raise ValueError(f"commands must be on {copies} cards each, but {name} is on {cards}")
    return {int(number): str(name) for number, name in sorted(layout.items())}
