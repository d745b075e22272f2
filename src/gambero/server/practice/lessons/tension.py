"""The rules of tension, one small deal each."""

from gambero.server.practice.lessons.lesson import Lesson

_TWO = ("6/1 7/2 9/1 4/3", "1/2 10/3 1/3 10/1")

LESSONS = [
    Lesson("T1", "tension", "0:7/1", hands=("7/1 2/2 4/3 9/1", "1/2 10/3 1/3 10/1"), top="5/2"),
    Lesson("T2", "tension", "go", hands=("", "", "", ""), top="5/1", waiting=True),
    Lesson("T3", "tension", "go 0:6/1", hands=_TWO, top="5/1", waiting=True),
    Lesson("T4", "tension", "!0:6/1 go 0:6/1", hands=_TWO, top="5/1", waiting=True),
    Lesson("T5", "tension", "!0:6/1 0:8/1|0:2/2", hands=("6/1 8/1 2/2 4/3", "1/2 10/3 1/3 10/1"), top="5/3"),
    Lesson("T6", "tension", "0:2/2 0:10/1", hands=("2/2 10/1 5/1 7/3", "1/2 10/3 1/3 8/1"), top="9/3"),
    Lesson("T7", "tension", "0:6/1 0:7/2 0:9/1", hands=_TWO, top="5/1"),
    Lesson("T8", "tension", "(1:6/3) !0:4/1 0:9/2", hands=("4/1 9/2 2/1 7/3", "6/3 10/3 1/3 10/1"), top="5/1"),
    Lesson("T9", "tension", "0:+ 0:+ 0:6/1", hands=("1/1 2/3 9/1 8/3 3/2 6/1", "1/2 10/3 1/3 10/1"), top="5/1"),
    Lesson("T10", "tension", "go", hands=("", ""), top="5/1", before="6", last=True),
    Lesson("T11", "tension", "!0:7/2 0:x", hands=("", ""), top="5/1", before="1", last=True),
    Lesson("T12", "tension", "0:x", hands=("", ""), top="7/3", before="1", last=True, tournament=4),
    Lesson("T13", "tension", "!0:2/2 0:6/1", hands=("2/2 6/1 9/1 4/3", "1/2 10/3 1/3 10/1"), top="5/1"),
]
