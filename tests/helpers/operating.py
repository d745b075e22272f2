"""`gambero admin`, as an operator runs it beside a server on the same database."""

import asyncio
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any
from unittest.mock import patch

from gambero.cli.app import main


def admin(database: str, *arguments: str, code: int = 0) -> str:
    """What a command says; with exit code 2, what it complains of. Within this process, which has imported it all."""
    command = ["gambero", "admin", "--database", database, "--by", "tester", *arguments]
    said, complained, ended = StringIO(), StringIO(), 0
    with patch.object(sys, "argv", command), redirect_stdout(said), redirect_stderr(complained):
        try:
            main()
        except SystemExit as end:
            ended = int(end.code or 0)
    assert ended == code, said.getvalue() + complained.getvalue()
    return (complained if code == 2 else said).getvalue()


async def operate(database: str, *arguments: str) -> Any:
    """Run the command in a thread, so that the test's event loop goes on; returns its JSON."""
    return json.loads(await asyncio.to_thread(admin, database, *arguments, "--json"))


async def operate_text(database: str, *arguments: str, code: int = 0) -> str:
    """The same, with the output as text."""
    return await asyncio.to_thread(lambda: admin(database, *arguments, code=code))
