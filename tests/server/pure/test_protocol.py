"""docs/protocol.md says exactly what may be said and what is sent. That each message has its form, `Seated` holds."""

import ast
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages
from gambero.server.wire import to_client as told

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SERVER = ROOT / "src" / "gambero" / "server"


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
        for kind, model in by_tag(messages.Said, "type").items()
    }


def test_all_that_is_sent_is_described() -> None:
    unnumbered = {names(row[0])[0] for row in rows("What you are sent")}
    assert unnumbered | {"view", "news"} == set(by_tag(told.ServerMessage, "type"))


def test_all_that_can_happen_is_described_with_its_fields() -> None:
    described = {names(kind)[0]: names(fields) for kind, fields, _ in rows("What `what` can be")}
    sent = by_tag(told.What, "kind")
    assert {kind: sorted(fields) for kind, fields in described.items()} == {
        kind: sorted(set(model.model_fields) - {"kind"}) for kind, model in sent.items()
    }
    assert all(hasattr(Table, f"_{kind}") for kind in described)  # and a table's log knows it


def codes(*files: Path) -> set[str]:
    """Every code with which something is refused in these modules."""
    found = set()
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))):
        given: list[ast.expr | None] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Refused", "told"):
            given = [*node.args[:1]]
        elif isinstance(node, ast.Dict):
            given = [value for key, value in zip(node.keys, node.values, strict=True) if _is(key, "code")]
        elif isinstance(node, ast.Call | ast.Tuple):  # a status, a code, a sentence
            parts = node.args if isinstance(node, ast.Call) else node.elts
            pairs = pairwise(parts)
            given = [code for status, code in pairs if isinstance(_value(status), int) and 400 <= _value(status) < 600]
        found |= {_value(code) for code in given if isinstance(_value(code), str)}
    return found


def _value(node: ast.expr | None) -> Any:
    return node.value if isinstance(node, ast.Constant) else None


def _is(node: ast.expr | None, text: str) -> bool:
    return bool(_value(node) == text)


def test_every_refusal_is_described() -> None:
    at_a_table = {code for row in rows("Why not") for code in names(row[0])}
    over_http = {code for row in rows("Why not", 1) for code in names(row[0])}
    assert codes(*SERVER.rglob("*.py")) == at_a_table | over_http
    assert not at_a_table & over_http
    table_side = [
        SERVER / f"{name}.py" for name in ("table/acts", "table/signals", "live/table", "http/socket", "live/caretaker")
    ]
    assert codes(*table_side) == at_a_table
