"""What hosts change before a game, latecomers, and bots for who is gone: decided without a server."""

from typing import Any

import pytest
from pydantic import ValidationError

from gambero.game.setup import prepared
from gambero.server.refusal import Refused
from gambero.server.table import decide, own_acts
from gambero.server.table.changing import checked_setup
from gambero.server.table.dealing import sealed
from gambero.server.table.decision import Moment
from gambero.server.table.table import Table
from gambero.server.table.views import open_table
from gambero.server.wire.from_client import READER
from gambero.server.wire.table_setup import TableSetup


def deal(table: Table) -> dict[str, Any]:
    setup = prepared(table.kind, players=len(table.seats), seed=5, **table.opened["options"])
    return sealed(setup, "0" * 64, "game")


def moment(*gone: str) -> Moment:
    return Moment(now=0, countdown=0, deal=deal, gone=gone)


def opened(game: str = "classic", players: int = 3, bots: int = 0, start: bool = False, **more: Any) -> Table:
    about = checked_setup(TableSetup.model_validate({"game": game, "players": players})) | {"daily": None, **more}
    return decide.opening("table", about, "anna", "Anna", ["greedy"] * bots, start, 0, moment())[0]


def do(table: Table, who: str, kind: str, *gone: str, **fields: Any) -> None:
    message = READER.validate_python({"type": kind, **fields})
    entry = decide.decide(table, who, who.capitalize(), message, moment(*gone)).entry
    assert entry
    table.apply(entry)


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


def refusal(table: Table, who: str, kind: str, *gone: str, **fields: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        do(table, who, kind, *gone, **fields)
    return refused.value.code, refused.value.reason


def test_the_host_changes_the_game_and_who_sits_there_stays() -> None:
    table = opened(players=3, bots=1)
    do(table, "ben", "sit")
    do(table, "anna", "change", game="extreme", players=4, options={"professional": True}, clock=60.0)
    assert (table.kind, table.opened["options"]["professional"], table.opened["clock"]) == ("extreme", True, 60.0)
    assert names(table) == ["Anna", "greedy", "Ben", ""]
    do(table, "anna", "change", game="tension", players=4, tournament=16)
    assert table.tournament is not None
    do(table, "anna", "change", game="duel")
    assert names(table) == ["Anna", "Ben"], "the bot makes room"
    assert table.opened["tournament"] is None
    assert table.seat_of("ben") == 1
    do(table, "anna", "start")
    assert table.playing.game == "duel"


def test_the_host_changes_how_fast_bots_play_and_another_game_keeps_it() -> None:
    table = opened(players=3, bots=1, speed="normal")
    do(table, "anna", "change", game="classic", players=3, speed="slow")
    assert (table.opened["speed"], open_table(table)["speed"]) == ("slow", "slow")
    do(table, "anna", "change", game="extreme", players=3)
    assert table.opened["speed"] == "slow"
    with pytest.raises(ValidationError):
        do(table, "anna", "change", game="extreme", players=3, speed="faster")
    assert open_table(opened())["speed"] == "normal", "a table that does not say"


def test_two_friends_at_a_table_for_four_play_as_two() -> None:
    table = opened(players=4)
    do(table, "ben", "sit", seat=3)
    assert refusal(table, "anna", "start") == ("seat", "some_empty")
    do(table, "anna", "change", game="classic", players=2)
    do(table, "anna", "start")
    assert (names(table), table.playing.players) == (["Anna", "Ben"], 2)


def test_after_a_game_people_gather_anew_for_another() -> None:
    table = opened(players=1)
    do(table, "anna", "start")
    while not table.playing.over:
        do(table, "anna", "move", move=table.playing.moves(0)[0])
    do(table, "anna", "change", game="classic", players=2)
    assert (table.phase, table.game, table.games) == ("gathering", None, 1)
    do(table, "ben", "sit")
    do(table, "anna", "start")
    assert table.phase == "starting"


def test_what_cannot_be_changed() -> None:
    table = opened(players=3)
    do(table, "ben", "sit")
    do(table, "carla", "sit")
    assert refusal(table, "ben", "change", game="duel") == ("host", "only")
    assert refusal(table, "anna", "change", game="duel") == ("seat", "too_many_people")
    assert refusal(table, "anna", "change", game="classic", players=9) == ("options", "players")
    assert refusal(table, "anna", "change", game="classic", options={"fast": True}) == ("options", "unknown_option")
    do(table, "anna", "start")
    assert refusal(table, "anna", "change", game="classic") == ("phase", "seats_fixed")
    daily = opened(players=1, daily="2026-01-01")
    assert refusal(daily, "anna", "change", game="duel") == ("phase", "deal_given")
    assert refusal(daily, "anna", "latecomers") == ("phase", "deal_given")


def test_a_latecomer_takes_a_bots_seat_between_turns_if_the_host_lets_them() -> None:
    table = opened(players=3, bots=2, start=True)
    do(table, "anna", "starter", seat=1)
    assert refusal(table, "carla", "sit") == ("phase", "only_watch")
    do(table, "anna", "latecomers")
    table.apply(own_acts.bot_move(table, table.playing.moves(1)[0], moment()))  # the bot's turn is under way
    assert refusal(table, "carla", "sit", seat=1) == ("turn", "bot_moves")
    assert refusal(table, "carla", "sit", seat=0) == ("seat", "taken")
    do(table, "carla", "sit")
    assert names(table) == ["Anna", "greedy", "Carla"]
    while table.playing.to_move == 1:
        moves = table.playing.moves(1)
        table.apply(own_acts.bot_move(table, "." if "." in moves else moves[0], moment()))
    do(table, "ben", "sit")
    assert names(table) == ["Anna", "Ben", "Carla"]
    assert (table.deputy_share(1), table.is_own(1)) == (1.0, False)  # so far the bot has played
    assert table.is_own(2)
    assert refusal(table, "dora", "sit") == ("seat", "all_taken")
    do(table, "anna", "latecomers", on=False)
    assert not table.latecomers


def test_latecomers_of_tension_sit_down_while_nobody_may_lay() -> None:
    table = opened("tension", players=3, bots=2, start=True)
    do(table, "anna", "latecomers")
    do(table, "ben", "sit")
    do(table, "anna", "go")
    table.apply(own_acts.begin(table, moment()))
    assert (table.phase, names(table)) == ("playing", ["Anna", "Ben", "greedy"])
    assert refusal(table, "carla", "sit") == ("turn", "bot_moves")


def test_a_bot_plays_at_once_for_who_is_gone_and_never_for_who_is_connected() -> None:
    table = opened(players=3, bots=1)
    do(table, "ben", "sit")
    assert refusal(table, "anna", "deputy", "ben", seat=2) == ("phase", "not_dealt")
    do(table, "anna", "start")
    assert refusal(table, "anna", "deputy", seat=2) == ("seat", "connected")
    assert refusal(table, "anna", "deputy", seat=1) == ("about", "nobody")
    assert refusal(table, "carla", "deputy", "ben", seat=2) == ("seat", "watching")
    do(table, "anna", "deputy", "ben", seat=2)
    assert (table.seats[2].deputy, table.seats[2].gone) == ("expert", True)
    assert refusal(table, "anna", "deputy", "ben", seat=2) == ("seat", "deputy_there")
    do(table, "ben", "sit")
    assert table.seats[2].deputy is None


def test_no_bot_plays_at_once_at_a_table_without_hurry() -> None:
    table = opened(players=2, days=3)
    do(table, "ben", "sit")
    do(table, "anna", "start")
    assert refusal(table, "anna", "deputy", "ben", seat=1) == ("seat", "no_hurry")
