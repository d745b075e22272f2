"""Golden playthroughs: a game told move by move, so that a change of any rule shows in a diff.

`make playthroughs` writes them anew; the tests compare.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gambero
from gambero.game import Event, new_game

from helpers.setups import cheapest

HERE = Path(__file__).parent
# One game or more for each game and each option, by file name.
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic-alone": ("classic", {"seed": 1}),
    "classic-3": ("classic", {"players": 3, "seed": 2}),
    "classic-beaten": ("classic", {"players": 2, "deck": [*range(2, 51), *range(99, 50, -1)]}),
    "classic-professional": ("classic", {"players": 2, "professional": True, "seed": 3}),
    "classic-short_hands": ("classic", {"players": 4, "short_hands": True, "seed": 4}),
    "classic-on_fire": ("classic", {"players": 3, "on_fire": True, "seed": 5}),
    "classic-on_fire-professional": ("classic", {"players": 5, "on_fire": True, "professional": True, "seed": 6}),
    "extreme-alone": ("extreme", {"seed": 7}),
    "extreme-3": ("extreme", {"players": 3, "seed": 8}),
    "extreme-shuffled": ("extreme", {"players": 2, "commands": "shuffled", "seed": 9}),
    "extreme-professional": ("extreme", {"players": 2, "professional": True, "seed": 10}),
    "extreme-short_hands": ("extreme", {"players": 5, "short_hands": True, "seed": 11}),
    "duel": ("duel", {"seed": 12}),
    "duel-last_card_wins": ("duel", {"last_card_wins": True, "seed": 13}),
    "tension-2": ("tension", {"players": 2, "seed": 14}),
    "tension-4": ("tension", {"players": 4, "seed": 15}),
}


def told(name: str) -> str:
    """A whole game: the deal, then each move with what came of it."""
    game = new_game(GAMES[name][0], **GAMES[name][1])
    lines = [f"<{game.game}, {game.players} players, 0 moves>", *_hands(game), ""]
    while not game.over:
        seat = game.to_move
        move = _chosen(game)
        events = game.move(move)
        lines.append(f"{'' if seat is None else f'{seat} '}{move}")
        lines += [f"    {_words(event)}" for event in events]
        lines.append(f"    tops {_row(game.piles)}, stock {game.stock}, owed {game.minimum}")
        if any(event["event"] == "drew" for event in events) and not game.over:
            lines += [f"    {line}" for line in _hands(game)]
    return "\n".join([*lines, "", f"{game.result}", "", game.record()])


def _chosen(game: gambero.Game) -> str:
    if game.game != "tension":
        return cheapest(game, game.moves())
    legal = game.moves()  # lay if anybody can, else draw
    return next((move for move in legal if not move.endswith("+")), legal[len(game.log) % len(legal)])


def _hands(game: gambero.Game) -> Iterator[str]:
    for seat in range(game.players):
        yield f"hand {seat}: {_row(game.hand(seat))}"


def _row(cards: Any) -> str:
    return " ".join(f"{card[0]}/{card[1]}" if isinstance(card, tuple) else str(card) for card in cards)


def _words(event: Event) -> str:
    return " ".join(f"{key} {value}" if key != "event" else str(value) for key, value in event.items())


def main() -> None:
    for name in GAMES:
        (HERE / f"{name}.txt").write_text(told(name), "utf-8")
        print(f"wrote {name}.txt")


if __name__ == "__main__":
    main()
