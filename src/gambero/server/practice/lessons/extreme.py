"""The rules of extreme, one small deal each, by the house layout: 6, 27, 74 and 95 are stops, and so on."""

from gambero.server.practice.lessons.lesson import Lesson

LESSONS = [
    Lesson("E1", "extreme", "3a 6a", hands=("3 6 10 13 17 20 24", "")),
    Lesson("E2", "extreme", "13a !27b 14a 27b", hands=("13 14 27 47 58 66 83 90",)),
    Lesson("E3", "extreme", "say:stop", hands=("6 12 47 58 66 83 90", "")),
    Lesson(
        "E4", "extreme", "73c !. 72c .",
        hands=("73 72 12 47 58 66 90", "74 30 40 50 61 80 89"), before="@1 74c",
    ),
    Lesson("E5", "extreme", "6a (8a 9a .)", hands=("6 12 47 58 66 83 90", "8 9 30 40 50 61 80")),
    Lesson("E6", "extreme", "41a 80d !. 43a .", hands=("41 43 80 12 57 66 83 90",)),
    Lesson("E7", "extreme", "72c 41c", hands=("72 41",), last=True),
    Lesson("E8", "extreme", "20a 22a 25a", hands=("20 22 25 47 58 66 83 90",)),
    Lesson("E9", "extreme", "20a !27a 25a 27a", hands=("20 25 27 47 58 66 83 90",)),
    Lesson("E10", "extreme", "81c", hands=("81 64",), last=True),
    Lesson(
        "E11", "extreme", "24a 84c . (30b 32b .) 26a",
        hands=("24 84 26 47 58 66 90", "30 32 40 50 61 80 89"),
    ),
    Lesson(
        "E12", "extreme", "!chat:ciao 33a say:b=mine",
        hands=("33 35 47 58 66 83 90", "12 31 40 50 61 80 89"), before="@1 12b 31a .",
    ),
    Lesson("E13", "extreme", "!37a !87c 75c 37a", hands=("47 77 37 87 75 12 66 90",), before="47a 77c ."),
    Lesson("E14", "extreme", "50b !89c 52b .", hands=("38 92 50 52 89 12 66 71",), before="38a 92c ."),
    Lesson("E15", "extreme", "17a 18b 19b .", hands=("17 18 19 47 58 66 83 90",)),
    Lesson(
        "E16", "extreme", "22a 23a .",
        hands=("17 18 19 22 23 47 58 66",), then=("83 90 71",), before="17a 18b 19b .",
    ),
    Lesson(
        "E17", "extreme", "36b",
        hands=("17 18 19 21 22 23 25 26",), then=("28 29 30 32 33 35 36 46",),
        before="17a 18b . 19b 21b . 22b 23b . 25b 26b . 28b 29b . 30b 32b . 33b 35b",
    ),
]  # fmt: skip
