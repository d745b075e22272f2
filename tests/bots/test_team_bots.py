"""The players of the team games: legal everywhere, honest, on time, and as good as they should be."""

import inspect
import random
import re
from typing import Any, get_type_hints

import pytest

import gambero
from gambero.bots import BOTS, Bot
from gambero.bots.levels import CarefulBot, ExpertBot
from gambero.bots.talk import EAGERNESS, PILE_SIGNALS, Signals, no_signals, signals_in, with_signals
from gambero.bots.team import expert
from gambero.bots.team.expert import Thinking
from gambero.bots.team.planners import signals_heard
from gambero.game import new_game
from gambero.game.base import View

from helpers.setups import SETUPS, cheapest, dealt, name
from helpers.ticking import Ticking

QUICK = Thinking(looks=16, tried=4)
TEAM_SETUPS = [setup for setup in SETUPS if setup[0] in ("classic", "extreme")]


def player(level: str, seed: int = 1) -> Bot:
    return ExpertBot(seed, QUICK) if level == "expert" else BOTS[level](seed)


def everyones_words(game: gambero.Game, bots: list[Bot]) -> dict[int, Any]:
    return {seat: bot.says(game.view(seat)) for seat, bot in enumerate(bots)}


def play_out(game: gambero.Game, bots: list[Bot]) -> gambero.Result:
    """A whole game with talk, as at a table."""
    while not game.over:
        seat = game.to_move
        if seat is None:
            eager = [bot.eagerness(game.view(i)) for i, bot in enumerate(bots)]
            assert set(eager) <= set(EAGERNESS)
            game.move(f"@{eager.index(max(eager))}")
            continue
        view = with_signals(game.view(seat), everyones_words(game, bots))
        move = bots[seat].choose(view)
        assert move in view["moves"], (move, game.record())
        game.move(move)
    assert game.result is not None
    return game.result


@pytest.mark.parametrize("level", ["greedy", "human", "careful", "expert"])
@pytest.mark.parametrize("setup", TEAM_SETUPS, ids=name)
def test_every_level_plays_every_option_legally(setup: tuple[str, dict[str, Any]], level: str) -> None:
    game = new_game(setup[0], **dealt(setup, random.Random(name(setup)), 40.0))
    play_out(game, [player(level, seat) for seat in range(game.players)])


def test_a_bot_is_given_a_view_and_nothing_else() -> None:
    for bot in BOTS.values():
        for method in ("choose", "team", "duel", "tension", "says", "eagerness"):
            hints = get_type_hints(getattr(bot, method))
            first = next(iter(inspect.signature(getattr(bot, method)).parameters.values()), None)
            assert first is not None
            assert hints["view"] == View, (bot, method)
            assert "game" not in hints, (bot, method)


@pytest.mark.parametrize("level", ["greedy", "human", "careful", "expert"])
def test_what_a_seat_cannot_know_does_not_change_its_move(level: str) -> None:
    """The same view, from a deal with all hidden cards reshuffled, gets the same move."""
    chance = random.Random(level)
    for _ in range(6):
        game = gambero.new("classic", players=3, seed=chance.randrange(1000))
        game.move("@0")
        deck = list(game.deck)
        hidden = deck[6:]
        chance.shuffle(hidden)
        other = gambero.new("classic", players=3, deck=deck[:6] + hidden)
        other.move("@0")
        assert player(level).choose(game.view(0)) == player(level).choose(other.view(0))


@pytest.mark.parametrize("level", ["human", "careful", "expert"])
def test_the_same_seed_thinks_the_same(level: str) -> None:
    games = [gambero.new("extreme", players=2, seed=4) for _ in range(2)]
    for game in games:
        play_out(game, [player(level, 7), player(level, 8)])
    assert games[0].log == games[1].log


@pytest.mark.rule("C15", "E3")
def test_signals_hold_no_number() -> None:
    for seed in range(20):
        for kind in ("classic", "extreme"):
            game = gambero.new(kind, players=3, seed=seed)
            for seat in range(3):
                said = CarefulBot().says(game.view(seat))
                assert not re.search(r"\d", str(said))
                assert set(said["piles"].values()) <= set(PILE_SIGNALS)
                assert set(said["piles"]) <= set("abcd")
                held = {game.commands[card] for card in game.hand(seat) if card in game.commands}
                assert set(said["commands"]) == held


def test_human_is_better_than_greedy_and_worse_than_careful() -> None:
    left = {
        level: gambero.simulate("classic", players=3, bot=level, games=150, seed=1, workers=1).left
        for level in ("greedy", "human", "careful")
    }
    assert left["careful"] + 2 < left["human"] < left["greedy"] - 2


def test_human_says_part_of_what_careful_says_and_the_same_when_asked_again() -> None:
    told = 0
    for seed in range(30):
        view = gambero.new("classic", players=3, seed=seed).view(1)
        bot = gambero.bot("human", seed=1)
        said, careful = bot.says(view), CarefulBot().says(view)
        assert bot.says(view) == said
        assert said["piles"].items() <= careful["piles"].items()
        assert not said["exact"]
        told += len(careful["piles"]) - len(said["piles"])
    assert told


def test_a_pile_that_another_asks_for_is_left_alone() -> None:
    """After 46 on b and 47 on a, seat 1 would lay 48 and 49 on a; seat 2 holds 37, asks for a, and gets it."""
    hands = [[46, 47, 2, 3, 98, 99], [48, 49, 75, 77, 24, 26], [37, 5, 6, 7, 95, 96]]
    deck = [card for hand in hands for card in hand]
    game = gambero.new("classic", players=3, deck=[*deck, *(card for card in range(2, 100) if card not in deck)])
    for move in ("@0", "46b", "47a", "."):
        game.move(move)
    said = {2: CarefulBot().says(game.view(2))}
    assert said[2]["piles"]["a"] == "mine"
    assert CarefulBot().choose(game.view(1)) == "48a"
    assert CarefulBot().choose(with_signals(game.view(1), said)) == "48b"


@pytest.mark.rule("C15")
def test_leave_it_to_me_names_no_card() -> None:
    """It is said of the step back and of the very next card alike; a little farther, small steps are asked for."""

    def word(card: int) -> str | None:
        hand = [47, 98, 99, 2, 3, 4]
        other = [card, 90, 91, 92, 93, 94]
        deck = [*hand, *other]
        game = gambero.new("classic", players=3, deck=[*deck, *(c for c in range(2, 100) if c not in deck)])
        game.move("@0")
        game.move("47a")
        return CarefulBot().says(game.view(1))["piles"].get("a")

    assert [word(card) for card in (37, 48, 50, 70)] == ["mine", "mine", "small", None]


def test_silence_about_a_pile_that_was_laid_on_since_is_no_information() -> None:
    game = gambero.new("classic", players=3, seed=5)
    game.move("@0")
    said: dict[int, Signals] = {1: {"piles": {"d": "mine"}, "commands": [], "exact": True}, 2: no_signals()}

    def exact() -> list[int]:
        return [int(bits) for bits in signals_heard(with_signals(game.view(0), said))[1]]

    heard = [exact()]
    for pile in "bc":
        game.move(next(move for move in game.moves() if move.endswith(pile)))
        heard.append(exact())
    assert heard == [[0, 0b1111, 0, 0, 0], [0, 0b1101, 0, 0, 0], [0, 0b1001, 0, 0, 0]]


@pytest.mark.rule("E12")
def test_under_silence_nothing_is_said_and_nothing_heard() -> None:
    layout = gambero.new("extreme", seed=1).commands
    silence = next(card for card, command in layout.items() if command == "silence")
    others = [card for card in range(2, 100) if card != silence and card not in layout][:6]
    deck = [silence, *others]
    game = gambero.new("extreme", players=2, deck=[*deck, *(card for card in range(2, 100) if card not in deck)])
    game.move("@0")
    game.move(f"{silence}{'a' if silence < 50 else 'c'}")
    assert game.view(1)["silence"]
    bots: list[Bot] = [CarefulBot(), CarefulBot()]
    assert bots[1].says(game.view(1)) == {"piles": {}, "commands": [], "exact": False}
    loud = {1: {"piles": {"a": "mine"}, "commands": ["stop"], "exact": True}}
    assert signals_in(with_signals(game.view(0), loud)) == {}  # type: ignore[arg-type]  # plain data


def test_a_signal_is_a_cost_and_never_loses_the_game_by_itself() -> None:
    """Everybody asks for every pile; the mover lays all the same."""
    game = gambero.new("classic", players=3, seed=5)
    game.move("@0")
    everything = {seat: {"piles": dict.fromkeys("abcd", "mine"), "commands": [], "exact": False} for seat in (1, 2)}
    for level in ("careful", "expert"):
        view = with_signals(game.view(0), everything)  # type: ignore[arg-type]  # plain data
        assert player(level).choose(view) in view["moves"]


@pytest.mark.parametrize("level", ["careful", "expert"])
def test_a_won_end_is_found(level: str) -> None:
    """A deck in order, its last hand left to the bot: a win that is there is not thrown away."""
    deck = list(range(2, 100))
    game = gambero.new("classic", players=1, deck=deck)
    while not game.over and game.stock:
        game.move(cheapest(game, game.moves()))
    bot = player(level)
    while not game.over:
        game.move(bot.choose(game.view(0)))
    assert game.result is not None
    assert game.result.won


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4])
def test_expert_stops_on_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own, which goes on by a hundredth of a second whenever somebody looks at it."""
    clock = Ticking()
    monkeypatch.setattr(expert, "perf_counter", clock)
    game = gambero.new("classic", players=3, seed=1)
    game.move("@0")
    move = ExpertBot(1).choose(game.view(0), seconds=seconds)
    assert seconds <= clock.now < seconds + 0.2
    assert game.can(move)


def test_careful_is_far_better_than_greedy() -> None:
    games = 60
    results = [
        play_out(gambero.new("classic", players=3, seed=s), [CarefulBot(i) for i in range(3)]) for s in range(games)
    ]
    wins = sum(bool(result.won) for result in results)
    assert wins >= 12  # about 42 % are won; greedy wins 2 %
