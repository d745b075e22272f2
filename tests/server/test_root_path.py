"""A server under a path of a host that has other pages too: `--root-path /g`."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from gambero.server.http import site
from gambero.server.settings import OWN_PATHS, Settings

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served

PREFIXES = ["/g", ""]  # a proxy that leaves the root path where it is, and one that takes it off


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("below") / "games.db", root_path="/g", secure="yes") as server:
        yield server


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("page", ["", "/", "/lobby", "/t/abc", "/g/abc"])
def test_every_page_names_its_files_under_the_root(below: Served, prefix: str, page: str) -> None:
    assert (site.FILES / "index.html").exists(), "the web page is not built: make web"
    html = httpx.get(below.url + (prefix + page or "/"), timeout=PATIENCE).text
    named = re.findall(r'(?:src|href|content)="([./][^"]*)"', html)
    assert len(named) > 6
    assert [one for one in named if not one.startswith("/g/")] == []
    for one in named:
        assert httpx.get(f"{below.url}{one.removeprefix('/g')}", timeout=PATIENCE).status_code == 200, one
        assert httpx.get(f"{below.url}{one}", timeout=PATIENCE).status_code == 200, one


def test_files_name_each_other_by_where_they_lie(below: Served) -> None:
    """So that one build serves any root path."""
    manifest = httpx.get(f"{below.url}/g/manifest.webmanifest", timeout=PATIENCE).json()
    there = "https://example.org/g/manifest.webmanifest"
    assert urljoin(there, manifest["start_url"]) == urljoin(there, manifest["scope"]) == "https://example.org/g/"
    for icon in manifest["icons"]:
        assert urljoin(there, icon["src"]).startswith("https://example.org/g/icon"), icon
    for file in site.FILES.rglob("*.css"):
        assert re.findall(r"url\(['\"]?(?!\.?/?[\w-]+\.woff2)(?!data:)[^#]", file.read_text("utf-8")) == [], file


def test_the_page_can_be_kept_by_a_browser(below: Served) -> None:
    first = httpx.get(f"{below.url}/g/", timeout=PATIENCE)
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{below.url}/g/lobby", headers={"If-None-Match": first.headers["etag"]}, timeout=PATIENCE)
    assert (again.status_code, again.content) == (304, b"")
    plain = httpx.get(f"{below.url}/g/", headers={"Accept-Encoding": "identity"}, timeout=PATIENCE)
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_cookie_is_for_the_root_path_alone(below: Served, prefix: str) -> None:
    answer = httpx.post(f"{below.url}{prefix}/api/me", timeout=PATIENCE)
    assert "; Path=/g;" in answer.headers["set-cookie"]
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    token = {"Authorization": f"Bearer {answer.json()['token']}"}
    gone = httpx.delete(f"{below.url}{prefix}/api/me", headers=token, timeout=PATIENCE).headers["set-cookie"]
    assert "; Path=/g;" in gone
    assert "Max-Age=0" in gone


def test_a_cookie_of_the_host_s_own_root_does_not_count(below: Served) -> None:
    """Browsers send the cookie of the longest path first (RFC 6265, 5.4)."""
    mine = httpx.post(f"{below.url}/g/api/me", json={"name": "Anna"}, timeout=PATIENCE).cookies["gambero"]
    sent = {"Cookie": f"other=1; gambero={mine}; gambero=of-another-server"}
    assert httpx.post(f"{below.url}/g/api/me", headers=sent, timeout=PATIENCE).json()["name"] == "Anna"


@pytest.mark.parametrize("prefix", PREFIXES)
async def test_a_table_is_played_under_the_root(below: Served, prefix: str) -> None:
    anna = await Guest.new(below.url + prefix)
    seat = await anna.at(await anna.open("classic", players=2, bots=["greedy"], start=True))
    await seat.do("eager", level=2)
    await seat.until(lambda: seat.view["moves"])
    await seat.play(seat.view["moves"][0])


def test_the_api_says_where_it_is(below: Served) -> None:
    assert httpx.get(f"{below.url}/g/api/openapi.json", timeout=PATIENCE).json()["servers"] == [{"url": "/g"}]
    page = httpx.get(f"{below.url}/g/api", timeout=PATIENCE).text
    assert "href=/g/api/openapi.json" in page
    assert httpx.get(f"{below.url}/g/api/nothing", timeout=PATIENCE).status_code == 404


def test_health_is_told_with_the_root_path_and_without(below: Served) -> None:
    for path in ("/healthz", "/g/healthz", "/readyz", "/g/readyz"):
        assert httpx.get(below.url + path, timeout=PATIENCE).text == "ok", path


@pytest.mark.parametrize(
    ("given", "meant"), [("g", "/g"), ("/g", "/g"), ("/g/", "/g"), ("/games/g/", "/games/g"), ("/", ""), ("", "")]
)
def test_slashes_at_the_ends_do_not_matter(given: str, meant: str) -> None:
    assert Settings.read(root_path=given).checked().root_path == meant


@pytest.mark.parametrize("wrong", ["/a b", '/"', "/..", "/g/../x", "https://example.org/g", "/ä", "/a?b", "/a%20"])
def test_what_is_no_path_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError) as told:
        Settings.read(root_path=wrong).checked()
    assert "must be a path of letters" in str(told.value)


@pytest.mark.parametrize("own", OWN_PATHS)
def test_paths_of_the_server_s_own_are_refused(own: str) -> None:
    """`/api/me` would be a page to one proxy and an answer to another."""
    with pytest.raises(ValueError) as told:
        Settings.read(root_path=f"/{own}").checked()
    assert "must not begin with" in str(told.value)


def test_no_file_of_the_page_s_source_leaves_the_root_out() -> None:
    """Links go through `href`, requests through `ask`, both of which add the root path."""
    source = Path(__file__).parents[2] / "web" / "src"
    found = [
        f"{file.name}: {line.strip()}"
        for file in source.rglob("*.svelte")
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"""(href|src|action)=["'{`]*/|fetch\(["'`]/|location\.(origin|host)\}?/""", line)
    ]
    assert found == []
