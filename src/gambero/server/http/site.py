"""The page's files. Any other address gets index.html, since the page routes by itself."""

import gzip
import hashlib
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from gambero.server.http.links import meta

FILES = Path(__file__).parents[2] / "web"
PAGE = "index.html"
NAMED_BY_CONTENT = "assets/"
NOT_PAGES = ("api/", "ws/", NAMED_BY_CONTENT)
COMPRESSED = {"br": ".br", "gzip": ".gz"}  # built beside the files
CONTENT_TYPES = {  # not every system knows these
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>
<title>gambero</title><h1>The table is not laid yet</h1>
<p>The server runs, but its web page was not built. In the project's folder: <code>make web</code>, then reload.</p>
<p>Without it: <code>gambero play</code> deals in the terminal, and <a href={root}/api>the API</a> is open.</p>"""


class Page(NamedTuple):
    """index.html with the root path in it: each address `./…` in it becomes an address under the root path."""

    html: bytes
    compressed: bytes
    etag: str


@lru_cache(maxsize=64)
def page(file: Path, root_path: str, head: bytes, _changed: int) -> Page:
    html = file.read_bytes().replace(b'="./', f'="{root_path}/'.encode()).replace(b"</head>", head + b"</head>")
    return Page(html, gzip.compress(html, mtime=0), f'"{hashlib.sha256(html).hexdigest()[:32]}"')


class Site(StaticFiles):
    def __init__(self, root_path: str) -> None:
        super().__init__(directory=FILES, check_dir=False)
        self._root_path = root_path

    async def check_config(self) -> None:
        """A missing folder is no error: the page was not built, and NOT_BUILT says so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, path = path, path if self._has(path) or path.startswith(NOT_PAGES) else PAGE
        if path == PAGE and scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        if path == PAGE and not self._has(PAGE):
            return HTMLResponse(NOT_BUILT.format(root=self._root_path), 503)
        response = self._page(asked, scope) if path == PAGE else await self._compressed(path, scope)
        kept = path.startswith(NAMED_BY_CONTENT)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response

    def _has(self, path: str) -> bool:
        try:
            found, stat = self.lookup_path(path)
        except (OSError, ValueError):  # a name no file can have
            return False
        return stat is not None and Path(found).is_file()

    def _page(self, path: str, scope: Scope) -> Response:
        """index.html, with what other sites show of a link; read again if it was built anew while the server runs."""
        found, stat = self.lookup_path(PAGE)
        head = meta(path, scope, self._root_path)
        now = page(Path(found), self._root_path, head, stat.st_mtime_ns if stat else 0)
        headers = {"ETag": now.etag, "Vary": "Accept-Encoding"}
        if now.etag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in accepted_encodings(scope):
            return HTMLResponse(now.compressed, headers={**headers, "Content-Encoding": "gzip"})
        return HTMLResponse(now.html, headers=headers)

    async def _compressed(self, path: str, scope: Scope) -> Response:
        """The file in the best compression that the browser accepts."""
        accepted = accepted_encodings(scope)
        for encoding, ending in COMPRESSED.items():
            if encoding in accepted and self._has(path + ending):
                response = await super().get_response(path + ending, scope)
                response.headers["Content-Encoding"] = encoding
                break
        else:
            response = await super().get_response(path, scope)
        response.headers["Vary"] = "Accept-Encoding"
        if "content-type" in response.headers:
            kind = CONTENT_TYPES.get(Path(path).suffix) or guess_type(path)[0] or "application/octet-stream"
            is_text = kind.startswith("text/")
            response.headers["Content-Type"] = f"{kind}; charset=utf-8" if is_text else kind
        return response


def accepted_encodings(scope: Scope) -> set[str]:
    accepted = Headers(scope=scope).get("accept-encoding", "")
    return {part.split(";")[0].strip() for part in accepted.split(",") if "q=0" not in part.replace("q=0.", "")}


def site(root_path: str = "") -> ASGIApp:
    return Site(root_path)
