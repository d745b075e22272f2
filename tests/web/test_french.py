"""French typography: no-break spaces before high signs and inside quotation marks, curly apostrophes."""

import re

from helpers.browsing import texts

THIN = "\u202f"  # narrow no-break space


def test_high_signs_and_quotation_marks_have_their_space() -> None:
    words = {key: re.sub(r"https?://\S*", "", text) for key, text in texts("fr").items()}
    signs = [key for key, text in words.items() if re.search(rf"[?!;:»%](?<!{THIN}.)|«(?!{THIN})", text)]
    assert sum(THIN in text for text in words.values()) > 100
    assert signs == []


def test_apostrophes_are_curly_and_spaces_single() -> None:
    assert [key for key, text in texts("fr").items() if re.search(r"'|\"|  |\u00a0", text)] == []
