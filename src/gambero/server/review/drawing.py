"""Pictures to share: how a finished game ended, or which day's deal it is. Numbers and signs, no name."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from gambero.game import GAMES
from gambero.game.replay import replay

SIZE = WIDTH, HEIGHT = 1200, 630  # what pages that show links expect
FILES = Path(__file__).parents[2] / "web"  # of the page: its letters and its icon
DEEP, SEA, SHOAL = (5, 28, 37), (10, 47, 59), (31, 117, 133)
TEXT, DIM, GOLD, PAPER, INK, CORAL = "#e3f4f1", "#a5c8c8", "#ffc857", "#fdf8ec", "#14262c", "#ff6b4a"
COLOURS = 160  # in the palette of a picture
CARD = CARD_WIDTH, CARD_HEIGHT = 168, 236
LEFT, TOP = 90, 270  # of the first card
BAR = (LEFT, 552, WIDTH - LEFT, 574)

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Shown(NamedTuple):
    """What a picture tells; empty cards are shown from behind."""

    title: str
    below: str
    cards: tuple[str, ...]
    won: bool = False
    laid: float | None = None  # the share of the deck, from 0 to 1


def of_game(record: str) -> bytes:
    """The picture of a finished game: the tops at its end, and what was left. Raises ValueError if it is not over."""
    game = replay(record)
    spec, result = GAMES[game.game], game.result
    if result is None:
        raise ValueError("the game is not over")
    tops = tuple(map(str, game.piles)) if spec.piles else ("/".join(map(str, game.piles)),)
    if isinstance(result.left, int):
        laid = spec.cards - result.left
        return drawn(Shown(_title(game.game), f"{laid} / {spec.cards}", tops, bool(result.won), laid / spec.cards))
    return drawn(Shown(_title(game.game), " : ".join(map(str, result.left)), tops))


def of_day(game: str, day: str) -> bytes:
    """The picture of a day's deal, the same for everybody: nothing of the deal is in it."""
    return drawn(Shown(_title(game), day, ("",) * max(1, len(GAMES[game].piles))))


def _title(game: str) -> str:
    return game.title()


def drawn(shown: Shown) -> bytes:
    """A picture as PNG, of few colours, so that it is small."""
    picture = Image.new("RGB", SIZE)
    pen = ImageDraw.Draw(picture)
    _water(pen)
    pen.text((LEFT, 62), "gambero", font=_font("bricolage", 64), fill=TEXT)
    pen.text((LEFT, 140), shown.title, font=_font("bricolage", 96), fill=GOLD if shown.won else TEXT)
    pen.text((WIDTH - LEFT, 240), shown.below, font=_font("bricolage", 76), fill=TEXT, anchor="rs")
    apart = (WIDTH - 2 * LEFT - CARD_WIDTH) // max(1, len(shown.cards) - 1)
    for place, text in enumerate(shown.cards):
        _card(pen, LEFT + place * apart, text)
    if shown.laid is not None:
        _bar(pen, shown.laid, shown.won)
    _icon(picture)
    file = BytesIO()
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()


def _water(pen: ImageDraw.ImageDraw) -> None:
    """The sea in a few bands, with waves between them."""
    bands = 9
    for band in range(bands):
        share = band / (bands - 1)
        colour = tuple(round(one + (other - one) * share) for one, other in zip(DEEP, SEA, strict=True))
        top = band * HEIGHT // bands
        pen.rectangle((0, top, WIDTH, HEIGHT), fill=colour)
    for x in range(-60, WIDTH + 60, 120):
        pen.ellipse((x, HEIGHT - 36, x + 120, HEIGHT + 40), fill=SHOAL)


def _card(pen: ImageDraw.ImageDraw, left: int, text: str) -> None:
    box = (left, TOP, left + CARD_WIDTH, TOP + CARD_HEIGHT)
    if not text:
        pen.rounded_rectangle(box, 22, fill=SHOAL, outline=PAPER, width=6)
        for inset in (34, 58, 82):
            pen.ellipse((left + inset, TOP + inset + 30, box[2] - inset, box[3] - inset - 30), outline=PAPER, width=4)
        return
    pen.rounded_rectangle(box, 22, fill=PAPER)
    water = 44 + min(100, int(text.partition("/")[0])) * 0.7  # as high as its number
    pen.rounded_rectangle((left, box[3] - water, box[2], box[3]), 22, fill=SHOAL)
    pen.rectangle((left, box[3] - water, box[2], box[3] - 22), fill=SHOAL)
    middle = (left + CARD_WIDTH // 2, TOP + 88)
    pen.text(middle, text, font=_font("bricolage", 96 if len(text) < 3 else 72), fill=INK, anchor="mm")


def _bar(pen: ImageDraw.ImageDraw, laid: float, won: bool) -> None:
    left, top, right, bottom = BAR
    pen.rounded_rectangle(BAR, 11, fill=DEEP)
    pen.rounded_rectangle((left, top, left + max(22, (right - left) * laid), bottom), 11, fill=GOLD if won else CORAL)


def _icon(picture: Image.Image) -> None:
    """The page's icon in the corner, where the page is built."""
    file = FILES / "icon-192.png"
    if file.exists():
        with Image.open(file) as icon:
            small = icon.convert("RGBA").resize((120, 120))
            picture.paste(small, (WIDTH - LEFT - 120, 56), small)


@cache
def _font(name: str, size: int) -> Font:
    """The page's own letters; without a built page those of Pillow."""
    found = sorted((FILES / "assets").glob(f"{name}-*.woff2"))
    return ImageFont.truetype(found[0], size) if found else ImageFont.load_default(size)
