"""Analyse a finished game: the chance to win before and after each turn, from what its seat could know."""

from collections.abc import Callable, Generator, Iterator
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import overload

from gambero.arguments import is_whole, quoted
from gambero.bots.talk import Signals, with_signals
from gambero.game.base import Game
from gambero.game.duel import DuelGame
from gambero.game.replay import replay
from gambero.game.team import TeamGame
from gambero.game.tension import TensionGame
from gambero.rules.compiled import fingerprint
from gambero.study.analysis import Analysis, TurnReview
from gambero.study.duel_turns import DuelTurns
from gambero.study.pace import Pace, pace
from gambero.study.solve import winning_line
from gambero.study.team_turns import TeamTurns
from gambero.study.turns import Turn, taken
from gambero.study.weighing import Budget, Weighed

WORLDS = 256  # in which a turn is looked at, if there is no time limit
SOLVING = 0.2  # the share of the time in which a win with all cards known is looked for
SOLVES = 6  # positions that are solved for that, about

Said = Callable[[int], dict[int, Signals]]  # what was signalled before the move at this place of the log, by seat
Win = tuple[int, tuple[str, ...]] | None  # the place of a turn, and a line that wins from its start


@overload
def analyse(  # type: ignore[overload-overlap]  # of a record one cannot know
    game: TensionGame,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    said: Said | None = None,
) -> Pace: ...
@overload
def analyse(
    game: Game | str,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    said: Said | None = None,
) -> Analysis: ...
def analyse(
    game: Game | str,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    said: Said | None = None,
) -> Analysis | Pace:
    """What a finished game of classic, extreme or duel was worth, turn by turn; also from the text of its record.

    Chances are what expert gives itself at that moment from that seat's view, in worlds that are the same for what it
    would have laid and for what was laid. `seconds` is about how long it may take; without it the same seed gives the
    same analysis. `progress` is called with 1 after each turn. `said` tells what was signalled, if the record does
    not. Of tension, where everyone plays at once, it is the Pace, for which the record must have times.
    """
    reviewing = steps(game, seconds, seed, said)
    while True:
        try:
            review = next(reviewing)
        except StopIteration as end:
            found: Analysis | Pace = end.value
            return found
        if progress and review:
            progress(1)


Steps = Generator[TurnReview | None, None, Analysis | Pace]


def steps(game: Game | str, seconds: float | None = None, seed: int = 0, said: Said | None = None) -> Steps:
    """The same analysis in steps of some tenths of a second, for callers with other work in between.

    A step yields the review of the next turn, or None. A turn's luck is known when the next one has been looked at.
    """
    game = _finished(game)
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, int | float) or not (isfinite(seconds) and seconds > 0)
    ):
        raise ValueError(f"seconds must be a number above 0, or None, not {quoted(seconds)}")
    if not is_whole(seed) or seed < 0:
        raise ValueError(f"seed must be a whole number from 0, not {quoted(seed)}")
    if not isinstance(game, TeamGame | DuelGame):
        return _pace(game)
    return _steps(game, taken(game), seconds, int(seed), said or (game.story.signals if game.story else None))


def _pace(game: Game) -> Steps:
    yield None
    return pace(game)


def _steps(game: Game, turns: list[Turn], seconds: float | None, seed: int, said: Said | None) -> Steps:
    began = perf_counter()
    share = None if seconds is None or not turns else seconds * (1 - SOLVING) / len(turns)
    reviews: list[TurnReview] = []
    chances: list[float] = []
    last: tuple[Turn, Weighed] | None = None
    for turn, one in zip(turns, _each(game, turns, seed, Budget(WORLDS, share), said), strict=True):
        chances.append(_of_first(game, turn.seat, one.chance))
        if last:
            reviews.append(_review(game, *last, chances[-1]))
        yield reviews[-1] if last else None
        last = turn, one
    chances.append(_result(game))
    if last:
        reviews.append(_review(game, *last, chances[-1]))
        yield reviews[-1]
    winnable, line = (yield from _last_win(game, turns, seconds)) or (None, ())
    return Analysis(game.game, game.players, tuple(chances), tuple(reviews), winnable, line, perf_counter() - began)


def _review(game: Game, turn: Turn, one: Weighed, after: float) -> TurnReview:
    """`after` is the chance before the next turn, or the result."""
    luck = after - _of_first(game, turn.seat, one.played)
    weighed = one.best, one.chance, one.played, one.noise, one.gap, one.forced
    return TurnReview(turn.seat, turn.first, turn.moves, *weighed, luck=luck)


def _finished(game: Game | str) -> Game:
    if isinstance(game, str):
        game = replay(game)
    if not isinstance(game, Game):
        raise ValueError(f"game must be a game or its record, not {quoted(game)}")
    if not game.over:
        raise ValueError(f"game must be over to be analysed, not {quoted(game)}")
    return game


def _each(game: Game, turns: list[Turn], seed: int, budget: Budget, said: Said | None) -> Iterator[Weighed]:
    """Weigh the turns in order, on a game that is played again beside them."""
    weigher = TeamTurns(seed) if isinstance(game, TeamGame) else DuelTurns(seed)
    again = game.before(turns[0].first) if turns else game
    for turn in turns:
        view = again.view(turn.seat)
        if said is not None and isinstance(game, TeamGame):
            view = with_signals(view, said(turn.first))
        for move in turn.moves:
            again.move(move)
        lost = again.over and again.view(None)["turn"]["laid"] > 0 and turn.seat not in _winners(again)
        yield weigher.weigh(view, turn.moves, lost=lost, budget=budget)


def _winners(game: Game) -> tuple[int, ...]:
    assert game.result is not None
    return game.result.winners


def _result(game: Game) -> float:
    """1 if the team, or in a duel seat 0, won."""
    return 1.0 if 0 in _winners(game) else 0.0


def _of_first(game: Game, seat: int, chance: float) -> float:
    """A seat's chance as the chance of the team, or in a duel of seat 0."""
    return chance if isinstance(game, TeamGame) or seat == 0 else 1 - chance


def _last_win(game: Game, turns: list[Turn], seconds: float | None) -> Generator[None, None, Win]:
    """The last turn at whose start a win was there, all cards known, and that win; yields after each search.

    A game that can be won at some turn could be won at every turn before, so halving finds it.
    """
    if not isinstance(game, TeamGame):
        return None
    limit = None if seconds is None else seconds * SOLVING / SOLVES
    win: Win = None
    low, high = 0, len(turns) - 1
    if game.result is not None and game.result.won:
        low = high
    while low <= high:
        middle = (low + high) // 2
        found = winning_line(game.before(turns[middle].first), limit)
        if found:
            win, low = (middle, found), middle + 1
        else:
            high = middle - 1
        yield None
    return win


def program() -> str:
    """A hash of all code that an analysis depends on, so that one made by other code can be told from it."""
    return fingerprint(Path(__file__))
