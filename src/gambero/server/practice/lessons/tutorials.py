"""A few minutes of each game, played with a coach."""

from gambero.server.practice.lessons.lesson import Lesson

LESSONS = [
    Lesson(
        "classic", "classic",
        "4a 7a . (47a 96c .) !38a 37a 38a 93c . say:a=mine (94d 91d .) 39a 88d .",
        hands=("4 7 37 38 62 31 39", "47 96 94 91 20 55 70"), then=("93 74 25 83 88 12 66 49 17 59",),
        clauses=("C1", "C5", "C7", "C8", "C9", "C10", "C13", "C15"),
    ),
    Lesson(
        "extreme", "extreme",
        "13a !. 15a . (90d 70c .) !chat:ciao 20a 22a 66c (38b 89d .) 64c !23a 62c . (40b 42b .) 27a",
        hands=("13 15 20 22 66 64 23", "90 70 38 89 40 42 12"), then=("62 27 14 30 33 49 58 79 18 52",),
        clauses=("E4", "E5", "E6", "E8", "E11", "E12", "E14"),
    ),
    Lesson(
        "duel", "duel",
        "5a 55c . (30a 20c .) 25a !35A 12A . (14a 19c .) 15a 16a .",
        hands=("5 55 25 12 35 16", "30 20 14 19 41 50"), then=("15 48 9 52 33 40", "28 37 46 6 22"),
        clauses=("D1", "D3", "D4", "D5", "D6", "D7"),
    ),
    Lesson(
        "tension", "tension",
        "go 0:7/1 (1:8/3) !0:4/3 0:1/2 0:+ 0:3/1 0:4/3 (1:7/2) 0:+ 0:9/1",
        hands=("7/1 1/2 6/2 4/3 3/1 9/1", "8/3 7/2 5/1 10/2"), top="5/2", waiting=True,
        clauses=("T4", "T5", "T6", "T7", "T9", "T13"),
    ),
]  # fmt: skip
