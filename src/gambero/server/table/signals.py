"""What people may tell each other in a team game: signals about piles and commands, and chat (C15, E3, E12)."""

from collections.abc import Collection, Sequence

from gambero.bots.talk import PILE_SIGNALS, Signals
from gambero.game import Game
from gambero.game.base import Event
from gambero.game.notation import TEAM_PILES
from gambero.server.chat import number_across, number_in, number_in_name
from gambero.server.refusal import Refused


def check(game: Game, piles: dict[str, str], commands: list[str]) -> None:
    """Refuse signals about what is no pile or no command, and words that are no signal."""
    for pile, word in piles.items():
        if len(pile) != 1 or pile not in TEAM_PILES:
            raise Refused("signal", "pile", pile=pile[:20], piles=list(TEAM_PILES))
        if word not in PILE_SIGNALS:
            raise Refused("signal", "word", word=word[:20], words=list(PILE_SIGNALS))
    known = sorted(set(game.commands.values()))
    for name in commands:
        if not known:
            raise Refused("signal", "no_commands", command=name[:20], game=game.game)
        if name not in known:
            raise Refused("signal", "command", command=name[:20], commands=known)


def in_canonical_form(piles: dict[str, str], commands: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The same signals, in one order and each once: order and repetition would carry a number (C15)."""
    return {pile: piles[pile] for pile in TEAM_PILES if pile in piles}, sorted(set(commands))


def check_name(name: str) -> None:
    """C15: refuse a name that tells a number: it is read at the seat as long as the game lasts."""
    found = number_in_name(name)
    if found:
        raise Refused("name", "number", found=found)


def check_chat(text: str, earlier: Sequence[str]) -> None:
    """C15: refuse text that tells a number, by itself or together with what the seat wrote before."""
    found = number_in(text)
    if found:
        raise Refused("number", "taboo", found=found)
    found = number_across(earlier, text)
    if found:
        raise Refused("number", "pieces", found=found)


def without_piles(signal: Signals, piles: Collection[str]) -> Signals:
    """The same signals without those about some piles."""
    kept = {pile: word for pile, word in signal["piles"].items() if pile not in piles}
    return {"piles": kept, "commands": signal["commands"], "exact": signal["exact"]}


def without_doubles(signal: Signals, game: Game) -> Signals:
    """The same signals without a bot's word about an untouched pile of whose untouched twin it says the same.

    Of two such piles either will do, so that the second word says nothing. Since something is left out, what is not
    said tells nothing any more: `exact` is false.
    """
    tops = dict(zip(TEAM_PILES, game.open_table()["piles"], strict=True))
    said = [(tops[pile], word, pile) for pile, word in signal["piles"].items() if tops[pile] in game.spec.starts]
    first = {(top, word): pile for top, word, pile in reversed(said)}
    doubles = {pile for top, word, pile in said if first[top, word] != pile}
    if not doubles:
        return signal
    return {**without_piles(signal, doubles), "exact": False}


def drop_outdated(signals: dict[int, Signals], events: list[Event], game: Game, mover: int | None) -> None:
    """Remove signals that no longer hold: about a pile that changed, and of a seat whose turn is over."""
    for event in events:
        if event["event"] == "laid":
            for signal in signals.values():
                signal["piles"].pop(event["pile"], None)
            own = signals.get(event["seat"])
            laid = game.commands.get(event["card"])
            if own and laid in own["commands"]:
                own["commands"].remove(laid)
        elif event["event"] == "turn" and mover is not None:
            signals.pop(mover, None)
        elif event["event"] in ("command", "over") and event.get("command", "silence") == "silence":
            signals.clear()
