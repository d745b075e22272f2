"""The web app's files, served as they should be."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from gambero.server.http import site


class Browser:
    def __init__(self) -> None:
        self._app = Starlette()
        self._app.mount("/", site.site())

    def get(self, path: str, **headers: str) -> httpx.Response:
        async def answer() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self._app), base_url="http://here") as client:
                return await client.get(path, headers=headers)

        return asyncio.run(answer())


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>gambero</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("0;" * 1000)
    (tmp_path / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(b"0;" * 1000))
    (tmp_path / "manifest.webmanifest").write_text("{}")
    monkeypatch.setattr(site, "FILES", tmp_path)
    return Browser()


@pytest.mark.parametrize("path", ["/", "/lobby", "/t/abc", "/g/x_y-z", "/rules/duel", "/nowhere/at/all"])
def test_every_address_of_a_page_is_the_app(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.text) == (200, "<title>gambero</title>")
    assert answer.headers["cache-control"] == "no-cache"


def test_a_file_named_by_its_content_is_kept_for_ever_and_sent_small(browser: Browser) -> None:
    answer = browser.get("/assets/app-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.text == "0;" * 1000


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br"])
def test_nobody_is_sent_what_they_cannot_unpack(browser: Browser, accepted: str) -> None:
    answer = browser.get("/assets/app-1a2b.js", **{"accept-encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == "0;" * 1000


def test_every_kind_of_file_is_called_what_it_is(browser: Browser) -> None:
    assert browser.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"
    assert browser.get("/").headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("path", ["/assets/old-0.js", "/api/nothing", "/ws/nothing"])
def test_what_is_no_page_is_missing(browser: Browser, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/assets/..%2f..%2fsecret", "/%00", "/" + "a" * 5000])
def test_nothing_outside_is_served(browser: Browser, tmp_path: Path, path: str) -> None:
    (tmp_path.parent / "secret").write_text("secret")
    assert "secret" not in browser.get(path).text


def test_an_app_that_is_not_built_says_so(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "index.html").unlink()
    answer = browser.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert answer.headers["content-type"].startswith("text/html")


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "FILES", tmp_path / "not_there")
    browser = Browser()
    for path in ("/", "/lobby"):
        answer = browser.get(path)
        assert (answer.status_code, "make web" in answer.text) == (503, True)
    for path in ("/api/nope", "/assets/nope.js"):
        assert browser.get(path).status_code == 404
