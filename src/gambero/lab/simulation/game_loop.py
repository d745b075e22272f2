"""One game between bots that choose from views: any game, any mix of bots."""

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush

from gambero.arguments import quoted
from gambero.bots import Bot
from gambero.bots.talk import Signals, with_signals
from gambero.errors import IllegalMove, one_line
from gambero.game import Game

WRONG_CARD_WAIT = 0.5  # T13, in seconds of the game
MOST_ACTS = 50_000  # a game of tension takes hundreds; bots that only lay wrong cards would never end it

Stopped = Callable[[], bool]


class Interrupted(Exception):
    """The game was stopped before its end."""


class Faulty(Exception):
    """A bot raised an exception or chose an illegal move: which seat, and at which move of the log, counted from 1."""

    def __init__(self, seat: int, move: int, did: str) -> None:
        super().__init__(did)
        self.seat = seat
        self.move = move


def _failed(game: Game, seat: int, wrong: Exception) -> Faulty:
    return _faulty(game, seat, f"failed: {one_line(wrong)}")


def _faulty(game: Game, seat: int, did: str) -> Faulty:
    return Faulty(seat, len(game.log) + 1, did)


def play(game: Game, bots: Sequence[Bot], seconds: float | None, starter: int | None, stopped: Stopped) -> int:
    """Play to the end; returns how many turns began, or where there are no turns how many moves were made.

    Raises Faulty at a bot's fault, and Interrupted once `stopped()` is true.
    """
    if game.spec.turns:
        return _in_turns(game, bots, seconds, starter, stopped)
    return _at_once(game, bots, stopped)


def _in_turns(game: Game, bots: Sequence[Bot], seconds: float | None, starter: int | None, stopped: Stopped) -> int:
    if game.to_move is None:
        game.move(f"@{_most_eager(game, bots) if starter is None else starter}")
    turns, signals = 1, _signals(game, bots)
    while (seat := game.to_move) is not None:
        if stopped():
            raise Interrupted
        view = game.view(seat)
        if signals:
            view = with_signals(view, signals)
        try:
            move = bots[seat].choose(view, seconds)
        except Exception as wrong:
            raise _failed(game, seat, wrong) from wrong
        events = _moved(game, seat, move)
        if game.over:
            turns += game.view(None)["turn"]["laid"] == 0  # also counts a turn in which nothing could be laid
        elif events[-1]["event"] == "turn":
            turns += 1
            signals = _signals(game, bots)
    return turns


def _most_eager(game: Game, bots: Sequence[Bot]) -> int:
    """C4: the seat that would start most gladly; of several as eager the lowest."""
    if all(type(bot).eagerness is Bot.eagerness for bot in bots):
        return 0
    eager = []
    for seat, bot in enumerate(bots):
        try:
            eager.append(int(bot.eagerness(game.view(seat))))
        except Exception as wrong:
            raise _failed(game, seat, wrong) from wrong
    return eager.index(max(eager))


def _signals(game: Game, bots: Sequence[Bot]) -> dict[int, Signals]:
    """What all but the mover say before a turn of a team game (C15, E3); nothing under silence (E12)."""
    signals: dict[int, Signals] = {}
    if not game.spec.signals or game.over:
        return signals
    for seat, bot in enumerate(bots):
        if seat != game.to_move and type(bot).says is not Bot.says:
            view = game.view(seat)
            if view["silence"]:
                return {}
            if view["hand"]:
                try:
                    signals[seat] = {**bot.says(view)}
                except Exception as wrong:
                    raise _failed(game, seat, wrong) from wrong
    return signals


def _text(game: Game, seat: int, move: object) -> str:
    if not isinstance(move, str):
        raise _faulty(game, seat, f"chose {quoted(move)}, which is no move")
    return move


def _moved(game: Game, seat: int, move: str) -> list[dict[str, object]]:
    try:
        return game.move(_text(game, seat, move))
    except IllegalMove as wrong:
        raise _faulty(game, seat, f"chose a move that is not allowed: {wrong}") from wrong


def _at_once(game: Game, bots: Sequence[Bot], stopped: Stopped) -> int:
    """Tension in simulated time: the seat due first gets its view, acts, and is due again after its reaction."""
    moves = _free(game)
    due = _go(game, bots, 0.0)
    for _ in range(MOST_ACTS):
        if game.over:
            return moves
        if stopped():
            raise Interrupted
        now, seat = heappop(due)
        view = game.view(seat)
        wait = 0.0
        if view["moves"]:  # else there is nothing to do but watch
            try:
                move = bots[seat].choose(view)
            except Exception as wrong:
                raise _failed(game, seat, wrong) from wrong
            try:
                game.move(_text(game, seat, move))
                moves += 1
            except IllegalMove:
                wait = WRONG_CARD_WAIT
        heappush(due, (now + wait + _reaction(game, bots, seat), seat))
        turned = _free(game)
        if turned:  # T10: everyone stopped, and the starter says go again
            moves += turned
            due = _go(game, bots, now)
    raise _faulty(game, seat, f"and the others did not end the game in {MOST_ACTS} acts")


def _go(game: Game, bots: Sequence[Bot], now: float) -> list[tuple[float, int]]:
    """When each seat acts next, after a common start."""
    due = [(now + _reaction(game, bots, seat), seat) for seat in range(len(bots))]
    heapify(due)
    return due


def _reaction(game: Game, bots: Sequence[Bot], seat: int) -> float:
    try:
        return float(bots[seat].reaction())
    except Exception as wrong:
        raise _failed(game, seat, wrong) from wrong


def _free(game: Game) -> int:
    """T10: bottom cards go on top until somebody can play or the game is over; returns how many."""
    turned = 0
    while not game.over and game.can("^"):
        game.move("^")
        turned += 1
    return turned
