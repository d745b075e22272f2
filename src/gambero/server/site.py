"""The web app's files, and its one page for every address that is none of them."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

FILES = Path(__file__).parents[1] / "web"
NAMED_BY_CONTENT = "assets/"
NOT_PAGES = ("api/", "ws/", NAMED_BY_CONTENT)


class Site(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or path.startswith(NOT_PAGES):
                raise
            response = await self._page(scope)
        kept = path.startswith(NAMED_BY_CONTENT)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
        return response

    async def _page(self, scope: Scope) -> Response:
        if not (FILES / "index.html").exists():
            return PlainTextResponse("The web app is not built: run `npm ci && npm run build` in web/.", 503)
        return await super().get_response("index.html", scope)


def site() -> ASGIApp:
    return GZipMiddleware(Site(directory=FILES, html=True, check_dir=False), minimum_size=500)
