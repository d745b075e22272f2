"""What servers answer about themselves, in words."""

import sys
from typing import Any

# A class of work, as people call it, and what may wait of it until more is refused as `busy`.
WORK = {
    "turn": "turns of bots",
    "hint": "hints",
    "analysis": "analysis",
    "password": "passwords",
    "compile": "compiler",
}


def is_ready(answers: dict[str, Any], silent: list[str]) -> bool:
    return bool(answers) and not silent and all(answer["not_ready"] is None for answer in answers.values())


def note_silent(answers: dict[str, Any], silent: list[str]) -> None:
    """Say on standard error that an answer is not complete."""
    if not answers and not silent:
        print("gambero: no server runs on this database", file=sys.stderr)
    for worker in silent:
        print(f"gambero: worker {worker} does not answer", file=sys.stderr)


def in_words(answers: dict[str, Any], silent: list[str]) -> str:
    if not answers and not silent:
        return "No server runs on this database."
    return "\n".join([*(_worker(name, answers[name]) for name in sorted(answers)), *map(_silent, silent)])


def _silent(worker: str) -> str:
    return f"Worker {worker}: does not answer. It is busy, stopped by a debugger, or was killed within the last minute."


def _worker(name: str, answer: dict[str, Any]) -> str:
    counts: dict[str, float] = answer["metrics"]
    sockets = sum(len(table["connected"]) for table in answer["tables"])
    people = {one["person"] for table in answer["tables"] for one in table["connected"]}
    ready = "ready" if answer["not_ready"] is None else f"NOT READY: {answer['not_ready']}"
    lines = [
        f"Worker {name} ({answer['host']}, process {answer['pid']}): {ready}.",
        f"  {len(people)} people through {sockets} sockets at {len(answer['tables'])} tables in memory.",
        f"  {_whole(counts, 'gambero_messages_sent_total')} messages sent, answers took "
        f"{_mean(counts, 'gambero_answer_seconds')} on average.",
    ]
    lines += [
        f"  {_job(job)}" for job in answer["jobs"] if job["work"] != "compile" or job["waiting"] or job["running"]
    ]
    faults = {key: value for key, value in counts.items() if key.startswith("gambero_faults_total") and value}
    told = ", ".join(
        f"{int(value)} in {key.partition('where=')[2].rstrip('}')}" for key, value in sorted(faults.items())
    )
    return "\n".join([*lines, f"  Faults since its start: {told or 'none'}."])


def _job(job: dict[str, Any]) -> str:
    most = job.get("most")
    room = f" of at most {most}" if most else ""
    state = "BUSY, more is refused" if most and job["waiting"] >= most else "idle" if not job["running"] else "working"
    return (
        f"{WORK.get(job['work'], job['work'])}: {state}; {job['waiting']} wait{room}, {job['running']} run, "
        f"{job['done']} done, {job['refused']} refused."
    )


def _whole(counts: dict[str, float], name: str) -> int:
    return int(counts.get(name, 0))


def _mean(counts: dict[str, float], name: str) -> str:
    answered = counts.get(f"{name}_count", 0)
    return f"{1000 * counts.get(f'{name}_sum', 0) / answered:.1f} ms" if answered else "0 ms"
