"""The words of the pages: complete in every language, and none too many."""

import re

import pytest

from helpers.browsing import WEB, texts

LANGUAGES = sorted(path.stem for path in (WEB / "src" / "texts").glob("*.ts"))
SOURCES = [path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte") and "texts" not in path.parts]
HOLE = re.compile(r"\{(\w+)")


def test_there_are_english_and_italian() -> None:
    assert LANGUAGES == ["en", "it"]
    assert len(texts("en")) > 100


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
    unused = [key for key in texts("en") if key not in whole and not key.startswith(beginnings)]
    assert unused == []


def test_no_text_is_missing() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCES)
    asked = set(re.findall(r"""\bt\(\s*['"]([\w.]+)['"]""", code))
    assert len(asked) > 50
    assert sorted(asked - set(texts("en"))) == []


def test_every_refusal_of_the_server_has_words() -> None:
    """Each code; and where one has several reasons, they are told apart by what the server says."""
    server = "\n".join(path.read_text("utf-8") for path in (WEB.parent / "src" / "gambero" / "server").glob("*.py"))
    codes = set(re.findall(r"""Refused\(\s*"(\w+)\"""", server))
    assert {"seat", "phase", "host", "limit", "busy"} <= codes
    assert sorted(code for code in codes if f"why.{code}" not in texts("en")) == []
    page = (WEB / "src" / "lib" / "why.ts").read_text("utf-8")
    told = re.findall(r"\['([^']+)', '\w+'\]", page)
    assert len(told) > 10
    assert [words for words in told if words not in server] == []
