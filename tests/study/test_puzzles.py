"""Puzzles: those of the package are solved again, counted by hand, judged, and made anew."""

import lzma
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import gambero
from gambero.game import Game
from gambero.game.team import TeamGame
from gambero.study.puzzles import file, glicko, themes
from gambero.study.puzzles.answer import give_up, hint, judge, reach
from gambero.study.puzzles.check import fault
from gambero.study.puzzles.lines import lines_from, winning_moves
from gambero.study.puzzles.make import CELLS, Cell, from_games, make
from gambero.study.puzzles.puzzle import Puzzle, from_json

EVERY = file.packaged().puzzles
PARTS = 8  # so that several processes can share the work


def one(kind: str, theme: str | None = None, game: str | None = None) -> Puzzle:
    """A puzzle of the package."""
    fitting = (each for each in EVERY if each.kind == kind and theme in (None, *each.themes))
    return next(each for each in fitting if game in (None, each.game))


# Those of the package.


def test_the_package_has_a_thousand_puzzles_in_400_kb() -> None:
    data = Path(file.__file__).parent / "data" / file.PACKAGED
    assert len({each.id for each in EVERY}) == len(EVERY) >= 1000
    assert data.stat().st_size <= 400_000


def test_the_file_says_how_it_was_made() -> None:
    about = file.packaged().about
    assert about["command"].startswith("gambero puzzles make ")
    assert f"--seed {about['seed']}" in about["command"]
    assert about["version"]


def test_every_theme_game_and_kind_is_there() -> None:
    assert {theme for each in EVERY for theme in each.themes} == set(themes.THEMES)
    assert {(each.kind, each.game) for each in EVERY} >= {
        *(("best_turn", cell.game) for cell in CELLS),
        *(("lay_all", game) for game in ("classic", "extreme")),
    }
    ratings = sorted(each.rating for each in EVERY)
    assert ratings[0] < 1100
    assert ratings[-1] > 1900


@pytest.mark.parametrize("part", range(PARTS))
def test_each_is_solved_again(part: int) -> None:
    """Its best turn leads by 15 points at over three standard errors; its endgame is won, and its lines are counted."""
    wrong = {each.id: fault(each) for each in EVERY[part::PARTS]}
    assert [found for found in wrong.items() if found[1]] == []


def test_a_wrong_solution_is_found() -> None:
    turn, endgame = one("best_turn"), one("lay_all")
    swapped = replace(turn, solution=turn.others[0][0], others=((turn.solution, turn.chance),))
    assert "leads by" in (fault(swapped) or "")
    assert "refused" in (fault(replace(turn, solution=("99z",))) or "")
    assert "counted" in (fault(replace(endgame, wins=endgame.wins + 1)) or "")
    assert "does not beat" in (fault(replace(endgame, solution=endgame.solution[:-1])) or "")


# Counting lines.


def counted(game: Game) -> tuple[int, int]:
    """Lines and wins, one by one."""
    if game.over:
        return 1, int(bool(game.result and game.result.won))
    lines = wins = 0
    for move in game.moves():
        after = game.copy()
        after.move(move)
        more = counted(after)
        lines, wins = lines + more[0], wins + more[1]
    return lines, wins


@pytest.mark.parametrize("options", [{}, {"professional": True}, {"on_fire": True}, {"commands": "house"}])
def test_lines_are_counted_as_one_by_one(options: dict[str, object]) -> None:
    game = "extreme" if "commands" in options else "classic"
    found = 0
    for seed in range(8):
        played = gambero.new(game, players=2, seed=seed, **options)  # type: ignore[call-overload]
        played.move("@0")
        bot = gambero.bot("careful", seed=1)
        while not played.over and played.stock + len(played.hand(0)) + len(played.hand(1)) > 5:
            played.move(bot.choose(played.view(played.to_move)))
        if played.over:
            continue
        found += 1
        lines = lines_from(played)
        assert lines is not None
        assert (lines.lines, lines.wins) == counted(played)
        assert (lines.wins > 0) == bool(winning_moves(played)) == bool(gambero.solve(played).won)
    assert found


# Answers.


def test_the_solution_is_right_and_the_second_best_is_not() -> None:
    for game in ("classic", "extreme", "duel"):
        turn = one("best_turn", game=game)
        right = judge(turn, turn.solution)
        assert right.right
        assert right.best == right.chance == turn.chance
        wrong = judge(turn, turn.others[0][0])
        assert wrong.right is False
        assert wrong.solution == turn.solution
        assert wrong.chance is not None
        assert wrong.chance < turn.chance - 0.1


def test_another_way_to_the_same_end_is_right() -> None:
    """Two cards on two piles may change places."""
    for turn in EVERY:
        lays = themes.lays_of(turn.solution)
        if turn.kind == "best_turn" and turn.game == "classic" and len(lays) == 2 and lays[0][-1] != lays[1][-1]:
            assert judge(turn, [lays[1], lays[0], *turn.solution[2:]]).right
            return
    raise AssertionError("no such puzzle")


def test_any_winning_line_is_right_and_a_lost_one_is_wrong_at_once() -> None:
    endgame = one("lay_all")
    game = endgame.position()
    assert isinstance(game, TeamGame)
    winning = winning_moves(game)
    for move in game.moves():
        verdict = judge(endgame, [move])
        assert (verdict.right is None) == (move in winning)
        assert bool(verdict.solution) == (move not in winning)  # told only once it is decided
    for move in winning:
        after = endgame.position()
        after.move(move)
        assert judge(endgame, [move, *gambero.solve(after).moves]).right


def test_a_turn_must_be_whole_and_legal() -> None:
    turn = one("best_turn")
    with pytest.raises(ValueError, match="end it"):
        judge(turn, [])
    with pytest.raises(gambero.IllegalMove):
        judge(turn, ["."])
    with pytest.raises(ValueError, match="comes after it"):
        judge(turn, [*turn.solution, "2a"])


def test_nothing_hidden_is_shown_before_the_answer() -> None:
    """The same position with other hidden cards shows the same, at every step of the solution."""
    turns = (each for each in EVERY if each.kind == "best_turn" and each.game == "classic" and each.players == 3)
    turn, game = next(
        (each, game) for each in turns if isinstance(game := each.position(), TeamGame) and game.stock > 3
    )
    deck = list(game.deck)
    hidden = {card for seat in range(3) if seat != turn.seat for card in game.hand(seat)} | set(deck[98 - game.stock :])
    others = iter(sorted(hidden, reverse=True))
    dealt = replace(turn, deal={"deck": [next(others) if card in hidden else card for card in deck]})
    assert dealt.position().view(0) != game.view(0) or dealt.position().view(1) != game.view(1)
    for at in range(len(turn.solution) + 1):
        told = reach(turn, turn.solution[:at]).as_json(turn)
        assert told == reach(dealt, turn.solution[:at]).as_json(dealt)
        assert not {"solution", "themes", "chance", "others"} & set(told)


def test_hints_tell_more_and_more() -> None:
    turn = one("best_turn", "step_back")
    assert "step_back" in hint(turn, 1)["themes"]
    assert hint(turn, 2)["cards"] == len(themes.lays_of(turn.solution))
    assert hint(turn, 3)["first"] == turn.solution[0]
    with pytest.raises(ValueError, match="1 to 3"):
        hint(turn, 4)


def test_giving_up_shows_the_solution() -> None:
    for kind in ("best_turn", "lay_all"):
        assert give_up(one(kind)).solution == one(kind).solution
        assert give_up(one(kind)).right is False


# Themes.


def test_themes_are_what_the_solution_does() -> None:
    gift = one("best_turn", "gift")
    assert any(move[-1].isupper() for move in gift.solution)
    back = one("best_turn", "step_back")
    assert {"trick"} & {reason["why"] for reason in give_up(back).why}
    fire = next(each for each in EVERY if "fire" in each.themes)
    game = fire.position()
    assert any(event["event"] == "put_out" for move in fire.solution for event in game.move(move))
    heed = one("best_turn", "heed")
    assert {"heeds", "ignored"} & {reason["why"] for reason in give_up(heed).why}
    assert one("best_turn", "last_cards", "classic").position().stock == 0
    order = next(each for each in EVERY if "order" in each.themes)
    assert order.position().commands


def test_an_order_matters_if_a_stop_would_come_too_early() -> None:
    game = gambero.new("extreme", players=1, seed=1)
    stop = next(number for number, name in game.commands.items() if name == "stop" and number < 50)
    plain = [number for number in range(60, 99) if number not in game.commands][:2]
    deck = [stop, *plain, *(card for card in range(2, 100) if card not in (stop, *plain))]
    game = gambero.new("extreme", players=1, deck=deck)
    assert themes.order_matters(game, [f"{plain[0]}c", f"{stop}a"])
    assert not themes.order_matters(game, [f"{plain[0]}c", f"{plain[1]}a", "."])


# Making.


def test_the_same_seed_makes_the_same_puzzles() -> None:
    cells = (Cell("classic", 3), Cell("duel", 2))
    again = [[each.as_json() for each in islice(make(3, 4, cells), 3)] for _ in range(2)]
    assert again[0] == again[1]
    assert [fault(from_json(each)) for each in again[0]] == [None] * 3


def test_finished_games_give_puzzles_with_their_deck() -> None:
    found: list[Puzzle] = []
    for seed in range(30):
        game = gambero.new("classic", players=2, seed=seed)
        game.move("@0")
        bot = gambero.bot("careful", seed=1)
        while game.to_move is not None:
            game.move(bot.choose(game.view(game.to_move)))
        found += from_games([game])
        if found:
            break
    assert found[0].deal["deck"] == game.deck
    again = from_json(found[0].as_json())
    assert again.id == found[0].id
    assert fault(again) is None


@pytest.mark.parametrize("game", ["classic", "tension"])
def test_games_that_give_none(game: gambero.game.GameId) -> None:
    with pytest.raises(ValueError, match="puzzles are made of"):
        list(from_games([gambero.new(game, seed=1)]))


@pytest.mark.parametrize(("count", "seed"), [(0, 1), (-1, 1), (1.5, 1), (True, 1), (1, -1), (1, "2")])
def test_bad_numbers(count: int, seed: int) -> None:
    with pytest.raises(ValueError, match="whole number"):
        next(make(count, seed))


# Files.


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.xz"
    file.write(path, {"seed": 7}, EVERY[:20])
    about, again = file.read(path)
    assert about["seed"] == 7
    assert [each.as_json() for each in again] == [each.as_json() for each in EVERY[:20]]
    assert [each.id for each in again] == [each.id for each in EVERY[:20]]


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.xz"
    path.write_text("no puzzles")
    with pytest.raises(ValueError, match="no file of puzzles"):
        file.read(path)
    file.write(path, {}, EVERY[:1])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ValueError, match="no file of puzzles"):
        file.read(path)
    path.write_bytes(lzma.compress(b'{"format": 99}\n'))
    with pytest.raises(ValueError, match="format 99"):
        file.read(path)


# Ratings.


def test_glicko_2_is_as_in_its_paper() -> None:
    """Glickman, Example of the Glicko-2 system, 2013: a player of 1500 against three others, tau 0.5."""
    others = [glicko.Rating(1400, 30), glicko.Rating(1550, 100), glicko.Rating(1700, 300)]
    after = glicko.updated(glicko.Rating(1500, 200, 0.06), list(zip(others, [1, 0, 0], strict=True)), tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    after = glicko.updated(glicko.Rating(1500, 200, 0.06), [])
    assert after.rating == 1500
    assert after.deviation == pytest.approx(200.2714, abs=0.001)


def test_who_solves_gains_what_the_puzzle_loses() -> None:
    you, puzzle = glicko.played(glicko.Rating(), glicko.Rating(), True)
    assert you.rating > 1500 > puzzle.rating
    assert you.rating - 1500 == pytest.approx(1500 - puzzle.rating)
