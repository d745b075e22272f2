"""What the table on a whole screen says, in each language: a module for each, with the same texts."""

import os
from collections.abc import Mapping

from gambero.tui.texts import en, it

LANGUAGES: dict[str, Mapping[str, str]] = {"en": en.TEXTS, "it": it.TEXTS}


def guessed(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the system is set to, or English if there are no texts in it."""
    named = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return named[:2] if named[:2] in LANGUAGES else "en"
