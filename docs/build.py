"""Build the site of the documentation: stage its pages in build/docs, then run Zensical on them.

Staging is what plain Markdown in a repository needs to become a site: the README is the first page, CONTRIBUTING and
CHANGELOG are pages too, files that pages link to come along, and each script of the gallery is run and becomes a page.
Diagrams in Mermaid's notation become pictures here: the site's own way loads a program from another host.
`python docs/build.py` builds, `python docs/build.py serve` serves; `--short` runs the gallery in its short form.
"""

import os
import re
import runpy
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from hashlib import sha256
from html import escape
from io import StringIO
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FIRST = ("README.md", "index.md")  # the README is the site's first page
ICON = ROOT / "web" / "public" / "icon.svg"  # the page's own
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")  # pages that lie outside docs/
KEPT = {".md", ".png", ".webp", ".svg", ".css"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
PAGE = re.compile(r'"([^"]+\.md)"')
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
MERMAID = "```mermaid\n"
ARROW = re.compile(r"\s*(-->|-\. \".*?\" \.->)\s*")
NODE = re.compile(r'(\w+)(?:\["(.*)"\])?')
MESSAGE = re.compile(r"(\w+)(-->>|->>)(\w+): (.*)")
STYLE = (  # the site's own colours, light or dark
    ".diagram text {font: 14px var(--md-text-font-family, sans-serif); text-anchor: middle; "
    "fill: var(--md-default-fg-color); "
    "stroke: var(--md-default-bg-color); stroke-width: 4px; paint-order: stroke} "
    ".diagram rect ~ text {stroke: none} "  # boxes come last
    ".diagram rect {fill: var(--md-code-bg-color); stroke: var(--md-primary-fg-color); stroke-width: 1.5} "
    ".diagram .line {fill: none; stroke: var(--md-default-fg-color--light); stroke-width: 1.5} "
    ".diagram .dashed {stroke-dasharray: 5 4} .diagram .faint {stroke: var(--md-default-fg-color--lighter)} "
    ".diagram .tip {fill: var(--md-default-fg-color--light)}"
)
LETTER, LINE, BOX = 8, 18, 30  # of a drawing: the width of a letter, the height of a line and of a box with one


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
    return "".join(
        drawing(part) if part.startswith(MERMAID) else part if part.startswith("```") else LINK.sub(moved, part)
        for part in parts
    ).encode()


# Diagrams.


def drawing(fence: str) -> str:
    """A diagram as SVG inside the page, so that it takes the colours of light and dark."""
    kind, *lines = [line.strip() for line in fence.removeprefix(MERMAID).removesuffix("```").splitlines()]
    draw = {"flowchart LR": flowchart, "sequenceDiagram": sequence}.get(kind)
    if draw is None:
        raise ValueError(f"a diagram must begin with flowchart LR or sequenceDiagram, not {kind!r}")
    width, height, parts = draw([line for line in lines if line])
    text = escape("; ".join(lines).replace("-->>", "→").replace("->>", "→").replace("-->", "→"))
    tip = f"tip-{sha256(fence.encode()).hexdigest()[:8]}"  # ids are of the whole page
    return (
        f'<div style="overflow-x: auto"><svg class="diagram" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{text}" style="width: {width:.0f}px; max-width: 100%; min-width: {0.75 * width:.0f}px">'
        f'<style>{STYLE}</style><defs><marker id="{tip}" '
        'viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" '
        f'orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>'
        f"{''.join(parts).replace('url(#tip)', f'url(#{tip})')}</svg></div>"
    )


def box(x: float, y: float, width: float, *rows: str) -> str:
    """A rectangle around the lines of its label; x and y are its middle."""
    high = LINE * len(rows) + 12
    first = y - LINE * (len(rows) - 1) / 2 + 5
    return (
        f'<rect x="{x - width / 2:.0f}" y="{y - high / 2:.0f}" width="{width:.0f}" height="{high}" rx="5"/>'
        f"{''.join(words(x, first + LINE * at, row) for at, row in enumerate(rows))}"
    )


def words(x: float, y: float, label: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}">{escape(label)}</text>'


def line(path: str, dashed: bool) -> str:
    return f'<path class="line{" dashed" if dashed else ""}" d="{path}" marker-end="url(#tip)"/>'


def flowchart(lines: list[str]) -> tuple[float, float, list[str]]:
    """Boxes in columns, each to the right of all that lead to it; a long edge keeps a place in the columns between."""
    labels: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    for text in lines:
        names = []
        first, *rest = ARROW.split(text)
        for node in (first, *rest[1::2]):
            if not (found := NODE.fullmatch(node)):
                raise ValueError(f"a diagram has {node!r}, which is no node")
            labels[found[1]] = found[2] or labels.get(found[1], found[1])
            names.append(found[1])
        edges += [(*pair, arrow) for pair, arrow in zip(pairwise(names), rest[::2], strict=True)]
    column = dict.fromkeys(labels, 0)
    for _ in labels:
        for start, end, _ in edges:
            column[end] = max(column[end], column[start] + 1)
    columns: list[list[str]] = [[] for _ in range(max(column.values()) + 1)]
    for name, at in column.items():
        columns[at].append(name)
    ways: list[list[str]] = []
    for start, end, _ in edges:
        between = [f"{start}→{end} {at}" for at in range(column[start] + 1, column[end])]
        for at, place in enumerate(between, column[start] + 1):
            columns[at].append(place)
        ways.append([start, *between, end])
    places = ordered(columns, ways)
    widths = [max(LETTER * len(labels.get(name, "")) for name in names) + 24 for names in columns]
    gaps = [0, *([64] * (len(columns) - 1))]
    for _, end, arrow in edges:
        if arrow != "-->":
            gaps[column[end]] = max(gaps[column[end]], LETTER * (len(arrow) - 8) + 40)
    lefts = [4 + sum(gaps[: at + 1]) + sum(widths[:at]) for at in range(len(columns))]
    parts = []
    for (start, end, arrow), way in zip(edges, ways, strict=True):
        x, y = lefts[column[start]] + widths[column[start]], places[start]
        path = f"M{x:.0f} {y:.0f}"
        for at, name in enumerate(way[1:], column[start] + 1):
            to, across = lefts[at], places[name]
            path += f"C{(x + to) / 2:.0f} {y:.0f} {(x + to) / 2:.0f} {across:.0f} {to:.0f} {across:.0f}"
            x, y = to + (widths[at] if name != end else 0), across
            path += "" if name == end else f"H{x:.0f}"
        parts.append(line(path, arrow != "-->"))
        if arrow != "-->":
            parts.append(words(lefts[column[end]] - gaps[column[end]] / 2, y - 8, arrow[4:-5]))
    parts += [box(lefts[column[name]] + widths[column[name]] / 2, places[name], widths[column[name]], label)
              for name, label in labels.items()]  # fmt: skip
    return lefts[-1] + widths[-1] + 4, max(places.values()) + BOX / 2 + 4, parts


def ordered(columns: list[list[str]], ways: list[list[str]]) -> dict[str, float]:
    """How far down everything lies: near what it is joined with, a line apart from what is above it."""
    joined: dict[str, list[str]] = {name: [] for names in columns for name in names}
    for way in ways:
        for start, end in pairwise(way):
            joined[start].append(end)
            joined[end].append(start)
    places = {name: 50.0 * row for names in columns for row, name in enumerate(names)}
    for _ in range(30):
        for names in columns:
            wanted = {name: sum(places[one] for one in joined[name]) / max(len(joined[name]), 1) for name in names}
            names.sort(key=wanted.__getitem__)
            middle = sum(wanted.values()) / len(names)
            for row, name in enumerate(names):
                places[name] = middle + 50 * (row - (len(names) - 1) / 2)
    top = min(places.values()) - BOX / 2 - 4
    return {name: place - top for name, place in places.items()}


def sequence(lines: list[str]) -> tuple[float, float, list[str]]:
    """A line down for each that takes part, and the messages between them from top to bottom."""
    labels = dict(text.removeprefix("participant ").split(" as ") for text in lines if text.startswith("participant "))
    heads = {name: label.replace("/", "/ ").split(" ") for name, label in labels.items()}  # a word a line
    high = LINE * max(map(len, heads.values())) + 12
    step = LETTER * max(len(word) for head in heads.values() for word in head) + 28
    middle = {name: step * (at + 0.5) for at, name in enumerate(labels)}
    parts, y = [], high + 6.0
    for text in lines[len(labels) :]:
        if not (found := MESSAGE.fullmatch(text)):
            raise ValueError(f"a diagram has {text!r}, which is no message")
        start, arrow, end, said = middle[found[1]], found[2], middle[found[3]], found[4]
        room = step - 20 if start == end else max(abs(end - start) - 20, step - 20)
        rows = wrap(said, int(room / LETTER))
        for row in rows:
            y += LINE
            parts.append(words((start + end) / 2 + (step / 2 if start == end else 0), y, row))
        y += 8
        path = f"M{start:.0f} {y:.0f}h24v14h-24" if start == end else f"M{start:.0f} {y:.0f}H{end:.0f}"
        parts.append(line(path, arrow == "-->>"))
        y += 20 if start == end else 6
    bottom = y + 12
    down = [f'<path class="line faint" d="M{x:.0f} {high}V{bottom:.0f}"/>' for x in middle.values()]
    boxes = [box(middle[name], 2 + high / 2, step - 14, *head) for name, head in heads.items()]
    return step * len(labels), bottom, [*down, *parts, *boxes]


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
