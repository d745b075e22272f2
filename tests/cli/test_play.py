"""The terminal's table: lines are typed, and what a person would see is read."""

import re
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import gambero
from gambero.bots.base import Bot
from gambero.bots.talk import PILE_SIGNALS, Signals, no_signals, signals_in
from gambero.game import GAMES, View, new_game, seen_by
from gambero.game.duel import ENDINGS as DUEL_ENDINGS
from gambero.game.team import ENDINGS as TEAM_ENDINGS
from gambero.rules.commands import NAMES
from gambero.tui import phrases, seats
from gambero.tui.loop import Sitting
from gambero.tui.table import drawn


class Steady(Bot):
    """Any legal move: what the package's own bots do is not the table's business."""

    name = "steady"
    thinks = "not at all"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
        moves: list[str] = view["moves"]
        return self.chance.choice(moves)

    def duel(self, view: View, seconds: float | None) -> str:
        return self.team(view, seconds)

    def tension(self, view: View) -> str:
        return self.team(view, None)


HAND = [12, 25, 37, 38, 53, 77, 90]  # of seat 0, two players


def dealt(hand: Iterable[int] = HAND, then: Iterable[int] = (), **options: Any) -> gambero.Game:
    """A game of two whose first hand, and the cards after it, are known."""
    first = [*hand, *then]
    deck = [*first, *(card for card in range(2, 100) if card not in first)]
    return gambero.new(options.pop("game", "classic"), players=2, deck=deck, **options)


def sitting(game: gambero.Game, read: Callable[[str], str], keep: Path | None = None, width: int = 80) -> Sitting:
    bots: dict[int, Bot] = {seat: Steady(seat) for seat in range(1, game.players)}
    console = Console(file=StringIO(), width=width, highlight=False)
    return Sitting(game, bots, console, read, keep=keep)


def seen(sat: Sitting) -> str:
    assert isinstance(sat.console.file, StringIO)
    return sat.console.file.getvalue()


def typed(game: gambero.Game, *lines: str, width: int = 80) -> str:
    """What a person sees who types these lines and then leaves."""
    rest = iter(lines)

    def read(prompt: str) -> str:  # noqa: ARG001
        line = next(rest, None)
        if line is None:
            raise EOFError
        return line

    sat = sitting(game, read, width=width)
    sat.run()
    return seen(sat)


def last(text: str) -> str:
    """The table as it was drawn last."""
    return text[text.rindex("gambero ") :]


@pytest.mark.parametrize(
    ("name", "width", "options"),
    [
        ("classic", 80, {"players": 1}),
        ("classic", 60, {"players": 5, "professional": True, "short_hands": True, "on_fire": True}),
        ("extreme", 60, {"players": 1}),
        ("extreme", 120, {"players": 3, "commands": "shuffled"}),
        ("duel", 60, {}),
        ("tension", 80, {"players": 2}),
        ("tension", 60, {"players": 4}),
    ],
)
def test_a_whole_game(name: str, width: int, options: dict[str, Any], tmp_path: Path) -> None:
    """Always a legal move, often the long way round, until the end; nothing is refused and nothing wraps badly."""
    game = new_game(name, seed=width, **options)
    lines = 0

    def read(prompt: str) -> str:
        nonlocal lines
        assert prompt == "> "
        if game.over:
            return ""
        lines += 1
        if lines % 7 == 0:
            return "moves"
        moves = game.view(0)["moves"]
        move = moves[lines % len(moves)]
        return str(move.partition(":")[2] or move)

    sat = sitting(game, read, keep=tmp_path / "game.txt", width=width)
    sat.warm_up()
    assert game.log == []
    sat.run()
    assert game.result
    told = seen(sat)
    assert "may not" not in told
    assert "does not" not in told
    assert max(len(line) for line in told.splitlines() if str(tmp_path) not in line) <= width
    if name != "tension":
        assert len(re.findall(r"╭─+ . ▲.*╭─+ . ▼.*╮ *$", told, re.MULTILINE)) == told.count("gambero ")
    assert phrases.ending(game.view(0), sat.names)[0] in told
    assert told.endswith("Goodbye.\n")
    kept = gambero.replay((tmp_path / "game.txt").read_text("utf-8"))
    assert kept.log == game.log
    assert kept.story
    assert len(kept.story.times) == len(game.log)


class Counting(Steady):
    """Says something else before each of its mates' turns."""

    def says(self, view: View) -> Signals:
        return {"piles": {"a": PILE_SIGNALS[view["stock"] % 3]}, "commands": [], "exact": False}


def test_the_record_tells_when_moves_came_and_what_bots_said_though_left_and_gone_on_with(tmp_path: Path) -> None:
    file, seconds = tmp_path / "game.txt", 100.0

    def clock() -> float:
        return seconds

    def go_on(game: gambero.Game, *lines: str) -> gambero.Game:
        nonlocal seconds
        sat = Sitting(game, {1: Counting(1)}, Console(file=StringIO()), keep=file, clock=clock)
        for line in lines:
            seconds += 2
            sat.obey(line)
        return gambero.replay(file.read_text("utf-8"))

    kept = go_on(dealt(), "@0", "12a", "53a")
    assert file.read_text("utf-8").startswith("gambero 2\n")
    assert kept.story
    assert kept.story.times == (2000, 4000, 6000)
    assert [(one.place, one.seat, one.signals) for one in kept.story.said] == [
        (0, 1, {"piles": {"a": PILE_SIGNALS[84 % 3]}, "commands": [], "exact": False})
    ]
    seconds += 3600  # away from the table
    again = go_on(kept, ".")
    assert again.story
    assert again.story.times[:3] == kept.story.times
    assert again.story.times[3] == 8000
    assert again.story.said[0] == kept.story.said[0]
    assert all(said.seat == 1 for said in again.story.said)
    kept.move(kept.moves()[0])  # the game that was read goes on without a clock: its times are left out
    assert gambero.replay(kept.record()).story == gambero.game.story.Story(said=again.story.said[:1])


def test_wrong_cards_of_tension_are_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = gambero.new("tension", players=2, seed=1)
    sat = sitting(game, lambda _: "", keep=file)
    wrong = next(f"{value}/1" for value in range(1, 11) if not game.can(f"0:{value}/1"))
    for line in (wrong, "nonsense", "+"):
        sat.obey(line)
    story = gambero.replay(file.read_text("utf-8")).story
    assert story
    assert [one.move for one in story.tried if one.move.startswith("0:")] == [f"0:{wrong}"]


def test_the_drawing_knows_no_more_than_the_seat() -> None:
    """Two deals that look the same from seat 0 are drawn the same, whatever the others hold and the stock hides."""
    one, other = dealt(then=range(40, 50)), dealt(then=range(60, 70))
    assert one.hand(1) != other.hand(1)
    assert typed(one, "@0", "12a 90c", "moves", "hint") == typed(other, "@0", "12a 90c", "moves", "hint")


@pytest.mark.parametrize("width", [40, 59, 60, 62, 66, 72, 78, 80, 120])
@pytest.mark.parametrize(
    ("name", "options"),
    [("extreme", {"players": 3}), ("classic", {"players": 5}), ("duel", {}), ("tension", {"players": 4})],
)
@pytest.mark.parametrize("height", [24, 50])
def test_the_table_fits_a_terminal_of_any_width(name: str, options: dict[str, Any], width: int, height: int) -> None:
    """Frames side by side end on the same line: nothing in them is broken in two. No seat's cards are, either."""
    game = new_game(name, seed=7, **options)
    if name != "tension":
        game.move("@0")
    console = Console(
        file=StringIO(), width=width, height=height, force_terminal=True, color_system=None, highlight=False
    )
    names = ["you", *(f"greedy {seat}" for seat in range(1, game.players))]
    console.print(drawn(game.view(0), names, [], console))
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert [line for line in lines if "╰" in line and "│" in line] == []
    for seat, one in enumerate(names):
        stock = game.stock
        held = f"{len(game.hand(seat))}" + ("" if isinstance(stock, int) else f" + {stock[seat]}")
        assert any(f"{one} ({held})" in line for line in lines)
    if name == "duel":
        assert sum(line.count("yours") for line in lines) == sum(line.count("theirs") for line in lines) == 2


def test_a_gift_is_not_broken_in_two_where_piles_are_narrow() -> None:
    mine = [12, 20, 40, 50, 58, 59, *(card for card in range(2, 58) if card not in (12, 20, 40, 50))]
    game = gambero.new("duel", deck=(mine, range(59, 1, -1)))
    for move in ("@1", "57a", "59c", "."):
        game.move(move)
    console = Console(file=StringIO(), width=60)
    view = game.view(0)
    view["moves"] = [move for move in view["moves"] if move[-1] != "A" or move == "12A"]
    console.print(drawn(view, ["you", "greedy 1"], [], console))
    assert isinstance(console.file, StringIO)
    assert "12 gift 45" in console.file.getvalue()


def test_what_fits_comes_from_the_view_alone() -> None:
    game = dealt()
    game.move("@0")
    view = dict(game.view(0))
    view["moves"] = ["53c", "12d"]  # not what the rules say
    console = Console(file=StringIO(), width=80)
    console.print(drawn(view, ["you", "greedy 1"], [], console))
    assert isinstance(console.file, StringIO)
    told = console.file.getvalue()
    assert re.findall(r"\d+ \+\d+", told) == ["53 +47", "12 +88"]


def test_costs_and_the_step_back() -> None:
    told = last(typed(dealt([12, 25, 37, 47, 53, 77, 90]), "@0", "47a 90c"))
    costs = next(line for line in told.splitlines() if "+" in line)
    assert re.findall(r"\d+ \+\d+", costs) == ["53 +6", "12 +11", "77 +13", "77 +23"]
    assert "37 « −10" in told
    assert re.search(r"a ▲ .* b ▲ .* c ▼ .* d ▼", told)
    assert "draw pile 84" in told


def test_cards_owed() -> None:
    game = dealt()
    assert "Look at your cards: who starts? @0 you, @1 steady 1." in typed(game)
    assert "Your turn: lay at least 2 cards." in last(typed(game, "@0"))
    assert "Your turn: lay at least 1 more card." in last(typed(game, "12a"))
    assert "Your turn: lay more, or type . to end it." in last(typed(game, "90c"))


def test_a_refusal_is_the_laws_own_sentence_and_the_game_goes_on() -> None:
    game = dealt()
    game.move("@0")
    with pytest.raises(gambero.IllegalMove) as refused:
        game.copy().move(".")
    told = typed(game, ".", "lobster", "25a")
    assert phrases.upper(f"{refused.value}.") in told
    assert "'lobster' is not a move" in told
    assert "You laid 25 on a." in told


def test_a_line_of_moves_is_played_in_order_up_to_the_first_refusal() -> None:
    game = dealt()
    told = typed(game, "@0 12a 25a 24a 37a")
    assert game.log == [(None, "@0"), (0, "12a"), (0, "25a")]
    assert "24 is not in the hand of seat 0, and may not go on pile a, whose top is 25 (C3)." in told
    assert told.index("You laid 12 on a and 25 on a.") < told.index("24 is not")
    assert told.count("gambero ") == 2  # drawn before, and once after


def test_the_others_moves_are_told_and_their_cards_are_not() -> None:
    game = dealt(then=range(40, 50))
    told = last(typed(game, "@0 12a 90c ."))
    laid = [move for seat, move in game.log if seat == 1 and move != "."]
    line = re.search(r"Steady 1 laid (.*?)\.", told.replace("\n", " "))
    assert line
    assert re.findall(r"(\d+) on (.)", line[1]) == [(move[:-1], move[-1]) for move in laid]
    assert re.search(r"drew \d cards?$", line[1])
    assert "You laid 12 on a, 90 on c and drew 47 and 48." in told


def test_each_turn_has_its_sentence() -> None:
    game = gambero.new("classic", players=1, deck=range(2, 100))
    told = last(typed(game, "2a 3a . 4a 5a ."))
    assert "You laid 2 on a, 3 on a and drew 10 and 11.\nYou laid 4 on a, 5 on a and drew 12 and 13.\n" in told


def test_fires_in_words() -> None:
    game = dealt([22, 33, 50, 60, 70, 80, 90], on_fire=True)
    told = last(typed(game, "@0 22a 33b"))
    assert "You laid 22 on a (it burns) and 33 on b (it burns)." in told
    assert "Fire: 22 on a must be covered by the end of the next turn." in told
    told = last(typed(game, "50a"))
    assert "You laid 50 on a (the fire is out)." in told
    assert "Fire: 22" not in told


def test_fires_due_are_told_and_shown() -> None:
    game = gambero.new("classic", players=1, on_fire=True, deck=[22, *(card for card in range(2, 100) if card != 22)])
    told = last(typed(game, "22a 2b ."))
    assert "Fire: 22 on a must be covered in this turn!" in told
    assert "─ due now ─" in told


def test_commands_on_the_cards_and_in_words() -> None:
    game = dealt([3, 17, 24, 41, 48, 53, 90], game="extreme")
    told = last(typed(game, "@0"))
    for word in ("silence", "draw", "trick", "skull", "three"):
        assert re.search(rf"│ *{word} *│", told), word
    told = last(typed(game, "3a"))
    assert "You laid 3 on a (silence)." in told
    assert f"Silence on a: {phrases.COMMANDS['silence']}." in told
    told = last(typed(game, "41a"))
    assert "You laid 41 on a (lifts silence, skull)." in told
    assert f"Skull on a: {phrases.COMMANDS['skull']}." in told


def test_a_three_counts() -> None:
    game = dealt([3, 17, 24, 41, 48, 53, 90], game="extreme")
    assert "Three: exactly three cards in this turn, 1 laid so far." in last(typed(game, "@0", "48b"))
    assert "2 laid so far" in last(typed(game, "90c"))


def test_a_stop_ends_the_turn_and_the_bots_follow() -> None:
    told = last(typed(dealt([6, 17, 24, 41, 48, 53, 90], game="extreme"), "@0", "6a"))
    assert "You laid 6 on a (stop) and drew" in told
    assert "Steady 1 laid" in told


def test_duel_is_told_from_ones_own_side() -> None:
    mine = [20, 30, 40, 50, 58, 59, *(card for card in range(2, 58) if card not in (20, 30, 40, 50))]
    theirs = [10, 11, 12, 13, 14, 15, *(card for card in range(2, 60) if card not in range(10, 16))]
    game = gambero.new("duel", deck=(mine, theirs))
    told = typed(game, "@0")
    assert re.search(r"a ▲ yours .* c ▼ yours .* A ▲ theirs .* C ▼ theirs", told)
    game.move("30a")
    game.move("20c")
    game.move(".")
    events = seen_by([*game.move("15A"), *game.move("14a")], 0)
    assert phrases.happened(events, ["you", "hal 1"], 0) == ["Hal 1 laid 15 on a (a gift) and 14 on A."]
    assert phrases.happened(events, ["hal 0", "you"], 1) == ["You laid 15 on A (a gift) and 14 on a."]


def test_a_gift_shows_what_it_gives() -> None:
    mine = [20, 30, 40, 50, 58, 59, *(card for card in range(2, 58) if card not in (20, 30, 40, 50))]
    game = gambero.new("duel", deck=(mine, range(59, 1, -1)))
    for move in ("@1", "55a", "59c", "."):
        game.move(move)
    told = last(typed(game))
    assert "50 gives 5" in told  # the smallest gift to their A, whose top is 55
    assert "gives 35" not in told


def test_tension_takes_moves_without_a_seat_and_none_of_another() -> None:
    game = gambero.new("tension", players=2, seed=3)
    told = typed(game, "+", "1:+", "0:+", "x")
    assert [move for seat, move in game.log if seat == 0] == ["0:+", "0:+"]
    assert len([move for seat, move in game.log if seat == 1]) == 2  # once after each of mine
    assert "1:+ is not yours to play: your seat is 0." in told
    assert "Only a last card is laid face down" in told


def test_tension_waits_with_enter() -> None:
    game = gambero.new("tension", players=3, seed=3)
    typed(game, "", "")
    assert [seat for seat, _ in game.log] == [1, 2, 1, 2]


def test_tension_shows_what_can_be_laid() -> None:
    game = gambero.new("tension", players=2, seed=3)
    mine = [move[2:] for move in game.moves(0) if "/" in move]
    assert mine
    assert f"you can lay {phrases.listed(mine)}" in typed(game)


def test_hint_is_the_experts() -> None:
    game = dealt()
    game.move("@0")
    move = seats.adviser().choose(game.view(0))
    assert f"Expert would lay {move[:-1]} on {move[-1]}: {move}" in typed(game, "hint")


def test_moves_are_listed_by_pile() -> None:
    told = typed(dealt([37, 47, 53, 60, 70, 80, 90]), "@0", "47a", "moves")
    assert "37a  53a  60a  70a  80a  90a\n37b  53b" in told


def test_the_record_asks_twice_while_cards_are_hidden() -> None:
    game = dealt()
    assert "gambero 1" not in typed(game, "record", "@0", "record")
    told = typed(game, "record", "record")
    assert game.record() in told


def test_help_in_words() -> None:
    told = typed(dealt(game="extreme", professional=True), "?")
    for word in ("three cards a turn", "exactly 10 lower", "end the turn and draw", *map(phrases.spoken, NAMES)):
        assert word in " ".join(told.split())
    assert "plus or minus" in typed(gambero.new("tension", seed=1), "help")
    assert "gift" in typed(gambero.new("duel", seed=1), "?")
    assert "22, 33, 44" in typed(gambero.new("classic", on_fire=True), "?")


@pytest.mark.parametrize("leave", ["quit", "q", "exit"])
def test_quit(leave: str) -> None:
    told = typed(dealt(), leave, "@0")
    assert told.endswith("Goodbye.\n")
    assert "You start" not in told


def test_after_the_end_there_is_the_record() -> None:
    game = gambero.new("classic", players=1, seed=7)
    bot = gambero.bot("greedy")
    while not game.over:
        game.move(bot.choose(game.view(0)))
    assert game.result
    told = typed(game, "2a", "record")
    assert f"{game.result.left} cards left." in told
    assert "The player on turn could not lay the cards owed." in told
    assert "comes too late: the game is over" in told
    assert game.record() in told


def test_a_record_may_end_at_a_bots_turn() -> None:
    game = dealt()
    for move in ("@0", "12a", "90c", "."):
        game.move(move)
    assert game.to_move == 1
    assert "Steady 1 laid" in typed(game)
    assert game.to_move == 0


def test_there_are_words_for_everything() -> None:
    assert set(phrases.COMMANDS) == set(NAMES)
    assert set(phrases.SIGNALS) == set(PILE_SIGNALS)
    assert set(phrases.OPTIONS) == {option for spec in GAMES.values() for option in spec.options}
    assert {"beaten", *phrases.LOST} == set(TEAM_ENDINGS.values())
    assert set(DUEL_ENDINGS.values()) == {"finished", "stuck"}


@pytest.mark.parametrize(
    ("game", "result", "headline", "why"),
    [
        ("classic", {"won": True, "left": 0, "rating": "beaten"}, "Beaten!", "Every card is laid"),
        ("classic", {"won": False, "left": 1, "reason": "fire", "rating": "brilliant"}, "Brilliant!", "1 card left."),
        ("duel", {"winners": [0], "left": [0, 9], "reason": "finished"}, "You win!", "You laid the last card."),
        ("duel", {"winners": [1], "left": [8, 9], "reason": "stuck"}, "Hal 1 wins!", "You could not lay two cards."),
        ("tension", {"winners": [0, 1], "left": [2, 2], "reason": "stuck"}, "You and hal 1 win!", "the fewest cards"),
    ],
)
def test_endings(game: str, result: dict[str, Any], headline: str, why: str) -> None:
    view = {"game": game, "result": {"won": None, "rating": None, "reason": "beaten", **result}}
    told = phrases.ending(view, ["you", "hal 1"])
    assert told[0] == headline
    assert why in told[1]


def test_who_sits_where() -> None:
    assert seats.others(1) == {}
    assert {seat: bot.name for seat, bot in seats.others(3).items()} == {1: "careful", 2: "careful"}
    assert [bot.name for bot in seats.others(3, "greedy, random").values()] == ["greedy", "random"]
    assert [bot.name for bot in seats.others(4, "random").values()] == ["random"] * 3
    with pytest.raises(ValueError, match="each of the 3 other seats, not 2"):
        seats.others(4, "greedy,greedy")


def test_the_same_seed_seats_bots_that_think_the_same() -> None:
    view = gambero.new("classic", players=3, seed=1).copy().view(1)
    view["moves"] = [f"{card}a" for card in range(2, 100)]
    chosen = [[bot.choose(view) for bot in seats.others(3, "random", seed).values()] for seed in (5, 5, 6)]
    assert chosen[0] == chosen[1] != chosen[2]
    assert chosen[0][0] != chosen[0][1]


class Hasty(Steady):
    """Lays what it does not hold."""

    def tension(self, view: View) -> str:
        return f"{view['seat']}:x"


def test_a_bot_that_errs_takes_its_card_back() -> None:
    game = gambero.new("tension", players=2, seed=3)
    console = Console(file=StringIO(), width=80)
    sat = Sitting(game, {1: Hasty()}, console)
    sat.obey("+")
    assert game.log == [(0, "0:+")]
    assert "Steady 1 laid a card that did not fit, and took it back." in seen(sat)


class Talker(Steady):
    """Says the same whatever it holds."""

    def says(self, view: View) -> Signals:  # noqa: ARG002
        return {**no_signals(), "piles": {"d": "small", "b": "mine", "a": "mine"}, "commands": ["no_trick"]}

    def eagerness(self, view: View) -> int:  # noqa: ARG002
        return 2

    def team(self, view: View, seconds: float | None) -> str:
        assert set(signals_in(view)) <= {1, 2} - {view["seat"]}  # the others' words, not its own
        heard_by.add((view["seat"], *signals_in(view)))
        return super().team(view, seconds)


heard_by: set[tuple[int, ...]] = set()


def test_what_the_others_say_is_told_and_heard() -> None:
    heard_by.clear()
    game = gambero.new("classic", players=3, seed=7)
    console = Console(file=StringIO(), width=80)
    sat = Sitting(game, {1: Talker(1), 2: Talker(2)}, console)
    sat.draw()
    assert "Steady 1 would gladly start." in seen(sat)
    sat.obey("@0")
    assert 'Steady 2 says: "leave a and b to me; small steps on d, please; I hold no trick."' in last(seen(sat))
    assert "gladly" not in last(seen(sat))
    sat.obey("17a 73c .")
    assert heard_by == {(1, 2), (2, 1)}


def test_silence_is_silence() -> None:
    game = dealt([3, 17, 24, 41, 48, 53, 90], game="extreme")
    console = Console(file=StringIO(), width=80)
    sat = Sitting(game, {1: Talker(1)}, console)
    sat.obey("@0")
    assert "says" in last(seen(sat))
    sat.obey("3a")
    assert "says" not in last(seen(sat))


def test_enter_draws_the_same_table_again() -> None:
    told = typed(dealt(), "@0 12a 90c .", "")
    once, again = told.split("gambero ")[-2:]
    assert "You laid 12 on a" in once
    assert again.removesuffix("\nGoodbye.\n") == once
