"""The signs and colours a table is drawn with; plain ASCII signs for terminals that show no others."""

from colorsys import hls_to_rgb
from dataclasses import dataclass

from rich.console import Console

INK = "#10222a"
CORAL = "#ff6b4a"
GOLD = "#e0a526"
SILVER = "#9aaab3"
STEPS = {1: "#5aa9f0", 2: "#f0c63c", 3: "#f2705a"}  # tension: blue, yellow, red


@dataclass(frozen=True)
class Marks:
    up: str = "▲"
    down: str = "▼"
    back: str = "«"  # the crayfish's step
    minus: str = "−"
    dot: str = "·"
    now: str = "▸"
    used: str = "░"
    top: str = "█"
    free: str = "─"
    card: str = "●"
    step: str = "•"


PRETTY = Marks()
PLAIN = Marks("^", "v", "<<", "-", "-", "*", ":", "#", ".", "o", "*")

# Large digits, three lines high.
DIGITS = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", " ━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
}


def marks(console: Console) -> Marks:
    return PLAIN if console.options.ascii_only else PRETTY


def shade(number: int, highest: int = 99) -> str:
    """The colour of a number: coral for 2, through green, to blue for the highest."""
    hue = (16 + 194 * (number - 2) / (highest - 2)) / 360
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue % 1, 0.62, 0.72))
    return f"#{red:02x}{green:02x}{blue:02x}"


def tall(number: int) -> list[str]:
    return [" ".join(DIGITS[digit][line] for digit in str(number)) for line in range(3)]
