"""`make drill`: faults under play, on both stores; the figures go to docs/reliability.md."""

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path

from drills import report
from drills.drill import drill

EXAMPLE = 'example: make drill ARGS="--faults 10 --store sqlite --dry"'


def main() -> None:
    parser = argparse.ArgumentParser("python -m drills", description=__doc__, epilog=EXAMPLE)
    parser.add_argument("--faults", type=int, default=100, help="how many, on each store (default: 100)")
    parser.add_argument("--store", choices=["sqlite", "postgresql"], help="one store instead of both")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same plan (default: 1)")
    parser.add_argument("--history", type=Path, help="a file to keep what the clients saw, for drills.checker")
    parser.add_argument("--dry", action="store_true", help="print the figures, do not write them to the page")
    given = parser.parse_args()
    if given.faults < 1:
        parser.error(f"--faults must be 1 or more, not {given.faults}")
    found = False
    for store in (given.store,) if given.store else ("sqlite", "postgresql"):
        outcome = asyncio.run(drill(store, given.faults, given.seed, partial(print, flush=True)))
        if given.history:
            outcome.history.write(given.history.with_suffix(f".{store}"))
        print(report.section(outcome), flush=True)
        if not given.dry:
            report.keep(outcome)
        found = found or bool(outcome.findings)
    sys.exit(found)


if __name__ == "__main__":
    main()
