"""What people say to each other at a table of a team game: signals as data, and chat (C15, E3, E12)."""

from gambero.bots.talk import PILE_SIGNALS, Said
from gambero.game import Game
from gambero.game.base import Event
from gambero.game.notation import TEAM_PILES
from gambero.server.chat import number_in
from gambero.server.table.entries import Refused

SILENCE = "silence is in force (E12): no word and no signal until the card is covered"


def checked(game: Game, piles: dict[str, str], commands: list[str]) -> None:
    """Refuse signals that say nothing or more than they may."""
    for pile, word in piles.items():
        if len(pile) != 1 or pile not in TEAM_PILES:
            raise Refused("signal", f"a signal is about a pile, {', '.join(TEAM_PILES)}, not {pile[:20]!r}")
        if word not in PILE_SIGNALS:
            raise Refused("signal", f"of a pile one may say {', '.join(PILE_SIGNALS)}, not {word[:20]!r}")
    known = sorted(set(game.commands.values()))
    for name in commands:
        if name not in known:
            allowed = f"they are {', '.join(known)}" if known else f"{game.game} has none"
            raise Refused("signal", f"{name[:20]!r} is not a command: {allowed} (E3)")


def chat_checked(text: str) -> None:
    """C15: no number of a card gets through."""
    found = number_in(text)
    if found:
        raise Refused("number", f"{found!r} tells a number, and numbers are taboo (C15); nobody saw it", found=found)


def forget(said: dict[int, Said], events: list[Event], game: Game, mover: int | None) -> None:
    """Drop what no longer holds: words of a pile that changed, and of a seat whose turn is over."""
    for event in events:
        if event["event"] == "laid":
            for spoken in said.values():
                spoken["piles"].pop(event["pile"], None)
            told = said.get(event["seat"])
            laid = game.commands.get(event["card"])
            if told and laid in told["commands"]:
                told["commands"].remove(laid)
        elif event["event"] == "turn" and mover is not None:
            said.pop(mover, None)
        elif event["event"] in ("command", "over") and event.get("command", "silence") == "silence":
            said.clear()
