"""Lessons: small deals in which each rule can be tried, and the played tutorials."""

from gambero.server.practice.lessons import classic, duel, extreme, tension, tutorials
from gambero.server.practice.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    lesson.id: lesson
    for lesson in (*tutorials.LESSONS, *classic.LESSONS, *extreme.LESSONS, *duel.LESSONS, *tension.LESSONS)
}
