"""A short drill on each store: some faults under play, after which nothing is lost. `make drill` does a hundred."""

import os

import pytest

import gambero
from drills.drill import drill, moves_of, plan
from drills.faults import FAULTS
from drills.place import Span, Store
from drills.players import TABLES
from drills.watch import Answer, counted, lies
from gambero.game.story import Story

from helpers.stores import Missing

TABLES_HERE = [TABLES[1], TABLES[5], TABLES[7]]  # bots, two against each other, everybody at once
SHORT: dict[Store, list[str]] = {
    "sqlite": ["killed", "locked", "clock", "stopped"],
    "postgresql": ["killed", "PostgreSQL restarted", "Redis killed", "read-only"],
}


@pytest.mark.slow
@pytest.mark.parametrize("store", SHORT)
async def test_after_some_faults_nothing_is_lost_and_every_table_goes_on(store: Store) -> None:
    steps = [(FAULTS[name],) for name in SHORT[store]]
    try:
        outcome = await drill(store, len(steps), seed=1, tables=TABLES_HERE, steps=steps)
    except Missing as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    assert outcome.findings == []
    assert [step.names for step in outcome.steps] == [(name,) for name in SHORT[store]]
    moves = [seen for seen in outcome.history.seen if seen.happened == "sent" and seen.message["type"] == "move"]
    assert {seen.table for seen in moves} == {seen.table for seen in outcome.history.seen}


@pytest.mark.parametrize("store", SHORT)
def test_a_plan_is_the_same_for_the_same_seed_and_has_every_kind_of_fault(store: Store) -> None:
    steps = plan(store, small=True, count=100, seed=3)
    names = [fault.name for step in steps for fault in step]
    assert names == [fault.name for step in plan(store, small=True, count=100, seed=3) for fault in step]
    assert len(names) == 100
    assert set(names) == {fault.name for fault in FAULTS.values() if store in fault.stores}
    assert max(map(names.count, names)) - min(map(names.count, names)) <= 1
    assert any(len(step) == 2 for step in steps)
    assert names != [fault.name for step in plan(store, small=True, count=100, seed=4) for fault in step]


def test_the_moves_of_a_record_end_where_its_story_begins() -> None:
    game = gambero.new("classic", players=2, seed=1)
    game.move("@0")
    game.move(game.moves()[0])
    moves = [move for _, move in game.log]
    assert moves_of(game.record()) == moves
    game.story = Story(times=(900, 2100))
    assert "times:" in game.record()
    assert moves_of(game.record()) == moves


def test_ready_is_a_lie_while_the_store_is_away() -> None:
    spans = [Span("the store is gone", 10.0, 20.0)]
    before, first, within = Answer(9.5, 10.5, 200), Answer(10.5, 10.6, 200), Answer(12.0, 12.1, 503)
    late, back, silent = Answer(19.0, 20.5, 200), Answer(21.0, 21.1, 200), Answer(13.0, 14.0, None)
    fine = [before, first, within, late, back, silent]
    assert lies(fine, spans) == []
    assert len(lies([*fine, Answer(12.0, 12.1, 200)], spans)) == 1
    assert counted(fine, spans) == ({503: 1, None: 1}, {200: 4})
