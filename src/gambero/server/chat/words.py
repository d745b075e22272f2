"""Words for the numbers from zero to hundred in Italian, English, German, French and Spanish, however inflected.

Words for one are not among them: they are articles and pronouns too, and no card is a one.
"""

import re
import unicodedata
from functools import cache
from itertools import product

from gambero.server.chat.letters import word_set
from gambero.server.chat.lists import LANGUAGES as SPOKEN
from gambero.server.chat.lists import word_list

LANGUAGES = ("it", "en", "de", "fr", "fr_CH", "fr_BE", "es")
ONES = word_set("one uno un una une ein eins eine einer einen einem eines")
# No card is a zero or a hundred: these words pass, except in "half a hundred" and the like.
HUNDREDS = word_set(
    """zero zeros zeroes zeroth nought null cero ceros hundred hundreds hundredth cento centinaio centinaia centesimo
    hundert hunderte hunderter hunderten hundertste cent cents centaine centaines centieme cien ciento cientos
    centena centenas centesima zeresimo zeroieme nullte"""
)
# Words that join the parts of a number, or mean "first", tell no number.
_NO_NUMBERS = ONES | HUNDREDS | word_set("and et y und e first primo premier erste ersten primero primer unieme uni")

# What num2words does not say: variants, groups, multiples, fractions, things named after a number.
_MORE = """
    thrice fourty fourties ninteen nineth twelth eigth deuce deuces dozen dozens teen teens
    trio trios triple tripled triplet triplets quadruple quadruplo quadrupla cuadruple quintuple quintuplo
    quartet quartetto quartett quintet quintetto sextet sestetto tenner fiver twofold tenfold sixfold ninefold
    fourfold fivefold triplo tripla tripli triplice terzetto tris cinquina quaterna decina decine dozzina
    dozzine quindicina ventina ventine duecento trecento ventun trentun quarantun cinquantun
    sessantun settantun ottantun novantun ventuno ventotto zwo zween fuffzig fuffzehn dutzend dutzende
    zweit zweier zweien dreier dreien vierer vieren viert fuenft funft fuenfer sechser siebener achter achten
    neuner zehner elfer zwolfer zwoelfer zwanziger dreissiger vierziger funfziger fuenfziger sechziger siebziger
    achtziger neunziger siebente siebenter siebenten drittel viertel funftel fuenftel sechstel siebtel achtel
    neuntel zehntel halbdutzend dritt septante huitante octante nonante quatrevingt quatrevingts dizaine
    dizaines douzaine douzaines quinzaine vingtaine trentaine quarantaine cinquantaine soixantaine
    vingts tiers tierce quart quarts triples docena docenas decena decenas veintena quincena treintena
    cuarentena trio tercer tercio tercios octava veintiun veintiuna decimotercer undecimo
    undecima duodecimo duodecima
"""
_ENDINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "it": {"o": ("a", "i", "e"), "i": ("ina", "ine"), "a": ("ina", "ine")},
    "en": {"": ("s", "es", "ish"), "y": ("ies",)},
    "de": {"e": ("er", "en", "em", "es"), "": ("er", "ern", "mal", "fach", "e")},
    "fr": {"": ("s",)},
    "es": {"o": ("a", "os", "as"), "": ("s",)},
}
_SECOND = {
    "en": "second third", "it": "seconda secondi seconde", "de": "viertel", "fr": "second seconde secondes tiers quart",
    "es": "segunda tercer tercera cuarta quinta sexta septimo octava novena decima",
}  # fmt: skip
# Made from a number by an ending, but words of another meaning.
_CHANCE = word_set("nulle nuller nullern elfe elves none")


def without_marks(text: str) -> str:
    """Letters in small and without their accents: ventitré → ventitre, fünf → funf, dreißig → dreissig."""
    return "".join(part for part in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(part))


@cache
def base_words(language: str) -> frozenset[str]:
    """The words that num2words uses, each alone and whole numbers run together: dix, sept, dixsept."""
    # Imported here, so that only a server that reads a message loads it.
    from num2words import num2words  # type: ignore[import-untyped, unused-ignore]

    words: set[str] = set()
    for number in range(101):
        for kind in ("cardinal", "ordinal"):
            written = num2words(number, lang=language, to=kind).casefold()
            for spelling in (written, written.replace("ü", "ue").replace("ö", "oe")):
                parts = re.findall("[a-z]+", without_marks(spelling))
                words |= {*parts, "".join(parts)}
    return frozenset(word for word in words - _NO_NUMBERS if len(word) > 1)


def _number_words(language: str, numbers: range, *kinds: str) -> frozenset[str]:
    from num2words import num2words

    variants = [variant for variant in LANGUAGES if variant.startswith(language)]
    return frozenset(
        without_marks("".join(re.findall(r"\w+", num2words(number, lang=variant, to=kind))))
        for number in numbers
        for variant in variants
        for kind in kinds
    )


@cache
def tens(language: str) -> frozenset[str]:
    """Twenty, thirty, … of a language, run together: quatrevingt."""
    return _number_words(language, range(20, 100, 10), "cardinal")


@cache
def small_cardinals(language: str) -> frozenset[str]:
    """Two to twelve."""
    return _number_words(language, range(2, 13), "cardinal")


@cache
def small_ordinals(language: str) -> frozenset[str]:
    """Second to twelfth, in all their forms."""
    return _inflected(language, _number_words(language, range(2, 13), "ordinal") | word_set(_SECOND[language]))


@cache
def ordinals(language: str) -> frozenset[str]:
    """All that are one word: the thirty of thirty-seventh is not among them."""
    return _inflected(language, _number_words(language, range(2, 101), "ordinal"))


def _inflected(language: str, words: frozenset[str]) -> frozenset[str]:
    changed = {
        word.removesuffix(last) + other
        for word in words
        for last, others in _ENDINGS[language].items()
        if last and word.endswith(last)
        for other in others
    }
    return words | changed


@cache
def written_words(language: str) -> frozenset[str]:
    """The words that num2words uses in all variants of a language."""
    return frozenset[str]().union(*(base_words(variant) for variant in LANGUAGES if variant.startswith(language)))


@cache
def spoken_words() -> frozenset[str]:
    """How numbers are said in slang and dialect."""
    return frozenset[str]().union(*(word_list(language, "spoken") for language in SPOKEN))


@cache
def plain_words() -> frozenset[str]:
    """The words that num2words uses, of all languages."""
    return frozenset(word for language in LANGUAGES for word in base_words(language))


@cache
def all_words() -> frozenset[str]:
    """All words that tell a number when they stand alone."""
    words = set(word_set(_MORE))
    for language in LANGUAGES:
        words |= base_words(language)
        for last, others in _ENDINGS[language[:2]].items():
            words |= {
                word.removesuffix(last) + other
                for word in base_words(language)
                if word.endswith(last)
                for other in others
            }
    return frozenset(words - _NO_NUMBERS - _CHANCE)


# Words for numbers that are parts of many other words (often, weights, sotto). Inside a longer run of letters they
# count only if the rest of the run is made of words too: "ihaveten". Others of five letters or more, and a few of four,
# count wherever they are.
_SHY = word_set(
    """two four six ten nine due tre sei sette otto nove venti cento vier acht elf deux six sept huit neuf dix onze
    seize cent dos tres seis diez once doce cero cien terzo sesto second secondo sexto nono zwo achte vierte"""
)
_BOLD = word_set("five cinq neun funf zehn zwei drei dozen dozzina douzaine docena dutzend trentun")
LONGEST_PIECE = 9  # that much of a word is enough to know it
_UPSIDE_DOWN = str.maketrans("unbqdpmw", "nuqbpdwm")
_FILLERS = {
    "it": "il lo le ho hai ha abbiamo mio mia carta carte numero pila non ecco metto gioco piu meno",
    "en": "i a the its is im ive have has got my your card cards number plus minus play",
    "de": "ich habe hab hat die das eine karte karten und meine mein zahl nummer plus minus spiele lege",
    "fr": "j jai ai le les mon ma mes carte cartes cest numero plus moins joue pose",
    "es": "yo tengo tiene el mi mis carta cartas numero mas menos juego pongo y",
}
FILLED = tuple(_FILLERS)


@cache
def bold_words() -> frozenset[str]:
    """The words that count inside any run of letters; none of them contains another."""
    words = {word for word in plain_words() if len(word) > 4} - _SHY | _BOLD
    return frozenset(
        word[:LONGEST_PIECE]
        for word in words
        if not any(
            word[start : start + size] in words for size in range(4, len(word)) for start in range(len(word) - size + 1)
        )
    )


def shy_words() -> frozenset[str]:
    """The words that count inside a run of letters only among other words."""
    return _SHY


@cache
def run_together(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The numbers of a language, and the small words that can stand around them in a run of letters."""
    return frozenset(word for word in base_words(language) if len(word) < 10), word_set(_FILLERS[language])


@cache
def misspelled() -> frozenset[str]:
    """Numbers with a letter left out or two swapped, without their vowels, or with k for c."""
    words: set[str] = set()
    for word in plain_words():
        if 5 <= len(word) <= 12:
            leave_out = range(1, len(word)) if len(word) > 5 else [at for at in range(1, 5) if word[at] in "aeiou"]
            words |= {word[:at] + word[at + 1 :] for at in leave_out}
        if 6 <= len(word) <= 12:
            words |= {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
        if len(word) >= 5 and len(bare := re.sub("[aeiou]", "", word)) >= 4:
            words.add(bare)
        words |= {word.replace("qu", other) for other in ("k", "ku", "kw")} | {word.replace("c", "k")}
    return frozenset(words) - all_words()


@cache
def starred() -> frozenset[str]:
    """Numbers with one or two letters starred out: s*ven, thr**."""
    words: set[str] = set()
    for word in plain_words():
        if 4 <= len(word) <= 10:
            for first, second in product(range(len(word)), repeat=2):
                words.add("".join("*" if at in (first, second) else letter for at, letter in enumerate(word)))
    return frozenset(words) - {"s**t"}


@cache
def stretchable() -> dict[str, tuple[str, ...]]:
    """Numbers by the form in which every repeated letter is written once."""
    found: dict[str, list[str]] = {}
    for word in all_words():
        found.setdefault(re.sub(r"(.)\1+", r"\1", word), []).append(word)
    return {squeezed: tuple(words) for squeezed, words in found.items()}


@cache
def backwards() -> frozenset[str]:
    """Numbers from right to left, and upside down, where some letters turn into others: neves, uǝʌǝs."""
    turned = {word[::-1] for word in all_words() if len(word) > 2}
    return frozenset(turned | {word.translate(_UPSIDE_DOWN) for word in turned})


@cache
def bold_backwards() -> frozenset[str]:
    """Number words written backwards or upside down that are found inside any run of letters."""
    turned = {word[::-1] for word in bold_words() if len(word) > 5}
    return frozenset(turned | {word.translate(_UPSIDE_DOWN) for word in turned})
