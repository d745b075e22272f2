"""Ordinary speech that looks like a number: words that hold one by chance, and neighbours that show what is meant.

The rule for words with two meanings: they are numbers unless a neighbour makes it clear that they are not. Whoever is
stopped is told why and can say it in another way.
"""

import unicodedata
from typing import NamedTuple

from gambero.server.chat.letters import Word, word_set

# Found by running lists of the 60,000 most frequent words of each language through `tells`.
ORDINARY = word_set(
    """tree trees tenn noone nonna nonno nonni nonne docce cerro cerros cerra trennte ddos settee noona trecce fourres
    decimee net importance importancia pesticides suicides homicides insecticides herbicides fongicides liberticides
    participes anticipes portance anon sod sop neet suet atto etto sert fle ies irez gotten hasten nonzero atheisten
    gottheiten atena aten atenten seile ventile ventilo tenais tenia treille duele tenis duelo dosel tena forth kent
    trent unici curato tenta stenta venite ditte vinte verte furth trete vente eleve tente veine centime quint
    fuente quito quino quine quater quatto nulle elven decio septime trenet escondo treta kien novata relevent
    elevent prelevent renueve seine seina achten seconds secondi secondes segundos site size vent sven neve doze
    dici sete sett terz sest deci cinc"""
)
# Parts of longer words in which a number is only seen by who looks for it: zweifeln, Jahrzehnt, lightweight.
ORDINARY_PARTS = word_set(
    """zweif zweig zweise zweiss kurzweil jahrzehn jahrhundert weight height freight sleight leight creight speight
    wochent covington dicion mundicia dreist andrei vedrei obendrein erdreich ndreis odreis dreieck entrecej entzwei
    zweierlei neunmalklug siebengescheit dreigroschen quinton quincey museven televen dozent erythree threema neuneu"""
)


class Clear(NamedTuple):
    """The words before or after which a word is no number."""

    after: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()


def _clear(after: str = "", before: str = "") -> Clear:
    return Clear(word_set(after), word_set(before))


_TIME = (
    "a one this wait just per every split un una uno une aspetta attendi attends attendez espera esperad momento ogni"
)
_WHOM = "me te lui lei noi voi loro"
CLEAR = {
    # Italian and German "sei": you are, be.
    "sei": _clear(
        "tu ci dove come chi quando perche se ti mica gia es",
        """pronto pronta sicuro sicura bravo brava bravissimo bravissima un una il la lo tu stato stata ancora sempre
    troppo molto qui fantastico fantastica grande forte matto matta gentile d in nei a messo messa davvero
    proprio solo sola vivo viva stanco stanca fermo ferma tranquillo tranquilla vorsichtig ruhig still nett so
    bitte nicht mal geduldig brav tapfer froh dabei bereit mutig""",
    ),
    # Italian "siete": you are.
    "siete": _clear(
        "voi ci dove come chi quando perche se vi mica gia",
        """pronti pronte sicuri sicure bravi brave bravissimi i gli le voi stati state tutti tutte ancora sempre troppo
    molto qui fantastici grandi forti gentili d in messi davvero proprio soli vivi dei delle""",
    ),
    "once": _clear("at just only", "more again i you we he she they it the that this per upon a every and"),
    "tres": _clear(
        "",
        """bien bon bonne bons bonnes beau belle fort forte joli jolie mal vite haut haute bas basse grand grande petit
    petite content contente drole gentil gentille difficile facile serre utile risque tard proche loin bientot""",
    ),
    "neuf": _clear("tout flambant"),
    "due": _clear("", "to"),
    "ten": _clear("", "cuidado paciencia calma fe confianza"),
    "acht": _clear("gib gebt habt ausser geben", "geben gegeben nehmen"),
    "achte": _clear("", "auf darauf"),
    "achten": _clear("", "auf darauf wir"),
    "seize": _clear("", "the it this that"),
    "second": _clear(_TIME, "thought thoughts chance guess guessing"),
    "secondo": _clear(_TIME, _WHOM),
    "seconde": _clear(_TIME),
    "segundo": _clear(_TIME),
}
# Neighbours that would be a number if they were joined, and often stand side by side: "se i compagni", "quindi ci
# provo", "sì, e te?", "un d'eux".
APART = frozenset(
    [
        "se i",
        "se sto",
        "se dici",
        "se tenta",
        "se ven",
        "si e te",
        "no no",
        "no ve",
        "non o",
        "quindi ci",
        "t en",
        "d eux",
        "d os",
        "c ero",
        "ni ne",
        "ne un",
        "on ce",
        "fort y",
        "vent i",
        "tren te",
        "no venta",
        "si ete",
        "un dici",
        "one hundred",
        "ein hundert",
    ]
)
# "that's even better": the s is no beginning, with or without its apostrophe.
CONTRACTED = word_set("it that he she what there who here where how let")
EXCLAMATIONS = word_set("ha ah eh he hi oh ho no si ja la bla na uh hm hey dai vai go yes")


# First names that are a number somewhere else.
NAMES = word_set(
    """otto ottone ottavio ottavia octavio octavia octavian quinto quintus quinta quintino sisto sixto sixtus settimio
    settimo septimus septime decimo decimus nono tercio trent tre sven terzo dix once"""
)
# What stands before a card, so that the Roman numerals vi and li after it are no pronouns.
HOLDERS = word_set(
    "il the el der die das my mio mia carta card karte carte number numero nummer mein meine mon ho have habe tengo"
)


# Elf is a being of the woods, unless the words around it are German.
_GERMAN_BEFORE = word_set(
    """die ne eine meine deine seine ihre unsere hab habe hat haben mit auf ab bis nach leg lege legt spiel
    spiele spielt zahl karte nummer nur noch ist sind genau um wie zwei drei vier funf sechs sieben acht neun
    zehn und"""
)
_GERMAN_AFTER = word_set(
    """und ist hab habe liegt passt geht bei auf nach vor mit oder bitte kann leg legen lege spielen ware wartet leute
    hier da bleibt kommt jetzt zuerst danach fur von"""
)


def is_clear(word: Word) -> bool:
    """Whether a neighbour, or the accent of très, shows that this word is no number here."""
    if word.letters == "elf" and word.written.lower() == "elf":
        return word.before not in _GERMAN_BEFORE and word.after not in _GERMAN_AFTER
    clear = CLEAR.get(word.letters)
    if clear and (word.before in clear.after or word.after in clear.before):
        return True
    very = unicodedata.normalize("NFC", word.written.lower()) == "très"
    return very and bool(word.after) and word.before not in HOLDERS
