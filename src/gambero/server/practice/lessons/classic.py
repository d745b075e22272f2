"""The rules of classic, professional and on fire, one small deal each."""

from gambero.server.practice.lessons.lesson import Lesson

_FIRE = ("on_fire",)

LESSONS = [
    Lesson("C1", "classic", "2a 99c", hands=("2 15 28 44 56 71 83 99",)),
    Lesson("C2", "classic", "60a (64a)", hands=("60", "64"), last=True),
    Lesson("C3", "classic", "12a 15a 19a .", hands=("12 15 19 47 62 80", "", "")),
    Lesson("C4", "classic", "!4a eager:2 4a", hands=("4 6 47 62 80 97", "", ""), waiting=True),
    Lesson("C5", "classic", "20a !. 22a 24a .", hands=("20 22 24 45 57 63 81 90",)),
    Lesson("C6", "classic", "11a 88c 13a 14b", hands=("11 13 14 40 52 67 88 95",)),
    Lesson("C7", "classic", "!45a 52a !55c 45c", hands=("50 48 52 45 55 12 80 93",), before="50a 48c ."),
    Lesson("C8", "classic", "!38a 37a !76c 75c", hands=("47 65 37 38 75 76 20 84",), before="47a 65c ."),
    Lesson("C9", "classic", "48a 38a 39a 41c", hands=("58 31 48 38 39 41 70 90",), before="58a 31c ."),
    Lesson(
        "C10", "classic", "20a 21a . (88c 87c .)",
        hands=("20 21 45 57 63 81 90", "88 87 12 33 50 66 71"), then=("23 74",),
    ),
    Lesson("C11", "classic", "60a .", hands=("60 63 70 41 35",), last=True),
    Lesson("C12", "classic", "60a . (65a) 66a", hands=("60 66", "", "65"), last=True),
    Lesson(
        "C13", "classic", "3d", hands=("99 98 2 3 35 40 51 64",), then=("45 58 72",), before="99a 98b 2c .",
    ),
    Lesson("C14", "classic", "60a 61a 40c", hands=("60 61 40",), last=True),
    Lesson("C15", "classic", "!chat:42 say:a=mine", hands=("42 8 11 57 63 81 90", "")),
    Lesson("P1", "classic", "20a 22a !. 24a .", hands=("20 22 24 45 57 63 81 90",), options=("professional",)),
    Lesson("P2", "classic", "20a 21a .", hands=("20 21 45 57 63 81", ""), options=("short_hands",)),
    Lesson("F1", "classic", "22a 23a .", hands=("22 23 45 57 63 81 90", "25 80"), options=_FIRE),
    Lesson(
        "F2", "classic", "41a 44a . (46a 80c .)",
        hands=("41 44 57 63 81 90 12", "46 80 20 30 50 61 95"), options=_FIRE,
    ),
    Lesson(
        "F3", "classic", "44a 88c . (45a 80c .)",
        hands=("44 88 57 63 81 12 95", "30 33 45 80 20 50 61"), before="@1 30a 33a .", options=_FIRE,
    ),
    Lesson("F4", "classic", "55a . (60a .) 70a (71a)", hands=("55 70", "", "60 71"), last=True, options=_FIRE),
    Lesson("F5", "classic", "60a 66a", hands=("60 66",), last=True, options=_FIRE),
    Lesson(
        "F6", "classic", "21a 24a !. 58d .",
        hands=("21 24 58 71 12 95 83", "20 66 30 40 50 61 90"), before="@1 20a 66d .", options=_FIRE,
    ),
]  # fmt: skip
