"""A game as a notebook shows it: options, piles, all hands, and the last turns."""

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gambero.game.base import Game

LAST = 5  # turns that are shown
CELL = "padding:.15em .6em;text-align:left;vertical-align:top"


def picture(game: "Game") -> str:
    """The game as plain HTML; it has no styles, which could change the page around it."""
    options = "".join(f", {name.replace('_', ' ')}" for name, on in game.options.items() if on)
    players = "alone" if game.players == 1 else f"{game.players} players"
    rows = [("piles", piles(game)), *((f"hand {seat}", hand(game, seat)) for seat in range(game.players))]
    rows.append(("stock", str(game.stock)))
    last = [" ".join(turn) for turn in game.turns[-LAST:]] if game.spec.turns else [move for _, move in game.log[-12:]]
    if last:
        rows.append(("last moves", " · ".join(last)))
    rows.append(("result", _result(game)))
    cells = "".join(
        f'<tr><th style="{CELL}">{escape(name)}</th><td style="{CELL}"><code>{escape(text)}</code></td></tr>'
        for name, text in rows
    )
    return f"<div><strong>{escape(game.game)}</strong>, {players}{escape(options)}<table>{cells}</table></div>"


def piles(game: "Game") -> str:
    """The tops, by the letters of the piles where they have some."""
    if not game.spec.piles:
        return card(game, game.piles)
    return "  ".join(f"{letter} {top}" for letter, top in zip(game.spec.piles, game.piles, strict=True))


def hand(game: "Game", seat: int) -> str:
    return " ".join(card(game, one) for one in game.hand(seat)) or "–"


def card(game: "Game", one: Any) -> str:
    return game.spec.decks.card_text(one)


def _result(game: "Game") -> str:
    from gambero.game.record import result_text

    if game.result is None:
        return "unfinished" if game.to_move is None else f"unfinished, seat {game.to_move} is to move"
    return result_text(game)
