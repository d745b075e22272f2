"""What an observation should hold, worked out from a view alone, slowly and plainly."""

from typing import Any

import gambero

COMMANDS = ["stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one"]
WORDS = {"mine": 1, "small": 2, "free": 3}


def fields(view: Any, turns: list[list[str]], said: dict[int, Any]) -> dict[str, list[int]]:
    """The fields of an observation by name; `turns` are the moves by turn, which all have seen begin and end."""
    kind = gambero.GAMES[view["game"]].page
    return {"team": team, "duel": duel, "tension": tension}[kind](view, turns, said)


def from_viewer(view: Any, seat: int) -> int:
    """Seats clockwise from the viewer."""
    return int((seat - view["seat"]) % view["players"])


def lays(view: Any, turns: list[list[str]]) -> list[tuple[int, int, str, int]]:
    """Every card laid: seat, card, pile, turn."""
    turn_of = [number for number, turn in enumerate(t for t in turns if not t[0].startswith("@")) for _ in turn]
    moves = [row for row in view["log"] if not row[1].startswith("@")]
    return [
        (seat, int(move[:-1]), move[-1], 1 + turn)
        for (seat, move), turn in zip(moves, turn_of, strict=True)
        if move != "."
    ]


def begun(view: Any, turns: list[list[str]]) -> int:
    """How many turns have begun."""
    played = sum(not turn[0].startswith("@") for turn in turns)
    started = view["players"] == 1 or bool(turns)
    return played + (started and view["turn"]["laid"] == 0)


def bits(piles: list[str]) -> list[int]:
    return [int(pile in piles) for pile in "abcd"]


def team(view: Any, turns: list[list[str]], said: dict[int, Any]) -> dict[str, list[int]]:
    where, order, by, turn = ([0] * 98 for _ in range(4))
    for number, (seat, card, pile, when) in enumerate(lays(view, turns), start=1):
        where[card - 2] = 2 + "abcd".index(pile)
        order[card - 2] = number
        by[card - 2] = 1 + from_viewer(view, seat)
        turn[card - 2] = when
    for card in view["hand"]:
        where[card - 2] = 1
    players = view["players"]
    around = [(view["seat"] + step) % players for step in range(players)]
    spare = [0] * (5 - players)
    reasons = ["", "beaten", "stuck", "fire", "skull", "three"]
    force = {one["pile"]: one["command"] for one in view["in_force"]}
    words = [said.get(seat, {"piles": {}, "commands": [], "exact": False}) for seat in around]
    return {
        "where": where,
        "order": order,
        "by": by,
        "turn": turn,
        "command": [
            1 + COMMANDS.index(view["commands"][str(card)]) if str(card) in view["commands"] else 0
            for card in range(2, 100)
        ],
        "tops": view["piles"],
        "stock": [view["stock"]],
        "hands": [view["hands"][seat] for seat in around] + spare,
        "players": [players],
        "seat": [view["seat"]],
        "to_move": [0 if view["to_move"] is None else 1 + from_viewer(view, view["to_move"])],
        "minimum": [view["minimum"]],
        "laid": [view["turn"]["laid"]],
        "three": [int(view["turn"]["three"])],
        "skulls": bits(view["turn"]["skulls"]),
        "picked": [0 if view["turn"]["picked"] is None else 1 + "abcd".index(view["turn"]["picked"])],
        "due": bits(view["fires"]["due"]),
        "fresh": bits(view["fires"]["fresh"]),
        "in_force": [1 + COMMANDS.index(force[pile]) if pile in force else 0 for pile in "abcd"],
        "silence": [int(view["silence"])],
        "options": [
            *(int(view["options"].get(option, False)) for option in ("professional", "short_hands", "on_fire")),
            int(bool(view["commands"])),
        ],
        "over": [int(view["over"])],
        "outcome": [reasons.index(view["result"]["reason"]) if view["result"] else 0],
        "turns": [begun(view, turns)],
        "said_piles": [WORDS[one["piles"][pile]] if pile in one["piles"] else 0 for one in words for pile in "abcd"]
        + 4 * spare,
        "said_commands": [int(name in one["commands"]) for one in words for name in COMMANDS] + 7 * spare,
        "said_exact": [int(one["exact"]) for one in words] + spare,
        "eager": [0] * 5,
    }


def duel(view: Any, turns: list[list[str]], _said: dict[int, Any]) -> dict[str, list[int]]:
    seat = view["seat"]
    found: dict[str, list[int]] = {
        f"{whose}_{what}": [0] * 58 for whose in ("own", "their") for what in ("where", "order", "turn")
    }
    for number, (who, card, pile, when) in enumerate(lays(view, turns), start=1):
        whose = "own" if who == seat else "their"
        found[f"{whose}_where"][card - 2] = 2 + ("acAC" if who == seat else "ACac").index(pile)
        found[f"{whose}_order"][card - 2] = number
        found[f"{whose}_turn"][card - 2] = when
    for card in view["hand"]:
        found["own_where"][card - 2] = 1
    result = view["result"]
    return {
        **found,
        "tops": [*view["piles"][2 * seat :], *view["piles"][: 2 * seat]],
        "stock": [view["stock"][seat], view["stock"][1 - seat]],
        "hands": [view["hands"][seat], view["hands"][1 - seat]],
        "seat": [seat],
        "to_move": [0 if view["to_move"] is None else 1 + from_viewer(view, view["to_move"])],
        "minimum": [view["minimum"]],
        "laid": [view["turn"]["laid"]],
        "gift": [int(view["turn"]["gift"])],
        "draws": [view["turn"]["draws"]],
        "last_card_wins": [int(view["options"]["last_card_wins"])],
        "over": [int(view["over"])],
        "outcome": [["finished", "stuck"].index(result["reason"]) + 1 if result else 0],
        "winner": [1 + from_viewer(view, result["winners"][0]) if result else 0],
        "turns": [begun(view, turns)],
    }


def kind(card: list[int]) -> int:
    return 3 * (card[0] - 1) + card[1] - 1


def tension(view: Any, _turns: list[list[str]], _said: dict[int, Any]) -> dict[str, list[int]]:
    players = view["players"]
    around = [(view["seat"] + step) % players for step in range(players)]
    spare = [0] * (4 - players)
    held = [kind(card) for card in view["hand"]]
    pile = [1 + kind(card) for card in view["pile"]]
    log = list(reversed(view["log"]))[:160]
    rest = [0] * (160 - len(log))
    result = view["result"]
    return {
        "hand": [held.count(one) for one in range(30)],
        "pile": pile + [0] * (73 - len(pile)),
        "top": [kind(view["piles"])],
        "height": [len(pile)],
        "stock": [view["stock"][seat] for seat in around] + spare,
        "hands": [view["hands"][seat] for seat in around] + spare,
        "players": [players],
        "seat": [view["seat"]],
        "wait": [0],
        "over": [int(view["over"])],
        "outcome": [["out", "stuck"].index(result["reason"]) + 1 if result else 0],
        "winners": [int(bool(result) and seat in result["winners"]) for seat in around] + spare,
        "log_by": [0 if seat is None else 1 + from_viewer(view, seat) for seat, _ in log] + rest,
        "log_act": [1 + act(move) for _, move in log] + rest,
    }


def act(move: str) -> int:
    if move == "^":
        return 33
    what = move[2:]
    if what in "+x":
        return 30 + "+x".index(what)
    return kind([int(part) for part in what.split("/")])
