"""The web app's types, from the server's own: `python -m gambero.server.wire.typescript web/src/lib/protocol.ts`."""

import sys
from pathlib import Path
from typing import Any, get_args

import orjson
from pydantic import TypeAdapter

from gambero.game.setup import SHOWN
from gambero.server.app import create_app
from gambero.server.wire import from_client as messages
from gambero.server.wire import to_client as told

HEAD = "// Written by `make types` from what the server sends and takes, and from the law. Change it there.\n"
SPELLED = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
NAMED = ("GameName", "Phase", "Pile", "DuelPile", "Command", "Signal", "GameView", "GameEvent", "What")
CARD = "TensionCard"  # two numbers, as other pairs are

Schema = dict[str, Any]


def written() -> str:
    names = {_spelled(_schema(getattr(told, name)), {}): name for name in NAMED}
    parts = [f"export const {name} = {orjson.dumps(value).decode()} as const;" for name, value in SHOWN.items()]
    parts += [f"export type {name} = {text};" for text, name in names.items()]
    parts.append(f"export type {CARD} = [value: number, step: number];")
    models: dict[str, Schema] = {}
    for union, kind in ((told.ServerMessage, "ServerMessage"), (messages.Said, "ClientMessage")):
        models |= _models(union)
        parts.append(f"export type {kind} = {' | '.join(one.__name__ for one in _members(union))};")
    models |= _over_http()
    parts += [_interface(name, models[name], names) for name in sorted(models)]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _members(union: Any) -> tuple[Any, ...]:
    return tuple(one for part in get_args(union) for one in (get_args(part) or (part,)) if isinstance(one, type))


def _schema(kind: Any) -> Schema:
    return TypeAdapter(kind).json_schema(ref_template="{model}")


def _models(kind: Any) -> dict[str, Schema]:
    models: dict[str, Schema] = _schema(kind)["$defs"]
    return models


def _over_http() -> dict[str, Schema]:
    """Bodies and answers; what only FastAPI itself would answer is not among them."""
    models: dict[str, Schema] = create_app().openapi()["components"]["schemas"]
    return {name: model for name, model in models.items() if not name.endswith("ValidationError")}


def _interface(name: str, model: Schema, names: dict[str, str]) -> str:
    required = model.get("required", [])
    lines = [
        f"  {key}{'' if key in required else '?'}: {_spelled(kind, names)};"
        for key, kind in model.get("properties", {}).items()
    ]
    about = " ".join(model.get("description", "").split())
    return "\n".join([*([f"/** {about} */"] if about else []), f"export interface {name} {{", *lines, "}"])


def _spelled(kind: Schema, names: dict[str, str]) -> str:
    text = _plainly(kind, names)
    return names.get(text, text)


def _plainly(kind: Schema, names: dict[str, str]) -> str:
    choices = kind.get("anyOf") or kind.get("oneOf")
    if choices:
        return _either(choices, names)
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "partial" in kind:
        return f"Partial<{kind['partial']}>"
    if "const" in kind or "enum" in kind:
        return " | ".join(_literal(one) for one in kind.get("enum", [kind.get("const")]))
    if kind.get("title") == CARD:
        return CARD
    if "prefixItems" in kind:
        return f"[{', '.join(_spelled(one, names) for one in kind['prefixItems'])}]"
    if kind.get("type") == "array":
        item = _spelled(kind.get("items", {}), names)
        return f"({item})[]" if " | " in item and item[0] != "[" else f"{item}[]"
    if kind.get("type") == "object":
        return _by_key(kind, names)
    return SPELLED.get(kind.get("type", ""), "unknown")


def _either(choices: list[Schema], names: dict[str, str]) -> str:
    """A union, in which a named union keeps its name."""
    null = {"type": "null"}
    rest = [one for one in choices if one != null]
    text = " | ".join(dict.fromkeys(_spelled(one, names) for one in rest))
    return " | ".join([names.get(text, text), *(["null"] if null in choices else [])])


def _by_key(kind: Schema, names: dict[str, str]) -> str:
    value = kind.get("additionalProperties")
    inner = _spelled(value, names) if isinstance(value, dict) else "unknown"
    keys = kind.get("propertyNames", {})
    key = _spelled(keys, names) if "enum" in keys else "string"
    return f"Partial<Record<{key}, {inner}>>" if key != "string" else f"Record<string, {inner}>"


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(), "utf-8")
