"""Spanish typography: opened questions and exclamations, angular quotation marks, single spaces."""

import re

from helpers.browsing import texts


def test_questions_and_exclamations_are_opened_and_closed() -> None:
    words = texts("es")
    assert sum("¿" in text or "¡" in text for text in words.values()) > 20
    pairs = re.compile(r"¿[^¿?¡!]*\?|¡[^¿?¡!]*!")
    assert [key for key, text in words.items() if re.search("[¿?¡!]", pairs.sub("", text))] == []


def test_quotation_marks_are_angular_and_spaces_single() -> None:
    words = texts("es")
    assert [key for key, text in words.items() if re.search(r"['\"“”‘’]|  ", text)] == []
    assert [key for key, text in words.items() if text.count("«") != text.count("»")] == []
