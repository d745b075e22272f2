"""Games with turns for OpenSpiel; importing this module registers gambero_classic, gambero_extreme and gambero_duel.

Every card that is dealt or drawn is a chance node; its outcomes are cards, counted from 0. Before the start, player 0
says who starts.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel

from gambero.envs.actions import actions_of
from gambero.envs.board import board_of, fields_of
from gambero.envs.render import as_text
from gambero.envs.rewards import at_the_end
from gambero.game import GAMES, GameSpec, from_setup
from gambero.game.setup import prepared

HOUSE = "house"


def game_type(spec: GameSpec) -> Any:
    """What OpenSpiel wants to know of a game."""
    parameters: dict[str, Any] = {"players": spec.players[0], **dict.fromkeys(spec.options, False)}
    if spec.commands:
        parameters["commands"] = HOUSE
    kind = pyspiel.GameType
    return kind(
        short_name=f"gambero_{spec.id}",
        long_name=f"gambero: {spec.id}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if spec.team else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=spec.players[1],
        min_num_players=spec.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


class CardGame(pyspiel.Game):  # type: ignore[misc]
    """A game of gambero; its parameters are those of `gambero.new`. Each game's class names its record."""

    card_spec: GameSpec

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        spec = self.card_spec
        given = {**game_type(spec).parameter_specification, **(params or {})}
        self.setup = prepared(spec.id, seed=0, **given)
        most = 2 * spec.cards * (1 if spec.team else spec.players[1]) + 1  # every turn but the last lays a card
        information = pyspiel.GameInfo(
            num_distinct_actions=len(actions_of(spec)),
            max_chance_outcomes=spec.cards,
            num_players=self.setup.players,
            min_utility=0.0 if spec.team else -1.0,
            max_utility=1.0,
            max_game_length=most,
            **({} if spec.team else {"utility_sum": 0.0}),
        )
        super().__init__(game_type(spec), information, params or {})

    def new_initial_state(self) -> "CardState":
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CardObserver":
        return CardObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class CardState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, or being dealt. Cards that are not drawn yet have no order."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        spec = game.card_spec
        self.players = self.setup.players
        self.actions = actions_of(spec)
        self.lowest = spec.starts[0] + 1
        shares = spec.decks.shares(self.players, self.setup.options)
        self.hand_size = shares[0][1]
        self.dealt: list[list[int]] = [[] for _ in range(self.players)]
        self.left = [list(range(spec.cards)) for _ in range(1 if spec.team else self.players)]  # of each deck
        self.board: Any = None  # once all hands are dealt
        self.pending = ""  # a move that draws cards, which are not chosen yet
        self.wanted = 0
        self.drawn: list[int] = []
        self.told: list[list[str]] = [[] for _ in range(self.players)]  # what each player came to know, in order

    # Whose turn it is.

    def current_player(self) -> Any:
        if self.board is None or self.wanted:
            return pyspiel.PlayerId.CHANCE
        if self.board.game.over:
            return pyspiel.PlayerId.TERMINAL
        return self.board.game.to_move or 0

    def is_terminal(self) -> bool:
        return self.board is not None and not self.wanted and self.board.game.over

    def returns(self) -> list[float]:
        return at_the_end(self.board.game) if self.is_terminal() else [0.0] * self.players

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.board.see(player)["action_mask"]
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card of the deck in question that nobody has drawn yet, all equally likely."""
        cards = self._deck()
        return [(card, 1 / len(cards)) for card in cards]

    def _dealing_to(self) -> int:
        """Who gets the next card."""
        if self.board is None:
            return next(seat for seat, hand in enumerate(self.dealt) if len(hand) < self.hand_size)
        return int(self.board.game.to_move)

    def _deck(self) -> list[int]:
        return self.left[self._dealing_to() % len(self.left)]

    # What happens.

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._deal(action)
            return
        move = self.actions.texts[action]
        drawn = self._cards_drawn_by(move)
        if drawn:
            self.pending, self.wanted, self.drawn = move, drawn, []
        else:
            self._move(move)

    def _deal(self, outcome: int) -> None:
        seat = self._dealing_to()
        self._deck().remove(outcome)
        card = outcome + self.lowest
        if self.board is None:
            self.dealt[seat].append(card)
            self.told[seat].append(f"+{card}")
            if all(len(hand) == self.hand_size for hand in self.dealt):
                self._begin()
            return
        self.drawn.append(card)
        self.wanted -= 1
        if not self.wanted:
            self._put_on_top(seat)
            self._move(self.pending)
            self.told[seat].append("+" + ",".join(map(str, sorted(self.drawn))))
            self.pending, self.drawn = "", []

    def _begin(self) -> None:
        spec = self.setup.spec
        rest = [[card + self.lowest for card in deck] for deck in self.left]
        if spec.team:
            deck: Any = (*(card for hand in self.dealt for card in hand), *rest[0])
        else:
            deck = tuple((*hand, *cards) for hand, cards in zip(self.dealt, rest, strict=True))
        self.board = board_of(from_setup(replace(self.setup, deck=deck)))

    def _cards_drawn_by(self, move: str) -> int:
        """How many cards a move makes its player draw; the law says so on a copy."""
        game = self.board.game
        after = game.state()
        before = int(np.sum(after["drawn"]))
        game.law.play(after, game.notation.numbers[move])
        return int(np.sum(after["drawn"])) - before

    def _put_on_top(self, seat: int) -> None:
        """Put the cards chosen on top of the draw pile that the law draws from."""
        state = self.board.game.table[0]
        rest = [card + self.lowest for card in self.left[seat % len(self.left)]]
        pile = state["deck"] if self.setup.spec.team else state["decks"][seat]
        pile[len(pile) - len(rest) - len(self.drawn) :] = [*self.drawn, *rest]

    def _move(self, move: str) -> None:
        seat = self.board.game.to_move
        self.board.move(move)
        for told in self.told:
            told.append(move if seat is None else f"{seat}:{move}")

    # As text.

    def _action_to_string(self, player: Any, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"+{action + self.lowest}"
        return self.actions.texts[action]

    def __str__(self) -> str:
        """Everything, all hands included."""
        if self.board is None:
            return f"dealing {self.dealt}"
        drawing = f"drawing {self.wanted} after {self.pending}: {self.drawn}\n" if self.wanted else ""
        hands = "".join(f"hand {seat} {self.board.game.hand(seat)}\n" for seat in range(self.players))
        return as_text(self.board.game, self.current_player() if self.current_player() >= 0 else 0) + hands + drawing


class CardObserver:
    """Observations of a state: tensors, scaled to 0 … 1 and named as the fields of an observation, and strings."""

    def __init__(self, game: CardGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters must be none, not {params}")
        spec = game.card_spec
        self.kind, self.lowest = kind, spec.starts[0] + 1
        self.fields = fields_of(spec)
        players = game.setup.players
        self.all_hands = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self.own_hand = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (players,))]
        if self.all_hands or self.own_hand:
            pieces.append(("hand", (players if self.all_hands else 1, spec.cards)))
            if kind.perfect_recall:
                pieces.append(("drawn_when", (players if self.all_hands else 1, spec.cards)))
        if kind.public_info:
            pieces += [(field.name, (field.size,)) for field in self.fields.fields]
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        starts = np.cumsum([0, *sizes])
        self.dict = {
            name: self.tensor[start : start + size].reshape(shape)
            for (name, shape), start, size in zip(pieces, starts, sizes, strict=False)
        }

    def set_from(self, state: CardState, player: int) -> None:
        """Fill the tensor with what a player knows."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        for row, seat in enumerate(self._seats(state, player)):
            self.dict["hand"][row, [card - self.lowest for card in hand_of(state, seat)]] = 1
            if "drawn_when" in self.dict:
                for when, told in enumerate(state.told[seat], start=1):
                    if told.startswith("+"):
                        drawn = [int(card) - self.lowest for card in told[1:].split(",")]
                        self.dict["drawn_when"][row, drawn] = when / 1000
        if self.kind.public_info and state.board is not None:
            seen = state.board.see(player)["observation"]
            for field in self.fields.fields:
                part = seen[self.fields.slices()[field.name]]
                public = np.where(part == 1, 0, part) if field.name in ("where", "own_where") else part
                self.dict[field.name][:] = public / field.most

    def _seats(self, state: CardState, player: int) -> list[int]:
        """Whose hands are shown."""
        return list(range(state.players)) if self.all_hands else [player] if self.own_hand else []

    def string_from(self, state: CardState, player: int) -> str:
        """What a player knows, as text."""
        parts = [f"p{player}"]
        if self.kind.perfect_recall:
            parts += [" ".join(state.told[seat]) for seat in self._seats(state, player)]
            if self.kind.public_info and not self._seats(state, player):
                parts.append(" ".join(told for told in state.told[player] if not told.startswith("+")))
            return "\n".join(parts)
        parts += [f"hand {seat}: {' '.join(map(str, hand_of(state, seat)))}" for seat in self._seats(state, player)]
        if self.kind.public_info and state.board is not None:
            view = state.board.game.view(None)
            moves = " ".join(move if seat is None else f"{seat}:{move}" for seat, move in view["log"])
            parts.append(f"piles {view['piles']} stock {view['stock']} hands {view['hands']} turn {view['turn']}")
            parts.append(f"to move {view['to_move']} owed {view['minimum']} log {moves}")
        return "\n".join(parts)


def hand_of(state: CardState, seat: int) -> list[int]:
    return sorted(state.dealt[seat]) if state.board is None else list(state.board.game.hand(seat))


def register_all() -> None:
    """Make `pyspiel.load_game` know every game with turns."""
    for spec in GAMES.values():
        if spec.turns and f"gambero_{spec.id}" not in pyspiel.registered_names():
            # A class, since OpenSpiel lets go of it after Python has ended: any other object would be freed then.
            pyspiel.register_game(
                game_type(spec), type(f"{spec.id.capitalize()}Game", (CardGame,), {"card_spec": spec})
            )


register_all()
