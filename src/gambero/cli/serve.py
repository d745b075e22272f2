"""`gambero serve`: the web app, and what `gambero` alone does."""

import gc
from typing import Annotated

import typer

from gambero.cli.options import flag


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes any that is free.", show_default="8017")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, or postgresql://…", show_default="a file in your data folder"),
    ] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="redis://…, for more than one worker.")] = None,
    workers: Annotated[int | None, typer.Option(help="How many processes.", show_default="1")] = None,
    origins: Annotated[str | None, typer.Option(help="Other sites whose pages may connect.")] = None,
    secure: Annotated[bool, flag("--secure", "Cookies over https only.")] = False,
    root_path: Annotated[
        str | None, typer.Option("--root-path", metavar="PATH", help="The site's path, as /g, where a host has others.")
    ] = None,
    browser: Annotated[bool, flag("--browser", "Open the page.")] = False,
    as_json: Annotated[bool, flag("--json", "Address and process as one line of JSON instead of a sentence.")] = False,
) -> None:
    """Serve tables to browsers and programs. Every flag and limit can be set by GAMBERO_… in the environment too."""
    gc.disable()  # until the server is up: objects made while importing live on, and scanning them took a fifth of it
    from rich.console import Console

    with Console(stderr=True, highlight=False).status("Getting the rules ready"):  # a minute, the first time
        from gambero.server.run import serve as run
        from gambero.server.settings import Settings
        from gambero.warm import warm_law

        flags = {"host": host, "port": port, "database": database, "redis": redis, "workers": workers}
        settings = Settings.read(**flags, origins=origins, secure=secure or None, root_path=root_path).checked()
        warm_law()
    run(settings, browser=browser, as_json=as_json)
