"""Every clause of the rules is proved by a test, every mark names a clause, and the rule pages tell every clause."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
CLAUSES = [line.split()[0] for line in (TESTS / "rules" / "clauses.txt").read_text("utf-8").splitlines() if line]
COUNTS = {"C": 15, "P": 2, "F": 6, "E": 17, "D": 10, "T": 13}


def marked() -> dict[str, list[str]]:
    """The tests that prove each clause, read from their sources."""
    proofs: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for clause in mark.args:
                        proofs.setdefault(ast.literal_eval(clause), []).append(node.name)
    return proofs


def test_the_list_of_clauses_is_whole() -> None:
    assert [f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)] == CLAUSES


def test_every_clause_is_proved_and_every_mark_names_one() -> None:
    proofs = marked()
    assert sorted(set(CLAUSES) - proofs.keys()) == []
    assert sorted(proofs.keys() - set(CLAUSES)) == []


def test_the_rule_pages_tell_every_clause() -> None:
    pages = " ".join(path.read_text("utf-8") for path in (TESTS.parent / "docs" / "rules").glob("*.md"))
    told = set(re.findall(r"\b([CPFEDT][0-9]{1,2})\b", pages))
    assert sorted(set(CLAUSES) - told) == []
