"""How fast a game was played in which everyone plays at once: from a record that tells when moves came."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Literal

from gambero.game.base import Game

Act = Literal["laid", "drew", "face_down", "turned_up", "mistake", "late"]
ACTS: dict[str, Act] = {"+": "drew", "x": "face_down", "^": "turned_up"}
REFUSED: dict[str, Act] = {"wrong": "mistake", "late": "late"}
LAYS: tuple[Act, ...] = ("laid", "face_down")


@dataclass(frozen=True)
class PaceAct:
    """What a seat did, and when. `seat` is None where the bottom card was turned up, which no seat does."""

    at: float  # seconds since go
    seat: int | None
    act: Act
    move: str


@dataclass(frozen=True)
class PaceWait:
    """A time in which a seat had a card that fitted and did not lay one."""

    seat: int
    since: float
    until: float

    @property
    def seconds(self) -> float:
        return self.until - self.since


@dataclass(frozen=True)
class PaceSeat:
    """How a seat played: counts, and seconds."""

    laid: int
    drew: int
    mistakes: int
    late: int
    unused: float  # for which a card that fitted lay in the hand
    longest: float  # of these times
    best_run: int  # cards laid without anybody else's between them


@dataclass(frozen=True)
class Pace:
    """A finished game of tension: how long cards that fitted lay unused, mistakes, and who did what when."""

    game: str
    players: int
    seconds: float
    seats: tuple[PaceSeat, ...]
    timeline: tuple[PaceAct, ...]
    waits: tuple[PaceWait, ...]

    def _repr_html_(self) -> str:
        """A notebook shows the timeline."""
        from gambero.study.page import for_notebook, timeline

        return for_notebook(timeline(self))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def pace(game: Game) -> Pace:
    """The pace of a finished game whose record has times; ValueError if it has none."""
    story = game.story
    if story is None or not story.times:
        raise ValueError(
            "the game must be a record with times (version 2), as servers write them: nobody noted when its cards came"
        )
    acts = [
        *(PaceAct(at / 1000, seat, _act(move), move) for (seat, move), at in zip(game.log, story.times, strict=True)),
        *(PaceAct(one.at / 1000, int(one.move[0]), REFUSED[one.why], one.move) for one in story.tried),
    ]
    timeline = tuple(sorted(acts, key=lambda act: act.at))
    waits = tuple(sorted(_waits(game, [at / 1000 for at in story.times]), key=lambda wait: (wait.since, wait.seat)))
    seats = tuple(_seat(seat, timeline, waits) for seat in range(game.players))
    return Pace(game.game, game.players, story.times[-1] / 1000, seats, timeline, waits)


def _act(move: str) -> Act:
    return ACTS.get(move[-1], "laid")


def _seat(seat: int, timeline: tuple[PaceAct, ...], waits: tuple[PaceWait, ...]) -> PaceSeat:
    acts = [act.act for act in timeline if act.seat == seat]
    unused = [wait.seconds for wait in waits if wait.seat == seat]
    layers = [act.seat for act in timeline if act.act in LAYS]
    runs = [len(list(run)) for layer, run in groupby(layers) if layer == seat]
    return PaceSeat(
        laid=sum(acts.count(act) for act in LAYS),
        drew=acts.count("drew"),
        mistakes=acts.count("mistake"),
        late=acts.count("late"),
        unused=sum(unused),
        longest=max(unused, default=0.0),
        best_run=max(runs, default=0),
    )


def _waits(game: Game, times: list[float]) -> Iterator[PaceWait]:
    """Play the game again; a seat waits from when a card of its hand fits until it lays one, or none fits any more."""
    again = game.before(0)
    since: dict[int, float] = {}
    now = 0.0
    for at, (seat, move) in zip((0.0, *times), ((None, ""), *game.log), strict=True):
        now = at
        if move:
            again.move(move)
        for one in range(game.players):
            fits = not again.over and any(_act(lay) in LAYS for lay in again.moves(one))
            laid = one == seat and _act(move) in LAYS
            if one in since and (laid or not fits):
                if now > since[one]:
                    yield PaceWait(one, since[one], now)
                del since[one]
            if fits:
                since.setdefault(one, now)
