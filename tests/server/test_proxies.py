"""Behind the real nginx and Caddy, with the configurations of deploy/: TLS, a sub-path, addresses, a restart."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from helpers import proxies
from helpers.patience import PATIENCE
from helpers.proxies import Kind, Proxy, before, trusting
from helpers.serving import Gone, Guest, Seated, Served, stored

pytestmark = pytest.mark.slow
AT_ROOT = [(proxies.nginx, "gambero.conf"), (proxies.caddy, "Caddyfile")]
UNDER_PATH = [(proxies.nginx, "gambero-subpath.conf"), (proxies.caddy, "Caddyfile-subpath")]
NAMES = ["nginx", "caddy"]


@pytest.fixture
def trust(monkeypatch: pytest.MonkeyPatch) -> Callable[[Proxy], None]:
    """Make httpx and websockets trust a proxy's certificate."""
    return lambda proxy: monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))


def client(proxy: Proxy, **more: object) -> httpx.Client:
    return httpx.Client(base_url=proxy.url, verify=trusting(proxy), timeout=PATIENCE, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "example"), AT_ROOT, ids=NAMES)
async def test_a_site_of_its_own(tmp_path: Path, kind: Kind, example: str, trust: Callable[[Proxy], None]) -> None:
    with (
        Served(tmp_path / "games.db", secure="yes") as served,
        before(kind, tmp_path, served.port, example) as proxy,
        client(proxy) as browser,
    ):
        page = browser.get("/t/abc")
        assert '<meta name="root" content="/"' in page.text
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        plain = httpx.get(f"{proxy.plain_url}/lobby", timeout=PATIENCE)
        assert plain.status_code in (301, 308)
        assert plain.headers["location"].startswith("https://localhost")
        came = browser.post("/api/me", json={"name": "Anna"}, headers={"Origin": proxy.url})
        assert came.status_code == 200, came.text  # Host is passed on with its port, else the own page were a stranger
        cookie = came.headers["set-cookie"]
        assert "; Path=/;" in cookie
        assert "; Secure" in cookie
        assert browser.get("/metrics").status_code == 404
        assert browser.get("/readyz").text == "ok"
        trust(proxy)
        await plays(await Guest.new(proxy.url))


@pytest.mark.parametrize(("kind", "example"), UNDER_PATH, ids=NAMES)
async def test_a_site_under_a_path(tmp_path: Path, kind: Kind, example: str, trust: Callable[[Proxy], None]) -> None:
    """nginx leaves the path where it is, Caddy takes it off."""
    with (
        Served(tmp_path / "games.db", secure="yes", root_path="/g") as served,
        before(kind, tmp_path, served.port, example) as proxy,
        client(proxy) as browser,
    ):
        assert browser.get("/").text == proxies.OTHER_PAGE
        assert browser.get("/g").headers["location"].endswith("/g/")
        for page in ("/g/", "/g/t/abc", "/g/g/abc"):
            html = browser.get(page).text
            named = re.findall(r'(?:src|href)="(/[^"]*)"', html)
            assert len(named) > 5
            for one in named:
                assert one.startswith("/g/")
                assert browser.get(one).status_code == 200, one
        came = browser.post("/g/api/me", json={"name": "Anna"}, headers={"Origin": proxy.url})
        assert "; Path=/g;" in came.headers["set-cookie"]
        assert browser.post("/g/api/me").json()["name"] == "Anna"  # the cookie came back
        assert browser.get("/g/metrics").status_code == 404
        trust(proxy)
        await plays(await Guest.new(f"{proxy.url}/g"))


async def plays(anna: Guest) -> None:
    """A whole turn, and the bot's."""
    seat = await anna.at(await anna.open("classic", players=2, bots=["greedy"], start=True))
    await seat.do("eager", level=2)
    await seat.until(lambda: seat.view["moves"])
    while "." not in seat.view["moves"]:
        await seat.play(seat.view["moves"][0])
    await seat.play(".")
    await seat.until(lambda: seat.view["log"][-1][0] == 1 or seat.table["phase"] == "over")


@pytest.mark.parametrize(("kind", "example"), UNDER_PATH, ids=NAMES)
async def test_an_analysis_comes_line_by_line(tmp_path: Path, kind: Kind, example: str) -> None:
    database = tmp_path / "games.db"
    with (
        Served(database, root_path="/g") as served,
        before(kind, tmp_path, served.port, example) as proxy,
        client(proxy) as browser,
    ):
        anna = await Guest.new(served.url)
        game_id = await anna.finished("extreme", players=3, bots=["careful", "careful"])
        with browser.stream("GET", f"/g/api/games/{game_id}/analysis") as answer:
            lines = answer.iter_lines()
            assert '"about"' in next(lines)
            assert stored(database, "SELECT count(*) FROM analyses") == [(0,)]  # it came before the rest was there
            assert '"done"' in list(lines)[-1]


# Addresses and names.


def attempts(browser: httpx.Client) -> list[str]:
    """Wrong logins, each with another address in a header of the client's own."""
    body = {"login": "nobody", "password": "wrong password"}
    headers = ({"X-Forwarded-For": f"9.9.9.{n}"} for n in range(4))
    return [browser.post("/api/login", json=body, headers=one).json()["code"] for one in headers]


@pytest.mark.parametrize(("kind", "example"), AT_ROOT, ids=NAMES)
def test_nobody_dodges_limits_by_a_header(tmp_path: Path, kind: Kind, example: str) -> None:
    with (
        Served(tmp_path / "games.db", logins="2") as served,
        before(kind, tmp_path, served.port, example) as proxy,
        client(proxy) as browser,
    ):
        assert attempts(browser) == ["login"] * 2 + ["limit"] * 2


def test_what_the_page_about_deploying_warns_of_is_so(tmp_path: Path) -> None:
    """A proxy that passes X-Forwarded-For on, and one that rewrites Host."""

    def careless(text: str) -> str:
        lines = text.splitlines()
        return "\n".join(
            line.replace("$remote_addr;", "$http_x_forwarded_for;") if "X-Forwarded-For" in line else line
            for line in lines
            if "proxy_set_header Host" not in line
        )

    with (
        Served(tmp_path / "games.db", logins="2") as served,
        before(proxies.nginx, tmp_path, served.port, "gambero.conf", careless) as proxy,
        client(proxy) as browser,
    ):
        assert attempts(browser) == ["login"] * 4
        refused = browser.post("/api/me", headers={"Origin": proxy.url})
        assert (refused.status_code, refused.json()["code"]) == (403, "origin")


# Workers and a restart.


class Player:
    """Plays against the deck through a proxy, and comes back whenever it is told to."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        self.acknowledged: list[str] = []
        self.returns = 0
        self.over = False

    async def play(self, enough: asyncio.Event) -> None:
        while not (enough.is_set() or self.over):
            try:
                await self._sit(await self.guest.at(self.table), enough)
            except (OSError, Gone, WebSocketException):  # away for a moment, or gone while somebody played
                self.returns += 1
                await asyncio.sleep(0.05)

    async def _sit(self, seat: Seated, enough: asyncio.Event) -> None:
        played = [move for _, move in seat.view["log"]]
        assert played[: len(self.acknowledged)] == self.acknowledged  # whatever was acknowledged is there, in order
        self.acknowledged = played  # one more may have been stored just before its answer was lost
        while not enough.is_set():
            if not seat.view["moves"]:
                self.over = True
                return
            move = seat.view["moves"][len(self.acknowledged) % len(seat.view["moves"])]
            answer = await seat.do("move", move=move)
            assert answer["type"] == "ok", answer
            self.acknowledged.append(move)
            await seat.until(lambda: seat.n >= answer["n"])  # noqa: B023


async def test_a_restart_of_two_workers_behind_nginx_loses_no_move(
    tmp_path: Path, postgres_url: str, redis_url: str, trust: Callable[[Proxy], None]
) -> None:
    served = Served(postgres_url, redis_url, workers="2", secure="yes")
    with served, before(proxies.nginx, tmp_path, served.port, "gambero.conf") as proxy:
        trust(proxy)
        await play_through_a_restart(served, proxy)


async def test_a_restart_behind_caddy_loses_no_move(tmp_path: Path, trust: Callable[[Proxy], None]) -> None:
    served = Served(tmp_path / "games.db", secure="yes")
    with served, before(proxies.caddy, tmp_path, served.port, "Caddyfile") as proxy:
        trust(proxy)
        await play_through_a_restart(served, proxy)


async def play_through_a_restart(served: Served, proxy: Proxy) -> None:
    """Four people play while the server is asked to stop, stops, and starts again."""
    players = []
    for _ in range(4):
        anna = await Guest.new(proxy.url)
        players.append(Player(anna, await anna.open("classic", start=True)))
    enough = asyncio.Event()
    playing = [asyncio.create_task(player.play(enough)) for player in players]

    async def until_played(more: int) -> None:
        before = [len(player.acknowledged) for player in players]
        async with asyncio.timeout(2 * PATIENCE):
            while any(
                len(player.acknowledged) < count + more and not player.over
                for player, count in zip(players, before, strict=True)
            ):
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    await until_played(3)
    code = await asyncio.to_thread(served.stop)
    assert code == 0
    await asyncio.to_thread(served.start)
    await until_played(2)
    enough.set()
    await asyncio.gather(*playing)
    assert any(player.returns for player in players)
    assert all(player.returns for player in players if not player.over)
    for player in players:
        seat = await player.guest.at(player.table)
        assert [move for _, move in seat.view["log"]][: len(player.acknowledged)] == player.acknowledged
