"""No card's number gets through in chat, and ordinary talk does.

`taboo_passes.txt` and `taboo_caught.txt` are lists of messages, one a line; lines that begin with ## are headings.
"""

import json
import string
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import FrameType
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from num2words import num2words  # type: ignore[import-untyped, unused-ignore]

from gambero.server.chat import number_across, number_in, number_in_name, warm
from gambero.server.chat import run as runs
from gambero.server.chat.lists import LANGUAGES as SPOKEN
from gambero.server.chat.lists import lines
from gambero.server.chat.words import LANGUAGES, without_marks

HERE = Path(__file__).parent
warm()  # so that no single test is slow


def messages(name: str) -> list[str]:
    lines = (HERE / name).read_text("utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("## ")]


PASSES = messages("taboo_passes.txt")
CAUGHT = messages("taboo_caught.txt")


def test_the_lists_are_long_and_repeat_nothing() -> None:
    for listed_lines in (PASSES, CAUGHT):
        assert len(listed_lines) >= 300
        assert len(set(listed_lines)) == len(listed_lines)


@pytest.mark.parametrize("message", PASSES)
def test_ordinary_talk_passes(message: str) -> None:
    assert number_in(message) is None
    assert number_in(f"({message}), ok?") is None


@pytest.mark.parametrize("message", CAUGHT)
def test_a_number_is_caught_and_shown_as_written(message: str) -> None:
    told = number_in(message)
    assert told
    assert told in message


def listed(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((HERE / name).read_text("utf-8"))
    return rows


def is_refused(written: list[str]) -> bool:
    """Whether any of these messages, one after the other, would be refused."""
    return any(number_in(text) or number_across(written[:at], text) for at, text in enumerate(written))


def test_nearly_all_disguises_of_the_list_are_caught() -> None:
    disguises = listed("taboo_disguises.json")
    missed = [row["messages"] for row in disguises if not is_refused(row["messages"])]
    assert len(disguises) >= 200
    assert len(missed) <= 0.03 * len(disguises), missed


def test_nearly_all_ordinary_sentences_of_the_list_pass() -> None:
    sentences = listed("taboo_ordinary.json")
    refused = [row["text"] for row in sentences if number_in(row["text"])]
    assert len(sentences) >= 400
    assert len(refused) <= 0.01 * len(sentences), refused


def test_ordinary_sentences_in_a_row_pass() -> None:
    for language in SPOKEN:
        written = [row["text"] for row in listed("taboo_ordinary.json") if row["lang"] == language]
        assert not [text for at, text in enumerate(written) if number_across(written[:at], text)]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (["thir", "ty"], "thir ty"),
        (["hold on", "I have a twen", "ty"], "twen ty"),
        (["thir", "ok", "hmm...", "ty"], "thir ty"),
        (["f", "o", "u", "r"], "f o u r"),
        (["t h", "r e e"], "th ree"),
        (["puedo tirar un die", "ciocho, creo"], "die ciocho"),
        (["sieb", "zig"], "sieb zig"),
        (["d", "u", "e"], "d u e"),
    ],
)
def test_a_number_in_pieces(written: list[str], told: str) -> None:
    *earlier, last = written
    assert not is_refused(earlier)
    assert number_in(last) is None
    assert number_across(earlier, last) == told


@pytest.mark.parametrize(
    "written",
    [
        ["no", "no"],
        ["ma no", "ve lo dico io"],
        ["quindi", "ci vediamo"],
        ["thir", *(f"something {'else' * times}" for times in range(1, 13)), "ty"],  # too long ago
        ["for a second", "my turn"],
        ["both", "are fine"],
        ["ha", "ha", "ha"],
        ["se", "ven mal las cartas"],
    ],
)
def test_messages_that_touch_by_chance(written: list[str]) -> None:
    assert not is_refused(written)


@pytest.mark.parametrize("name", ["Otto", "Otto Ottavio", "Sven", "Trent", "Elfriede", "Octavia", "Quentin", "Kathrin"])
def test_names_of_people(name: str) -> None:
    assert number_in_name(name) is None
    assert number_in_name(f"{name} 37") == "37"


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", ["idioms", "counted", "other", "spoken", "ordinary"])
def test_word_lists_repeat_nothing(language: str, name: str) -> None:
    found = [entry for line in lines(language, name) for entry in ([line] if name == "idioms" else line.split())]
    assert found
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("language", SPOKEN)
def test_each_idiom_passes(language: str) -> None:
    for line in lines(language, "idioms"):
        idiom = " ".join(place.split("/")[0] for place in line.split())
        assert number_in(idiom) is None, idiom


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("I keep my thirty-seven for you", "thirty-seven"),
        ("vingt et un ou rien", "vingt"),
        ("tengo treinta y siete", "treinta"),
        ("a 3 7 here", "3 7"),
        ("3️⃣7️⃣ maybe", "3️⃣7️⃣"),
        ("it is t-h-r-e-e, right?", "t-h-r-e-e"),
        ("se\u200bven is mine", "se\u200bven"),
        ("look: ||||", "||||"),
    ],
)
def test_what_is_shown(message: str, told: str) -> None:
    assert number_in(message) == told


@pytest.mark.parametrize(
    ("number", "speech"),
    [
        ("ho il sei", "sei pronto?"),
        ("sei", "ci sei?"),
        ("siete", "siete pronti?"),
        ("once", "at once"),
        ("el tres", "très bien"),
        ("tres", "tres bien"),
        ("neuf", "tout neuf"),
        ("due", "due to that"),
        ("acht", "acht geben"),
        ("ten", "ten cuidado"),
        ("the second", "a second"),
        ("il secondo", "secondo me"),
        ("ho il vi", "vi prego"),
        ("VI", "lo vi"),
        ("ho il li", "fermo li"),
        ("X", "x favore"),
        ("L", "l'altra"),
        ("se-ven", "se ven mal"),
        ("se~ven", "se, ven tutti"),
        ("ni😀ne", "ni ne"),
        ("quindi+ci", "quindi ci vediamo"),
        ("oneone", "one of us"),
        ("unouno", "uno a uno"),
        ("s even", "that's even better"),
        ("tres d eux mil dos", "un d'eux"),
        ("!!!!", "!!!"),
        ("one one", "one by one"),
        ("die elf", "self"),
        ("ich hab elf", "elf"),
        ("my nine", "nine lives"),
        ("two", "we two"),
        ("two", "to, too, tow"),
        ("four", "for, fore, forth"),
    ],
)
def test_words_with_two_meanings(number: str, speech: str) -> None:
    assert number_in(number)
    assert number_in(speech) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["cardinal", "ordinal"])
def test_every_number_from_two_to_ninety_nine(language: str, kind: str) -> None:
    for number in range(2, 100):
        said = num2words(number, lang=language, to=kind)
        if said == "elf":  # also a being of the woods
            continue
        for written in (said, without_marks(said), said.replace("-", " "), said.replace("-", "").replace(" ", "")):
            assert number_in(written), written
            assert number_in(written.upper()), written
            assert number_in(written.title()), written


def test_every_digit_and_numeral_of_unicode() -> None:
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        if unicodedata.numeric(sign, None) is not None:
            assert number_in(f"here {sign} it is") == sign


def test_every_roman_numeral() -> None:
    tens = ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"]
    units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    for number in range(2, 100):
        roman = tens[number // 10] + units[number % 10]
        assert number_in(f"I have the {roman}") == roman
        assert number_in(f"ho il {roman.lower()}") == roman.lower()


# How a number can be shaped, and then dressed up.
SHAPES: list[Callable[[str], str]] = [
    str,
    str.upper,
    str.title,
    without_marks,
    lambda said: said.replace("-", "").replace(" ", ""),
    lambda said: said.replace(" ", "_").replace("-", "..."),
    lambda said: " ".join(letter for letter in said if letter.isalpha()),
    lambda said: "-".join(letter for letter in said if letter.isalpha()),
    lambda said: "".join(letter.upper() if at % 2 else letter for at, letter in enumerate(said)),
    lambda said: "".join(letter * 3 if letter in "aeiou" else letter for letter in said),
    lambda said: said[::-1] if len(said) > 4 else said,  # net, sod and sert are words
]


def dressed(letters: str) -> Callable[[str], str]:
    """Puts the letters a to z of another alphabet in place of ours."""
    table = str.maketrans(string.ascii_lowercase, letters)
    return lambda said: without_marks(said).translate(table)


def alphabet(first: str) -> str:
    return "".join(chr(ord(first) + at) for at in range(26))


DRESSES: list[Callable[[str], str]] = [
    str,
    dressed(alphabet("ａ")),
    dressed(alphabet("𝐚")),
    dressed(alphabet("𝕒")),
    dressed(alphabet("ⓐ")),
    dressed(alphabet("🅐")),
    dressed(alphabet("🇦")),
    dressed("аbсdеfghіјklmnорqrѕtυνwхуz"),
    lambda said: "\u200b".join(said),
    lambda said: "\u00ad\u2060".join(said),
    lambda said: "".join(sign + "\u0336\u0353" for sign in said),
    lambda said: unicodedata.normalize("NFD", said),
]
AROUND = ["{}", "I keep {} here", "la mia carta: {}!", "lass ({}) liegen", "alors {}, d'accord?", "pongo {} ahora"]


@given(
    st.integers(2, 99),
    st.sampled_from(LANGUAGES),
    st.sampled_from(SHAPES),
    st.sampled_from(DRESSES),
    st.sampled_from(AROUND),
)
def test_a_number_in_any_disguise(
    number: int, language: str, shape: Callable[[str], str], dress: Callable[[str], str], around: str
) -> None:
    assume((number, language) != (11, "de"))
    message = around.format(dress(shape(num2words(number, lang=language))))
    assert number_in(message), message


@given(st.lists(st.sampled_from(PASSES), max_size=4, unique=True))
def test_ordinary_sentences_one_after_the_other(lines: list[str]) -> None:
    assert number_in(" (ok...) — ".join(lines)) is None


@given(st.text())
@example("")
@example("\u200b")
@example("ß" * 5)
@example("ﷺ")
def test_any_text_is_read_and_what_is_shown_is_in_it(text: str) -> None:
    told = number_in(text)
    assert told is None or (told and told in text)


@given(st.text(), st.sampled_from("0123456789٣३３²①Ⅳ三"))
def test_any_text_with_a_digit_is_caught(text: str, digit: str) -> None:
    assert number_in(text + digit + text)


LONG = {
    "one word": "ab" * 5000,
    "words": "a b " * 2500,
    "spelled": "a b c d e f g h j k " * 500,
    "nearly numbers": "oftenx" * 1666,
    "nearly made of words": ("ihave" * 7 + "q ") * 277,
    "marks": "a" + "\u0336" * 9999,
    "Morse": ".-" * 5000,
    "stars": "s*q " * 2500,
    "signs for letters": "!a|b+c(d" * 1250,
    "capitals": "abC" * 3333,
    "other letters": "щыя " * 2500,
    "elisions": "l'a b" * 2000,
    "runs": "aabbb" * 2000,
    "idioms": "the two of us " * 700,
    "counted": "two heads " * 1000,
    "counted or": "two or " * 1400,
    "near numbers": "".join(f"fort{a}{b}y " for a in string.ascii_lowercase for b in "bcdfghjklmnpqrs") * 3,
}


def steps(message: str) -> int:
    """The lines of Python that a message takes. `make bench` has its time, regular expressions included."""
    runs.tells.cache_clear()
    count = 0

    def line(frame: FrameType, event: str, value: Any) -> Callable[..., Any]:  # noqa: ARG001
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        number_in(message)
        number_across([message] * 100, message)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_messages_take_steps_in_proportion(text: str) -> None:
    number_in("warm")
    assert steps(text) < 6 * steps(text[: len(text) // 4])  # squared: 16


def test_warming_up_builds_all_tables() -> None:
    probe = """
        import sys
        from gambero.server import chat
        from gambero.server.chat import lists, meaning, sound, words
        rooms = (lists, meaning, sound, words)
        tables = {one for room in rooms for one in vars(room).values() if hasattr(one, "cache_info")}
        tables = [one for one in tables if one.cache_info().maxsize is None]
        chat.warm()
        built = [table.cache_info().currsize for table in tables]
        for line in sys.stdin.read().splitlines():
            chat.number_in(line)
            chat.number_across([line], line)
        assert built == [table.cache_info().currsize for table in tables]
    """
    said = "\n".join((*PASSES, *CAUGHT))
    subprocess.run([sys.executable, "-c", dedent(probe)], input=said, text=True, encoding="utf-8", check=True)


def test_the_tables_are_built_when_first_needed() -> None:
    probe = "import gambero.server.chat, sys; assert 'num2words' not in sys.modules"
    subprocess.run([sys.executable, "-c", probe], check=True)
