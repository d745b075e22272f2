"""`gambero doctor`: what is wrong with a set-up."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer

from gambero.cli.options import flag

WRONG = 1


def doctor(
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The site's public address: asks the running server through its proxy."),
    ] = None,
    host: Annotated[str | None, typer.Option(help="As for serve.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="As for serve.", show_default="8017")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="As for serve.", show_default="a file in your data folder")
    ] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="As for serve.")] = None,
    workers: Annotated[int | None, typer.Option(help="As for serve.", show_default="1")] = None,
    origins: Annotated[str | None, typer.Option(help="As for serve.")] = None,
    secure: Annotated[bool, flag("--secure", "As for serve.")] = False,
    root_path: Annotated[str | None, typer.Option("--root-path", metavar="PATH", help="As for serve.")] = None,
    as_json: Annotated[bool, flag("--json", "One line of JSON instead of sentences.")] = False,
) -> None:
    """Say what is wrong with a server's set-up and what to do about it. Takes the settings that serve takes.

    Exit code 0: nothing is wrong. 1: something is.
    """
    from gambero.server.doctor import State, examine
    from gambero.server.doctor.site import Site
    from gambero.server.settings import Settings

    flags = {"host": host, "port": port, "database": database, "redis": redis, "workers": workers}
    settings = Settings.read(**flags, origins=origins, secure=secure or None, root_path=root_path)
    if settings.workers <= 1 or settings.redis:  # else it is a finding
        settings.checked()
    if url:
        Site.at(url)
    findings = asyncio.run(examine(settings, url))
    wrong = [one for one in findings if one.state is State.WRONG]
    if as_json:
        print(json.dumps({"wrong": len(wrong), "findings": [asdict(one) for one in findings]}))
    else:
        for one in findings:
            print(f"{one.state.upper() if one in wrong else one.state.value:<6} {one.check}: {one.says}")
            if one.do:
                print(f"       to do: {one.do}")
        print("Nothing is wrong." if not wrong else f"{len(wrong)} of {len(findings)} checks found something wrong.")
    if wrong:
        raise typer.Exit(WRONG)
