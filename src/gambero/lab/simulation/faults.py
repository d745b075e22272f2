"""BotFault: what a bot did wrong, where, and a record that replays to that point."""

import tempfile
import traceback
from pathlib import Path

from gambero.errors import IllegalMove


class BotFault(ValueError):
    """A bot that cannot be made, fails or breaks the rules: its name, what it did, and in which game, seat and move.

    `record` is the game until then, `trace` the traceback of what the bot raised; either is "" where there is none.
    `path` is the file that has both, once `keep` was called.
    """

    def __init__(self, sentence: str, record: str = "", trace: str = "") -> None:
        super().__init__(sentence, record, trace)  # all of them, so that it can be pickled
        self.sentence, self.record, self.trace = sentence, record, trace
        self.path: Path | None = None
        if trace:
            self.add_note(trace.rstrip())

    def __str__(self) -> str:
        return f"{self.sentence}; the game until then is in {self.path}" if self.path else self.sentence

    def keep(self) -> None:
        """Write the record to a new file, with the fault and its traceback as comments; nothing if there is none."""
        if not self.record or self.path:
            return
        why = [self.sentence, *self.trace.splitlines()]
        with tempfile.NamedTemporaryFile(
            "w", prefix="gambero-fault-", suffix=".txt", encoding="utf-8", delete=False
        ) as file:
            file.write("".join(f"# {line}\n" for line in why) + self.record)
        self.path = Path(file.name)


def trace_of(wrong: BaseException) -> str:
    """The traceback of the bot's own exception; "" where the law refused what it chose."""
    cause = wrong.__cause__
    if cause is None or isinstance(cause, IllegalMove):
        return ""
    return "".join(traceback.format_exception(cause))
