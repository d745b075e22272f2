"""Names for guests, in the language of whoever comes: a creature of the sea and its mood."""

from collections.abc import Callable

Words = tuple[str, ...]
# Moods before creatures, except in Romance languages; all nouns are of the gender that the moods have.
ENGLISH = (
    (
        "Calm",
        "Bold",
        "Merry",
        "Quiet",
        "Brave",
        "Swift",
        "Lucky",
        "Sunny",
        "Gentle",
        "Clever",
        "Salty",
        "Sleepy",
        "Proud",
        "Curious",
        "Mighty",
    ),
    (
        "Crab",
        "Otter",
        "Seal",
        "Whale",
        "Shrimp",
        "Gull",
        "Turtle",
        "Puffin",
        "Dolphin",
        "Oyster",
        "Squid",
        "Heron",
        "Lobster",
        "Starfish",
        "Urchin",
    ),
)
WORDS: dict[str, tuple[Words, Words]] = {
    "en": ENGLISH,
    "it": (
        (
            "Calmo",
            "Audace",
            "Allegro",
            "Quieto",
            "Coraggioso",
            "Veloce",
            "Fortunato",
            "Solare",
            "Gentile",
            "Furbo",
            "Salato",
            "Curioso",
        ),
        (
            "Granchio",
            "Delfino",
            "Gabbiano",
            "Polpo",
            "Gambero",
            "Riccio",
            "Airone",
            "Tonno",
            "Calamaro",
            "Paguro",
            "Pellicano",
        ),
    ),
    "de": (
        (
            "Ruhiger",
            "Kühner",
            "Heiterer",
            "Stiller",
            "Mutiger",
            "Flinker",
            "Sonniger",
            "Sanfter",
            "Kluger",
            "Salziger",
            "Stolzer",
        ),
        (
            "Otter",
            "Delfin",
            "Wal",
            "Hummer",
            "Seestern",
            "Seeigel",
            "Reiher",
            "Krebs",
            "Kranich",
            "Pelikan",
            "Tümmler",
        ),
    ),
    "fr": (
        (
            "Calme",
            "Joyeux",
            "Discret",
            "Courageux",
            "Rapide",
            "Chanceux",
            "Paisible",
            "Malin",
            "Curieux",
            "Fier",
            "Gourmand",
        ),
        (
            "Crabe",
            "Dauphin",
            "Phoque",
            "Homard",
            "Goéland",
            "Poulpe",
            "Oursin",
            "Héron",
            "Macareux",
            "Calamar",
            "Pélican",
        ),
    ),
    "es": (
        (
            "Tranquilo",
            "Audaz",
            "Alegre",
            "Callado",
            "Valiente",
            "Veloz",
            "Soleado",
            "Amable",
            "Listo",
            "Salado",
            "Curioso",
        ),
        (
            "Cangrejo",
            "Delfín",
            "Pulpo",
            "Pelícano",
            "Erizo",
            "Bogavante",
            "Calamar",
            "Cormorán",
            "Lenguado",
            "Camarón",
        ),
    ),
}
MOOD_FIRST = ("en", "de")


def spoken(accepted: str) -> str:
    """The first language of an Accept-Language header that has words here; English if none has."""
    wanted = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((language for language in wanted if language in WORDS), "en")


def drawn(language: str, moods: int, draw: Callable[[Words], str]) -> str:
    """A name with so many moods, its words chosen by `draw`."""
    all_moods, creatures = WORDS[language]
    mood = [draw(all_moods) for _ in range(moods)]
    creature = draw(creatures)
    return " ".join([*mood, creature] if language in MOOD_FIRST else [creature, *mood])
