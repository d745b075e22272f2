"""The page's types are the server's."""

import subprocess
import sys
from pathlib import Path

import orjson

from gambero.server.wire import schema

from helpers.browsing import WEB

TYPES = WEB / "src" / "lib" / "protocol.ts"


def test_the_page_has_the_types_of_the_server(tmp_path: Path) -> None:
    fresh = tmp_path / "protocol.ts"
    command = [sys.executable, str(WEB / "build.py"), "npm", "run", "--silent", "protocol", str(fresh)]
    subprocess.run(command, input=orjson.dumps(schema.document()), check=True)
    assert TYPES.read_text("utf-8") == fresh.read_text("utf-8"), "run `make types`"
