"""A player from outside: sits down at a table of classic, extreme or duel by its link, and plays one game.

    pip install gambero httpx websockets
    python examples/bot.py http://localhost:8017/t/TABLE [NAME]

Then start the game. No rule of any game is in here: what may be played comes with every view (docs/protocol.md).
"""

import asyncio
import json
import sys
from typing import Any

import httpx
from websockets.asyncio.client import connect

import gambero

PLAYER = gambero.bot("careful")


def next_message(at: dict[str, Any]) -> dict[str, Any] | None:
    """The message to send now, if any. Any of view["moves"] may be played: put your own choice here."""
    table, view, seat = at["table"], at["view"] or {}, at["you"]["seat"]
    if view.get("moves"):
        return {"type": "move", "move": PLAYER.choose(view | {"said": at["said"]}), "after": at["n"]}
    asked = seat is not None and table["phase"] == "starting" and table["eager"][seat] is None
    return {"type": "eager", "level": 1} if asked else None


def take(at: dict[str, Any], message: dict[str, Any]) -> None:
    """Update what is known by a message from the server."""
    if message["type"] in ("view", "said"):
        at.update(message)
    elif message["type"] == "news":
        what, view = message["what"], (at["view"] or {}) | message["view"]
        if what["kind"] in ("moved", "undone"):
            view["log"] = [*view["log"], [what["seat"], what["move"]]] if what["kind"] == "moved" else view["log"][:-1]
        at.update(n=message["n"], table=at["table"] | message["table"], view=view)
    elif message["type"] == "refused" and at["you"]["seat"] is None:
        sys.exit(message["why"])


async def play(link: str, name: str = "Robot") -> None:
    server, _, table = link.partition("/t/")
    me = httpx.post(f"{server}/api/me", json={"name": name}).raise_for_status().json()
    address, headers = f"ws{server.removeprefix('http')}/ws/tables/{table}", {"Authorization": f"Bearer {me['token']}"}
    async with connect(address, additional_headers=headers) as socket:
        at: dict[str, Any] = {}
        await socket.send('{"type": "sit"}')
        async for message in (json.loads(text) async for text in socket):
            take(at, message)
            if any(event["event"] == "over" for event in message.get("events", [])):
                return
            if message["type"] in ("view", "news") and (said := next_message(at)):
                await socket.send(json.dumps(said))


asyncio.run(play(*sys.argv[1:]))
