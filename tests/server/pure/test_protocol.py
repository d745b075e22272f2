"""docs/protocol.md says exactly what may be said and what is sent. That each message has its form, `Seated` holds."""

import re
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from gambero.server.refusal import KINDS
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages
from gambero.server.wire import to_client

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def rows(title: str, number: int = 0) -> list[list[str]]:
    """The cells of a table below a title of the page."""
    section = PAGE.partition(f"### {title}\n")[2].partition("\n#")[0]
    found = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)[number]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines()[2:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def by_tag(union: Any, tag: str) -> dict[str, type[BaseModel]]:
    """The models of a union by their type or kind."""
    models = get_args(get_args(union)[0]) if not isinstance(union, type(int | str)) else get_args(union)
    return {name: model for model in models for name in get_args(model.model_fields[tag].annotation)}


def test_all_that_may_be_said_is_described_with_its_fields() -> None:
    described = {}
    for kind, fields, *_ in rows("What you may say"):
        optional = set(re.findall(r"`([a-z]+)`\?", fields))
        described[names(kind)[0]] = {name: name not in optional for name in names(fields)}
    assert described == {
        kind: {name: field.is_required() for name, field in model.model_fields.items() if name not in ("type", "id")}
        for kind, model in by_tag(messages.ClientMessage, "type").items()
    }


def test_all_that_is_sent_is_described() -> None:
    unnumbered = {names(row[0])[0] for row in rows("What you are sent")}
    assert unnumbered | {"view", "news"} == set(by_tag(to_client.ServerMessage, "type"))


def test_all_that_can_happen_is_described_with_its_fields() -> None:
    described = {names(kind)[0]: names(fields) for kind, fields, _ in rows("What `what` can be")}
    sent = by_tag(to_client.What, "kind")
    assert {kind: sorted(fields) for kind, fields in described.items()} == {
        kind: sorted(set(model.model_fields) - {"kind"}) for kind, model in sent.items()
    }
    kept = set(described) - {"aside"}  # a line of the chat, to who may not read it yet
    assert all(hasattr(Table, f"_{kind}") for kind in kept)  # and a table's log knows it


def described_refusals(number: int) -> set[tuple[str, str]]:
    """Pairs of code and reason that a table of the page lists."""
    return {(names(code)[0], reason) for code, reasons, *_ in rows("Why not", number) for reason in names(reasons)}


def test_every_refusal_is_described() -> None:
    at_a_table, over_http = described_refusals(0), described_refusals(1)
    assert at_a_table | over_http == set(KINDS)
    assert not at_a_table & over_http
