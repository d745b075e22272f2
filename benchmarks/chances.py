"""Tables of the packaged fits for docs/strength.md: expert's strength, and how well its chances are calibrated.

`python -m benchmarks.chances` writes what `gambero train --chances` measured; it plays no game.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"
BEGIN, END = "<!-- chances: begin -->", "<!-- chances: end -->"
NAMES = {"plain": "classic", "professional": "professional", "on_fire": "on fire", "commands": "extreme"}
TENTHS = 10


def cells() -> dict[str, list[dict[str, Any]]]:
    """The cells measured, by kind of game, each number of players once: a file for one number goes before the rest."""
    found: dict[str, list[dict[str, Any]]] = {}
    weights = files("gambero.bots.team") / "weights"
    for kind in NAMES:
        by_players: dict[int, dict[str, Any]] = {}
        for name in (f"chances-{kind}.json", *(f"chances-{kind}-{players}.json" for players in range(1, 6))):
            if (weights / name).is_file():
                told = json.loads((weights / name).read_text("utf-8"))["cells"]
                by_players |= {cell["players"]: cell for cell in told}
        if by_players:
            found[kind] = [by_players[players] for players in sorted(by_players)]
    return found


def table() -> str:
    """Both tables, as Markdown."""
    found = cells()
    lines = [
        "| game | players | games | won | 95% interval | ms a turn | 99th percentile | turns | error | error as said |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind, measured in found.items():
        for cell in measured:
            low, high = cell["interval"]
            lines.append(
                f"| {NAMES[kind]} | {cell['players']} | {cell['games']} | {cell['won']:.0%} | {low:.0%} to {high:.0%} "
                f"| {cell['ms']:.0f} | {cell['ms_99']:.0f} | {cell['turns']:,} "
                f"| {100 * cell['error']:.1f} | {100 * cell['error_as_said']:.1f} |"
            )
    lines += ["", "Share won, where the chance said lay in each tenth, all numbers of players together:", ""]
    tenths = [f"{10 * tenth}–{10 * tenth + 10} %" for tenth in range(TENTHS)]
    lines += [f"| game | {' | '.join(tenths)} |", f"| --- |{' ---: |' * TENTHS}"]
    for kind, measured in found.items():
        turns, won = [0] * TENTHS, [0.0] * TENTHS
        for cell in measured:
            for count, said, share in cell["bins"]:
                at = min(int(said * TENTHS), TENTHS - 1)
                turns[at] += count
                won[at] += count * share
        shares = [f"{100 * won[at] / turns[at]:.0f}" if turns[at] else "" for at in range(TENTHS)]
        lines.append(f"| {NAMES[kind]} | {' | '.join(shares)} |")
    return "\n".join(lines)


def main() -> None:
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
