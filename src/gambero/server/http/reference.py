"""The description of the API for people: one page without scripts, made from the OpenAPI schema."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter(include_in_schema=False)


@router.get("/api")
async def reference(request: Request) -> HTMLResponse:
    """The OpenAPI description as a page that needs no script."""
    return HTMLResponse(described(request.app.openapi(), request.app.state.settings.root_path))


def described(schema: dict[str, Any], root_path: str) -> str:
    rows = []
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            description = about.get("description") or about.get("summary", "")
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            reply: dict[str, Any] = next(
                (about["responses"][code] for code in about["responses"] if code.startswith("2")), {}
            )
            answer = reply.get("content", {}).get("application/json", {}).get("schema", {})
            rows.append(
                f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(description)}</p>"
                f"{_fields('Asks', about.get('parameters', []), body, schema)}{_fields('Answers', [], answer, schema)}"
                "</section>"
            )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>gambero: the API</title><h1>gambero: the API</h1><p>{escape(schema['info']['description'])} "
        f"As data: <a href={root_path}/api/openapi.json>openapi.json</a>.</p>{''.join(rows)}"
    )


def _fields(title: str, parameters: list[dict[str, Any]], body: dict[str, Any], schema: dict[str, Any]) -> str:
    named = [(one["name"], one["schema"], one.get("required", False)) for one in parameters]
    model = _resolved(body, schema)
    required = model.get("required", [])
    named += [(name, kind, name in required) for name, kind in model.get("properties", {}).items()]
    if not named:
        return ""
    items = "".join(
        f"<li><code>{escape(name)}</code>: {escape(_kind(kind))}{'' if needed else ', optional'}"
        f" {escape(kind.get('description', ''))}</li>"
        for name, kind, needed in named
    )
    return f"<p>{title}</p><ul>{items}</ul>"


def _resolved(kind: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in kind:
        kind = kind["anyOf"][0]
    name = kind.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else kind
    return found


def _kind(kind: dict[str, Any]) -> str:
    if "anyOf" in kind:
        return " or ".join(_kind(one) for one in kind["anyOf"])
    if "enum" in kind:
        return " | ".join(str(one) for one in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    return str(kind.get("$ref", "").rpartition("/")[2] or kind.get("type", "any"))
