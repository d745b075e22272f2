"""`gambero bots`: the bots there are."""

import sys


def bots() -> None:
    """List the bots: which games they play, and how."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from gambero.bots import listed

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    found = listed()
    for info in found:
        if info.fault is None:
            table.add_row(info.name, Text(info.thinks))
    Console(highlight=False).print(table)
    for info in found:
        if info.fault is not None:
            print(f"gambero: {info.fault}", file=sys.stderr)
