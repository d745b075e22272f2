"""Which words of a word list would the chat's taboo take for a misspelt number?

They belong in src/gambero/server/chat/data/LANGUAGE/ordinary.txt, unless they are one. Example:

    python benchmarks/everyday_words.py /usr/share/dict/words
"""

import sys
from pathlib import Path

from gambero.server.chat.lists import as_letters, ordinary
from gambero.server.chat.run import tells_exactly
from gambero.server.chat.sound import is_near


def found_in(lines: list[str]) -> list[str]:
    """Words that only sound or look nearly like a number, and are not listed yet."""
    words = {as_letters(line) for line in lines} - ordinary()
    return sorted(word for word in words if is_near(word) and not tells_exactly(word))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        print("\n".join(found_in(Path(path).read_text("utf-8").split("\n"))))
