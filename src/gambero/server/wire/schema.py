"""The JSON schema of all that travels, for the page's types: `make types` writes web/src/lib/protocol.ts from it.

It is written in draft 7 of JSON Schema, which json-schema-to-typescript reads.
"""

from typing import Any

import orjson
from pydantic import TypeAdapter

from gambero.game import GAMES
from gambero.server.app import create_app
from gambero.server.refusal import KINDS
from gambero.server.wire import analysis, from_client, to_client

NAMED = ("GameName", "Phase", "Pile", "DuelPile", "Command", "Signal", "GameView", "GameEvent", "What", "ServerMessage")
FACTS = (
    "players",
    "options",
    "team",
    "turns",
    "signals",
    "chat_taboo",
    "hints",
    "commands",
    "daily",
    "piles",
    "cards",
    "starts",
    "fire_cards",
    "step_back",
    "tournament",
    "page",
)
TENSION_CARD = {"tsType": "[value: number, step: number]"}

Schema = dict[str, Any]


def document() -> Schema:
    return {"schema": schema(), "constants": constants(), "unions": unions()}


def schema() -> Schema:
    """Every model and every union that has a name, as definitions."""
    unions = {name: getattr(to_client, name) for name in NAMED}
    unions |= {"ClientMessage": from_client.ClientMessage, "AnalysisLine": analysis.AnalysisLine}
    models: dict[str, Schema] = create_app().openapi()["components"]["schemas"]
    models = {name: model for name, model in models.items() if not name.endswith("ValidationError")}  # FastAPI's own
    named: dict[str, Schema] = {}
    for name, kind in unions.items():
        named[name] = TypeAdapter(kind).json_schema()
        models |= named[name].pop("$defs", {})
    known = [(_plain(one, []), name) for name, one in named.items()]
    definitions = {name: _plain(one, [pair for pair in known if pair[1] != name]) for name, one in named.items()}
    definitions["TensionCard"] = TENSION_CARD
    definitions |= {name: _plain(model, known) for name, model in sorted(models.items())}
    return {"type": "object", "additionalProperties": False, "definitions": definitions}


def constants() -> dict[str, Any]:
    """What the page must know of each game to show it."""
    return {"GAMES": {game: {name: getattr(spec, name) for name in FACTS} for game, spec in GAMES.items()}}


def unions() -> dict[str, list[str]]:
    """Unions of strings that no model has."""
    return {"RefusalKey": [kind.key for kind in KINDS.values()]}


def _plain(kind: Schema, known: list[tuple[Schema, str]]) -> Schema:
    """A part of a schema in draft 7: without titles, and with references to the unions in `known`."""
    if kind.get("title") == "TensionCard":
        return _ref("TensionCard")
    if "partial" in kind:
        return {"tsType": f"Partial<{kind['partial']}>"}
    plain: Schema = {}
    for key, value in kind.items():
        if key in ("title", "default", "discriminator"):
            continue
        if key == "$ref":
            plain |= _ref(value.rpartition("/")[2])
        elif key == "prefixItems":
            plain["items"] = [_plain(one, known) for one in value]
        elif key in ("anyOf", "oneOf"):
            plain["anyOf"] = [_plain(one, known) for one in value]
        elif key == "properties":
            plain[key] = {name: _plain(one, known) for name, one in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            plain[key] = _plain(value, known)
        else:
            plain[key] = value
    return _referred(_by_key(plain), known)


def _by_key(kind: Schema) -> Schema:
    """Turn an object whose possible keys are listed into one with these optional properties."""
    keys = kind.get("propertyNames", {}).get("enum")
    if keys is None:
        return {"additionalProperties": False} | kind if "properties" in kind else kind
    value = kind["additionalProperties"]
    return {"type": "object", "properties": dict.fromkeys(keys, value), "additionalProperties": False}


def _referred(kind: Schema, known: list[tuple[Schema, str]]) -> Schema:
    """Replace a union by a reference to its name, also where null is allowed too."""
    for one, name in known:
        if kind == one:
            return _ref(name)
    choices = kind.get("anyOf", [])
    null = {"type": "null"}
    if null in choices and len(choices) > 2:
        rest = _referred({"anyOf": [choice for choice in choices if choice != null]}, known)
        if "$ref" in rest:
            return {"anyOf": [rest, null]}
    return kind


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


if __name__ == "__main__":
    print(orjson.dumps(document()).decode())
