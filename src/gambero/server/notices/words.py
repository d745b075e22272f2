"""What somebody is told when a table waits for them: no card, no hand, only that it waits, and who sits there."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

WORDS = {
    "en": ("Your turn", "With {names}"),
    "it": ("Tocca a te", "Con {names}"),
    "de": ("Du bist dran", "Mit {names}"),
    "fr": ("À toi de jouer", "Avec {names}"),
    "es": ("Te toca", "Con {names}"),
}
LANGUAGES = tuple(WORDS)
UNSAFE = re.compile(r"[^\w .’'-]")  # in a name: what Discord or Slack would take for a mention, a link or a format


class Message(NamedTuple):
    title: str
    body: str  # empty where only bots sit there
    path: str  # of the table, below the site


def message(language: str, table_id: str, names: Sequence[str]) -> Message:
    title, others = WORDS.get(language, WORDS["en"])
    known = [name for name in (UNSAFE.sub("", one).strip() for one in names) if name]
    return Message(title, others.format(names=", ".join(known)) if known else "", f"t/{table_id}")


def push(message: Message) -> bytes:
    """What the page's service worker is sent."""
    return orjson.dumps({"title": message.title, "body": message.body, "path": message.path})


def webhook(kind: str, site: str, message: Message) -> tuple[dict[str, str], bytes]:
    """The headers and the body of a request in the form that a service expects."""
    link = f"{site}/{message.path}"
    said = ". ".join(part for part in (f"gambero: {message.title}", message.body) if part)
    if kind == "ntfy":
        return {"Content-Type": "text/plain; charset=utf-8", "Click": link, "Tags": "shell"}, said.encode()
    text = f"{said} {link}"
    body: dict[str, Any] = {"text": text}
    if kind == "discord":
        body = {"content": text, "allowed_mentions": {"parse": []}}
    return {"Content-Type": "application/json"}, orjson.dumps(body)
