"""The names that `import gambero` gives."""

import subprocess
import sys
from importlib.metadata import version

import gambero
from gambero.bots import Bot
from gambero.bots.advice import advise

NAMES = [
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


def test_dir_shows_the_api_and_every_name_is_there() -> None:
    assert dir(gambero) == sorted(gambero.__all__)
    for name in gambero.__all__:
        assert getattr(gambero, name) is not None
    assert gambero.Bot is Bot
    assert gambero.advise is advise
    assert gambero.__version__ == version("gambero")
    assert list(gambero.GAMES) == ["classic", "extreme", "duel", "tension"]


def test_the_api_is_this_list() -> None:
    assert sorted(gambero.__all__) == sorted(NAMES)


def test_looking_at_the_names_imports_no_numba() -> None:
    probe = "import gambero, sys; dir(gambero), gambero.__version__, gambero.IllegalMove; "
    probe += "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", probe], check=True)


def test_advice_is_for_the_seat_to_move() -> None:
    game = gambero.new("classic", players=2, seed=7)
    game.move("@0")
    advice = gambero.advise(game.view(0), seconds=0.05, seed=1)
    assert game.can(advice.best.moves[0])
    assert advice.as_json()["best"]["moves"] == list(advice.best.moves)
