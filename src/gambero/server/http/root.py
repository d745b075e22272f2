"""Serving under a path of a host that has other pages too, such as https://example.org/g."""

from starlette.types import ASGIApp, Receive, Scope, Send


class UnderRoot:
    """Takes the root path off the path of a request, so that nothing behind it has to know of it.

    Some proxies take it off themselves; then there is nothing to do. Health checks that do not come through the proxy
    need not know it either.
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
