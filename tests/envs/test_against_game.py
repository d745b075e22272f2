"""The environments play the same games as Game and as the oracle, move by move."""

import random
from typing import Any

import numpy as np
import pytest

import gambero
from gambero.envs import aec, number, parallel, text
from gambero.envs.ticks import TickTable
from gambero.game import new_game

import oracle
from helpers.setups import SETUPS, cheapest, dealt, name

IN_TURNS = [setup for setup in SETUPS if gambero.GAMES[setup[0]].turns]


def legal(mask: Any, game: str) -> list[str]:
    return sorted(text(game, action) for action in np.flatnonzero(mask).tolist())


@pytest.mark.parametrize("setup", IN_TURNS, ids=name)
def test_aec_plays_what_game_and_oracle_play(setup: tuple[str, dict[str, Any]]) -> None:
    game, options = setup
    for disorder in (2.0, 30.0):
        chance = random.Random(f"{name(setup)} {disorder}")
        deal = dealt(setup, chance, disorder)
        plain: Any = oracle.new(game, **deal)
        own = new_game(game, **deal)
        env = aec(game, **options, **({"commands": deal["commands"]} if "commands" in deal else {}))
        env.reset(options={"deck": deal["deck"]})
        while not own.over:
            agent = env.agent_selection
            seen, _, terminated, truncated, info = env.last()
            assert (terminated, truncated) == (False, False)
            assert agent == f"player_{own.to_move or 0}"
            assert legal(seen["action_mask"], game) == own.moves() == plain.moves()
            assert (info["action_mask"] == seen["action_mask"]).all()
            assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
            moves = own.moves()
            move = cheapest(own, moves) if chance.random() < 0.9 else chance.choice(moves)
            env.step(number(game, move))
            own.move(move)
            plain.move(move)
        assert own.result
        for seat, agent in enumerate(env.possible_agents):
            assert env.terminations[agent]
            won = seat in plain.result.winners
            assert env._cumulative_rewards[agent] == (1 if won else 0 if own.spec.team else -1)


def test_rewards_by_cards_add_up_to_the_cards_laid() -> None:
    env = aec("classic", players=3, reward="cards")
    env.reset(seed=4)
    total = dict.fromkeys(env.agents, 0.0)
    while not any(env.terminations.values()):
        env.step(int(env.action_masks().argmax()))
        for agent in total:
            total[agent] += env.rewards[agent]
    assert env.game.result
    laid = 98 - env.game.result.left  # type: ignore[operator]  # a number in team games
    assert total == pytest.approx(dict.fromkeys(total, laid / 98))


def test_a_seed_deals_what_new_deals_and_then_the_next_games_of_it() -> None:
    env = aec("classic", players=2)
    env.reset(seed=7)
    assert env.game.deck == gambero.new("classic", players=2, seed=7).deck
    env.reset()
    assert env.game.deck == gambero.GAMES["classic"].decks.from_seed(7, 1)


def test_what_the_mask_forbids_ends_the_game() -> None:
    env = aec("duel")
    env.reset(seed=1)
    env.step(number("duel", "@1"))
    forbidden = int((~env.action_masks()).argmax())
    env.step(forbidden)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.infos["player_1"]["illegal"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"game": "tension"}, "gambero.envs.parallel"),
        ({"game": "classic", "players": 9}, "players must be"),
        ({"game": "classic", "reward": "points"}, "reward must be one of"),
        ({"game": "duel", "reward": "cards"}, "reward must be win"),
        ({"game": "classic", "form": "tensor"}, "form must be one of"),
        ({"game": "duel", "talk": True}, "talk must be False"),
        ({"game": "classic", "seed": 4}, "belong to reset"),
        ({"game": "classic", "last_card_wins": True}, "not an option"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        aec(**arguments)


def test_a_number_that_is_no_action_is_refused() -> None:
    env = aec("classic")
    env.reset(seed=1)
    for wrong in (398, -1, 2.0, None):
        with pytest.raises(ValueError, match="action must be a number from 0 to 397"):
            env.step(wrong)  # type: ignore[arg-type]


# Tension.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tension_in_ticks_is_the_game_that_game_and_oracle_play(players: int) -> None:
    chance = random.Random(players)
    env = parallel("tension", players=players)
    seen, _ = env.reset(seed=players)
    plain: Any = oracle.new("tension", players=players, deck=env.game.deck)
    played = 0
    while env.agents:
        masks = {agent: np.flatnonzero(one["action_mask"]).tolist() for agent, one in seen.items()}
        for seat, agent in enumerate(env.possible_agents):
            moves = {text("tension", act, seat) for act in masks[agent]} - {"wait"}
            assert (
                moves
                == {*env.game.moves(seat)}
                == {*(plain.moves_of(seat) or (plain.moves() if plain.moves() == ["^"] else ()))}
            )
        seen, rewards, terminated, truncated, _ = env.step(
            {agent: chance.choice(acts) for agent, acts in masks.items()}
        )
        for _, move in env.game.log[played:]:
            plain.move(move)
        played = len(env.game.log)
        assert plain.over == env.game.over == all(terminated.values())
        assert not any(truncated.values())
    assert {agent for agent, reward in rewards.items() if reward == 1} == {
        f"player_{seat}" for seat in plain.result.winners
    }
    assert set(rewards.values()) <= {1.0, -1.0}


def one_tick(deck: list[tuple[int, int]], actions: dict[int, int], seed: int = 0) -> TickTable:
    table = TickTable(gambero.new("tension", players=2, deck=deck), 0.1, (seed, 0))
    table.act(actions)
    return table


@pytest.mark.rule("T8")
def test_of_two_cards_in_a_tick_the_first_by_lot_counts_and_the_other_goes_back() -> None:
    from helpers.setups import TENSION_CARDS

    deck = [card for card in TENSION_CARDS if card not in ((6, 2), (5, 1))]
    spare = [card for card in TENSION_CARDS if card in ((6, 2), (5, 1))]
    first, last = (6, 2), (5, 1)
    spare.remove(last)
    spare.remove(first)
    spare.remove(first)
    rest = [*deck, *spare]
    deal = [first, *rest[:35], first, *rest[35:], last]
    lay = number("tension", "0:6/2")
    by_lot = {one_tick(deal, {0: lay, 1: lay}, seed).game.log[0] for seed in range(20)}
    assert by_lot == {(0, "0:6/2"), (1, "1:6/2")}
    table = one_tick(deal, {0: lay, 1: lay})
    assert len(table.game.log) == 1
    assert table.board.waits == [0, 0]


@pytest.mark.rule("T13")
def test_a_wrong_card_goes_back_and_its_player_waits_half_a_second() -> None:
    env = parallel("tension", players=2, tick=0.1)
    seen, _ = env.reset(seed=1)
    wrong = next(act for act in range(30) if not seen["player_0"]["action_mask"][act])
    seen, *_ = env.step({"player_0": wrong, "player_1": 32})
    assert env.game.log == []
    for left in (5, 4, 3, 2, 1):
        assert np.flatnonzero(seen["player_0"]["action_mask"]).tolist() == [32]
        wait = env.table.board.fields.slices()["wait"]
        assert seen["player_0"]["observation"][wait].tolist() == [left]
        seen, *_ = env.step({"player_0": 30})
    assert env.game.log == []
    env.step({"player_0": 30})
    assert env.game.log == [(0, "0:+")]


def test_a_game_that_lasts_too_long_is_truncated() -> None:
    env = parallel("tension", players=2, tick=0.5, seconds=1.0)
    env.reset(seed=1)
    *_, truncated, _ = env.step({})
    assert not any(truncated.values())
    *_, truncated, _ = env.step({})
    assert all(truncated.values())
    assert env.agents == []
