"""English sentences for the terminal: what happened, what is in force, how it ended. All from views and events."""

from collections.abc import Iterable, Mapping, Sequence

from gambero.bots.talk import Signals
from gambero.game import GAMES, Event, View

COMMANDS = {
    "stop": "your turn ends with it, at once",
    "skull": "cover it yourself, in the same turn",
    "three": "exactly three cards in this turn",
    "silence": "no talk about the game, by word or sign",
    "no_trick": "no step back, on any pile",
    "one_pile": "all cards of a turn go on one pile",
    "draw_one": "a single card is drawn at the end of a turn",
}
OPTIONS = {
    "professional": "professional",
    "short_hands": "short hands",
    "on_fire": "on fire",
    "last_card_wins": "last card wins",
}
SIGNALS = {"mine": "leave {} to me", "small": "small steps on {}, please", "free": "free for you: {}"}
EAGERNESS = {0: "rather not start", 2: "gladly start"}  # nothing is said for 1
LOST = {
    "stuck": "The player on turn could not lay the cards owed.",
    "fire": "A fire was not covered in time.",
    "skull": "A skull was left open.",
    "three": "A three could not be fulfilled.",
}


def listed(items: Iterable[str]) -> str:
    """a, b and c"""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, thing: str = "card") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def spoken(name: str) -> str:
    """A command as people say it: no trick, not no_trick."""
    return name.replace("_", " ")


def card(value: int | Sequence[int]) -> str:
    return str(value) if isinstance(value, int) else f"{value[0]}/{value[1]}"


def title(view: View) -> str:
    alone = ["alone"] if view["players"] == 1 else []
    return ", ".join([view["game"], *alone, *(OPTIONS[name] for name, on in view["options"].items() if on)])


# What happened.


def happened(events: Iterable[Event], names: Sequence[str], seat: int) -> list[str]:
    """What each player did, a sentence each, in order; `seat` is who reads it."""
    lines = []
    for part in _parts(events):
        line = _sentence(part, names, seat)
        if line:
            lines.append(upper(line) + ".")
    return lines


def _parts(events: Iterable[Event]) -> list[list[Event]]:
    """Events cut where another seat, or another turn, begins; an event without a seat belongs to the one before."""
    parts: list[list[Event]] = []
    cut = True
    for event in events:
        if event["event"] in ("turn", "over"):
            cut = True
            continue
        alone = event["event"] in ("started", "turned_up")
        if cut or alone or event.get("seat", parts[-1][0].get("seat")) != parts[-1][0].get("seat"):
            parts.append([])
        parts[-1].append(event)
        cut = alone
    return parts


def _sentence(part: list[Event], names: Sequence[str], seat: int) -> str:
    first = part[0]
    if first["event"] == "turned_up":
        return f"nobody can play: the bottom card comes on top, {card(first['card'])}"
    you = first["seat"] == seat
    name = names[first["seat"]]
    if first["event"] == "started":
        return f"{name} {'start' if you else 'starts'}"
    deeds = _laid(part, seat)
    if deeds:
        deeds[0] = f"laid {deeds[0]}"
    for event in part:
        if event["event"] == "erred":
            deeds.append("laid a card that did not fit, and took it back")
        elif event["event"] == "last":
            deeds.append("laid the last card, face down")
        elif event["event"] == "drew":
            cards = event["cards"]
            deeds.append(f"drew {listed(map(card, cards)) if cards else counted(event['count'])}")
    return f"{name} {listed(deeds)}" if deeds else ""


def _laid(part: list[Event], seat: int) -> list[str]:
    cards: list[tuple[str, list[str]]] = []
    for event in part:
        kind = event["event"]
        if kind == "laid":
            notes = ["a step back"] if event.get("trick") else ["a gift"] if event.get("gift") else []
            cards.append((f"{card(event['card'])}{_where(event, seat)}", notes))
        elif kind == "put_out":
            cards[-1][1].append("the fire is out")
        elif kind == "burning":
            cards[-1][1].append("it burns")
        elif kind == "command":
            cards[-1][1].append(spoken(event["command"]))
        elif kind == "lifted":
            cards[-1][1].append(f"lifts {spoken(event['command'])}")
    return [f"{text} ({', '.join(notes)})" if notes else text for text, notes in cards]


def _where(event: Event, seat: int) -> str:
    if "pile" not in event:
        return ""
    theirs = "gift" in event and event["seat"] != seat  # a duel: the letters in the event are the mover's
    return f" on {event['pile'].swapcase() if theirs else event['pile']}"


def proposed(move: str, names: Sequence[str]) -> str:
    """A move in a sentence that advises it, after "would"."""
    if move == ".":
        return "end the turn: ."
    if move == "^":
        return "put the bottom card on top: ^"
    if move.startswith("@"):
        name = names[int(move[1:])]
        return f"let {name} start: {move}"
    act = move.partition(":")[2]
    if act == "+":
        return "draw: +"
    if act == "x":
        return "lay the last card, face down: x"
    return f"lay {act}: {act}" if act else f"lay {move[:-1]} on {move[-1]}: {move}"


def legal(view: View) -> list[str]:
    """Every legal move, a line for each pile."""
    lines: dict[str, list[str]] = {}
    for move in view["moves"]:
        act = move.partition(":")[2] or move
        lines.setdefault(act[-1] if act[-1].isalpha() and act != "x" else "", []).append(act)
    return ["  ".join(sorted(acts, key=_by_card)) for _, acts in sorted(lines.items())] or ["There is nothing to move."]


def _by_card(act: str) -> tuple[int, str]:
    digits = act[:-1].split("/")[0]
    return (int(digits) if digits.isdigit() else 0, act)


# What the others say.


def signalled(signals: Mapping[int, Signals], names: Sequence[str]) -> list[str]:
    """A sentence for each seat that signals something about piles or holds commands; never a number."""
    lines = []
    for seat, given in signals.items():
        parts = []
        for signal, request in SIGNALS.items():
            piles = sorted(pile for pile, meant in given["piles"].items() if meant == signal)
            if piles:
                parts.append(request.format(listed(piles)))
        if given["commands"]:
            parts.append(f"I hold {listed(spoken(command) for command in given['commands'])}")
        if parts:
            lines.append(upper(f'{names[seat]} says: "{"; ".join(parts)}."'))
    return lines


def eager(eagerness: Mapping[int, int], names: Sequence[str]) -> list[str]:
    """A sentence for each seat that would gladly start, or rather not (C4)."""
    return [upper(f"{names[seat]} would {EAGERNESS[how]}.") for seat, how in eagerness.items() if how in EAGERNESS]


# What holds now.


def owed(view: View, names: Sequence[str]) -> str:
    """A sentence on what the person may or must do now."""
    moves = view["moves"]
    if not GAMES[view["game"]].turns:
        return "Everyone at once: lay, draw with +, or wait with Enter."
    if not moves:
        return ""
    if moves[0].startswith("@"):
        seats = (f"{move} {names[int(move[1:])]}" for move in moves)
        return f"Look at your cards: who starts? {', '.join(seats)}."
    if view["minimum"]:
        cards = counted(view["minimum"], "more card" if view["turn"]["laid"] else "card")
        return f"Your turn: lay at least {cards}."
    if "." in moves:
        return f"Your turn: {'lay more, or' if len(moves) > 1 else 'nothing more fits,'} type . to end it."
    return "Your turn: lay on, it may not end yet."


def warnings(view: View) -> list[str]:
    """A sentence for each fire and each command in force."""
    if view["over"] or "fires" not in view:
        return []
    tops = dict(zip("abcd", view["piles"], strict=True))
    turn = view["turn"]
    lines = [f"Fire: {tops[pile]} on {pile} must be covered in this turn!" for pile in view["fires"]["due"]]
    lines += [
        f"Fire: {tops[pile]} on {pile} must be covered by the end of the next turn." for pile in view["fires"]["fresh"]
    ]
    lines += [f"Skull on {pile}: {COMMANDS['skull']}." for pile in turn["skulls"]]
    if turn["three"]:
        lines.append(f"Three: {COMMANDS['three']}, {turn['laid']} laid so far.")
    if turn["picked"]:
        lines.append(f"This turn belongs to pile {turn['picked']}.")
    lines += [
        f"{upper(spoken(held['command']))} on {held['pile']}: {COMMANDS[held['command']]}." for held in view["in_force"]
    ]
    return lines


def ending(view: View, names: Sequence[str]) -> tuple[str, str]:
    """How the game ended: a headline, and a sentence that says why."""
    result = view["result"]
    left = result["left"]
    if result["won"]:
        return "Beaten!", "Every card is laid: the game is beaten."
    if result["won"] is False:
        headline = "Brilliant!" if result["rating"] == "brilliant" else "Lost"
        return headline, f"{LOST[result['reason']]} {upper(counted(left))} left."
    winners = [names[seat] for seat in result["winners"]]
    headline = upper(f"{listed(winners)} {'win' if len(winners) > 1 or winners == ['you'] else 'wins'}!")
    counts = ", ".join(f"{name} {cards}" for name, cards in zip(names, left, strict=True))
    return headline, f"{_decided(view, names)} Cards left: {counts}."


def _decided(view: View, names: Sequence[str]) -> str:
    reason, winners = view["result"]["reason"], view["result"]["winners"]
    if GAMES[view["game"]].turns and reason == "stuck":
        loser = names[1 - winners[0]]
        return upper(f"{loser} could not lay two cards.")
    if reason == "stuck":
        return "Nobody can play any more, and the fewest cards win."
    winner = names[winners[0]]
    return upper(f"{winner} laid the last card.")
