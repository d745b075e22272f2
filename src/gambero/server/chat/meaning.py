"""Numbers that tell no card: in idioms, and where a small number counts something or tells its place in a row."""

from functools import cache

from gambero.server.chat.letters import Word, word_set
from gambero.server.chat.lists import LANGUAGES, idiom_lengths, idioms, word_list
from gambero.server.chat.words import ordinals, small_cardinals, small_ordinals

# What ends a plural, in languages where that tells it from most other words. In German nouns have a capital letter.
_PLURAL = {"en": ("s",), "it": ("i", "e"), "fr": ("s", "x"), "es": ("s",)}
_SHORTEST_NOUN = 4
# Before one card, and never before several things: "my seven", "il sette".
_SINGULAR = word_set("a an my your his her il un una mio mia el mi le une mon ma eine ne meine")
_OR = word_set("or to o ou oder bis u a")
# Near a number told as a place in a row, these make it a card: "I have the seventh".
_HAVING = word_set(
    """my mine card have got hold holding play mio mia carta ho metto gioco mein meine karte hab habe lege mon ma
    carte ai jai pose joue mi tengo llevo pongo juego"""
)
# sei, siete and once have other meanings too (you are, one time), but not after these words.
_ITALIAN = word_set(
    """il un uno una la del dal al sul col nel quel questo mio mia tuo tua suo sua ho ha hai abbiamo metto gioco lascio
    aspetto tengo carta numero con piu meno the my have der die das mein meine ich habe hab"""
)
_SPANISH = word_set(
    """el un una mi tu su del al tengo tiene tienes tenemos pongo juego dejo espero carta numero por con y mas menos
    llevo the my have a"""
)
_AMBIGUOUS = {"sei": _ITALIAN, "siete": _SPANISH, "once": _SPANISH}
_SENTENCE = 4  # words
_OCCASIONS = word_set(
    """time birthday anniversary century floor volta compleanno anniversario secolo piano fois anniversaire siecle etage
    mal geburtstag jahrhundert stock vez cumpleanos aniversario siglo piso"""
)


def cleared(found: list[Word]) -> set[int]:
    """The places of words that tell no card, whatever they are."""
    clear: set[int] = set()
    letters = [word.letters for word in found]
    for at, word in enumerate(letters):
        for length in idiom_lengths().get(word, ()):
            if tuple(letters[at : at + length]) in idioms():
                clear.update(range(at, at + length))
                break
        if at not in clear and (
            _is_other_word(found, at) or any(_counts(found, at, language) for language in LANGUAGES)
        ):
            clear.add(at)
    return clear


@cache
def _other() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in word_list(language, "other"))


def _is_other_word(found: list[Word], at: int) -> bool:
    """Whether this word means something other than a card, since it is part of a whole sentence."""
    word = found[at]
    if len(found) < _SENTENCE:
        return False
    holders = _AMBIGUOUS.get(word.letters)
    if holders is not None:
        return word.before not in holders
    if not any(word.letters in small_ordinals(language) for language in LANGUAGES):
        return False
    return _HAVING.isdisjoint(one.letters for one in found[max(0, at - 3) : at])


def _counts(found: list[Word], at: int, language: str) -> bool:
    """Two heads, drei gute Gründe, five or six days, undicesimo piano: but not my seven is, the third please."""
    word = found[at]
    if not word.after:
        return False
    if word.letters in small_ordinals(language):
        return len(word.after) > 2 and word.after not in _other()
    if word.after in _OCCASIONS and word.letters in ordinals(language):
        return True
    if word.letters not in small_cardinals(language):
        return False
    following = found[at + 1]
    if word.after in _OR and following.after in small_cardinals(language):
        return bool(found[at + 2].after) and _is_counted(found[at + 3], word, language)
    if _is_counted(following, word, language):
        return True
    described = word.after not in _other() and bool(following.after)
    return described and _is_counted(found[at + 2], word, language)


def _is_counted(word: Word, number: Word, language: str) -> bool:
    """Whether this word is something that the number before it counts."""
    if word.letters in word_list(language, "counted"):
        return True
    if word.letters in _other() or number.before in _SINGULAR or len(word.letters) < _SHORTEST_NOUN:
        return False
    if language == "de":
        return word.written[0].isupper() and word.written[1:].islower()
    return word.letters.endswith(_PLURAL[language])
