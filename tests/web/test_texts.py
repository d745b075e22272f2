"""The words of the pages: complete in every language, and none too many."""

import re

import pytest

from gambero.game.refusals import REASONS
from gambero.server.refusal import KINDS

from helpers.browsing import LANGUAGES, WEB, texts

REFUSALS = {f"why.{kind.key}": kind for kind in KINDS.values()}
SOURCES = [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte") and "texts" not in path.parts]
HOLE = re.compile(r"\{(\w+)")


def test_five_languages_are_there() -> None:
    assert {"de", "en", "es", "fr", "it"} <= set(LANGUAGES)
    assert len(texts("en")) > 100


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_sentence_is_left_in_english(language: str) -> None:
    """Names and single words may be the same in two languages."""
    sentences = {key: text for key, text in texts("en").items() if len(re.findall(r"[a-z]{2,}", text)) > 3}
    assert len(sentences) > 500
    assert [key for key, text in texts(language).items() if text == sentences.get(key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_with_all_its_values(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert sorted(english) == sorted(other)
    empty = [key for key, text in other.items() if not text.strip()]
    assert empty == []
    differ = [key for key in english if set(HOLE.findall(english[key])) != set(HOLE.findall(other[key]))]
    assert differ == []


def test_every_text_is_read() -> None:
    """A key is written out where it is used, or put together from a beginning that is."""
    code = "\n".join(path.read_text("utf-8") for path in SOURCES)
    whole = set(re.findall(r"""['"`]([a-z_]+(?:\.\w+)+)['"`]""", code))
    beginnings = tuple(sorted(set(re.findall(r"`([a-z_]+(?:\.\w+)*[._])\$\{", code))))
    written = [key for key in texts("en") if key not in REFUSALS]
    unused = [key for key in written if key not in whole and not key.startswith(beginnings)]
    assert unused == []


def test_no_text_is_missing() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCES)
    asked = set(re.findall(r"""\bt\(\s*['"]([\w.]+)['"]""", code))
    assert len(asked) > 50
    assert sorted(asked - set(texts("en"))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_text_made_of_its_own_values(language: str) -> None:
    """The compiler holds that there is one for each and none too many; here, that each says only what comes with it."""
    words = {key: text for key, text in texts(language).items() if key.startswith("why.")}
    assert set(words) - set(REFUSALS) == {"why.fault", "why.offline"}  # the page's own
    assert set(REFUSALS) - set(words) == set()
    law = {"pile"}  # comes with every lay that does not fit on one of several piles
    strange = {key: set(HOLE.findall(words[key])) - REFUSALS[key].values - law for key in REFUSALS}
    assert {key: holes for key, holes in strange.items() if holes} == {}


def test_every_rule_that_a_refusal_names_can_be_read() -> None:
    clauses = {kind.clause for kind in KINDS.values()} | {one for reason in REASONS.values() for one in reason.clauses}
    named = clauses - {""}
    assert len(named) > 20
    assert sorted(clause for clause in named if f"rule.{clause}.title" not in texts("en")) == []
