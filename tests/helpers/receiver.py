"""A push service, or somebody's webhook, on loopback: keeps what it is sent and answers as it is told."""

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


@dataclass
class Post:
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.statuses: dict[str, int] = {}  # by path; 201 where none is said
        self.answers = threading.Event()  # cleared: it takes requests and does not answer
        self.answers.set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.posts.append(Post(self.path, {key.lower(): value for key, value in self.headers.items()}, body))
                outer.answers.wait()
                self.send_response(outer.statuses.get(self.path, 201))
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *about: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def at(self, path: str) -> list[Post]:
        return [post for post in self.posts if post.path == path]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type | None, wrong: BaseException | None, trace: TracebackType | None) -> None:
        self.answers.set()
        self._server.shutdown()
        self._server.server_close()
