"""The page docs/reliability.md: below its mark, one section for each store, as the last drill left it."""

from collections import Counter
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path

from drills.drill import Outcome
from drills.faults import FAULTS

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
MARK = "<!-- written below by make drill -->"
TITLES = {"sqlite": "SQLite, one worker", "postgresql": "PostgreSQL and Redis, two workers"}


def section(outcome: Outcome) -> str:
    """What was done, how often, how long until all went on, and what was found."""
    today = datetime.now(UTC).date().isoformat()
    count = sum(len(step.names) for step in outcome.steps)
    lines = [
        f"{count} faults on {today}, seed {outcome.seed}, {outcome.seconds / 60:.0f} minutes, {cpu_count()} cores, "
        "shared and noisy.",
        "",
        "| fault | times | longest until all tables went on |",
        "|---|---|---|",
    ]
    times = Counter(name for step in outcome.steps for name in step.names)
    for name, one in FAULTS.items():
        if times[name]:
            longest = max(step.until_all_went_on for step in outcome.steps if name in step.names)
            lines.append(f"| {one.what} | {times[name]} | {longest:.1f} s |")
    lines += ["", "| what | figure |", "|---|---|"]
    lines += [f"| {what} | {figure} |" for what, figure in outcome.figures.items()]
    lines += ["", *(f"- Found: {finding}" for finding in outcome.findings)] if outcome.findings else []
    return "\n".join(lines)


def keep(outcome: Outcome) -> None:
    """Write a store's section anew; the other stays as it is."""
    above, _, below = PAGE.read_text("utf-8").partition(MARK)
    before = dict(part.split("\n\n", 1) for part in f"\n{below.strip()}\n".split("\n## ")[1:])
    sections = {**{title: text.strip() for title, text in before.items()}, TITLES[outcome.store]: section(outcome)}
    known = [title for title in TITLES.values() if title in sections]
    PAGE.write_text(f"{above}{MARK}\n" + "".join(f"\n## {one}\n\n{sections[one]}\n" for one in known), "utf-8")
