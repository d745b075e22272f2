"""Training: the judge's inputs and network, the command and its files."""

import json
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import gambero
from gambero.bots import bot_class
from gambero.bots.imagine import imagined
from gambero.bots.team.chances import AS_SAID, calibrated, terms_for
from gambero.bots.team.ends import list_ends
from gambero.bots.team.expert import Thinking, make_workspace
from gambero.bots.team.judge import (
    BASE,
    CLASSIC,
    EXTREME,
    INPUTS,
    ON_FIRE,
    WORDS,
    Net,
    as_vector,
    fill_in,
    from_vector,
    think,
)
from gambero.bots.team.planners import CAREFUL, JUDGES, card_set, packaged_judge, read_judge, weights
from gambero.bots.team.weigh import WEIGHTS
from gambero.game.setup import prepared
from gambero.lab.training import chances
from gambero.lab.training.learner import logits, new_net
from gambero.lab.training.selfplay import play_games
from gambero.lab.training.train import Course, train
from gambero.lab.training.tune import tune

from helpers.patience import PATIENCE

PACKAGED = Path(str(files("gambero.bots.team"))) / "weights"
SHORT = Course(players=(2,), games=6, quick=50, round=3, units=(8, 4), seed=5)


def some_net(inputs: int = CLASSIC) -> Net:
    chance = np.random.default_rng(1)
    return Net(*((chance.standard_normal(layer.shape) * 0.2).astype(np.float32) for layer in new_net(inputs, 8, 4, 0)))


def judged(net: Net, x: npt.NDArray[np.float32]) -> float:
    workspace = make_workspace()
    return float(think(x, net, workspace.one, workspace.two))


def inputs_of(view: Any, unlaid: range = range(2, 100)) -> npt.NDArray[np.float32]:
    """All inputs for ending the turn now."""
    workspace = make_workspace()
    table = imagined(view)
    list_ends(table[0], 2, 5.0, workspace.near.ends, workspace.near.seen)
    fill_in(table[0], workspace.near.ends[0], card_set([*unlaid]), np.zeros(WORDS, np.int64), INPUTS, workspace.x)
    return workspace.x.copy()


def test_the_kernel_and_the_learner_compute_the_same() -> None:
    net = some_net()
    rows = np.random.default_rng(2).standard_normal((20, CLASSIC)).astype(np.float32)
    rows[rows < -0.5] = 0.0
    learned = 1 / (1 + np.exp(-np.asarray(logits(net, rows))))
    assert [judged(net, row) for row in rows] == pytest.approx(learned.tolist(), abs=1e-5)


def test_a_vector_is_a_network_again() -> None:
    net = some_net(EXTREME)
    assert all(np.array_equal(*pair) for pair in zip(net, from_vector(as_vector(net)), strict=True))


@pytest.mark.parametrize(
    "vector",
    [
        np.zeros(3, np.float32),
        np.zeros(1000),
        np.zeros((2, 500), np.float32),
        np.array([BASE, 1e9, 1e9], np.float32),
        as_vector(some_net())[:-1],
        np.where(np.arange(len(as_vector(some_net()))) == 9, np.nan, as_vector(some_net())).astype(np.float32),
    ],
)
def test_what_is_no_network_is_refused(vector: npt.NDArray[Any]) -> None:
    with pytest.raises(ValueError, match="weights"):
        from_vector(vector)


def test_twin_piles_are_told_apart_by_what_they_take() -> None:
    start = gambero.new("classic", seed=1).view(0)
    one, other = ({**start, "piles": tops} for tops in ([30, 10, 90, 60], [10, 30, 60, 90]))
    assert np.array_equal(inputs_of(one), inputs_of(other))


def test_commands_in_hand_and_unseen_are_seen() -> None:
    game = gambero.new("extreme", players=1, deck=[6, 95, 13, *(n for n in range(2, 100) if n not in (6, 95, 13))])
    x = inputs_of(game.view(0))
    in_hand = x[ON_FIRE + 32 : ON_FIRE + 39]
    assert in_hand.tolist() == [1.0, 0.5, 0, 0.5, 0, 0, 0]  # two stops, a skull, and 3, a silence, among the rest
    assert x[EXTREME - 1 - 7 : EXTREME - 1].tolist() == [0.5, 0.75, 1.0, 0.75, 1.0, 1.0, 1.0]
    assert not x[CLASSIC:ON_FIRE].any()


def test_fire_in_hand_and_unseen_is_seen() -> None:
    deck = [22, 33, *(n for n in range(2, 100) if n not in (22, 33))]
    x = inputs_of(gambero.new("classic", players=1, on_fire=True, deck=deck).view(0))
    assert x[CLASSIC : CLASSIC + 3].tolist() == pytest.approx([1.0, 1.2, 0.0])


@pytest.mark.slow
def test_a_judge_trained_from_nothing_is_clearly_better_than_it_began(tmp_path: Path) -> None:
    course = Course(players=(2,), games=10, quick=6000, seed=1, units=(24, 12), from_nothing=True)
    train(course, tmp_path / "mine.npy")
    setups = [prepared("classic", players=2, seed=0)]

    def won(net: Net) -> int:
        """Of 300 quick games on deals that nobody learned from."""
        return play_games(setups, [net], CLASSIC, True, 1.0, 98, 0, 300).wins

    assert won(read_judge(tmp_path / "mine.npy")) > won(new_net(CLASSIC, 24, 12, 1)) + 100


def test_the_same_seed_gives_the_same_weights_with_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        train(SHORT, tmp_path / f"by-{workers}.npy", workers=workers)
    assert (tmp_path / "by-1.npy").read_bytes() == (tmp_path / "by-2.npy").read_bytes()


def test_a_resumed_run_ends_like_one_that_was_never_stopped(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole.npy", tmp_path / "parted.npy"
    train(SHORT, whole, workers=1)

    def stop_after_a_round(_: str) -> None:
        raise KeyboardInterrupt

    assert train(SHORT, parted, workers=1, say=stop_after_a_round).games == 50
    done = train(SHORT, parted, workers=1, resume=True)
    assert (done.games, [row["games"] for row in done.curve]) == (56, [50, 53, 56])
    assert parted.read_bytes() == whole.read_bytes()
    about = json.loads(parted.with_suffix(".json").read_text("utf-8"))
    assert (about["quick"], about["games"]) == (50, 6)


def test_bad_paths_and_courses_are_refused_before_the_first_game(tmp_path: Path) -> None:
    there = tmp_path / "there.npy"
    there.touch()
    for out, resume, why in (
        (tmp_path / "mine.txt", False, "ends in .npy"),
        (tmp_path / "no" / "mine.npy", False, "folder that exists"),
        (there, False, "there already"),
        (tmp_path / "mine.npy", True, "nothing to resume"),
    ):
        for begin in (train, tune):
            with pytest.raises(ValueError, match=why):
                begin(SHORT, out, resume=resume)
    for course, why in (
        (Course("tension", players=(2,)), "team game"),
        (Course(players=()), "players"),
        (Course(players=(9,)), "players"),
        (Course(games=-1), "games"),
        (Course(quick=-1), "quick"),
    ):
        with pytest.raises(ValueError, match=why):
            train(course, tmp_path / "mine.npy")


def test_a_run_goes_on_only_as_it_was_begun(tmp_path: Path) -> None:
    out = tmp_path / "mine.npy"
    train(SHORT, out, workers=1)
    with pytest.raises(ValueError, match="begun with seed 5"):
        train(replace(SHORT, seed=6), out, resume=True)
    out.with_suffix(".checkpoint.npz").write_bytes(b"no archive")
    with pytest.raises(ValueError, match="no checkpoint"):
        train(SHORT, out, resume=True)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_keeps_the_last_round_when_it_is_stopped_and_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    words = shlex.split("train --players 2 --quick 100 --games 30000 --units 8,4 --workers 1 --out mine.npy")
    command = [sys.executable, "-m", "gambero", *words]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout
    assert "100 of 30,100 games" in run.stdout.readline()
    run.send_signal(how)
    _, said = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130, said
    assert "mine.npy is as after 100 games; go on with --resume" in said
    about = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert (about["quick"], about["games"], about["command"]) == (100, 0, "gambero " + " ".join(words))
    again = subprocess.run(
        [*command, "--resume", "--games", "1"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert again.returncode == 0, again.stderr
    assert "101 of 101 games" in again.stdout


def test_careful_is_tuned_by_the_same_means(tmp_path: Path) -> None:
    course = Course("extreme", players=(2,), games=1, seed=3)
    for name in ("one", "two"):
        assert not tune(course, tmp_path / f"{name}.npy", workers=2).interrupted
    tuned = np.load(tmp_path / "one.npy")
    assert tuned.shape == (WEIGHTS,)
    assert np.array_equal(tuned, np.load(tmp_path / "two.npy"))
    assert gambero.bot("careful", weights=tmp_path / "one.npy").choose(gambero.new("extreme", seed=1).view(0))
    done = tune(course, tmp_path / "one.npy", resume=True)
    assert len(done.curve) == 2


def test_chances_are_fitted_to_how_games_ended() -> None:
    chance = np.random.default_rng(1)
    true = chance.random(20_000)
    unlaid = chance.random(20_000)
    won = (chance.random(20_000) < true).astype(float)
    odds = np.log(true / (1 - true)) + 1.0 + 0.5 * unlaid  # a judge too sure of winning, above all early on
    said = np.stack([unlaid, 1 / (1 + np.exp(-odds))], axis=1)
    terms = chances.fit(said, won, 5_000)
    told = np.array([calibrated(p, u, terms) for u, p in said.tolist()])
    assert np.abs(told - true).mean() < 0.02
    assert chances.error(chances.bins(told, won)) < 0.02 < 0.1 < chances.error(chances.bins(said[:, 1], won))
    assert chances.fit(said[:20], won[:20], 1) == pytest.approx(AS_SAID, abs=0.5)  # one game says little


def test_a_chance_stays_in_order_and_a_game_that_is_over_stays_so() -> None:
    terms = (0.3, 0.5, -1.0, -2.0)
    told = [calibrated(said, 0.9, terms) for said in (0.0, 0.001, 0.3, 0.6, 0.999, 1.0)]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert calibrated(0.37, 0.5, AS_SAID) == pytest.approx(0.37)


def test_expert_is_measured_and_its_chances_fitted_by_the_same_command(tmp_path: Path) -> None:
    course = Course(players=(2, 4), games=2, quick=0, seed=3, options={"professional": True})
    out = tmp_path / "chances.json"
    thinking = Thinking(always=True, looks=4, tried=2, depth=2, end_depth=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances, "THINKING", thinking)
        assert chances.measure(replace(course, games=1), out, workers=1).games == 2
        first = json.loads(out.read_text("utf-8"))
        done = chances.measure(course, out, resume=True, workers=2)
        again = chances.play_one(course.setups()[1], 3, 0)
    assert (done.games, done.interrupted) == (4, False)
    found = json.loads(out.read_text("utf-8"))
    assert [(cell["players"], cell["games"], len(cell["terms"])) for cell in found["cells"]] == [(2, 2, 4), (4, 2, 4)]
    assert first["cells"][1]["turns"] == len(again.said) < found["cells"][1]["turns"]
    with pytest.raises(ValueError, match=r"ends in \.json"):
        chances.measure(course, tmp_path / "chances.npy")


def test_the_fit_of_just_these_options_comes_before_that_of_the_kind() -> None:
    plain = {"professional": False, "short_hands": False, "on_fire": False}
    on_fire = terms_for({}, {**plain, "on_fire": True}, 3)
    assert on_fire != AS_SAID
    assert terms_for({}, {**plain, "on_fire": True, "short_hands": True}, 3) == on_fire
    assert terms_for({7: "stop"}, plain, 3) != on_fire
    assert terms_for({}, plain, 9) == AS_SAID


def test_a_judge_has_no_opinion_on_what_it_never_met(tmp_path: Path) -> None:
    train(SHORT, tmp_path / "mine.npy", workers=1)
    net = read_judge(tmp_path / "mine.npy")
    of_players = slice(BASE + 20, BASE + 25)
    assert net.layer_1[of_players].any(axis=1).tolist() == [False, True, False, False, False]


def test_a_player_thinks_with_weights_of_one_s_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.npy"
    np.save(mine, as_vector(some_net()))
    view = gambero.new("classic", seed=1).view(0)
    for player in (gambero.bot("expert", weights=mine, seed=1), gambero.bot(f"expert:{mine}", seed=1)):
        assert player.choose(view) in view["moves"]
    assert gambero.simulate("classic", players=2, bot=f"expert:{mine},greedy", games=1, seed=1, workers=1).games == 1
    with pytest.raises(ValueError, match="takes no weights"):
        gambero.bot("greedy", weights=mine)
    for wrong in (tmp_path / "nowhere.npy", __file__):
        for name in ("expert", "careful"):
            with pytest.raises(ValueError, match="written by gambero train"):
                gambero.bot(name, weights=wrong)
    with pytest.raises(ValueError, match="written by gambero train"):
        gambero.simulate("classic", bot="expert:nowhere.npy", games=1)
    with pytest.raises(ValueError, match="must be one of"):
        bot_class(f"expert:{mine}")  # what a server asks, with a name from outside


def test_every_packaged_file_can_be_used_and_says_how_it_came_about() -> None:
    names = sorted(path.stem for path in PACKAGED.glob("*.npy"))
    assert {*JUDGES.values(), *CAREFUL.values(), "careful", *(f"classic-{n}" for n in range(1, 6))} == {*names}
    for name in names:
        if name.startswith("careful"):
            assert weights(name).shape == (WEIGHTS,)
        else:
            packaged_judge(name)
        about = json.loads((PACKAGED / f"{name}.json").read_text("utf-8"))
        assert {"command", "version", "seed", "games", "hours", "measured"} <= about.keys(), name
        assert about["measured"], name
