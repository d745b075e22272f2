"""Why a plan is better than what was played, in stable words."""

from gambero import new
from gambero.bots.talk import with_signals
from gambero.study.reasons import reasons
from gambero.study.trying import Try
from gambero.study.turns import taken


def _deck(*first: int) -> list[int]:
    return [*first, *(card for card in range(2, 100) if card not in first)]


def test_a_long_jump_and_a_word_that_was_not_heeded() -> None:
    game = new("classic", players=2, deck=_deck(3, 4, 60, 90, 95, 97, 98, 2))
    game.move("@0")
    asked = {1: {"piles": {"a": "mine"}, "commands": [], "exact": False}}
    view = with_signals(game.view(0), asked)  # type: ignore[arg-type]
    why = reasons(view, ("98c", "97c", "."), ("3b", "60a", "."))
    assert why[0] == {"why": "jumps", "card": 60, "pile": "a", "cards": 57}  # of 2 to 59, 3 is laid
    assert {"why": "ignored", "pile": "a", "seat": 1} in why
    assert reasons(view, ("3b", "60a", "."), ("60a", "3b", ".")) == []  # the same cards in another order


def test_a_step_back_that_was_covered() -> None:
    game = new("classic", players=1, deck=_deck(14, 4, 15, 90, 95, 97, 98, 3))
    for move in ("14a", "98c", "."):
        game.move(move)
    why = reasons(game.view(0), ("4a", "97c", "."), ("15a", "97c", "."))
    assert {"why": "spends_trick", "pile": "a"} in why
    assert {"why": "trick", "pile": "a"} in why


def test_a_card_more_that_fits() -> None:
    game = new("classic", players=1, deck=_deck(2, 3, 4, 90, 95, 97, 98, 99))
    assert reasons(game.view(0), ("2a", "3a", "4a", "."), ("2a", "3a", ".")) == [{"why": "lays_more", "cards": 1}]


def test_a_gift_in_the_duel() -> None:
    game = new("duel", seed=3)
    game.move("@0")
    for _ in range(2):
        moves = [move for move in game.moves() if move[-1] == "a"]
        game.move(max(moves, key=lambda move: int(move[:-1])))
        game.move(next(move for move in game.moves() if move[-1] == "c"))
        game.move(".")
    gift = next(move for move in game.moves() if move[-1] == "A")
    own = [move for move in game.moves() if move[-1].islower()][:2]
    view = game.view(0)
    assert {"why": "gift", "card": int(gift[:-1]), "pile": "A"} in reasons(view, (own[0], gift, "."), (*own, "."))
    assert {"why": "keeps_gift"} in reasons(view, (*own, "."), (own[0], gift, "."))


def test_a_try_ends_with_the_turn() -> None:
    game = new("classic", players=1, deck=_deck(2, 3, 4, 5, 6, 7, 8, 9))
    for move in ("2a", "3a", ".", "4a", "5a", "."):
        game.move(move)
    trying = Try(game, taken(game)[1])
    assert trying.play(["9a", "10a", ".", "11a"]) == 3
    assert trying.ended
    assert trying.verdict().chance >= trying.verdict().played
