"""Make puzzles from self-play, or from records of finished games."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import Any

from gambero.arguments import is_whole, quoted
from gambero.bots.talk import Signals, with_signals
from gambero.bots.team.planners import CarefulPlanner, spoken
from gambero.game import Game, new_game
from gambero.game.setup import prepared
from gambero.game.team import TeamGame
from gambero.study.puzzles import rate, themes
from gambero.study.puzzles.lines import lines_from, winning_moves
from gambero.study.puzzles.plans import Plan, Plans, plans_for, weigh
from gambero.study.puzzles.puzzle import KINDS, Kind, Puzzle
from gambero.study.solve import cards_left, solve
from gambero.study.turns import taken

# A shipped puzzle must lead by 15 points at over three standard errors. It is made with more to spare, so that it
# holds when the judges are trained anew.
LEAD, ERRORS = 0.15, 3.0
WANTED_LEAD, WANTED_ERRORS = 0.19, 4.0
SCREENED = 0.12  # a rough lead worth a closer look, which must find as much
ROUGH = {True: 24, False: 120}  # looks at a turn to play it, by whether the game is a team's
LOOKS = {True: 480, False: 600}  # for a closer look, at more plans than expert itself would try
COMPARED = 6  # plans weighed in the end
WORLDS = 128  # in which they are weighed
LEAST_CHANCE = 0.2  # of the best plan: a game that is nearly lost is no puzzle
LEAST_PLANS, LEAST_CARDS = 5, 3  # with fewer to choose from, or in hand, there is nothing to puzzle over
EASY = 4  # one in so many turns that greedy finds is kept, for newcomers
MOST_LEFT, FEWEST_LEFT = 12, 6  # cards unlaid in an endgame
MOST_BLIND = 0.03  # of an endgame: if blind play wins more often, it is no puzzle
CARELESS = 0.25  # how often a seat plays like careful in self-play, which gives harder positions
SPREAD = 1.6  # times its fair share that one kind of game may have


@dataclass(frozen=True)
class Cell:
    """A kind of game to play."""

    game: str
    players: int
    options: Mapping[str, bool] = field(default_factory=dict)


CELLS = (
    *(Cell("classic", players) for players in (1, 2, 3, 4, 5)),
    *(Cell("classic", players, {"professional": True}) for players in (1, 2, 3)),
    *(Cell("classic", players, {"on_fire": True}) for players in (1, 2, 3)),
    Cell("classic", 2, {"short_hands": True}),
    Cell("classic", 2, {"professional": True, "on_fire": True}),
    *(Cell("extreme", players) for players in (1, 2, 3, 4)),
    Cell("extreme", 2, {"professional": True}),
    *3 * (Cell("duel", 2),),
    Cell("duel", 2, {"last_card_wins": True}),
)


def make(count: int, seed: int = 0, cells: Sequence[Cell] = CELLS, kinds: Collection[Kind] = KINDS) -> Iterator[Puzzle]:
    """Yield puzzles from games of expert and careful against themselves; the same seed gives the same puzzles."""
    if not is_whole(count) or count < 1:
        raise ValueError(f"count must be a whole number from 1, not {quoted(count)}")
    if not is_whole(seed) or seed < 0:
        raise ValueError(f"seed must be a whole number from 0, not {quoted(seed)}")
    most = ceil(SPREAD * count / sum(kind in kinds for cell in cells for kind in kinds_of(cell)))
    made: Counter[tuple[int, Kind]] = Counter()
    chance, done = Random(seed), 0
    while done < count:
        for at, cell in enumerate(cells):
            wanted: set[Kind] = {kind for kind in kinds_of(cell) if kind in kinds and made[at, kind] < most}
            if not wanted:
                continue
            deal = {"seed": chance.getrandbits(32)}
            game = new_game(cell.game, players=cell.players, **cell.options, **deal)
            for puzzle in _each(_Source(game, deal), played(game, chance.getrandbits(32), wanted), wanted):
                made[at, puzzle.kind] += 1
                done += 1
                yield puzzle
                if done == count:
                    return


def kinds_of(cell: Cell) -> tuple[Kind, ...]:
    """Which puzzles a kind of game has: only what a team can beat has endgames that can be proved."""
    team = prepared(cell.game, players=cell.players, seed=0).spec.team
    return ("best_turn", "lay_all") if team else ("best_turn",)


def from_games(games: Iterable[Game]) -> Iterator[Puzzle]:
    """Yield puzzles from finished games. ValueError for a running one: a puzzle of it would be a hint."""
    for game in games:
        if not game.spec.turns:
            raise ValueError(f"puzzles are made of turns, and {game.game} has none")
        if not game.over:
            raise ValueError(f"puzzles are made of finished games, not of {quoted(game)}")
        deal: dict[str, Any] = {"deck": game.deck}
        if game.commands and game.commands != prepared(game.game, seed=0).commands:
            deal["commands"] = game.commands
        yield from _each(_Source(game, deal), replayed(game), {"best_turn", "lay_all"})


@dataclass(frozen=True)
class _Source:
    """The game that puzzles are taken from, and the arguments of its deal."""

    game: Game
    deal: Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """The start of a turn: the game, and what the others signal."""

    game: Game
    said: Mapping[int, Signals]
    plans: list[tuple[Plan, float]]  # what a rough look found
    makes: Plans

    @property
    def seat(self) -> int:
        seat = self.game.to_move
        assert seat is not None
        return seat


def played(game: Game, seed: int, wanted: Collection[Kind]) -> Iterator[Moment]:
    """Play a game of expert and careful against themselves; yields each turn's start before it is played.

    Where only an endgame is wanted careful plays alone, which takes a hundredth of the time.
    """
    makes, chance = plans_for(game.game), Random(seed)
    careless = CarefulPlanner()
    if game.to_move is None:
        game.move(f"@{chance.randrange(game.players)}")
    while not game.over:
        said = signals_at(game)
        view = with_signals(game.view(game.to_move), dict(said))
        if "best_turn" in wanted:
            plans = makes.found(view, ROUGH[game.spec.team], chance.getrandbits(32))
        else:
            plans = [(tuple(careless.plan(view, None)), 0.0)]
        if not plans:
            return
        yield Moment(game, said, plans, makes)
        plan = plans[0][0]
        if chance.random() < CARELESS:
            plan = tuple(careless.plan(view, None)) if game.spec.team else plans[chance.randrange(len(plans))][0]
        for move in plan:
            game.move(move)


def replayed(game: Game) -> Iterator[Moment]:
    """The turns of a finished game, as they began."""
    makes = plans_for(game.game)
    for turn in taken(game):
        again = game.before(turn.first)
        plans = makes.found(again.view(turn.seat), ROUGH[game.spec.team], turn.first)
        if plans:
            yield Moment(again, {}, plans, makes)


def signals_at(game: Game) -> dict[int, Signals]:
    """What the mover's mates would say, as bots do."""
    if not game.spec.signals or game.view(None)["silence"]:
        return {}
    return {seat: spoken(game.view(seat)) for seat in range(game.players) if seat != game.to_move and game.hand(seat)}


def _each(source: _Source, moments: Iterator[Moment], wanted: set[Kind]) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from one game, so that no two are alike."""
    wanted = set(wanted)
    for moment in moments:
        for kind, look in (("best_turn", best_turn), ("lay_all", lay_all)):
            if kind in wanted and (puzzle := look(source.game, source.deal, moment)) is not None:
                wanted.discard(puzzle.kind)
                yield puzzle
        if not wanted:
            return


def best_turn(source: Game, deal: Mapping[str, Any], moment: Moment) -> Puzzle | None:
    """A puzzle if one plan for this turn is far better than all others."""
    plans = moment.plans
    if not _leads(plans) or len(plans) < LEAST_PLANS or len(moment.game.hand(moment.seat)) < LEAST_CARDS:
        return None
    game, makes = moment.game, moment.makes
    puzzle = Puzzle(
        "best_turn", source.game, source.players, _chosen(source), deal, _log(game), (), 0, said=moment.said
    )
    view, seed = puzzle.view(), int(puzzle.id, 16)
    plans = makes.found(view, LOOKS[game.spec.team], seed, wide=True)
    if not _leads(plans):
        return None
    top = [plan for plan, _ in plans[:COMPARED]]
    found = weigh(makes, view, top, WORLDS, seed)
    lead, noise = found.lead()
    if lead < WANTED_LEAD or lead <= WANTED_ERRORS * noise or found.chances[0] < LEAST_CHANCE:
        return None
    others = sorted(zip(top[1:], found.chances[1:], strict=True), key=lambda other: -other[1])
    simple = rate.turn_found_by(makes, view, game, top[0])
    if "greedy" in simple and seed % EASY:
        return None
    return Puzzle(
        "best_turn", source.game, source.players, _chosen(source), deal, _log(game), top[0],
        rate.of_turn(simple, len(plans), lead),
        themes.of_turn(game, view, top[0], others[0][0]),
        said=moment.said, chance=found.chances[0], others=tuple(others[:2]),
    )  # fmt: skip


def _leads(plans: list[tuple[Plan, float]]) -> bool:
    """Might the first plan be far better than the others?"""
    return len(plans) > 1 and plans[0][1] - plans[1][1] >= SCREENED and plans[0][1] >= LEAST_CHANCE


def lay_all(source: Game, deal: Mapping[str, Any], moment: Moment) -> Puzzle | None:
    """A puzzle if this endgame can be won, all cards known, but not by blind or greedy play."""
    game = moment.game
    if not isinstance(game, TeamGame) or not FEWEST_LEFT <= cards_left(game) <= MOST_LEFT:
        return None
    lines = lines_from(game)
    if lines is None or not 0 < lines.blind <= MOST_BLIND:
        return None
    simple = rate.line_found_by(game)
    if "greedy" in simple or len(winning_moves(game)) == len(game.moves()):
        return None
    solution = solve(game)
    assert solution.won
    return Puzzle(
        "lay_all", source.game, source.players, _chosen(source), deal, _log(game), solution.moves,
        rate.of_line(simple, lines),
        themes.of_line(game, solution.moves),
        lines=lines.lines, wins=lines.wins,
    )  # fmt: skip


def _chosen(game: Game) -> dict[str, bool]:
    return {name: True for name, on in game.options.items() if on}


def _log(game: Game) -> tuple[str, ...]:
    return tuple(move for _, move in game.log)
