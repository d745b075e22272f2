"""The words of the pages: complete in every language, and none too many."""

import re

import pytest

from browsing import WEB, texts

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
