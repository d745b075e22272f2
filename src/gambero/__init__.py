"""Play, watch, study and automate a family of card games.

>>> import gambero
>>> game = gambero.new("classic", players=2, seed=7)
>>> game.hand(0)
[8, 17, 32, 47, 48, 53, 73]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gambero.errors import IllegalMove, MalformedMove, RecordError, Refusal

if TYPE_CHECKING:
    from gambero.bots import Bot, bot
    from gambero.bots.advice import advise
    from gambero.game import GAMES, Game, GameSpec, Result, new
    from gambero.game.at import at
    from gambero.game.replay import replay
    from gambero.game.views import DuelView, TeamView, TensionView
    from gambero.lab.simulation.faults import BotFault
    from gambero.lab.simulation.simulate import games, simulate
    from gambero.lab.simulation.tally import PlayedGame
    from gambero.study.analyse import analyse
    from gambero.study.analysis import Analysis
    from gambero.study.solve import Solution, solve
    from gambero.tournament import Tournament

    __version__: str

__all__ = [
    "GAMES",
    "Analysis",
    "Bot",
    "BotFault",
    "DuelView",
    "Game",
    "GameSpec",
    "IllegalMove",
    "MalformedMove",
    "PlayedGame",
    "RecordError",
    "Refusal",
    "Result",
    "Solution",
    "TeamView",
    "TensionView",
    "Tournament",
    "__version__",
    "advise",
    "analyse",
    "at",
    "bot",
    "games",
    "new",
    "replay",
    "simulate",
    "solve",
]

# Importing Numba takes half a second, so these modules are imported when one of their names is first used.
_HOMES = {
    "GAMES": "gambero.game",
    "Analysis": "gambero.study.analysis",
    "Bot": "gambero.bots",
    "BotFault": "gambero.lab.simulation.faults",
    "DuelView": "gambero.game.views",
    "Game": "gambero.game",
    "GameSpec": "gambero.game",
    "PlayedGame": "gambero.lab.simulation.tally",
    "Result": "gambero.game",
    "Solution": "gambero.study.solve",
    "TeamView": "gambero.game.views",
    "TensionView": "gambero.game.views",
    "Tournament": "gambero.tournament",
    "advise": "gambero.bots.advice",
    "analyse": "gambero.study.analyse",
    "at": "gambero.game.at",
    "bot": "gambero.bots",
    "games": "gambero.lab.simulation.simulate",
    "new": "gambero.game",
    "replay": "gambero.game.replay",
    "simulate": "gambero.lab.simulation.simulate",
    "solve": "gambero.study.solve",
}


if not TYPE_CHECKING:  # a type checker would take any name for an attribute

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            return version("gambero")
        if name == "envs":  # a package of its own, imported when it is first used
            return import_module("gambero.envs")
        if name not in _HOMES:
            raise AttributeError(f"module 'gambero' has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__]
