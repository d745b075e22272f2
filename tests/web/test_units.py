"""The page's own unit tests (Vitest) pass."""

import re
import subprocess
import sys

import pytest

from helpers.browsing import WEB


@pytest.mark.slow
def test_the_units_of_the_page() -> None:
    command = [sys.executable, str(WEB / "build.py"), "npm", "test", "--", "--reporter=default", "--no-color"]
    done = subprocess.run(command, capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    passed = re.search(r"Tests\s+(\d+) passed \((\d+)\)", said)
    assert passed, said
    assert passed[1] == passed[2], said
