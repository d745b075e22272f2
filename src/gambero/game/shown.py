"""Hands and tops as Python's own list and tuple, which a notebook shows as cards."""

from collections.abc import Iterable
from html import escape
from typing import Any

CARD = "display:inline-block;min-width:1.4em;margin:.1em;padding:.3em .4em;border:1px solid;border-radius:.3em"


class Hand(list[Any]):
    """The cards of a seat."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return row(_text(card) for card in self) if self else "<div>–</div>"


class Piles(tuple[int, ...]):
    """The top cards."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return row(str(top) for top in self)


class TopCard(tuple[int, ...]):
    """The one top card of tension: value and step."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return row([_text(self)])


def row(texts: Iterable[str]) -> str:
    """Cards side by side, in the colours of the page around them."""
    cards = "".join(f'<span style="{CARD};text-align:center">{escape(text)}</span>' for text in texts)
    return f"<div>{cards}</div>"


def _text(card: Any) -> str:
    return str(card) if isinstance(card, int) else "/".join(str(part) for part in card)
