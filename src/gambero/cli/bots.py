"""`gambero bots`: the bots there are."""

import sys


def bots() -> None:
    """Who can play, and how they think."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from gambero.bots import thoughts

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    found, faults = thoughts()
    for name, thinks in found.items():
        table.add_row(name, Text(thinks))
    Console(highlight=False).print(table)
    for fault in faults:
        print(f"gambero: {fault}", file=sys.stderr)
