"""A hint on demand in a team game: what expert would lay, how likely that wins, and what else there is.

From a view alone, as plain data. `why` has a few stable keys that a page can put in its own words:

    trick, pile           a step back
    puts_out, pile        covers a fire
    keeps_pile, pile      lays nothing here, where another plan does
    keeps_trick, pile     a step back for the top that will lie here stays in hand
    heeds, pile, seat, signal    does as this seat asked, where another plan does not or a card would have cost no more
    despite, pile, seat, signal  does not do as this seat asked
    minimum, cards        lays no more than must be
    wins                  lays the last card of the game
    lost                  no end of the turn can be reached
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from gambero.arguments import check_seconds, quoted
from gambero.bots.talk import signals_in
from gambero.bots.team import greedy
from gambero.bots.team.chances import corrected
from gambero.bots.team.expert import Thinking, estimates
from gambero.bots.team.planners import ExpertPlanner, moves_to, weights_for
from gambero.bots.team.weigh import SMALL_STEP
from gambero.game import GAMES
from gambero.game.base import View
from gambero.game.notation import TEAM_PILES
from gambero.rules.classic import ascends
from gambero.rules.piles import step_back
from gambero.rules.team import BEATEN

HINTED = tuple(spec.id for spec in GAMES.values() if spec.hints)
OTHERS = 3  # plans shown besides the best

Reason = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The rest of a turn."""

    moves: tuple[str, ...]
    costs: tuple[int, ...]  # by card, how much of its pile's range it uses up; a step back gives ten back
    chance: float  # to win the game, 0 to 1, if everybody goes on like expert


@dataclass(frozen=True)
class Advice:
    """The best plan for the rest of a turn, others, and the reasons for the best."""

    best: Plan
    others: tuple[Plan, ...]  # other ends of the turn, best first
    why: tuple[Reason, ...]  # of the best

    @property
    def words(self) -> str:
        """The same in one to three sentences."""
        if {"why": "lost"} in self.why:
            return f"{_spoken(self.best)}, though this turn cannot be brought to an end any more: the game is lost."
        if {"why": "wins"} in self.why:
            return f"{_spoken(self.best)}: the game is won."
        first = f"{_spoken(self.best)}: {_in_100(self.best.chance)} such games are won."
        return " ".join([first, *(_compared(other, self.best) for other in self.others[:2])])

    def as_json(self) -> dict[str, Any]:
        best, *others = (asdict(plan) | {"moves": [*plan.moves], "costs": [*plan.costs]} for plan in self.plans)
        return {"best": best, "others": others, "why": [*self.why], "words": self.words}

    @property
    def plans(self) -> tuple[Plan, ...]:
        return self.best, *self.others


def advise(view: View, seconds: float | None = None, seed: int | None = None) -> Advice:
    """Advise the seat to move in a team game on the rest of its turn.

    `seconds` limits the search; without it the same seed gives the same advice.
    """
    _check(view, seconds)
    planner = ExpertPlanner(Random(seed).getrandbits(64), Thinking(always=True))
    if planner.search(view, seconds) < 0:
        move = greedy.chosen(view)
        return Advice(Plan((move,), costs(view, [move]), 0.0), (), ({"why": "lost"},))
    ends = planner.workspace.near.ends
    plans = []
    for end, chance in estimates(planner.workspace, planner.thinking)[: 1 + OTHERS]:
        moves = moves_to(ends, end)
        plans.append((Plan(tuple(moves), costs(view, moves), round(corrected(view, chance), 3)), end))
    best, end = plans[0]
    others = tuple(plan for plan, _ in plans[1:])
    why = reasons(view, best, others) + ([{"why": "wins"}] if ends[end]["outcome"] == BEATEN else [])
    return Advice(best, others, tuple(why))


def _check(view: View, seconds: float | None) -> None:
    if not isinstance(view, Mapping) or not {"game", "seat", "over", "to_move", "moves"} <= view.keys():
        raise ValueError(f"view must be what a game's view(seat) gives, not {quoted(view)}")
    if view["game"] not in HINTED:
        raise ValueError(f"advice is for {' and '.join(HINTED)}, not for {view['game']}")
    if view["seat"] is None:
        raise ValueError("advice is for a seat, and a spectator has none")
    if view["over"]:
        raise ValueError("there is nothing to advise: the game is over")
    if view["to_move"] is None:
        raise ValueError("there is nothing to advise before somebody starts")
    if view["to_move"] != view["seat"]:
        raise ValueError(f"advice is for the seat to move, {view['to_move']}, not for seat {view['seat']}")
    check_seconds(seconds)


def _lays(plan: Plan) -> list[tuple[int, str]]:
    return [(int(move[:-1]), move[-1]) for move in plan.moves if move != "."]


def _up(pile: str) -> bool:
    return bool(ascends(TEAM_PILES.index(pile)))


def _cost(pile: str, top: int, card: int) -> int:
    return card - top if _up(pile) else top - card


def _tops(view: View) -> dict[str, int]:
    return dict(zip(TEAM_PILES, view["piles"], strict=True))


def costs(view: View, moves: list[str]) -> tuple[int, ...]:
    """What each card of a turn uses up of its pile's range."""
    tops = _tops(view)
    costs = []
    for move in moves:
        if move != ".":
            card, pile = int(move[:-1]), move[-1]
            costs.append(_cost(pile, tops[pile], card))
            tops[pile] = card
    return tuple(costs)


def reasons(view: View, best: Plan, others: tuple[Plan, ...]) -> list[Reason]:
    """Why the best plan is better than others."""
    lays = _lays(best)
    tops = _tops(view) | {pile: card for card, pile in lays}
    laid_on = _used((best,))
    tricks = {pile for (_, pile), cost in zip(lays, best.costs, strict=True) if cost < 0}
    burning = {*view["fires"]["due"], *view["fires"]["fresh"]}
    ignored, tempting = against(view, best), _tempting(view, best)
    refused = set().union(*(against(view, other) for other in others))
    heeded = {(seat, pile) for seat, pile in _asked(view) if pile in tempting or (seat, pile) in refused} - ignored
    left_to_others = {pile for _, pile in heeded}
    kept = set(view["hand"]) - {card for card, _ in lays}
    backs = {pile: step_back(_up(pile), top) for pile, top in tops.items()}
    why: list[Reason] = [
        *({"why": "trick", "pile": pile} for pile in sorted(tricks)),
        *({"why": "puts_out", "pile": pile} for pile in sorted(laid_on & burning)),
        *(_about_signal("heeds", view, seat, pile) for seat, pile in sorted(heeded)),
        *(_about_signal("despite", view, seat, pile) for seat, pile in sorted(ignored)),
        *({"why": "keeps_pile", "pile": pile} for pile in sorted(_used(others) - laid_on - left_to_others)),
        *({"why": "keeps_trick", "pile": pile} for pile, back in backs.items() if back in kept),
    ]
    if best.moves[-1] == "." and len(lays) == view["minimum"] > 0:
        why.append({"why": "minimum", "cards": len(lays)})
    return why


def _about_signal(why: str, view: View, seat: int, pile: str) -> Reason:
    return {"why": why, "pile": pile, "seat": seat, "signal": signals_in(view)[seat]["piles"][pile]}


def _used(plans: tuple[Plan, ...]) -> set[str]:
    return {pile for plan in plans for _, pile in _lays(plan)}


def _tempting(view: View, plan: Plan) -> set[str]:
    """Other piles on which a card of the plan would have cost no more."""
    lays = zip(_lays(plan), plan.costs, strict=True)
    tops = _tops(view).items()
    return {pile for (card, _), cost in lays for pile, top in tops if 0 < _cost(pile, top, card) <= cost}


def _asked(view: View) -> dict[tuple[int, str], int]:
    """How far others may go on a pile, for each seat and pile with a signal, by the measure that careful uses."""
    most = {"mine": 0, "small": int(weights_for(view)[SMALL_STEP])}
    said = ((seat, pile, word) for seat, words in signals_in(view).items() for pile, word in words["piles"].items())
    return {(seat, pile): most[word] for seat, pile, word in said if word in most}


def against(view: View, plan: Plan) -> set[tuple[int, str]]:
    """The signals that a plan goes against, as (seat, pile)."""
    steps = dict.fromkeys(TEAM_PILES, 0)
    for (_, pile), cost in zip(_lays(plan), plan.costs, strict=True):
        steps[pile] += cost
    return {(seat, pile) for (seat, pile), most in _asked(view).items() if steps[pile] > most}


# In English.


def _laid(plan: Plan, since: int = 0) -> str:
    lays = [
        f"{card} on {pile}{' with the step back' if cost < 0 else ''}"
        for (card, pile), cost in zip(_lays(plan), plan.costs, strict=True)
    ]
    return ", then ".join(lays[since:])


def _spoken(plan: Plan) -> str:
    if plan.moves == (".",):
        return "End the turn"
    comma = "," if len(plan.costs) > 1 else ""
    return f"Lay {_laid(plan)}{f'{comma} and end the turn' if plan.moves[-1] == '.' else ''}"


def _compared(other: Plan, best: Plan) -> str:
    mine, theirs = _lays(best), _lays(other)
    if not theirs:
        how = "Ending at once"
    elif theirs == mine[: len(theirs)]:
        how = f"Ending after {_laid(other)}"
    elif mine == theirs[: len(mine)]:
        how = f"Going on with {_laid(other, len(mine))}" if mine else f"Laying {_laid(other)}"
    else:
        how = f"With {_laid(other)} instead"
    return f"{how}: {_in_100(other.chance)}."


def _in_100(chance: float) -> str:
    if chance < 0.005:
        return "fewer than 1 in 100"
    if chance > 0.995:
        return "more than 99 in 100"
    return f"about {round(100 * chance)} in 100"
