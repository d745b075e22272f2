"""The documentation's site: it builds, no link is broken, no host is needed, and every public name is there."""

import importlib
import pkgutil
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

import gambero
from docs import build

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
GALLERY = sorted((ROOT / "docs" / "gallery").glob("*.py"))


def documented() -> list[str]:
    """The paths of names that the reference shows."""
    pages = sorted(REFERENCE.glob("*.md"))
    return [path for page in pages for path in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)]


def found(path: str) -> Any:
    """What a dotted path leads to: a module, or a name in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


def public_modules() -> list[ModuleType]:
    """gambero, and the packages right inside it that say what is public; commands are documented by their help."""
    inside = [importlib.import_module(f"gambero.{one.name}") for one in pkgutil.iter_modules(gambero.__path__)]
    return [gambero, *(one for one in inside if hasattr(one, "__all__") and one.__name__ != "gambero.cli")]


def test_every_public_name_is_in_the_reference() -> None:
    paths = documented()
    assert len(paths) == len(set(paths))
    shown = [found(path) for path in paths if not path.startswith("gambero.envs.")]  # those may need an extra
    for module in public_modules():
        for name in dir(gambero) if module is gambero else module.__all__:
            path = f"{module.__name__}.{name}"
            here = path in paths or any(getattr(module, name) is one for one in shown)
            assert here, f"{path} is on no page of docs/reference"


def test_every_page_is_in_the_navigation() -> None:
    docs = ROOT / "docs"
    named = build.PAGE.findall((docs / "zensical.toml").read_text("utf-8"))
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")} - {"pypi.md"}
    assert pages - {*named} == set(), "add a line to nav in docs/zensical.toml"
    assert len(named) == len(set(named))


def test_every_script_of_the_gallery_is_listed() -> None:
    page = (ROOT / "docs" / "gallery" / "README.md").read_text("utf-8")
    assert len(GALLERY) >= 6
    assert sorted(re.findall(r"\]\((\w+\.py)\)", page)) == [script.name for script in GALLERY]


def test_what_a_package_index_shows_needs_no_file_beside_it() -> None:
    page = (ROOT / "docs" / "pypi.md").read_text("utf-8")
    assert 'readme = "docs/pypi.md"' in (ROOT / "pyproject.toml").read_text("utf-8")
    assert not [target for target in re.findall(r"\]\(([^)]+)\)", page) if "://" not in target]


class Page(HTMLParser):
    """The ids of a page, where it leads, and what a browser would load for it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for key in ("id", "name"):
            if value := given.get(key):
                self.ids.add(value)
        if tag == "a" and (target := given.get("href")):
            self.links.append(target)
        if tag in ("script", "img", "iframe", "source") and (source := given.get("src")):
            self.loads.append(source)
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload") and (source := given.get("href")):
            self.loads.append(source)


@pytest.mark.slow
def test_the_site_builds_and_is_whole(tmp_path: Path) -> None:
    build.stage(tmp_path, short=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr

    site = tmp_path / "site"
    pages = {file.relative_to(site).as_posix(): Page(file) for file in site.rglob("*.html")}
    problems = [problem for name, page in pages.items() for problem in wrong(site, name, page, pages)]
    assert problems == []

    text = (site / "reference" / "games.html").read_text("utf-8")
    assert "prefers-color-scheme: dark" in text
    assert (site / "search.json").is_file()
    ids = set().union(*(page.ids for name, page in pages.items() if name.startswith("reference/")))
    assert [path for path in documented() if path not in ids] == []

    for script in GALLERY:
        picture = ElementTree.parse(site / "gallery" / f"{script.stem}.svg").getroot()
        assert picture.tag.endswith("svg")
        printed = (tmp_path / "docs" / "gallery" / f"{script.stem}.md").read_text("utf-8")
        assert re.search(r"It prints:\n\n```text\n\S", printed), script.name


def wrong(site: Path, name: str, page: Page, pages: dict[str, Page]) -> list[str]:
    """Links that lead nowhere, and files that a browser would fetch from another host."""
    if name == "404.html":  # its links begin at the root of the host
        return []
    problems = [f"{name} loads {source}" for source in page.loads if urlsplit(source).netloc]
    inside = [source for source in page.loads if not source.startswith("data:") and not urlsplit(source).netloc]
    for target in [*page.links, *inside]:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            continue
        file = (site / name).parent / unquote(parts.path) if parts.path else site / name
        file = file.resolve()
        if not file.exists():
            problems.append(f"{name}: {target} is not there")
        elif file.suffix == ".html" and parts.fragment:
            other = pages[file.relative_to(site.resolve()).as_posix()]
            if unquote(parts.fragment) not in other.ids:
                problems.append(f"{name}: {target} has no such place")
    return problems
