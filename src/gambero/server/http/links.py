"""What other sites show of a link to a replay or a day's deal: `<meta property="og:…">` in the page."""

import re
from html import escape
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from gambero.game import GAMES

REPLAY = re.compile(r"g/([A-Za-z0-9_-]{1,16})/?")
DAILY = re.compile(r"daily(?:/([a-z]+))?/?")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
WIDTH, HEIGHT = 1200, 630


def picture_of(path: str, query: str) -> str | None:
    """The picture of a page, below the site; None for a page that has none."""
    if replay := REPLAY.fullmatch(path):
        return f"api/pictures/games/{replay[1]}.png"
    daily = DAILY.fullmatch(path)
    if not daily:
        return None
    games = [game for game, spec in GAMES.items() if spec.daily]
    game = daily[1] or games[0]
    if game not in games:
        return None
    asked = parse_qs(query).get("day", [""])[0]
    return f"api/pictures/daily/{game}/{asked if DAY.fullmatch(asked) else 'today'}.png"


def meta(path: str, scope: Scope, root_path: str) -> bytes:
    """The lines for a page's head; empty for a page without a picture."""
    picture = picture_of(path, scope.get("query_string", b"").decode("latin-1"))
    host = Headers(scope=scope).get("host", "")
    if picture is None or not HOST.fullmatch(host):
        return b""
    address = escape(f"{scope.get('scheme', 'http')}://{host}{root_path}/{picture}")
    lines = {
        "og:title": "gambero",
        "og:type": "website",
        "og:image": address,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    tags = "".join(f'<meta property="{name}" content="{value}" />' for name, value in lines.items())
    return f'{tags}<meta name="twitter:card" content="summary_large_image" />'.encode()
