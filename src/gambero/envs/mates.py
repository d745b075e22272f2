"""The bots at the other seats of an environment with one learner."""

from collections.abc import Sequence

from gambero.arguments import quoted
from gambero.bots import Bot, bot, bot_class
from gambero.bots.talk import Signals
from gambero.envs.dealing import Dealer
from gambero.game import Game

Player = str | type[Bot]  # a bot's name, or a class of one's own


class Mates:
    """A bot for each seat but the learner's, made anew for each seed."""

    def __init__(self, name: str, players: Player | Sequence[Player], seats: int, game: str) -> None:
        chosen: list[Player] = (
            [players] * (seats - 1) if isinstance(players, str | type) else list(players)  # one for all, or one each
        )
        if len(chosen) != seats - 1:
            raise ValueError(f"{name} must be one bot or a list of {seats - 1}, one a seat, not {quoted(players)}")
        self._makers: list[Player] = chosen
        for player in chosen:
            found = player if isinstance(player, type) else bot_class(player)
            if not issubclass(found, Bot):
                raise ValueError(f"{name} must be names of bots, or classes of gambero.Bot, not {quoted(player)}")
            found.check_plays(game)
        self.bots: dict[int, Bot] = {}

    def __bool__(self) -> bool:
        return bool(self._makers)

    def sit_down(self, dealer: Dealer) -> None:
        """Make the bots, with seeds of their own."""
        self.bots = {
            seat: maker(seed=dealer.bot_seed(seat)) if isinstance(maker, type) else bot(maker, dealer.bot_seed(seat))
            for seat, maker in enumerate(self._makers, start=1)
        }

    def signals(self, game: Game) -> dict[int, Signals]:
        """What all but the mover say before a turn (C15, E3); nothing under silence (E12)."""
        said: dict[int, Signals] = {}
        for seat, player in self.bots.items():
            if seat != game.to_move and type(player).says is not Bot.says:
                view = game.view(seat)
                if view["silence"]:
                    return {}
                if view["hand"]:
                    said[seat] = {**player.says(view)}
        return said
