"""What is played at a table: checked when it is opened, and when its host changes it before a game."""

from typing import Any

from gambero.bots import bot_class
from gambero.errors import SetupError
from gambero.game import GAMES
from gambero.game.setup import prepared
from gambero.server.refusal import Refused
from gambero.server.table.dealing import layout
from gambero.server.table.decision import Moment, new_entry
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages
from gambero.server.wire.table_setup import TableSetup
from gambero.tournament import Tournament


def checked_setup(wanted: TableSetup) -> dict[str, Any]:
    """What a table's entries tell of its game. Raises Refused for what cannot be played."""
    spec = GAMES[wanted.game]
    try:
        options: dict[str, Any] = dict(wanted.options)
        setup = prepared(wanted.game, players=wanted.players, seed=0, commands=layout(wanted.commands), **options)
        if wanted.tournament is not None and spec.tournament is None:
            raise Refused("options", "no_tournament", game=wanted.game)
        if wanted.tournament is not None:
            Tournament(setup.players, wanted.tournament)
        if wanted.days is not None and not spec.turns:
            raise Refused("options", "no_days", game=wanted.game)
        if wanted.days is not None and wanted.clock is not None:
            raise Refused("options", "clock_or_days")
    except SetupError as wrong:
        raise Refused.by_setup(wrong) from None
    return {
        "game": wanted.game,
        "players": setup.players,
        "options": dict(setup.options),
        "commands": (wanted.commands or "house") if spec.commands else None,
        "listed": wanted.listed,
        "clock": wanted.clock,
        "days": wanted.days,
        "wait": wanted.wait,
        "tournament": wanted.tournament,
    }


def change(table: Table, message: messages.Change, at: Moment) -> Entry:
    """The host changes game, options or the number of seats before a game."""
    if not table.between_games:
        raise Refused("phase", "seats_fixed")
    check_not_given(table)
    setup = checked_setup(message)
    if message.speed is not None:
        setup["speed"] = message.speed
    return new_entry(table, "changed", at, **setup, seats=_seating(table, setup["game"], setup["players"]))


def latecomers(table: Table, message: messages.Latecomers, at: Moment) -> Entry:
    """The host lets people take bots' seats in the middle of a game, or ends that."""
    check_not_given(table)
    return new_entry(table, "latecomers", at, on=message.on)


def check_not_given(table: Table) -> None:
    """Refuse to change a table whose deal is given: a deal of the day, or practice."""
    if table.opened["daily"] or table.practice:
        raise Refused("phase", "deal_given")


def _plays(bot: str, game: str) -> bool:
    try:
        return game in bot_class(bot).games()
    except ValueError:  # no longer installed
        return False


def _seating(table: Table, game: str, players: int) -> list[int | None]:
    """For each new seat the old seat of who sits there; None for an empty one.

    Where seats fall away, empty ones go first, then bots; a bot that does not play the game goes too.
    """
    people = [seat for seat, one in enumerate(table.seats) if one.person]
    if len(people) > players:
        raise Refused("seat", "too_many_people", people=len(people), seats=players)
    bots = [seat for seat, one in enumerate(table.seats) if one.bot and _plays(one.bot, game)]
    if players >= len(table.seats):
        kept = [seat if seat in (*people, *bots) else None for seat in range(len(table.seats))]
        return kept + [None] * (players - len(kept))
    stay = sorted((people + bots)[:players])
    return [*stay, *[None] * (players - len(stay))]
