"""`gambero admin`: looking after a site, through its database. Operators have no access over HTTP."""

import asyncio
import getpass
import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from gambero.cli.options import flag

if TYPE_CHECKING:
    from gambero.server.store.database import Store

NOT_READY = 1
MOST = 200  # lines of a list
UNITS = {"m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
LONGEST = 100 * 365 * 24 * 3600  # seconds; a longer ban has no end
Found = TypeVar("Found")

app = typer.Typer(help="Look after a site: who plays, bans, reports of players. Works while the server runs.")

Json = Annotated[bool, flag("--json", "One line of JSON instead of a table.")]
Reason = Annotated[str, typer.Option(metavar="WORDS", help="Why; kept in the record of what operators did.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A person: an id, the beginning of one, or a login.")]
WhoOrWhere = Annotated[
    str, typer.Argument(metavar="WHO", help="A person, or an address, or a range as 203.0.113.0/24.")
]


class Operator:
    """Who acts, and on which database."""

    def __init__(self, database: str | None, name: str) -> None:
        self.database, self.name = database, name


@app.callback(epilog="Example: gambero admin --database games.db bans")
def admin(
    context: typer.Context,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The server's database.", show_default="as gambero serve has it"),
    ] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who you are.", show_default="your login")] = None,
) -> None:
    context.obj = Operator(database, by or getpass.getuser())


def work(operator: Operator, do: "Callable[[Store, int], Awaitable[Found]]") -> Found:
    """Open the database, do something at this time, and close it. Raises ValueError in one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from gambero.server.refusal import Refused
    from gambero.server.settings import Settings
    from gambero.server.store.database import existing

    settings = Settings.read(database=operator.database).checked()

    async def run() -> Found:
        async with existing(settings.database_url) as store:
            return await do(store, time.time_ns() // 1_000_000)

    try:
        return asyncio.run(run())
    except Refused as refused:
        raise ValueError(str(refused)) from None
    except (SQLAlchemyError, ImportError, OSError) as wrong:
        from gambero.server.start_error import start_error

        raise ValueError(start_error(wrong, settings)) from None


def show(as_json: bool, data: Any, *columns: str, none: str = "") -> None:
    """Rows as a table, or data as one line of JSON."""
    if as_json:
        print(json.dumps(data))
        return
    if not data:
        print(none)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold")
    for row in data:
        table.add_row(*(Text(_cell(column, row[column])) for column in columns))
    Console(highlight=False).print(table)


def _cell(column: str, value: Any) -> str:
    if value is None:
        return "" if column != "until" else "further notice"
    if column in ("at", "since", "until", "handled"):
        return when(value)
    return value[:12] if column in ("person", "reporter", "about") else str(value)


def when(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))


def done(as_json: bool, number: int, sentence: str) -> None:
    print(json.dumps({"number": number, "done": sentence}) if as_json else f"{sentence} (number {number} in the log)")


# Commands that show the present state.


@app.command(epilog="Example: gambero admin --database games.db status")
def status(context: typer.Context, as_json: Json = False) -> None:
    """The state of the servers on this database: ready or not, people, queues, faults. Exit code 1: not ready."""
    from gambero.cli.status import in_words, is_ready
    from gambero.server.store.questions import ask

    answers, silent = work(context.obj, ask)
    if as_json:
        print(json.dumps({"ready": is_ready(answers, silent), "workers": answers, "silent": silent}))
    else:
        print(in_words(answers, silent))
    if not is_ready(answers, silent):
        raise typer.Exit(NOT_READY)


@app.command(epilog="Example: gambero admin --database games.db tables")
def tables(context: typer.Context, as_json: Json = False) -> None:
    """Tables that are in use now."""
    found: dict[str, dict[str, Any]] = {}
    for table in _asked(context.obj):
        known = found.setdefault(table["id"], {**table, "connected": []})
        known["connected"] += table["connected"]
    rows = list(found.values())
    if not as_json:
        for row in rows:
            row["people"] = ", ".join(seat["name"] for seat in row["seats"] if seat["person"])
            row["bots"] = sum(bool(seat["bot"]) for seat in row["seats"])
            row["connected"] = len({one["person"] for one in row["connected"]})
    show(as_json, rows, "id", "game", "phase", "people", "bots", "connected", none="No table is in use.")


@app.command(epilog="Example: gambero admin --database games.db people")
def people(context: typer.Context, as_json: Json = False) -> None:
    """People who are connected now, with their addresses."""
    from gambero.server.store import moderation

    rows = [{**one, "table": table["id"]} for table in _asked(context.obj) for one in table["connected"]]
    known = work(context.obj, lambda store, _: moderation.logins(store, {row["person"] for row in rows}))
    rows = [{**row, "login": known.get(row["person"])} for row in rows]
    rows.sort(key=lambda row: (row["name"], row["person"], row["table"]))
    show(as_json, rows, "person", "name", "login", "address", "table", "seat", none="Nobody is connected.")


def _asked(operator: Operator) -> list[dict[str, Any]]:
    """Ask every server which tables it has in memory; returns their answers."""
    from gambero.cli.status import note_silent
    from gambero.server.store.questions import ask

    answers, silent = work(operator, ask)
    note_silent(answers, silent)
    return [table for answer in answers.values() for table in answer["tables"]]


# Commands that change something.


@app.command(epilog="Example: gambero admin --database games.db close TABLE --reason spam")
def close(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, the last part of its link.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Close a table for good; those at it are told."""
    from gambero.server.store import audit, moderation

    act = audit.Act(context.obj.name, "close", table, reason)
    number = work(
        context.obj, lambda store, now: audit.record(store, now, act, lambda: moderation.closing(store, table, now))
    )
    done(as_json, number, f"Table {table} is closed.")


@app.command(epilog='Example: gambero admin --database games.db rename WHO "Calm Crab"')
def rename(
    context: typer.Context,
    who: Who,
    name: Annotated[str, typer.Argument(help="The new name.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Give a person another name, everywhere: at tables, in finished games and in tables of the day."""
    from gambero.server.store import audit, moderation
    from gambero.server.store.names import new_name

    async def run(store: "Store", now: int) -> tuple[int, str]:
        person, new = await _one_person(store, who), new_name(name)
        changes, changed = await moderation.renaming(store, person["id"], new)
        data = {"name": new, "before": person["name"], "tables": changed}
        act = audit.Act(context.obj.name, "rename", person["id"], reason, data)

        async def same() -> list[Any]:
            return changes

        return await audit.record(store, now, act, same), person["name"]

    number, before = work(context.obj, run)
    done(as_json, number, f"{before} is now {name}.")


@app.command(epilog="Example: gambero admin --database games.db ban 203.0.113.0/24 --for 7d --reason spam")
def ban(
    context: typer.Context,
    who: WhoOrWhere,
    lasting: Annotated[
        str | None,
        typer.Option("--for", metavar="TIME", help="As 30m, 12h, 7d or 4w.", show_default="until further notice"),
    ] = None,
    reason: Annotated[str, typer.Option(metavar="WORDS", help="Why; whoever is banned reads it.")] = "",
    as_json: Json = False,
) -> None:
    """Ban a person or an address; open connections are closed within seconds. Banned again: a new end and reason."""
    from gambero.server.store import audit, bans

    cause = " ".join(reason.split())
    if not cause:
        raise ValueError("--reason must say why: whoever is banned is told")
    if len(cause) > bans.LONGEST_CAUSE:
        raise ValueError(f"--reason must have at most {bans.LONGEST_CAUSE} letters, not {len(cause)}")
    length = duration(lasting)

    async def run(store: "Store", now: int) -> tuple[int, str, int | None]:
        until = now + 1000 * length if length else None
        network = bans.network(who)
        person = None if network else await _one_person(store, who)
        subject, kind = (person["id"], bans.PERSON) if person else (str(network), bans.ADDRESS)
        act = audit.Act(context.obj.name, "ban", subject, cause, {"until": until, "kind": kind})

        async def statements() -> list[Any]:
            return [bans.ban(store, subject, kind, cause, now, until)]

        shown = f"{person['name']} ({subject})" if person else subject
        return await audit.record(store, now, act, statements), shown, until

    number, shown, until = work(context.obj, run)
    done(as_json, number, f"{shown} is banned until {when(until) + ' UTC' if until else 'further notice'}.")


@app.command(epilog="Example: gambero admin --database games.db unban 203.0.113.0/24")
def unban(context: typer.Context, who: WhoOrWhere, reason: Reason = "", as_json: Json = False) -> None:
    """End a ban."""
    from gambero.server.store import audit, bans

    async def run(store: "Store", now: int) -> tuple[int, str]:
        network = bans.network(who)
        banned = [row["who"] for row in await bans.all_bans(store)]
        subject = network or next((one for one in banned if one == who), None) or (await _one_person(store, who))["id"]
        if subject not in banned:
            raise ValueError(f"{who} is not banned: gambero admin bans shows who is")
        act = audit.Act(context.obj.name, "unban", subject, reason)

        async def statements() -> list[Any]:
            return [bans.unban(subject)]

        return await audit.record(store, now, act, statements), subject

    number, subject = work(context.obj, run)
    done(as_json, number, f"{subject} is no longer banned.")


@app.command("bans", epilog="Example: gambero admin --database games.db bans")
def list_bans(context: typer.Context, as_json: Json = False) -> None:
    """Who is banned, until when and why."""
    from gambero.server.store import bans

    async def run(store: "Store", now: int) -> list[dict[str, Any]]:
        return [dict(row) for row in await bans.all_bans(store) if row["until"] is None or row["until"] > now]

    show(as_json, work(context.obj, run), "who", "since", "until", "cause", none="Nobody is banned.")


# Reports of players.


@app.command(epilog="Example: gambero admin --database games.db reports")
def reports(
    context: typer.Context,
    everything: Annotated[bool, flag("--all", "Handled ones too.")] = False,
    as_json: Json = False,
) -> None:
    """What players reported and nobody has handled yet, the latest first, with the chat around it."""
    from gambero.server.store import reports as kept

    found = work(context.obj, lambda store, _: kept.listed(store, everything, MOST))
    if as_json or not found:
        show(as_json, found, none="Nothing is reported.")
        return
    for row in found:
        what = f"wrote line {row['line']}" if row["line"] else "is called that"
        state = f", handled {when(row['handled'])}" if row["handled"] else ""
        print(f"{row['number']}  {when(row['at'])}  table {row['table_id']}{state}")
        print(f"    {row['name']} ({row['about'][:12]}) {what}")
        reporter = row["reporter_name"] or "somebody"
        print(f"    reported by {reporter} ({row['reporter'][:12]}){': ' + row['words'] if row['words'] else ''}")
        for line in row["lines"]:
            print(f"    {'>' if line['n'] == row['line'] else ' '} {line['n']} {line['name']}: {line['text']}")


@app.command(epilog="Example: gambero admin --database games.db handle 12 --reason banned")
def handle(
    context: typer.Context,
    number: Annotated[int, typer.Argument(help="The number of a report.")],
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    """Mark a report as handled."""
    from gambero.server.store import audit
    from gambero.server.store import reports as kept

    async def run(store: "Store", now: int) -> int:
        report = await kept.numbered(store, number)
        if report is None or report["handled"]:
            raise ValueError(f"report {number} {'is handled already' if report else 'is not there'}")
        act = audit.Act(context.obj.name, "handle", str(number), reason)

        async def statements() -> list[Any]:
            return [kept.handle(number, now)]

        return await audit.record(store, now, act, statements)

    done(as_json, work(context.obj, run), f"Report {number} is handled.")


@app.command(epilog="Example: gambero admin --database games.db log")
def log(
    context: typer.Context,
    last: Annotated[int, typer.Option(help="How many.", min=1, max=100_000)] = 50,
    as_json: Json = False,
) -> None:
    """What operators did: who, when, what, to whom and why, the latest first."""
    from gambero.server.store import audit

    found = work(context.obj, lambda store, _: audit.latest(store, last))
    show(as_json, found, "number", "at", "admin", "act", "subject", "reason", none="Nothing was done.")


# Arguments.


def duration(text: str | None) -> int | None:
    """Seconds of a time as 7d; None: no end."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,9})([mhdw])", text.strip())
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"--for must be a time as 30m, 12h, 7d or 4w, at most 100 years, not {text!r}")
    return seconds


async def _one_person(store: "Store", who: str) -> Any:
    """The person that a name or id means; ValueError if there is none, or more than one."""
    from gambero.server.store import moderation

    found = await moderation.find(store, who)
    if not found:
        raise ValueError(f"{who!r} is nobody: give an id, at least {moderation.SHORTEST_ID} letters of one, or a login")
    if len(found) > 1:
        several = ", ".join(f"{row['id']} ({row['name']})" for row in found)
        raise ValueError(f"{who!r} may be {several}: give the whole id")
    return found[0]
