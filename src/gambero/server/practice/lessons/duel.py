"""The rules of the duel, one small deal each."""

from gambero.server.practice.lessons.lesson import Lesson

LESSONS = [
    Lesson("D1", "duel", "2a 59c", hands=("2 59 14 26 33 47", "")),
    Lesson("D2", "duel", "eager:2 4a 6a . (5a 7a .)", hands=("4 6 26 33 47 55", "5 7 20 30 40 50"), waiting=True),
    Lesson("D3", "duel", "12a !. 14a .", hands=("12 14 26 33 47 55", "")),
    Lesson("D4", "duel", "!29a 20a 35c", hands=("30 25 20 35 29 50", "10 12"), before="@0 30a 25c . 10a 12a ."),
    Lesson("D5", "duel", "18A !28C 12a .", hands=("18 28 12 41 47 55", "30 20"), before="@1 30a 20c ."),
    Lesson("D6", "duel", "!35A !19C 27A 12a", hands=("35 19 27 12 47 55", "30 20"), before="@1 30a 20c ."),
    Lesson("D7", "duel", "12a 14a 16a 18A .", hands=("12 14 16 18 47 55", "30 20"), before="@1 30a 20c ."),
    Lesson("D8", "duel", "40a 45a .", hands=("40 45 20 12 50 55", "41 46 21 13 51 56"), last=True),
    Lesson("D9", "duel", "40a 45a", hands=("40 45", "41 46"), last=True),
    Lesson("D10", "duel", "40a 45a . (41a 46a .)", hands=("40 45 50", "41 46 51"), last=True),
]
