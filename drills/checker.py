"""Checks what clients saw of each table for order and loss. It knows the protocol, and nothing of the server.

A table's log is a list of numbered entries. Clients see an entry as news, or its result in a view. An act is what a
client sent under one id, once or several times; its outcome is known only if every attempt was answered.

`python -m drills.checker FILE` checks a history that was kept in a file.
"""

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

from drills.history import History, Seen

# Refusals after which the act may have been carried out all the same: the answer of the store was lost.
UNSURE = {("store", "no_answer"), ("fault", "try_again"), ("fault", "connect_again"), ("busy", "reloaded")}
# What an act becomes, and by which fields the two are compared.
BECOMES = {
    "move": ("moved", ("move",)),
    "undo": ("undone", ()),
    "start": ("dealt", ()),
    "eager": ("eager", ("level",)),
    "go": ("go", ()),
}
FIELDS = {**dict(BECOMES.values()), "wrong": ("move",)}
ONCE = {"moved", "undone"}  # sent again under the same id, it is not carried out again
OF_ANYBODY = {"dealt", "go"}  # entries that name no seat

Origin = tuple[str, int | None, tuple[Any, ...]]
Log = tuple[tuple[Any, str], ...]


@dataclass(frozen=True)
class Finding:
    """Something that must not happen. `kind` is a stable word."""

    kind: str
    table: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}, table {self.table}: {self.text}"


@dataclass
class Act:
    """What a client sent under one id, and what it was answered."""

    client: str
    name: str
    message: dict[str, Any]
    sent: float
    attempts: int = 0
    answers: list[tuple[float, dict[str, Any]]] = field(default_factory=list)

    @property
    def numbers(self) -> set[int]:
        """The numbers under which it was acknowledged; a wrong card of tension is refused, and in the log."""
        found = set()
        for _, answer in self.answers:
            if answer["type"] == "ok":
                found.add(answer["n"])
            elif answer["code"] == "wrong":
                found.add(answer["values"]["n"])
        return found

    @property
    def refused(self) -> bool:
        """Was it refused for certain, at every attempt?"""
        said = [(answer.get("code"), answer.get("reason")) for _, answer in self.answers]
        return not self.numbers and len(said) == self.attempts and not UNSURE.intersection(said)

    def origins(self, seat: int | None) -> set[Origin]:
        """The entries that it could have become, coming from this seat."""
        kind, fields = BECOMES.get(self.message["type"], ("", ()))
        values = tuple(self.message[name] for name in fields)
        if kind in OF_ANYBODY:
            return {(kind, None, values)}
        return {(one, seat, values) for one in ((kind, "wrong") if kind == "moved" else (kind,))}

    def most(self, kind: str) -> int:
        """How many entries of a kind it can become: sent again, a move or an undo is still one."""
        return 1 if kind in ONCE else self.attempts


def origin(what: dict[str, Any]) -> Origin:
    """Kind, seat and fields of an entry, to be compared with those of an act."""
    kind = what["kind"]
    names = FIELDS.get(kind, ())
    return kind, None if kind in OF_ANYBODY else what.get("seat"), tuple(what[name] for name in names)


def check(history: History) -> list[Finding]:
    """Everything that is wrong with a history; nothing, if nothing was lost, doubled, swapped or made up."""
    found = []
    for table, seen in history.tables().items():
        found += _Table(table, seen, history.records).check()
    return found


class _Table:
    """The history of one table. The check methods add to `found`."""

    def __init__(self, table: str, seen: list[Seen], records: dict[str, list[str]]) -> None:
        self._table, self._seen, self._records = table, sorted(seen, key=lambda one: one.at), records
        self.found: list[Finding] = []
        self._entries: dict[int, tuple[Any, dict[str, Any]]] = {}  # by number: when the server says it was, and what
        self._first_seen: dict[int, float] = {}
        self._logs: dict[int, Log] = {}  # the moves of the present game after each number
        self._bots: dict[int, frozenset[int]] = {}  # the seats that bots play after each number
        self._games: dict[str, Log] = {}  # the moves of each finished game
        self._seats: dict[str, int | None] = {}  # of each client
        self._acts: dict[tuple[str, str], Act] = {}
        self._acts_by_origin: dict[Origin, list[Act]] = defaultdict(list)
        self._explained: Counter[tuple[str, str, str]] = Counter()  # by client, id and kind: entries it became

    def check(self) -> list[Finding]:
        self._read_sockets()
        self._read_acts()
        self._check_jumps()
        self._check_acknowledged()
        self._check_order()
        self._check_origins()
        self._check_records()
        return self.found

    def _add(self, kind: str, text: str) -> None:
        self.found.append(Finding(kind, self._table, text))

    # What each socket was told: numbers without gaps, the same for all.

    def _read_sockets(self) -> None:
        sockets: dict[tuple[str, int], _Socket] = {}
        newest = 0  # the highest number that anybody was told so far
        for one in self._seen:
            key = (one.client, one.socket)
            if one.happened == "opened":
                sockets[key] = _Socket(newest)
            elif one.happened == "got" and one.message["type"] in ("view", "news"):
                self._read(one, sockets.setdefault(key, _Socket(0)))
                newest = max(newest, one.message["n"])
            elif one.happened == "got" and one.message["type"] == "ok":
                newest = max(newest, one.message.get("n") or 0)

    def _read(self, one: Seen, socket: "_Socket") -> None:
        message, number = one.message, one.message["n"]
        if message["type"] == "view":
            self._seats[one.client] = message["seat"]
            if socket.number is None and number < socket.at_least:
                self._add("lost", f"{one.client} came when {socket.at_least} was told, and was shown {number}")
            elif socket.number is not None and number < socket.number:
                self._add("lost", f"{one.client} had {socket.number}, and was shown {number}")
            elif socket.number is not None and number > socket.number + 1:
                self._add("gap", f"{one.client} was shown {number} after {socket.number}")
        else:
            if socket.number is None:
                self._add("gap", f"{one.client} was sent {number} before any view")
            elif number <= socket.number:
                self._add("repeated", f"{one.client} was sent {number} after {socket.number}")
            elif number > socket.number + 1:
                self._add("gap", f"{one.client} was sent {number} after {socket.number}")
            self._agree("entry", self._entries, number, (message["at"], message["what"]), one.client)
        socket.take(message)
        self._first_seen.setdefault(number, one.at)
        self._agree("moves", self._logs, number, tuple(socket.log), one.client)
        self._agree("bots", self._bots, number, socket.bots, one.client)
        if message.get("game_id"):
            self._games.setdefault(message["game_id"], tuple(socket.log))

    def _agree(self, what: str, known: dict[int, Any], number: int, value: Any, client: str) -> None:
        before = known.setdefault(number, value)
        if before != value:
            self._add("disagreement", f"{what} of {number}: {client} was told {value!r}, somebody else {before!r}")

    def _check_jumps(self) -> None:
        """Entries that were stored, but told to nobody before the server died, show in the next view alone."""
        known = sorted(self._logs)
        for before, after in pairwise(known):
            unseen = [number for number in range(before + 1, after + 1) if number not in self._entries]
            if unseen:
                self._check_jump(before, after, len(unseen))

    def _check_jump(self, before: int, after: int, steps: int) -> None:
        old, new = self._logs[before], self._logs[after]
        common = 0
        while common < min(len(old), len(new)) and old[common] == new[common]:
            common += 1
        added = new[common:]
        if len(old) - common + len(added) > steps:  # more than undo and lay can explain in so few steps: a new deal?
            added = new
            if 1 + len(new) > steps:
                self._add("lost", f"from {before} to {after} the moves went from {old!r} to {new!r}")
                return
        for seat, move in added:
            self._explain(range(before + 1, after + 1), {"kind": "moved", "seat": seat, "move": move})

    # What was answered.

    def _read_acts(self) -> None:
        for one in self._seen:
            name = one.message.get("id")
            if name is None:
                continue
            key = (one.client, name)
            if one.happened == "sent":
                act = self._acts.setdefault(key, Act(one.client, name, one.message, one.at))
                act.attempts += 1
            elif one.happened == "got":
                if key not in self._acts:
                    self._add("answer", f"{one.client} was answered {name}, which it never sent")
                else:
                    self._acts[key].answers.append((one.at, one.message))
        for act in self._acts.values():
            for one_of in act.origins(self._seats.get(act.client)):
                self._acts_by_origin[one_of].append(act)

    def _check_acknowledged(self) -> None:
        """What was acknowledged is there, under its number, once."""
        under: dict[int, Act] = {}
        for act in self._acts.values():
            if act.message["type"] not in BECOMES:
                continue
            if len(act.numbers) > 1:
                self._add("doubled", f"{act.client}'s {act.name} was carried out as {sorted(act.numbers)}")
            for number in act.numbers:
                other = under.setdefault(number, act)
                if other is not act:
                    self._add("doubled", f"{number} is {act.client}'s {act.name} and {other.client}'s {other.name}")
                self._check_stored(act, number)

    def _check_stored(self, act: Act, number: int) -> None:
        if number in self._entries:
            what = self._entries[number][1]
            if origin(what) not in act.origins(self._seats.get(act.client)):
                self._add("lost", f"{act.client}'s {act.message} was acknowledged as {number}, which is {what}")
            self._explained[act.client, act.name, what["kind"]] += 1
        elif number > max(self._logs, default=0):
            self._add("lost", f"{act.client}'s {act.message} was acknowledged as {number}, which nobody has seen")

    def _check_order(self) -> None:
        """What was acknowledged before something else was sent has the lower number."""
        once = [act for act in self._acts.values() if act.message["type"] in BECOMES and act.attempts == 1]
        first_answers = [(act.answers[0][0], min(act.numbers), act) for act in once if act.numbers]
        first_answers.sort(key=lambda one: one[0])
        later = sorted(first_answers, key=lambda one: one[2].sent)
        place, highest, whose = 0, -inf, None
        for _, number, act in later:
            while first_answers[place][0] < act.sent:
                if first_answers[place][1] > highest:
                    highest, whose = first_answers[place][1], first_answers[place][2]
                place += 1
            if whose and number <= highest:
                self._add("order", f"{act.client}'s {act.name} is {number}; {whose.client}'s, before it, {highest}")

    # Where entries come from.

    def _check_origins(self) -> None:
        for number, (_, what) in sorted(self._entries.items()):
            if what["kind"] in ("moved", "undone", "eager", "dealt", "wrong"):
                self._explain(range(number, number + 1), what)

    def _explain(self, numbers: range, what: dict[str, Any]) -> None:
        """An entry of a person's seat, under one of these numbers, comes from an act of that person."""
        candidates = self._acts_by_origin[origin(what)]
        if not self._of_person(numbers, what) or any(act.numbers.intersection(numbers) for act in candidates):
            return
        kind, last = what["kind"], numbers[-1]
        earlier = [act for act in candidates if act.sent < self._first_seen[last]]
        for act in earlier:
            key = (act.client, act.name, kind)
            if not act.refused and self._explained[key] < act.most(kind):
                self._explained[key] += 1
                return
        if any(act.refused for act in earlier):
            self._add("refused", f"{last} is {what}, which was refused")
        elif earlier:
            self._add("doubled", f"{last} is {what}, which was asked for once and is there twice")
        else:
            self._add("unasked", f"{last} is {what}, which nobody asked for")

    def _of_person(self, numbers: range, what: dict[str, Any]) -> bool:
        """Did a person play that seat? False if that is not known."""
        if what["kind"] == "dealt":
            return True
        seat = what.get("seat")
        if seat is None or seat not in self._seats.values() or numbers[0] - 1 not in self._bots:
            return False
        played_by_bot = self._bots[numbers[0] - 1]
        if len(numbers) > 1 or numbers[0] not in self._entries:  # somebody may have come or gone unseen
            played_by_bot |= self._bots[numbers[-1]]
        return seat not in played_by_bot

    # Afterwards.

    def _check_records(self) -> None:
        for game, log in self._games.items():
            record = self._records.get(game)
            if record is not None and record != [move for _, move in log]:
                self._add("record", f"game {game} was {[move for _, move in log]}, and is kept as {record}")


class _Socket:
    """What one socket was told, put together."""

    def __init__(self, at_least: int) -> None:
        self.at_least = at_least  # told to somebody before this socket was opened
        self.number: int | None = None
        self.log: list[tuple[Any, str]] = []
        self._bots: frozenset[int] = frozenset()
        self._hurried: int | None = None  # the seat for which a bot plays the rest of a turn

    @property
    def bots(self) -> frozenset[int]:
        return self._bots if self._hurried is None else self._bots | {self._hurried}

    def take(self, message: dict[str, Any]) -> None:
        what = message.get("what", {})
        if "log" in message:
            self.log = [(seat, move) for seat, move in message["log"]]
        elif what.get("kind") == "moved":
            self.log.append((what["seat"], what["move"]))
        elif what.get("kind") == "undone" and self.log:
            self.log.pop()
        self._bots = frozenset(message.get("bots", self._bots))
        self._hurried = message.get("hurried", self._hurried)
        self.number = message["n"]


def main() -> None:
    found = check(History.read(Path(sys.argv[1])))
    print("\n".join(map(str, found)) or "nothing was lost, doubled, swapped or made up")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
