"""What a game is set up with: which game, how many players, which options, which deal. Every argument is checked."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gambero.arguments import is_whole, quoted
from gambero.errors import SetupError
from gambero.game.decks import Cards, TeamDecks, shuffled
from gambero.game.games import GAMES
from gambero.game.spec import GameSpec
from gambero.rules import commands as law_of_commands
from gambero.rules.shuffle import SEEDS

LAYOUT_STREAM = 2**63  # a generator of its own, so that a layout tells nothing of the deck


@dataclass(frozen=True)
class Setup:
    """A game before its first move; `deck` is as `new` takes it."""

    game: str
    players: int
    options: Mapping[str, bool]
    deck: Any
    commands: Mapping[int, str] = field(default_factory=dict)
    position: str | None = None  # where `gambero.at` begins; None: at the deal

    def __hash__(self) -> int:
        options, layout = tuple(sorted(self.options.items())), tuple(sorted(self.commands.items()))
        return hash((self.game, self.players, options, self.deck, layout, self.position))

    @property
    def spec(self) -> GameSpec:
        return GAMES[self.game]

    def deck_array(self) -> Cards:
        """The deck as the law takes it: numbers, or kinds of card for tension."""
        return self.spec.decks.as_array(self.deck)


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
        raise ValueError(f"game must be one of {', '.join(GAMES)}, not {quoted(game)}")
    spec = GAMES[game]
    chosen = _options(spec, options)
    seats = _players(spec, players)
    if seed is not None and deck is not None and commands != "shuffled":
        raise ValueError("give a seed or a deck, not both")
    number = _seed(seed)
    layout = _layout(commands, number) if spec.commands else _no_layout(spec, commands)
    cards = spec.decks.from_seed(number) if deck is None else spec.decks.checked(deck)
    return Setup(spec.id, seats, chosen, cards, layout)


def _options(spec: GameSpec, given: Mapping[str, Any]) -> dict[str, bool]:
    known = spec.options
    for name, value in given.items():
        if name == "on_fire" and spec.commands:
            if value is not False:
                may = " and ".join(known)
                sentence = f"on_fire may not be combined with {spec.id}; {may} may"
                raise SetupError(sentence, "not_combined", game=spec.id, option=name)
        elif name not in known:
            options = f"its options are {', '.join(known)}" if known else "it has none"
            sentence = f"{quoted(name)} is not an option of {spec.id}: {options}"
            raise SetupError(sentence, "unknown_option", game=spec.id, option=name[:40], options=list(known))
        elif not isinstance(value, bool):
            raise ValueError(f"{name} must be True or False, not {quoted(value)}")
    return {name: given.get(name, False) for name in known}


def _players(spec: GameSpec, players: object) -> int:
    fewest, most = spec.players
    if players is None:
        return fewest
    if not is_whole(players) or not fewest <= players <= most:
        allowed = f"{fewest}" if fewest == most else f"a number from {fewest} to {most}"
        sentence = f"players must be {allowed} for {spec.id}, not {quoted(players)}"
        raise SetupError(sentence, "players", game=spec.id, fewest=fewest, most=most)
    return int(players)


def _seed(seed: object) -> int:
    if seed is None:
        return secrets.randbelow(SEEDS)
    if not is_whole(seed) or not 0 <= seed < SEEDS:
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    return int(seed)


def _no_layout(spec: GameSpec, commands: object) -> dict[int, str]:
    if commands is not None:
        having = " and ".join(other.id for other in GAMES.values() if other.commands)
        raise SetupError(f"commands belong to {having}, {spec.id} has none", "no_commands", game=spec.id)
    return {}


def _layout(commands: object, seed: int) -> dict[int, str]:
    if commands is None or commands == "house":
        return law_of_commands.house_layout()
    if commands == "shuffled":
        numbers = shuffled(TeamDecks.numbers, seed, LAYOUT_STREAM).tolist()
        names = [name for name in law_of_commands.NAMES for _ in range(law_of_commands.COPIES)]
        return dict(sorted(zip(numbers, names, strict=False)))
    if not isinstance(commands, Mapping):
        raise ValueError(
            f"commands must be 'house', 'shuffled' or a layout {{number: command}}, not {quoted(commands)}"
        )
    return _own_layout(commands)


def _own_layout(layout: Mapping[Any, Any]) -> dict[int, str]:
    """Check a layout of one's own (E1)."""
    names, copies = law_of_commands.NAMES, law_of_commands.COPIES
    cards = len(names) * copies

    def wrong(sentence: str) -> SetupError:
        return SetupError(sentence, "layout", cards=cards, copies=copies)

    for number, name in layout.items():
        if isinstance(number, (bool, float)) or number not in TeamDecks.numbers:
            raise wrong(f"commands must name cards from 2 to 99, not {quoted(number)}")
        if name not in names:
            raise wrong(f"commands must be {', '.join(names)}; {number} carries {quoted(name)}")
    if len(layout) != cards:
        raise wrong(f"commands must be on {cards} cards, {copies} of each, not on {len(layout)}")
    for name, count in Counter(layout.values()).items():
        if count != copies:
            raise wrong(f"commands must be on {copies} cards each, but {name} is on {count}")
    return {int(number): str(name) for number, name in sorted(layout.items())}
