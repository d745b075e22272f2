"""A table as text and as a picture, as one seat sees it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.game import Game
from gambero.game.html import card, hand, piles

MODES = ["human", "ansi", "rgb_array"]
WIDTH, HEIGHT, MARGIN = 480, 240, 14
CARD = (44, 62)
FELT, PAPER, INK, GOLD = (24, 78, 62), (250, 246, 235), (30, 30, 30), (240, 200, 90)


def as_text(game: Game, seat: int) -> str:
    """The table in a few lines."""
    lines = [f"{game.game}, {game.players} players" if game.players > 1 else f"{game.game}, alone"]
    lines.append(f"piles  {piles(game)}")
    lines.append(f"stock  {game.stock}")
    lines.append(f"hand {seat}  {hand(game, seat)}")
    lines += [f"hand {other}  {len(game.hand(other))} cards" for other in range(game.players) if other != seat]
    return "\n".join([*lines, _status(game)]) + "\n"


def _status(game: Game) -> str:
    if game.result is not None:
        return f"over: {game.result.reason}"
    if game.to_move is None:
        return "everyone at once" if not game.spec.turns else "who starts?"
    return f"seat {game.to_move} is on, {game.minimum} cards owed"


def as_picture(game: Game, seat: int) -> npt.NDArray[np.uint8]:
    """The table as an array of height, width and three colours."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw: Any = ImageDraw.Draw(image)
    tops = game.piles if game.spec.piles else (game.piles,)
    for place, top in enumerate(tops):
        letter = game.spec.piles[place] if game.spec.piles else ""
        _card(draw, MARGIN + place * (CARD[0] + 24), MARGIN + 14, card(game, top), GOLD)
        draw.text((MARGIN + place * (CARD[0] + 24), MARGIN - 2), letter, fill=PAPER)
    draw.text((WIDTH - 170, MARGIN), f"stock {game.stock}", fill=PAPER)
    for other in range(game.players):
        draw.text((WIDTH - 170, MARGIN + 16 * (1 + other)), f"seat {other}: {len(game.hand(other))} cards", fill=PAPER)
    draw.text((MARGIN, 112), f"seat {seat}; {_status(game)}", fill=PAPER)
    own = game.hand(seat)
    step = min(CARD[0] + 6, (WIDTH - 2 * MARGIN - CARD[0]) // max(len(own) - 1, 1))
    for place, one in enumerate(own):
        _card(draw, MARGIN + place * step, 138, card(game, one), PAPER)
    return np.asarray(image, np.uint8).copy()


def _card(draw: Any, left: int, top: int, text: str, colour: tuple[int, int, int]) -> None:
    draw.rounded_rectangle((left, top, left + CARD[0], top + CARD[1]), 6, fill=colour, outline=INK)
    draw.text((left + 6, top + 6), text, fill=INK)


def rendered(game: Game, seat: int, mode: str | None) -> Any:
    """What `render` gives in a mode; "human" prints the text."""
    if mode == "rgb_array":
        return as_picture(game, seat)
    if mode == "ansi":
        return as_text(game, seat)
    if mode == "human":
        print(as_text(game, seat), end="")
    return None
