"""What the page is built from, and what it is built into."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gambero.server.http import site
from gambero.server.http.guard import POLICY

from helpers.browsing import LANGUAGES, WEB

BUDGET = 150 * 1024  # bytes of code and styles, compressed, until the first page shows


def test_the_lock_file_names_no_address() -> None:
    lock: dict[str, Any] = json.loads((WEB / "package-lock.json").read_text())
    packages = lock["packages"]
    assert len(packages) > 50
    assert [name for name, about in packages.items() if "resolved" in about] == []
    unsealed = [name for name, about in packages.items() if name and "integrity" not in about]
    assert unsealed == []


def test_every_version_is_exact() -> None:
    package = json.loads((WEB / "package.json").read_text())
    versions = {**package.get("dependencies", {}), **package["devDependencies"]}
    assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_the_page_has_no_script_or_style_of_its_own(page: None) -> None:  # noqa: ARG001
    html = (site.FILES / "index.html").read_text()
    assert "unsafe" not in POLICY
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert "<style" not in html
    assert re.findall(r"\s(?:on\w+|style)=", html) == []


def test_it_can_be_installed(page: None) -> None:  # noqa: ARG001
    manifest = json.loads((site.FILES / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "./"  # beside the manifest, wherever that is served
    assert "id" not in manifest  # it is the start then, so that two sites of one host are two apps
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512", "any"} <= sizes
    assert any("maskable" in icon["purpose"] for icon in manifest["icons"])
    for icon in manifest["icons"]:
        assert (site.FILES / icon["src"]).exists(), icon
        assert not icon["src"].startswith("/")


def first_load(language: str, *pages: str) -> dict[str, int]:
    """Code and styles a page needs, its words among them, with all that they import at once, by compressed size."""
    entry = re.findall(r'(?:src|href)="\./(assets/[^"]+\.(?:js|css))"', (site.FILES / "index.html").read_text())
    assets = site.FILES / "assets"
    lazy = [f"assets/{path.name}" for part in (*pages, language) for path in assets.glob(f"{part}-*.js")]
    assert entry
    assert len(lazy) > len(pages), pages
    sizes: dict[str, int] = {}
    wanted = [*entry, *lazy]
    while wanted:
        name = wanted.pop()
        if name in sizes:
            continue
        path = site.FILES / name
        small = Path(f"{path}.br")
        sizes[name] = (small if small.exists() else path).stat().st_size
        text = path.read_text("utf-8")
        head = text[: text.rfind('from"') + 200] if path.suffix == ".js" else ""
        wanted += [f"assets/{one}" for one in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', head)]
    return sizes


def test_every_folder_of_texts_is_a_language_of_the_page(page: None) -> None:  # noqa: ARG001
    for language in LANGUAGES:
        assert len([*(site.FILES / "assets").glob(f"{language}-*.js")]) == 1, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_small(page: None, language: str) -> None:  # noqa: ARG001
    for pages in (["Start"], ["Table", "TeamTable"], ["Table", "DuelTable"], ["Table", "TensionTable"]):
        sizes = first_load(language, *pages)
        print(pages, sum(sizes.values()), sizes)
        assert sum(sizes.values()) <= BUDGET, sizes
