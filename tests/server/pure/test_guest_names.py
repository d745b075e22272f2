"""Names for guests: in the language of whoever comes, and none that could not be taken."""

import pytest

from gambero.server.store.guest_names import WORDS, drawn, spoken
from gambero.server.store.names import LONGEST_NAME, new_name


@pytest.mark.parametrize("language", WORDS)
def test_every_name_may_be_taken(language: str) -> None:
    """None tells a number, or is too long."""
    moods, creatures = WORDS[language]
    for mood in moods:
        for creature in creatures:
            words = iter([mood, creature])
            name = drawn(language, 1, lambda _, words=words: next(words))  # type: ignore[misc]
            assert new_name(name) == name
            assert len(name) <= LONGEST_NAME


def test_the_first_language_that_has_words_is_spoken() -> None:
    assert spoken("it-IT,it;q=0.9,en;q=0.8") == "it"
    assert spoken("pt-BR, fr;q=0.5") == "fr"
    assert spoken("") == spoken("pt") == "en"


def test_a_mood_stands_where_the_language_has_it() -> None:
    def first(words: tuple[str, ...]) -> str:
        return words[0]

    assert drawn("en", 1, first) == "Calm Crab"
    assert drawn("it", 1, first) == "Granchio Calmo"
