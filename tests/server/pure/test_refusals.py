"""Every refusal is in the table of `refusal.py`, with its values; every row of that table is given somewhere."""

import ast
import pickle
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from gambero.bots import BOTS, Bot
from gambero.errors import IllegalMove, SetupError
from gambero.game import new
from gambero.game.refusals import REASONS, SETUP
from gambero.game.setup import prepared
from gambero.game.views import DuelView
from gambero.server import refusal
from gambero.server.http.errors import first_error
from gambero.server.refusal import KINDS, OWN, Refused
from gambero.server.table.checks import check_bot
from gambero.server.wire import from_client
from gambero.tournament import Tournament

SERVER = Path(refusal.__file__).parent


def raised() -> dict[tuple[str, str], list[set[str]]]:
    """Each pair of code and reason that the server's source gives, with the names of its values at each place."""
    found: dict[tuple[str, str], list[set[str]]] = defaultdict(list)
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code, reason = (one.value for one in node.args if isinstance(one, ast.Constant))
                found[str(code), str(reason)].append({str(keyword.arg) for keyword in node.keywords})
    return found


def test_what_is_refused_is_in_the_table_and_the_other_way_round() -> None:
    assert set(raised()) == {(kind.code, kind.reason) for kind in OWN}


def test_each_place_gives_the_values_of_its_reason() -> None:
    for pair, places in raised().items():
        assert all(given == KINDS[pair].values for given in places), pair


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.key)
def test_each_reason_has_a_sentence(kind: refusal.Kind) -> None:
    why = Refused(kind.code, kind.reason, **dict.fromkeys(kind.values, 1)).why
    assert why
    assert "{" not in why
    assert not kind.clause or kind.clause in why or kind.key in ("host.says_go", "signal.pile", "signal.word")


def test_text_that_is_no_utf8_is_shown_with_question_marks() -> None:
    told = Refused("lesson", "unknown", lesson="a\ud800b").as_json()
    assert told["values"] == {"lesson": "a?b"}


def test_a_refusal_of_the_law_passes_through() -> None:
    game = new("classic", players=2, seed=1)
    game.move("@0")
    for move, pair in ((".", ("illegal", "minimum_owed")), ("nonsense", ("malformed", "move"))):
        with pytest.raises(IllegalMove) as law:
            game.check(move)
        refused = Refused.by_law(law.value)
        assert (refused.code, refused.reason, refused.clause) == (*pair, law.value.clause)
        assert refused.values == law.value.values
        assert refused.values.keys() >= KINDS[pair].values
        assert refused.why == str(law.value)


def test_every_reason_of_the_law_has_a_pair_or_is_never_asked_for() -> None:
    given = {reason for code, reason in KINDS if code == "illegal"}
    assert given | set(refusal.NOT_ASKED) | {"malformed"} == set(REASONS)


def setup_errors() -> dict[str, SetupError]:
    """A set-up for each reason that it can be refused for."""
    tries: list[Callable[[], object]] = [
        lambda: prepared("duel", nonsense=True),
        lambda: prepared("extreme", on_fire=True),
        lambda: prepared("classic", players=6),
        lambda: prepared("classic", commands="house"),
        lambda: prepared("extreme", commands={2: "stop"}),
        lambda: Tournament(2, 3),
    ]
    found = {}
    for attempt in tries:
        with pytest.raises(SetupError) as wrong:
            attempt()
        found[wrong.value.reason] = wrong.value
    return found


def test_every_reason_of_a_set_up_passes_through() -> None:
    errors = setup_errors()
    assert set(errors) == set(SETUP)
    for reason, wrong in errors.items():
        refused = Refused.by_setup(wrong)
        assert refused.values.keys() == KINDS["options", reason].values
        assert refused.why == str(wrong)


def test_a_set_up_error_can_be_pickled() -> None:
    wrong = setup_errors()["players"]
    again = pickle.loads(pickle.dumps(wrong))
    assert (str(again), again.reason, again.values) == (str(wrong), wrong.reason, wrong.values)


def test_what_pydantic_refuses_is_a_field_and_a_word() -> None:
    with pytest.raises(ValidationError) as wrong:
        from_client.READER.validate_json('{"type": "sit", "seat": "x"}')
    field, word, sentence = first_error(wrong.value.errors(), skip=1)
    assert (field, word) == ("seat", "int_type")
    assert sentence.startswith("seat: ")


def test_a_bot_that_plays_other_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Duellist(Bot):
        name = "duellist"

        def duel(self, view: DuelView, seconds: float | None) -> str:  # noqa: ARG002
            return view["moves"][0]

    monkeypatch.setitem(BOTS, "duellist", Duellist)
    check_bot("duellist", "duel")
    with pytest.raises(Refused, match="duellist does not play classic; it plays duel"):
        check_bot("duellist", "classic")
