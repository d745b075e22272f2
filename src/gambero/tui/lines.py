"""Sentences of the table on a whole screen, in the reader's language; all from views, events, signals and advice."""

from collections.abc import Iterable, Mapping, Sequence

from gambero.bots.advice import Advice
from gambero.bots.talk import Signals
from gambero.game import GAMES, Event, View
from gambero.tui.marks import PRETTY
from gambero.tui.phrases import card

Say = Mapping[str, str]


def title(view: View, say: Say) -> str:
    alone = [say["alone"]] if view["players"] == 1 else []
    return ", ".join([view["game"], *alone, *(say[name] for name, on in view["options"].items() if on)])


def happened(events: Iterable[Event], names: Sequence[str], say: Say) -> list[str]:
    """What each seat did, a line each; cards are written as moves."""
    lines: list[str] = []
    laid: dict[int, list[str]] = {}

    def close() -> None:
        lines.extend(say["did_lay"].format(name=names[seat], cards=", ".join(cards)) for seat, cards in laid.items())
        laid.clear()

    for event in events:
        kind, seat = event["event"], event.get("seat")
        if kind == "laid":
            back = f" {PRETTY.back}" if event.get("trick") else ""
            laid.setdefault(event["seat"], []).append(f"{card(event['card'])}{event.get('pile', '')}{back}")
            continue
        texts = {"started": "did_start", "turned_up": "did_turn_up", "erred": "did_err", "last": "did_last"}
        if kind in texts:
            close()
            name = "" if seat is None else names[seat]
            lines.append(say[texts[kind]].format(name=name, card=card(event["card"]) if "card" in event else ""))
        elif kind == "drew" and seat is not None and (event.get("count") or event.get("cards")):
            close()
            cards = event.get("cards")
            count = ", ".join(map(card, cards)) if cards else event["count"]
            lines.append(say["did_draw"].format(name=names[seat], count=count))
    close()
    return lines


def talk(signals: Mapping[int, Signals], names: Sequence[str], say: Say) -> list[str]:
    """What each seat says about piles and commands; never a number."""
    lines = []
    for seat, said in signals.items():
        parts = [say["says_pile"].format(pile=pile, words=say[word]) for pile, word in sorted(said["piles"].items())]
        if said["commands"]:
            parts.append(say["holds"].format(words=", ".join(say[command] for command in said["commands"])))
        if parts:
            lines.append(say["says"].format(name=names[seat], words="; ".join(parts)))
    return lines


def eager(eagerness: Mapping[int, int], names: Sequence[str], say: Say) -> list[str]:
    """Who would gladly start, or rather not (C4)."""
    return [say[f"eager_{how}"].format(name=names[seat]) for seat, how in eagerness.items() if f"eager_{how}" in say]


def warnings(view: View, say: Say) -> list[str]:
    """Fires, and commands in force."""
    if view["over"] or "fires" not in view:
        return []
    lines = [say["fire_due"].format(pile=pile) for pile in view["fires"]["due"]]
    lines += [say["fire_fresh"].format(pile=pile) for pile in view["fires"]["fresh"]]
    turn = view["turn"]
    lines += [_in_force("skull", pile, say) for pile in turn["skulls"]]
    if turn["three"]:
        lines.append(f"{say['three']}: {say['means_three']}")
    if turn["picked"]:
        lines.append(say["picked"].format(pile=turn["picked"]))
    return lines + [_in_force(held["command"], held["pile"], say) for held in view["in_force"]]


def _in_force(command: str, pile: str, say: Say) -> str:
    return say["in_force"].format(command=say[command], pile=pile, meaning=say[f"means_{command}"])


def owed(view: View, names: Sequence[str], say: Say) -> str:
    """What the person may or must do now, or how the game ended."""
    if view["over"]:
        return ending(view, names, say)
    moves = view["moves"]
    if not GAMES[view["game"]].turns:
        return say["at_once"]
    if not moves:
        return say["thinking"]
    if moves[0].startswith("@"):
        seats = ", ".join(f"{move[1:]} {names[int(move[1:])]}" for move in moves)
        return say["who_starts"].format(seats=seats)
    if view["minimum"]:
        return say["owed"].format(count=view["minimum"])
    return say["lay_on" if "." not in moves else "may_end" if len(moves) > 1 else "must_end"]


def ending(view: View, names: Sequence[str], say: Say) -> str:
    result = view["result"]
    if result["won"] is not None:
        return say["beaten" if result["won"] else result["rating"] or "lost"].format(left=result["left"])
    left = ", ".join(f"{name} {cards}" for name, cards in zip(names, result["left"], strict=True))
    return say["winner"].format(names=", ".join(names[seat] for seat in result["winners"]), left=left)


def advised(advice: Advice, names: Sequence[str], bot: str, say: Say) -> list[str]:
    """What expert would play, how often that wins, and why."""
    lines = [
        say["hint_chance"].format(bot=bot, moves=" ".join(advice.best.moves), chance=round(100 * advice.best.chance))
    ]
    for reason in advice.why:
        about = {"pile": reason.get("pile", ""), "name": names[reason["seat"]] if "seat" in reason else ""}
        lines.append(say[f"why_{reason['why']}"].format(**about))
    return lines
