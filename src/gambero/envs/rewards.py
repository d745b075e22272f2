"""What a game is worth to each seat."""

from gambero.arguments import quoted
from gambero.game import Game, GameSpec

REWARDS = ("win", "cards")


def check_reward(spec: GameSpec, reward: str) -> None:
    """Raise ValueError unless a game can be rewarded this way."""
    if reward not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {quoted(reward)}")
    if reward == "cards" and not spec.team:
        raise ValueError(f"reward must be win for {spec.id}: cards is for team games")


def at_the_end(game: Game) -> list[float]:
    """Of each seat: 1 for winners; for the others 0 in team games, −1 where everyone plays for themselves."""
    won = game.result.winners if game.result else ()
    lost = 0.0 if game.spec.team else -1.0
    return [1.0 if seat in won else lost for seat in range(game.players)]


def forfeit(game: Game, seat: int) -> list[float]:
    """Of each seat if this one does what is not allowed: it loses, and its rivals win."""
    if game.spec.team:
        return [0.0] * game.players
    return [-1.0 if other == seat else 1.0 for other in range(game.players)]
