"""Pictures to share: small, cached, without a secret; and links to replays and days name them."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from gambero.game import new_game
from gambero.game.views import GameId
from gambero.server.http import site
from gambero.server.http.links import picture_of
from gambero.server.review import drawing

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served

MOST = 200_000  # bytes


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("game", "about"),
    [
        ("classic", {"players": 3}),
        ("classic", {"players": 1, "on_fire": True}),
        ("extreme", {"players": 2}),
        ("duel", {}),
        ("tension", {"players": 4}),
    ],
)
def test_a_picture_of_every_game_is_small_and_of_the_size_that_links_need(
    game: GameId, about: dict[str, Any], seed: int
) -> None:
    played = new_game(game, seed=seed, **about)
    while not played.over:
        played.move(played.moves()[-1])
    picture = drawing.of_game(played.record())
    assert len(picture) <= MOST
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert picture == drawing.of_game(played.record())


def test_games_that_ended_otherwise_look_otherwise() -> None:
    shown = {
        drawing.drawn(drawing.Shown("Classic", "98 / 98", ("99", "98", "2", "3"), won, 1.0)) for won in (True, False)
    }
    assert len(shown) == 2


async def test_a_day_that_is_still_played_shows_nothing_of_it(house: Served) -> None:
    """Whatever came of a game, its picture is that of the day, byte for byte."""
    anna = await Guest.new(house.url)
    today = (await anna.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
    table = await anna.at((await anna.ask("POST", f"/api/daily/classic/{today}")).json()["id"])
    while table.table["phase"] != "over":
        await table.do("move", move=table.view["moves"][0])
    async with httpx.AsyncClient(base_url=house.url, timeout=PATIENCE) as anybody:
        mine = await anybody.get(f"/api/pictures/games/{table.table['game_id']}.png")
        day = await anybody.get(f"/api/pictures/daily/classic/{today}.png")
        same = await anybody.get("/api/pictures/daily/classic/today.png")
        assert mine.status_code == day.status_code == 200
        assert mine.content == day.content == same.content
        assert (mine.headers["content-type"], mine.headers["cache-control"]) == ("image/png", "public, max-age=300")
        other = await anybody.get(f"/api/pictures/games/{await anna.finished('classic')}.png")
        assert other.headers["cache-control"] == "public, max-age=86400"
        assert 0 < len(other.content) <= MOST
        for path, status in (
            ("games/nothing.png", 404),
            ("daily/tension/today.png", 422),
            ("daily/duel/2020-01-01.png", 404),
        ):
            assert (await anybody.get(f"/api/pictures/{path}")).status_code == status


@pytest.mark.parametrize(
    ("path", "query", "picture"),
    [
        ("g/abc_-1", "seat=0", "api/pictures/games/abc_-1.png"),
        ("daily/duel", "day=2026-03-14", "api/pictures/daily/duel/2026-03-14.png"),
        ("daily", "", "api/pictures/daily/classic/today.png"),
        ("daily/duel", "day=%22%3E%3Cscript%3E", "api/pictures/daily/duel/today.png"),
        *((path, "", None) for path in ("", "t/abc", "g/", "g/a%22", "g/a/b", "daily/tension", "daily/../x", "rules")),
    ],
)
def test_which_pages_have_a_picture(path: str, query: str, picture: str | None) -> None:
    assert picture_of(path, query) == picture


async def test_a_link_names_its_picture_where_the_page_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text('<head><meta name="root" content="./" /></head>')
    monkeypatch.setattr(site, "FILES", tmp_path)
    transport = httpx.ASGITransport(site.site("/g"), root_path="/g")
    async with httpx.AsyncClient(transport=transport, base_url="https://cards.example") as client:
        here, other = await client.get("/g/g/abc"), await client.get("/g/g/abd")
        found = re.findall(r'<meta property="og:image" content="([^"]+)"', here.text)
        assert found == ["https://cards.example/g/api/pictures/games/abc.png"]
        assert here.headers["etag"] != other.headers["etag"]
        assert "og:" not in (await client.get("/g/t/abc")).text
        assert "og:" not in (await client.get("/g/g/abc", headers={"host": 'a"><script>'})).text
