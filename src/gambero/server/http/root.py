"""Serving under a path of a host that has other pages too, such as https://example.org/g."""

from starlette.types import ASGIApp, Receive, Scope, Send


class UnderRoot:
    """Middleware that removes the root path from the path of a request, so that routes do not know of it.

    A path without it is left as it is: some proxies remove it themselves, and health checks that do not come through
    the proxy leave it out.
    """

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["path"] = without_root(scope["path"], self._root_path)
        await self._app(scope, receive, send)


def without_root(path: str, root_path: str) -> str:
    """
    >>> without_root("/g/api/me", "/g"), without_root("/g", "/g")
    ('/api/me', '/')
    >>> without_root("/api/me", "/g"), without_root("/gone", "/g")
    ('/api/me', '/gone')
    """
    return path.removeprefix(root_path) or "/" if f"{path}/".startswith(f"{root_path}/") else path
