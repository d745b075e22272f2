"""Colours with a meaning: a bot has the same one in every report, and so has the way a game ends."""

from collections.abc import Iterable
from hashlib import blake2b

# Each as (light, dark) theme, chosen so that most people with colour blindness can tell them apart too.
OUR_BOTS = {
    "random": ("#78838d", "#a7b4bf"),
    "greedy": ("#d9722e", "#f0a068"),
    "human": ("#9a6a00", "#e0b040"),
    "careful": ("#2e8f73", "#64c8a8"),
    "expert": ("#2f6db5", "#79b0f2"),
}
OTHER_BOTS = (
    ("#a0467f", "#dd8dbf"),
    ("#8a7a1f", "#cdbb58"),
    ("#5b5fc7", "#a5a8f5"),
    ("#b8433f", "#f08a84"),
    ("#0f8aa0", "#5fc3d6"),
    ("#6f8f2a", "#a9c964"),
    ("#8a5a3c", "#c99b7c"),
    ("#c2548f", "#f29ac2"),
)
ENDINGS = {
    "stuck": ("#5f7480", "#9db2bf"),
    "fire": ("#d04a1d", "#ff8a5c"),
    "skull": ("#4b3f72", "#b3a6e0"),
    "three": ("#1f7a8c", "#6fc3d3"),
    "finished": ("#8f8b2e", "#d0cb6a"),
    "out": ("#3f7d4f", "#86cf98"),
}
PALETTE = (*OUR_BOTS.values(), *OTHER_BOTS, *ENDINGS.values())  # a colour's number is its place here


def bot_colours(names: Iterable[str]) -> dict[str, int]:
    """The number of each bot's colour: ours have fixed ones, others one from a hash of their name.

    Only where two other bots of one report share a colour, the second takes the next that is free.
    """
    ours = list(OUR_BOTS)
    found: dict[str, int] = {}
    for name in names:
        if name in OUR_BOTS:
            found[name] = ours.index(name)
            continue
        start = blake2b(name.encode(), digest_size=8).digest()[0]
        places = [len(ours) + (start + step) % len(OTHER_BOTS) for step in range(len(OTHER_BOTS))]
        found[name] = next((place for place in places if place not in found.values()), places[0])
    return found


def ending_colour(reason: str) -> int:
    """The number of the colour of a game's ending."""
    known = list(ENDINGS)
    return len(OUR_BOTS) + len(OTHER_BOTS) + (known.index(reason) if reason in known else 0)
