"""The checker of drills finds each fault that is planted in a made-up history, and nothing in a good one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drills.checker import check
from drills.history import History, Seen

TABLE = "t"


class Story:
    """Two people at a table, Anna at seat 0 and Berta at seat 1, and what each of them is told, a second for each."""

    def __init__(self) -> None:
        self.history = History()
        self.number = 4  # opened, sat, sat, dealt
        self.log: list[list[Any]] = []
        self._time = 0.0
        self._sockets = {"Anna": 0, "Berta": 0}
        for name in self._sockets:
            self.connect(name)

    def see(self, client: str, happened: Any, message: dict[str, Any] | None = None) -> None:
        self._time += 1
        self.history.seen.append(Seen(self._time, client, TABLE, self._sockets[client], happened, message or {}))

    def connect(self, client: str, number: int | None = None, log: list[list[Any]] | None = None) -> None:
        self._sockets[client] += 1
        self.see(client, "opened")
        shown = {"n": number or self.number, "log": list(self.log if log is None else log)}
        seat = list(self._sockets).index(client)
        self.see(client, "got", {"type": "view", "seat": seat, "bots": [], "hurried": None, "game_id": None, **shown})

    def news(self, client: str, number: int, what: dict[str, Any], **more: Any) -> None:
        self.see(client, "got", {"type": "news", "n": number, "at": 1000 + number, "what": what, **more})

    def send(self, client: str, move: str, name: str) -> None:
        self.see(client, "sent", {"type": "move", "id": name, "move": move})

    def store(self, seat: int, move: str) -> dict[str, Any]:
        """The table is one move further."""
        self.number += 1
        self.log.append([seat, move])
        return {"kind": "moved", "seat": seat, "move": move}

    def tell(self, what: dict[str, Any], *clients: str, **more: Any) -> None:
        for client in clients or ("Anna", "Berta"):
            self.news(client, self.number, what, **more)

    def ok(self, client: str, name: str, number: int | None = None, **more: Any) -> None:
        self.see(client, "got", {"type": "ok", "id": name, "n": number or self.number, **more})

    def refuse(self, client: str, name: str, code: str = "illegal", reason: str = "not_held", **values: Any) -> None:
        answer = {"type": "refused", "id": name, "code": code, "reason": reason, "values": values}
        self.see(client, "got", answer)

    def play(self, client: str, move: str, name: str) -> None:
        self.send(client, move, name)
        self.tell(self.store(list(self._sockets).index(client), move))
        self.ok(client, name)

    def kinds(self) -> set[str]:
        return {finding.kind for finding in check(self.history)}


@pytest.fixture
def story() -> Story:
    """Three moves that went well."""
    one = Story()
    one.play("Anna", "2a", "a1")
    one.play("Berta", "3a", "b1")
    one.play("Anna", "4a", "a2")
    return one


def test_a_good_history_has_nothing_to_find(story: Story) -> None:
    story.connect("Berta")
    story.play("Berta", "5a", "b2")
    assert check(story.history) == []


def test_a_history_can_be_kept_in_a_file(story: Story, tmp_path: Path) -> None:
    story.history.records["g"] = ["2a"]
    story.history.write(tmp_path / "history")
    assert History.read(tmp_path / "history") == story.history


def test_an_acknowledged_move_that_is_missing_later_is_found(story: Story) -> None:
    story.connect("Berta", story.number - 1, story.log[:-1])
    assert story.kinds() == {"lost"}


def test_a_move_whose_number_went_to_another_is_found(story: Story) -> None:
    story.send("Anna", "9b", "a3")
    story.tell(story.store(1, "5a"))
    story.ok("Anna", "a3")
    assert story.kinds() == {"lost", "unasked"}


def test_a_move_that_was_acknowledged_and_never_told_is_found(story: Story) -> None:
    story.send("Anna", "9b", "a3")
    story.ok("Anna", "a3", story.number + 1)
    assert story.kinds() == {"lost"}


def test_a_move_that_vanished_from_the_log_is_found(story: Story) -> None:
    story.number += 1
    story.connect("Berta", log=[*story.log[:-2], [0, "8b"], [1, "9b"]])
    assert "lost" in story.kinds()


def test_a_doubled_move_is_found(story: Story) -> None:
    story.tell(story.store(0, "4a"))
    assert story.kinds() == {"doubled"}


def test_one_id_carried_out_twice_is_found(story: Story) -> None:
    story.send("Anna", "4a", "a2")
    story.tell(story.store(0, "4a"))
    story.ok("Anna", "a2")
    assert story.kinds() == {"doubled"}


def test_two_acts_under_one_number_are_found(story: Story) -> None:
    story.send("Anna", "4a", "a3")
    story.ok("Anna", "a3")
    assert "doubled" in story.kinds()


def test_a_swapped_order_is_found() -> None:
    story = Story()
    story.send("Anna", "2a", "a1")
    first = story.store(0, "2a")
    second = story.store(1, "3a")
    story.ok("Anna", "a1", story.number)  # its number is that of the move that was sent after it
    story.send("Berta", "3a", "b1")
    story.ok("Berta", "b1", story.number - 1)
    for client in ("Anna", "Berta"):
        story.news(client, story.number - 1, second)
        story.news(client, story.number, first)
    assert story.kinds() == {"order"}


def test_a_gap_is_found(story: Story) -> None:
    story.send("Berta", "5a", "b2")
    story.tell(story.store(1, "5a"), "Berta")
    story.ok("Berta", "b2")
    story.send("Anna", "6a", "a3")
    story.tell(story.store(0, "6a"))
    story.ok("Anna", "a3")
    assert "gap" in story.kinds()


def test_a_repeated_number_is_found(story: Story) -> None:
    story.news("Berta", story.number, {"kind": "moved", "seat": 0, "move": "4a"})
    assert "repeated" in story.kinds()


@pytest.mark.parametrize("move", ["6a", "5b"])
def test_two_clients_that_disagree_are_found(story: Story, move: str) -> None:
    story.send("Berta", "5a", "b2")
    what = story.store(1, "5a")
    story.tell(what, "Berta")
    story.tell({**what, "move": move}, "Anna")
    story.ok("Berta", "b2")
    assert story.kinds() == {"disagreement"}


def test_views_that_disagree_are_found(story: Story) -> None:
    story.connect("Berta", log=[[0, "2a"], [0, "4a"], [1, "3a"]])
    assert "disagreement" in story.kinds()


def test_a_refused_move_that_appears_is_found(story: Story) -> None:
    story.send("Berta", "5a", "b2")
    story.refuse("Berta", "b2")
    story.tell(story.store(1, "5a"))
    assert story.kinds() == {"refused"}


def test_a_refused_move_that_appears_after_a_crash_is_found(story: Story) -> None:
    story.send("Berta", "5a", "b2")
    story.refuse("Berta", "b2")
    story.store(1, "5a")
    story.connect("Anna")
    assert story.kinds() == {"refused"}


def test_a_move_that_nobody_made_is_found(story: Story) -> None:
    story.tell(story.store(1, "5a"))
    assert story.kinds() == {"unasked"}


def test_a_deal_that_nobody_asked_for_is_found(story: Story) -> None:
    story.number += 1
    story.tell({"kind": "dealt", "commitment": "…"}, log=[])
    assert story.kinds() == {"unasked"}


def test_an_answer_to_nothing_is_found(story: Story) -> None:
    story.ok("Anna", "never sent")
    assert story.kinds() == {"answer"}


def test_a_record_that_differs_is_found(story: Story) -> None:
    story.send("Berta", "5a", "b2")
    story.tell(story.store(1, "5a"), game_id="g")
    story.ok("Berta", "b2")
    story.history.records["g"] = ["2a", "3a", "4a", "5a"]
    assert story.kinds() == set()
    story.history.records["g"] = ["2a", "3a", "5a"]
    assert story.kinds() == {"record"}


# What may happen when a server dies, and is no fault.


def lost_answer(story: Story) -> None:
    """It was carried out, and nobody was told."""
    story.send("Berta", "5a", "b2")
    story.store(1, "5a")
    story.connect("Berta")
    story.connect("Anna")


def sent_again(story: Story) -> None:
    lost_answer(story)
    story.send("Berta", "5a", "b2")
    story.ok("Berta", "b2", again=True)


def never_arrived(story: Story) -> None:
    story.send("Berta", "5a", "b2")
    story.connect("Berta")
    story.play("Berta", "5a", "b2")


def store_did_not_answer(story: Story) -> None:
    """It may be there or not."""
    story.send("Berta", "5a", "b2")
    story.refuse("Berta", "b2", "store", "no_answer")
    story.store(1, "5a")
    story.connect("Berta")
    story.connect("Anna")


def refused_when_sent_again(story: Story) -> None:
    """The first attempt is on its way in a worker that stands still, and is carried out later."""
    story.send("Berta", "5a", "b2")
    story.connect("Berta")
    story.send("Berta", "5a", "b2")
    story.refuse("Berta", "b2", "turn", "not_yours")
    story.tell(story.store(1, "5a"))


def bot_for_somebody_away(story: Story) -> None:
    story.number += 1
    story.tell({"kind": "away", "seat": 1, "bot": "expert"}, bots=[1])
    story.tell(story.store(1, "5a"))


def time_is_up(story: Story) -> None:
    story.number += 1
    story.tell({"kind": "timeout", "seat": 1}, hurried=1)
    story.tell(story.store(1, "5a"))
    story.tell(story.store(1, "."), hurried=None)


def wrong_card(story: Story) -> None:
    """Tension: refused, and in the log."""
    story.send("Anna", "0:7/3", "a3")
    story.number += 1
    story.tell({"kind": "wrong", "seat": 0, "move": "0:7/3", "until": 9})
    story.refuse("Anna", "a3", "wrong", "does_not_fit", n=story.number)


@pytest.mark.parametrize(
    "happens",
    [
        lost_answer,
        sent_again,
        never_arrived,
        store_did_not_answer,
        refused_when_sent_again,
        bot_for_somebody_away,
        time_is_up,
        wrong_card,
    ],
)
def test_what_may_happen_is_not_found(story: Story, happens: Callable[[Story], None]) -> None:
    happens(story)
    assert check(story.history) == []


def test_a_bot_that_plays_on_for_somebody_who_is_back_is_found(story: Story) -> None:
    story.number += 1
    story.tell({"kind": "away", "seat": 1, "bot": "expert"}, bots=[1])
    story.number += 1
    story.tell({"kind": "back", "seat": 1}, bots=[])
    story.tell(story.store(1, "5a"))
    assert story.kinds() == {"unasked"}
