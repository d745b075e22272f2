"""Fair deals: a hash of the deal, published before the first move, proves after the last that no card was exchanged.

What is hashed are lines of the record itself, so that anybody can check it by hand: see docs/record.md.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

from gambero.arguments import quoted
from gambero.game.base import Game
from gambero.game.record import setup_lines
from gambero.game.setup import Setup

DIGITS = 64
HEX = re.compile(f"[0-9a-f]{{{DIGITS}}}")
WANTED = f"{DIGITS} digits, each 0 to 9 or a to f"


@dataclass(frozen=True)
class Seal:
    """What a record carries to prove its deal: the salt is kept secret until the end, the commitment is published."""

    salt: str
    commitment: str

    def __post_init__(self) -> None:
        check("salt", self.salt)
        check("commitment", self.commitment)


def check(name: str, digits: str) -> None:
    if not isinstance(digits, str) or not HEX.fullmatch(digits):
        raise ValueError(f"{name} must be {WANTED}, not {quoted(digits)}")


def new_salt() -> str:
    """64 random digits from the system, so that nobody can find the deal by trying decks against the hash."""
    return token_hex(DIGITS // 2)


def sealed_text(dealt: Setup | Game, salt: str) -> str:
    """What is hashed: the line of the salt, then the deal as a record tells it, each line with its line feed."""
    check("salt", salt)
    setup = dealt.setup if isinstance(dealt, Game) else dealt
    return "".join(f"{line}\n" for line in (f"salt: {salt}", *setup_lines(setup)))


def commitment(dealt: Setup | Game, salt: str) -> str:
    """The SHA-256 of salt and deal, in hexadecimal."""
    return sha256(sealed_text(dealt, salt).encode()).hexdigest()


def sealed(dealt: Setup | Game) -> Seal:
    """A seal with a new salt: publish its commitment, and the rest when the game is over."""
    salt = new_salt()
    return Seal(salt, commitment(dealt, salt))


def intact(game: Game) -> bool:
    """Does the game's deal, with its salt, give the commitment it carries?"""
    return game.seal is not None and commitment(game, game.seal.salt) == game.seal.commitment
