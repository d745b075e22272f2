"""The page compares no names of games: what differs stands in the server's facts and in one record of the page."""

import re

from gambero.game import GAMES

from helpers.browsing import WEB

RECORD = WEB / "src" / "gamePages.ts"
WRITTEN = WEB / "src" / "lib" / "protocol.ts"
SOURCES = [
    path
    for path in (WEB / "src").rglob("*")
    if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts") and path not in (RECORD, WRITTEN)
]
NAME = rf"['\"`](?:{'|'.join(GAMES)})['\"`]"
COMPARED = re.compile(
    rf"[!=]==?\s*{NAME}|{NAME}\s*[!=]==?|case\s+{NAME}|\[[^\]\n]*{NAME}[^\]\n]*\]\s*(?:as const)?;?$", re.M
)
BOT = re.compile(r"\[\s*['\"](?:random|greedy|careful|expert)['\"]\s*,")


def test_no_source_compares_or_lists_names_of_games() -> None:
    assert len(SOURCES) > 100
    found = {path.name: COMPARED.findall(path.read_text("utf-8")) for path in SOURCES}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_the_measure_finds_what_it_looks_for() -> None:
    for line in (
        "if (game === 'duel') {",
        "game.game !== 'tension'",
        "case 'extreme':",
        "const ALL = ['classic', 'duel'];",
    ):
        assert COMPARED.search(line), line
    assert not COMPARED.search("t('duel.gift')")


def test_no_source_lists_the_bots() -> None:
    assert [path.name for path in SOURCES if BOT.search(path.read_text("utf-8"))] == []
