"""The rows of a finished game, for replays, statistics and the table of the day."""

import orjson

from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.table.dealing import is_secret
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table


def rows(store: Store, table: Table, entry: Entry) -> list[Row]:
    """What is stored in one transaction with the last move."""
    game = table.playing
    result = game.result
    if result is None:
        raise ValueError("the game is not over")
    game_id = table.deal["game_id"]
    recorded = game.copy()
    recorded.story = table.notes.story(len(game.log))
    options = {name: True for name, on in game.options.items() if on}
    if table.opened["commands"] not in (None, "house"):
        options["shuffled"] = True
    values = {
        "id": game_id,
        "table_id": table.id,
        "game": table.kind,
        "options": orjson.dumps(options).decode(),
        "players": game.players,
        "result": orjson.dumps(result.as_json()).decode(),
        "record": recorded.record(),
        "finished": entry.at,
    }
    found: list[Row] = [(store.insert_or_ignore(schema.games), values)]
    left = result.left
    for number, seat in enumerate(table.seats):
        values = {
            "game_id": game_id,
            "seat": number,
            "person": seat.person,
            "bot": seat.bot,
            "name": seat.name,
            "won": number in result.winners,
            "deputy": table.deputy_share(number),
            "own": table.is_own(number),
            "cards_left": left if isinstance(left, int) else left[number],
            "brilliant": result.rating in ("beaten", "brilliant"),
        }
        found.append((store.insert_or_ignore(schema.seats), values))
    day = table.opened["daily"]
    player = table.seats[0]
    counts = table.opened.get("counts", True) and table.is_own(0)  # tables of older releases do not say
    if day and player.person and counts:
        values = {
            "day": day,
            "game": table.kind,
            "person": player.person,
            "game_id": game_id,
            "won": 0 in result.winners,
            "score": left if isinstance(left, int) else left[0] - left[1],
            "name": player.name,
            "finished": entry.at,
            "late": not is_secret(day, entry.at),
            "newcomer": table.opened.get("newcomer", False),
        }
        found.append((store.insert_or_ignore(schema.daily), values))
    return found
