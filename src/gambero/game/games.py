"""The list of all games. Each one's record stands in its own module."""

from gambero.game.duel import DUEL
from gambero.game.spec import GameSpec
from gambero.game.team import CLASSIC, EXTREME
from gambero.game.tension import TENSION

GAMES: dict[str, GameSpec] = {spec.id: spec for spec in (CLASSIC, EXTREME, DUEL, TENSION)}
