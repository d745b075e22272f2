"""A game from its position."""

from gambero.arguments import quoted
from gambero.game import GAMES, Game, Setup, from_setup
from gambero.game.position import MARKS, read_position


def at(text: str) -> Game:
    """The game at a position that `Game.position` wrote: the same state, without its log.

    Raises ValueError that says what is wrong if the text is malformed, or contradicts itself or the rules. Whether
    play can lead to a position is not checked.
    """
    if not isinstance(text, str) or not text.split():
        raise ValueError(f"a position is one line of text that begins with a game, not {quoted(text)}")
    words = text.split()
    name, *chosen = words[0].split(MARKS)
    if name not in GAMES:
        raise ValueError(f"a position begins with one of {', '.join(GAMES)}, not {quoted(name)}")
    spec = GAMES[name]
    for option in chosen:
        if option not in spec.options:
            raise ValueError(f"{quoted(option)} is not an option of {name}: it has {', '.join(spec.options) or 'none'}")
    options = {option: option in chosen for option in spec.options}
    clean = " ".join(words)
    placed = read_position(spec, options, clean)
    game = from_setup(Setup(spec.id, placed.players, options, placed.deck, placed.commands, clean))
    game.spec.positions.check(game)
    written = (
        game.position()
    )  # differs where cards of a hand come in another order, for one: each position has one text
    return game if written == clean else at(written)
