"""Why expert's plan for a turn is better than what was played, as a few stable words that a page puts in its own.

What was wrong with the played turn comes first, then what is good about the best:

    jumps, card, pile, cards   lays this card over so many that are still to be laid
    ignored, pile, seat        does not do as this seat asked
    spends_trick, pile         covers a top whose step back was in the hand
    gift, card, pile           a duel's best plan gives a card, and so draws more
    keeps_gift                 a duel's best plan gives nothing, where a card was given
    lost                       the game was lost within the turn
    lays_more, cards           the best plan lays so many cards more

and those of `bots.advice`.
"""

from gambero.bots import advice
from gambero.bots.advice import Reason
from gambero.bots.imagine import unseen
from gambero.game import GAMES
from gambero.game.base import View
from gambero.rules.piles import step_back

MANY = 4  # cards still to be laid that a lay goes over: fewer are no reason
MOST = 4  # reasons
UP = "abA"  # the piles that ascend

Moves = tuple[str, ...]


def reasons(view: View, best: Moves, played: Moves, *, lost: bool = False) -> list[Reason]:
    """Why `best` is better than `played`, both whole turns from the mover's view at the start of the turn."""
    if _places(best) == _places(played):
        return []
    wrong: list[Reason] = [{"why": "lost"}] if lost else []
    wrong += _jumps(view, best, played)
    if GAMES[view["game"]].team:
        plans = tuple(advice.Plan(moves, advice.costs(view, [*moves]), 0.0) for moves in (best, played))
        ignored = advice.against(view, plans[1]) - advice.against(view, plans[0])
        wrong += [{"why": "ignored", "pile": pile, "seat": seat} for seat, pile in sorted(ignored)]
        wrong += _spent(view, best, played)
        good = advice.reasons(view, plans[0], plans[1:])
    else:
        good = _of_duel(view, best, played)
    more = len(_lays(best)) - len(_lays(played))
    if more > 0:
        good.append({"why": "lays_more", "cards": more})
    return [*wrong, *(one for one in good if _tells_apart(one, best, played, wrong))][:MOST]


def _tells_apart(reason: Reason, best: Moves, played: Moves, wrong: list[Reason]) -> bool:
    """Is this a reason for the best plan that the played one does not share, and that is not listed already?"""
    said = {one.get("pile") for one in wrong if one["why"] in ("spends_trick", "ignored")}
    match reason["why"]:
        case "minimum":
            return len(_lays(played)) > len(_lays(best))
        case "keeps_trick":
            return reason["pile"] not in said and any(pile == reason["pile"] for _, pile in _lays(played))
        case "heeds":
            return reason["pile"] not in said
        case _:
            return True


def _lays(moves: Moves) -> list[tuple[int, str]]:
    return [(int(move[:-1]), move[-1]) for move in moves if move != "."]


def _places(moves: Moves) -> list[tuple[int, str]]:
    return sorted(_lays(moves))


def _tops(view: View) -> dict[str, int]:
    """The tops by the mover's names of the piles."""
    names, piles = GAMES[view["game"]].piles, view["piles"]
    if GAMES[view["game"]].team or view["seat"] == 0:
        return dict(zip(names, piles, strict=True))
    return dict(zip(names, [*piles[2:], *piles[:2]], strict=True))


def _still_out(view: View) -> set[int]:
    """Numbers that may still come to the mover's piles: in a duel the mover's own."""
    if GAMES[view["game"]].team:
        return {*unseen(view), *view["hand"]}
    own = {int(move[:-1]) for seat, move in view["log"] if seat == view["seat"] and move[:-1].isdigit()}
    low, high = GAMES[view["game"]].starts
    return {*range(low + 1, high)} - own


def _jumps(view: View, best: Moves, played: Moves) -> list[Reason]:
    """The lay of the played turn that goes over most cards, unless the best plan makes it too."""
    tops, out, found = _tops(view), _still_out(view), []
    for card, pile in _lays(played):
        low, high = sorted((tops[pile], card))
        forward = (card > tops[pile]) == (pile in UP)
        over = sum(low < other < high for other in out)
        if forward and over >= MANY and (card, pile) not in _lays(best) and pile.islower():
            found.append((over, card, pile))
        tops[pile] = card
        out.discard(card)
    return [{"why": "jumps", "card": card, "pile": pile, "cards": over} for over, card, pile in sorted(found)[-1:]]


def _spent(view: View, best: Moves, played: Moves) -> list[Reason]:
    """Piles with a step back in hand that the played turn covers without it, and the best plan does not."""
    tops = _tops(view)
    held = {pile: step_back(pile in UP, top) for pile, top in tops.items()}
    held = {pile: back for pile, back in held.items() if back in view["hand"]}

    def covered(moves: Moves) -> set[str]:
        first = {pile: card for card, pile in reversed(_lays(moves))}
        return {pile for pile, back in held.items() if first.get(pile, back) != back}

    return [{"why": "spends_trick", "pile": pile} for pile in sorted(covered(played) - covered(best))]


def _of_duel(view: View, best: Moves, played: Moves) -> list[Reason]:
    tops, found = _tops(view), list[Reason]()
    for card, pile in _lays(best):
        if pile.islower() and card == step_back(pile in UP, tops[pile]):
            found.append({"why": "trick", "pile": pile})
        tops[pile] = card
    gifts = [[(card, pile) for card, pile in _lays(moves) if pile.isupper()] for moves in (best, played)]
    if gifts[0] and not gifts[1]:
        found += [{"why": "gift", "card": card, "pile": pile} for card, pile in gifts[0]]
    elif gifts[1] and not gifts[0]:
        found.append({"why": "keeps_gift"})
    return found
