"""Build the site of the documentation: stage its pages in build/docs, then run Zensical on them.

Staging is what plain Markdown in a repository needs to become a site: the README is the first page, CONTRIBUTING and
CHANGELOG are pages too, files that pages link to come along, and each script of the gallery is run and becomes a page.
`python docs/build.py` builds, `python docs/build.py serve` serves; `--short` runs the gallery in its short form.
"""

import os
import re
import runpy
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FIRST = ("README.md", "index.md")  # the README is the site's first page
ICON = ROOT / "web" / "public" / "icon.svg"  # the page's own
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")  # pages that lie outside docs/
KEPT = {".md", ".png", ".webp", ".svg", ".css"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
PAGE = re.compile(r'"([^"]+\.md)"')
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def stage(into: Path, short: bool) -> None:
    """Write Zensical's settings, all pages and all pictures; what is not wanted any more goes."""
    pages = into / "docs"
    wanted = {
        source: source.relative_to(DOCS)
        for source in sorted(DOCS.rglob("*"))
        if source.suffix in KEPT and source.is_file()
    }
    wanted |= {ROOT / name: Path(name) for name in BESIDE}
    wanted[ROOT / FIRST[0]] = Path(FIRST[1])
    wanted[ICON] = Path(ICON.name)
    for source in [*wanted]:
        if source.suffix == ".md":
            for path in linked(source):
                wanted.setdefault(path, staged(path))
    made = gallery(pages, short)
    for source, place in wanted.items():
        write(pages / place, page(source) if source.suffix == ".md" else source.read_bytes())
    keep = {*wanted.values(), *made}
    for old in pages.rglob("*"):
        if old.is_file() and old.relative_to(pages) not in keep:
            old.unlink()
    write(into / "zensical.toml", settings({place.as_posix() for place in keep}).encode())


def settings(pages: set[str]) -> str:
    """Zensical's settings, with the path of the sources; the navigation leaves out pages that are not written yet."""
    text = (DOCS / "zensical.toml").read_text("utf-8").replace("SOURCES", (ROOT / "src").as_posix())
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not (named := PAGE.findall(line)) or pages.issuperset(named))


def write(target: Path, content: bytes) -> None:
    """Write a file, unless it is so already: a server that watches builds only what changed."""
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def staged(path: Path) -> Path:
    """Where a file of the repository lies on the site."""
    if path == ROOT / FIRST[0]:
        return Path(FIRST[1])
    if path.is_relative_to(DOCS):
        where = path.relative_to(DOCS)
        return where.with_suffix(".md") if where.suffix == ".py" else where  # a script of the gallery is a page
    where = path.relative_to(ROOT)
    return where if where.as_posix() in BESIDE else Path("files") / where


def linked(source: Path) -> list[Path]:
    """The files that a page links to, outside docs/."""
    text = source.read_text("utf-8")
    targets = [(source.parent / target).resolve() for _, _, target, _ in LINK.findall(text) if "://" not in target]
    return [target for target in targets if target.is_file() and not target.is_relative_to(DOCS)]


def page(source: Path) -> bytes:
    """A page as the site has it: its links lead to where things lie there, and a folder is no link."""
    here = staged(source).parent

    def moved(link: re.Match[str]) -> str:
        mark, text, target, anchor = link.groups()
        if "://" in target:
            return link[0]
        path = (source.parent / target).resolve()
        if path.is_dir():
            return text
        return f"{mark}[{text}]({os.path.relpath(staged(path), here)}{anchor or ''})"

    parts = FENCE.split(source.read_text("utf-8"))
    return "".join(part if part.startswith("```") else LINK.sub(moved, part) for part in parts).encode()


def gallery(pages: Path, short: bool) -> list[Path]:
    """Each script of the gallery as a page; it is run only if it changed, since some take a minute."""
    made = []
    for script in sorted((DOCS / "gallery").glob("*.py")):
        place = Path("gallery") / f"{script.stem}.md"
        made += [place, place.with_suffix(".svg")]
        source = script.read_text("utf-8")
        stamp = f"<!-- {sha256(source.encode()).hexdigest()[:16]}{' short' if short else ''} -->"
        written, drawn = pages / place, pages / place.with_suffix(".svg")
        if written.is_file() and drawn.is_file() and written.read_text("utf-8").startswith(stamp):
            continue
        print(f"Running {script.relative_to(ROOT)}", file=sys.stderr, flush=True)
        printed = run(script, drawn.parent, short)
        write(written, f"{stamp}\n\n{gallery_page(script.name, source, printed)}".encode())
    return made


def run(script: Path, folder: Path, short: bool) -> str:
    """What a script prints; its picture is in the folder afterwards. One process runs all: the rules load once."""
    folder.mkdir(parents=True, exist_ok=True)
    given, sys.argv = sys.argv, [str(script), *(["--short"] if short else [])]
    try:
        with chdir(folder), redirect_stdout(StringIO()) as printed:
            runpy.run_path(str(script))
    finally:
        sys.argv = given
    return printed.getvalue()


def gallery_page(name: str, source: str, printed: str) -> str:
    """The docstring as the text, then the picture, what was printed, and the code."""
    _, told, code = source.split('"""', 2)
    title, _, text = told.partition("\n")
    return (
        f"# {title.rstrip('.')}\n\n{text.strip()}\n\n![{title}]({Path(name).with_suffix('.svg')})\n\n"
        f"It prints:\n\n```text\n{printed.strip()}\n```\n\n"
        f"The whole script, `docs/gallery/{name}`:\n\n```python\n{code.strip()}\n```\n"
    )


def main(arguments: list[str]) -> int:
    into = ROOT / "build"
    stage(into, short="--short" in arguments)
    return zensical(into, *(["serve", "--open"] if "serve" in arguments else ["build", "--strict", "--clean"]))


def zensical(folder: Path, *command: str) -> int:
    """Run Zensical on what is staged there; 0 if it found nothing wrong."""
    return subprocess.run([sys.executable, "-m", "zensical", *command], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
