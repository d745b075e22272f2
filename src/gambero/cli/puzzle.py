"""`gambero puzzle`: puzzles in a terminal, one after another."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from gambero.cli.play import typed

if TYPE_CHECKING:
    from rich.console import Console

    from gambero.study.puzzles.answer import Verdict
    from gambero.study.puzzles.puzzle import Puzzle

HELP = "Type moves as in 37a 41b . (the point ends a turn), or hint, undo, show, next, quit."
WORDS = {
    "step_back": "a step back",
    "patience": "patience: laying less than you could",
    "last_cards": "the last cards",
    "heed": "heeding a word",
    "fire": "putting the fire out",
    "order": "the order of commands",
    "gift": "a gift to the opponent",
}


def puzzle(
    kind: Annotated[str | None, typer.Option(help="best_turn or lay_all.", show_default="both")] = None,
    game: Annotated[str | None, typer.Option(help="classic, extreme or duel.", show_default="all")] = None,
    theme: Annotated[
        str | None, typer.Option(help="step_back, patience, last_cards, heed, fire, order or gift.", show_default="all")
    ] = None,
    rating: Annotated[int, typer.Option(help="About how hard; it follows how you do.")] = 1200,
    number: Annotated[str | None, typer.Option("--id", metavar="ID", help="This puzzle alone.")] = None,
    puzzles: Annotated[
        Path | None, typer.Option("--file", help="A file of `gambero puzzles make`.", show_default="the package's")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same order.", show_default="by chance")] = None,
) -> None:
    """Solve puzzles: the best turn, or an endgame in which all cards can be laid."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.status("Getting the rules ready"):  # seconds, the first time
        from gambero.study.puzzles import file
        from gambero.study.puzzles.glicko import Rating, played
        from gambero.study.puzzles.puzzle import KINDS
        from gambero.study.puzzles.themes import THEMES

    check("kind", kind, KINDS)
    check("theme", theme, THEMES)
    every = (file.read(puzzles) if puzzles else file.packaged()).puzzles
    left = [one for one in every if kind in (None, one.kind) and game in (None, one.game)]
    left = [one for one in left if theme in (None, *one.themes) and number in (None, one.id)]
    if not left:
        raise ValueError("no puzzle is like that: ask for less")
    chance, you, solved, tried = Random(seed), Rating(float(rating)), 0, 0
    try:
        while left:
            one = nearest(left, you.rating, chance)
            left.remove(one)
            right = Attempt(one, console).run()
            if right is not None:
                tried, solved = tried + 1, solved + right
                you, _ = played(you, Rating(float(one.rating), 80.0), right)
    except (EOFError, KeyboardInterrupt):
        console.print()
    console.print(
        f"{solved} of {tried} solved; your rating is about {you.rating:.0f}." if tried else "Until next time."
    )


def check(name: str, value: str | None, known: Sequence[str]) -> None:
    if value is not None and value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")


def nearest(left: "Sequence[Puzzle]", rating: float, chance: Random) -> "Puzzle":
    """One of the ten puzzles that are nearest to a rating."""
    return chance.choice(sorted(left, key=lambda one: abs(one.rating - rating))[:10])


class Attempt:
    """One puzzle in a terminal."""

    def __init__(self, one: "Puzzle", console: "Console") -> None:
        self.puzzle, self.console = one, console
        self.moves: list[str] = []
        self.hints = 0

    def run(self) -> bool | None:
        """Until it is solved, failed or left; None if it was left."""
        self.draw()
        while True:
            words = typed("> ").split()
            match words:
                case []:
                    continue
                case ["quit" | "q"]:
                    raise EOFError
                case ["next" | "n"]:
                    return None
                case ["hint" | "h"]:
                    self.hint()
                case ["undo" | "u"]:
                    self.undo()
                case ["show" | "s"]:
                    from gambero.study.puzzles.answer import give_up

                    self.tell(give_up(self.puzzle))
                    return False
                case _:
                    right = self.lay(words)
                    if right is not None:
                        return right

    def lay(self, words: list[str]) -> bool | None:
        """Play moves; True or False once the answer is judged."""
        from gambero.study.puzzles.answer import judge, reach

        try:
            reached = reach(self.puzzle, [*self.moves, *words])
        except ValueError as wrong:
            self.console.print(f"{wrong}")
            return None
        self.moves += words
        turn_over = reached.complete or reached.game.view(None)["turn"]["laid"] == 0
        if turn_over:
            verdict = judge(self.puzzle, self.moves)
            if verdict.right is not None:
                self.tell(verdict)
                return verdict.right
        self.draw()
        return None

    def undo(self) -> None:
        """Take back the last card of this turn; what was ended stays."""
        from gambero.study.puzzles.answer import reach

        laid = reach(self.puzzle, self.moves).game.view(None)["turn"]["laid"]
        if laid:
            self.moves.pop()
            self.draw()
        else:
            self.console.print("There is no card of this turn to take back.")

    def hint(self) -> None:
        from gambero.study.puzzles.answer import HINTS, hint

        self.hints = min(self.hints + 1, HINTS)
        found = hint(self.puzzle, self.hints)
        if self.hints == 1:
            self.console.print(f"It is about {' and '.join(WORDS[theme] for theme in found['themes']) or 'care'}.")
        elif self.hints == 2:
            self.console.print(f"First turn: {found['cards']} cards, on {', '.join(found['piles'])}.")
        else:
            self.console.print(f"Begin with {found['first']}.")

    def draw(self) -> None:
        """The table as far as the answer goes."""
        from gambero.study.puzzles.answer import reach
        from gambero.tui import phrases
        from gambero.tui.table import drawn

        one, shown = self.puzzle, reach(self.puzzle, self.moves).as_json(self.puzzle)
        view = shown["view"]
        mine = view["seat"]
        names = ["You" if seat == mine else f"Seat {seat}" for seat in range(one.players)]
        what = "Find the best turn" if one.kind == "best_turn" else "All cards are open: lay them all, for every seat"
        news = [f"Puzzle {one.id}, rated {one.rating}. {what}. {HELP}"]
        news += phrases.signalled({int(seat): said for seat, said in shown["said"].items()}, names)
        for seat, hand in enumerate(shown["hands"] or ()):
            if seat != mine and hand:
                news.append(f"Seat {seat} holds {' '.join(map(str, hand))}.")
        if shown["stock"]:
            news.append(f"The draw pile, next card first: {' '.join(map(str, shown['stock']))}.")
        self.console.print(drawn(view, names, news, self.console))

    def tell(self, verdict: "Verdict") -> None:
        """Right or wrong, and why."""
        said = "[bold green]Right.[/]" if verdict.right else "[bold red]Not this time.[/]"
        self.console.print(f"{said} {explained(self.puzzle, verdict)}")


def explained(one: "Puzzle", verdict: "Verdict") -> str:
    """The solution in a few sentences."""
    from gambero.bots.advice import Advice, Plan, costs
    from gambero.game import GAMES

    line = " ".join(verdict.solution)
    if one.kind == "lay_all":
        return f"{verdict.winning} of {verdict.legal} first moves can win. A line that does: {line}"
    yours = "" if verdict.chance is None or verdict.right else f" Your turn: about {100 * verdict.chance:.0f}."
    view = one.view()
    if GAMES[one.game].hints:
        best, *others = (
            Plan(moves, costs(view, [*moves]), chance) for moves, chance in [(one.solution, one.chance), *one.others]
        )
        return Advice(best, tuple(others), ()).words + yours
    second = f"; next best {' '.join(one.others[0][0])}: about {100 * one.others[0][1]:.0f}" if one.others else ""
    return f"{line}: about {100 * one.chance:.0f} in 100 such duels are won{second}.{yours}"
