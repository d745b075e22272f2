"""A table as the fold of its log. No clock, no database, no random numbers: the same log gives the same table."""

from collections import deque
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from gambero.bots.talk import Signals
from gambero.game import GAMES, Game, GameSpec, new_game
from gambero.game.base import Event, Mark
from gambero.game.fair import Seal
from gambero.game.notes import Notes
from gambero.game.story import parse_signals
from gambero.server.table.entries import Entry, steady
from gambero.server.table.signals import drop_outdated, in_canonical_form, without_piles
from gambero.tournament import Tournament

HURRIED = "careful"  # the bot that plays on for a person whose time is up
CHAT_KEPT = 100
MOST_BY_DEPUTY = 0.5  # a game is a person's own if a bot made at most this share of their moves
RECENT = 8  # moves of tension that a slower player can have missed
DAY = 24 * 3600.0  # seconds
MOST_UNDOS = 100  # in a turn: more than anybody needs, and what a log can grow by in a turn is bounded


def is_silent(game: Game) -> bool:
    """E12: does a silence lie open?"""
    return not game.over and bool(game.open_table()["silence"])


@dataclass
class Seat:
    """A place at the table: empty, a person's, or a bot's; a deputy plays while its person is away."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    deputy: str | None = None
    gone: bool = False  # the deputy took over because its person was not connected; else that person asked for it
    account: bool = False  # its person had an account when they sat down

    @property
    def taken(self) -> bool:
        return bool(self.person or self.bot)


@dataclass(frozen=True, slots=True)
class Undo:
    """What taking one card back restores."""

    mark: Mark  # the game before that card
    signals: dict[int, Signals]  # what people signalled then


@dataclass(frozen=True, slots=True)
class Recent:
    """A move of tension that a slower player can have missed."""

    number: int  # of its entry
    seat: int | None
    card: str
    before: Mark  # the game before it


class Table:
    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.phase = "gathering"
        self.opened: dict[str, Any] = {}
        self.kind = ""  # the game's id
        self.seats: list[Seat] = []
        self._places: dict[str | None, int] = {}  # where each person sits
        self.host: str | None = None
        self.closed = False
        self.closed_by = "host"
        self.chat: deque[dict[str, Any]] = deque(maxlen=CHAT_KEPT)
        self.asides: deque[dict[str, Any]] = deque(maxlen=CHAT_KEPT)  # what spectators write among themselves
        self.quiet: set[str] = set()  # people whom the host has muted at this table
        self.tournament: Tournament | None = None
        self.latecomers = False  # may people take bots' seats in the middle of a game?
        self.games = 0  # how many were dealt here
        self.dealt_at = 0  # the number of the last deal
        self.ids: dict[str, int] = {}  # what clients called their moves, so that a move sent again is not played again
        self._clear()

    def _clear(self) -> None:
        """Reset what belongs to one game."""
        self.game: Game | None = None
        self.deal: dict[str, Any] = {}
        self.eager: dict[int, int] = {}
        self.signals: dict[int, Signals] = {}  # what people signal, by seat
        self.signals_given = 0
        self.undo: list[Undo] = []  # one for each card that may be taken back
        self.undos = 0  # cards taken back in this turn
        self._by_bots: set[int] = set()  # moves of the game, by place in its log, that bots made for people
        self.recent_moves: deque[Recent] = deque(maxlen=RECENT)  # of tension
        self.hurried: int | None = None  # the seat whose time is up: a bot plays the rest of its turn
        self.turn_at = 0  # when the turn began, by the wall clock
        self.turn_number = 0  # the entry with which the turn began
        self.go_at: int | None = None  # tension: when everybody may lay, by the wall clock
        self.countdown = 0  # milliseconds to `go_at` when go was said
        self.began = False
        self.notes = Notes()
        self.bot_signals: dict[str, str] = {}  # what bots signalled at the start of the turn, as text by seat
        self.turn_place = 0  # how many moves were made when this turn began
        self.waits: dict[
            int, int
        ] = {}  # T13: until when a seat must wait, by the wall clock of the worker that decided it

    # State.

    @property
    def practice(self) -> dict[str, Any] | None:
        """Which lesson is practised, or which finished game from which move on; None at a table whose games count."""
        found: dict[str, Any] | None = self.opened.get("practice")
        return found

    @property
    def days(self) -> int | None:
        """How many days a turn may take at a table without hurry, 0 for any number; None at all other tables."""
        found: int | None = self.opened.get("days")
        return found

    @property
    def limit(self) -> float | None:
        """How many seconds a turn may take; None if it may take any time."""
        clock: float | None = self.opened.get("clock")
        return DAY * self.days if self.days else clock

    @property
    def awaited(self) -> list[int]:
        """The seats whose people must act before the game goes on: the mover, or who is to say how gladly (C4)."""
        if self.phase == "starting" and self.spec.turns:
            seats = [seat for seat in range(len(self.seats)) if seat not in self.eager]
        elif self.phase == "playing" and self.game and self.game.to_move is not None:
            seats = [self.game.to_move]
        else:
            return []
        return [seat for seat in seats if not self.bot_at(seat)]

    @property
    def spec(self) -> GameSpec:
        """What tells this table's game from the others."""
        return GAMES[self.kind]

    def _phase(self) -> str:
        """gathering, starting (cards are dealt), countdown, playing, stuck (T10) or over."""
        game = self.game
        if game is None:
            return "gathering"
        if game.over:
            return "over"
        if self.spec.turns:
            return "starting" if game.to_move is None else "playing"
        if not self.began:
            return "starting" if self.go_at is None else "countdown"
        return "stuck" if game.can("^") else "playing"

    @property
    def between_games(self) -> bool:
        return self.game is None or self.game.over

    @property
    def silent(self) -> bool:
        """E12: is silence in force?"""
        return self.game is not None and is_silent(self.game)

    @property
    def settled(self) -> Game:
        """The game without the cards that may still be taken back."""
        return self.playing.at(self.undo[0].mark) if self.undo else self.playing

    @property
    def turn_begins(self) -> bool:
        """Would the next move be the first of a turn, in a game with signals?"""
        return self.spec.signals and self.playing.moves_made == self.turn_place

    @property
    def can_undo(self) -> bool:
        return bool(self.undo) and self.undos < MOST_UNDOS

    @property
    def settled_moves(self) -> int:
        """How many moves of the game can no longer be taken back."""
        return self.playing.moves_made - len(self.undo)

    def all_signals(self, bot_signals: dict[int, Signals]) -> dict[int, Signals]:
        """What bots and people signal now, by seat; nothing under silence (E12).

        `bot_signals` are about the settled game.

        C15: a bot does not speak of a top that may be taken back. If it did, the mover could lay card after card, hear
        what the bot says of each, and so find out which cards it holds. So a bot's signal about a pile is withdrawn
        when a card is laid there, and is valid again when that card is taken back.
        """
        if not (bot_signals or self.signals) or self.silent:
            return {}
        piles = {move[-1] for _, move in self.playing.log[self.settled_moves :]} if self.undo else set()
        bots = {seat: without_piles(signal, piles) for seat, signal in bot_signals.items() if self.bot_at(seat)}
        return {**bots, **self.signals}

    @property
    def starter(self) -> int:
        """T4: the seat that says go: the host's, or seat 0 if the host has none."""
        return self.seat_of(self.host) or 0

    def written_by(self, seat: int) -> list[str]:
        """The last messages of a seat since the deal, the oldest first."""
        return [line["text"] for line in self.chat if line["seat"] == seat and line["n"] > self.dealt_at]

    def lines_for(self, seat: int | None) -> list[dict[str, Any]]:
        """The chat as a seat, or a spectator, may read it: what spectators write, seats read after the game."""
        open_asides = [line for line in self.asides if seat is None or self.reads_asides(line["n"])]
        return sorted([*self.chat, *open_asides], key=lambda line: line["n"])

    def reads_asides(self, number: int) -> bool:
        """May everybody read what a spectator wrote under this number?"""
        return self.between_games or number < self.dealt_at

    def seat_of(self, person: str | None) -> int | None:
        return self._places.get(person)

    @property
    def has_bots(self) -> bool:
        """Does a bot play any seat now?"""
        return self.hurried is not None or any(seat.bot or seat.deputy for seat in self.seats)

    def bot_at(self, seat: int) -> str | None:
        """The bot that plays this seat now, its own or in place of a person."""
        one = self.seats[seat]
        return one.bot or one.deputy or (HURRIED if self.hurried == seat else None)

    def is_between_turns(self, seat: int) -> bool:
        """May somebody else play this seat from here on? In tension: while nobody may lay a card."""
        if not self.spec.turns:
            return self.phase != "playing"
        return self.playing.to_move != seat or self.playing.moves_made == self.turn_place

    def deputy_share(self, seat: int) -> float:
        """Which share of a seat's moves in this game a bot made in place of its person, from 0 to 1."""
        moves = [place for place, (mover, _) in enumerate(self.playing.log) if mover == seat]
        return sum(place in self._by_bots for place in moves) / len(moves) if moves else 0.0

    def is_own(self, seat: int) -> bool:
        """Did the person at a seat play this game: half of the moves or more, and up to now?"""
        return not self.seats[seat].deputy and self.deputy_share(seat) <= MOST_BY_DEPUTY

    # Applying entries: one method for each kind.

    def apply(self, entry: Entry) -> list[Event]:
        """Apply the next entry of the log; returns the events of the game."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow {self.number}")
        events: list[Event] | None = getattr(self, f"_{entry.kind}")(entry)
        self.number = entry.number
        self.phase = self._phase()  # read many times until the next entry
        if entry.data.get("id"):
            self.ids[entry.data["id"]] = entry.number
        return events or []

    def _opened(self, entry: Entry) -> None:
        self.seats = [Seat() for _ in range(entry.data["players"])]
        self.host = entry.data["host"]
        self._set_up(entry.data)

    def _set_up(self, opened: dict[str, Any]) -> None:
        self.opened = opened
        self.kind = opened["game"]
        target = opened.get("tournament")
        self.tournament = Tournament(len(self.seats), target) if target else None

    def _changed(self, entry: Entry) -> None:
        """Another game, other options or other seats: people gather anew."""
        self.seats = [Seat() if old is None else self.seats[old] for old in entry.data["seats"]]
        self._remember_places()
        self._clear()
        self._set_up({**self.opened, **{key: value for key, value in entry.data.items() if key != "seats"}})

    def _latecomers(self, entry: Entry) -> None:
        self.latecomers = entry.data["on"]

    def _sat(self, entry: Entry) -> None:
        if not self.between_games:  # a latecomer: what the bot played before is not their own
            moves = enumerate(self.playing.log)
            self._by_bots |= {place for place, (mover, _) in moves if mover == entry.data["seat"]}
        self._seat(entry.data["seat"], Seat(person=entry.person, name=entry.data["name"], account=_has_account(entry)))
        if self.seat_of(self.host) is None:
            self.host = entry.person

    def _bot(self, entry: Entry) -> None:
        self._seat(entry.data["seat"], Seat(bot=entry.data["bot"], name=entry.data["bot"]))

    def _left(self, entry: Entry) -> None:
        seat = entry.data["seat"]
        gone = self.seats[seat].person
        self._seat(seat, Seat())
        if gone == self.host:
            self._pass_host_on()

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats[number] = seat
        self._remember_places()

    def _remember_places(self) -> None:
        self._places = {one.person: place for place, one in enumerate(self.seats) if one.person}

    def _host(self, entry: Entry) -> None:
        self.host = entry.data["person"]

    def _closed(self, entry: Entry) -> None:
        self.closed, self.closed_by = True, entry.data.get("by", "host")

    def _away(self, entry: Entry) -> None:
        seat = self.seats[entry.data["seat"]]
        seat.deputy, seat.gone = entry.data["bot"], bool(entry.data.get("gone"))
        if seat.person == self.host:
            self._pass_host_on()

    def _back(self, entry: Entry) -> None:
        seat = self.seats[entry.data["seat"]]
        seat.deputy, seat.gone = None, False
        if self.host is None:
            self.host = self.seats[entry.data["seat"]].person

    def _pass_host_on(self) -> None:
        """Make the first other person who has no deputy the host; without one, the host stays."""
        here = [seat.person for seat in self.seats if seat.person and not seat.deputy and seat.person != self.host]
        self.host = here[0] if here else self.host

    def _dealt(self, entry: Entry) -> None:
        data = entry.data
        self._clear()
        self.ids = {name: number for name, number in self.ids.items() if number > self.dealt_at}  # the last game's
        self.dealt_at = entry.number
        if self.tournament and self.tournament.over:
            self.tournament = Tournament(self.tournament.players, self.tournament.target)
        self.games += 1
        self.deal = data
        layout = {int(number): name for number, name in data["layout"].items()} or None
        self.game = new_game(
            self.kind, players=len(self.seats), deck=data["deck"], commands=layout, **self.opened["options"]
        )
        self.game.seal = Seal(data["salt"], data["commitment"])
        for move in data.get("moves", ()):  # practice begins in the middle
            self.game.move(move)
        self.turn_place = self.game.moves_made
        if self.spec.turns:
            self.notes.begin(steady(entry, entry.at))
        self.began = data.get("began", False)
        self.turn_at, self.turn_number = entry.at, entry.number

    def _eager(self, entry: Entry) -> None:
        seat, level = entry.data["seat"], entry.data["level"]
        if self.eager.get(seat) != level:  # kept in the order in which seats said so
            self.eager.pop(seat, None)
            self.eager[seat] = level

    def _moved(self, entry: Entry) -> list[Event]:
        game = self.playing
        self._note(entry)
        mover, before = game.to_move, game.mark()
        events = game.move(entry.data["move"])
        seat, move = game.last_move
        if seat is not None and self.seats[seat].person and self.bot_at(seat):
            self._by_bots.add(before.moves)
        if not self.spec.turns:
            self.recent_moves.append(Recent(entry.number, seat, move.partition(":")[2], before))
        else:
            self._turned(entry, events, mover, before)
        if game.over and self.tournament and game.result:
            self.tournament.add(game.result)
        return events

    def _note(self, entry: Entry) -> None:
        """Note for the record when a move came, and at the start of a turn what is signalled."""
        self.notes.moved(steady(entry, entry.at))
        if self.turn_begins:
            self.bot_signals = entry.data.get("heard", self.bot_signals)
            bots = {int(seat): parse_signals(text) for seat, text in self.bot_signals.items()}
            self.notes.signalled(self.playing.moves_made, self.all_signals(bots))

    def _turned(self, entry: Entry, events: list[Event], mover: int | None, before: Mark) -> None:
        happened = {event["event"] for event in events}
        seen = happened & {"drew", "turn", "over"}  # once new cards were seen, nothing can be taken back
        by_bot = mover is not None and self.seats[mover].bot  # nor after a bot's card: bots take nothing back
        if seen or by_bot:
            self.undo = []
        else:
            self.undo.append(Undo(before, deepcopy(self.signals) if self.signals else {}))
        if "turn" in happened:
            self.turn_at, self.turn_number = entry.at, entry.number
            self.turn_place = self.playing.moves_made
            self.hurried = None
            self.undos = 0
        if self.signals:
            drop_outdated(self.signals, events, self.playing, mover)

    def _undone(self, entry: Entry) -> None:  # noqa: ARG002  # it has no data
        last = self.undo.pop()
        self.playing.back_to(last.mark)
        self.notes.back_to(last.mark.moves)
        self.signals = last.signals
        self.undos += 1
        self._by_bots.discard(last.mark.moves)

    def _timeout(self, entry: Entry) -> None:
        self.hurried = entry.data["seat"]

    def _said(self, entry: Entry) -> None:
        self.signals_given += 1
        for signals in (self.signals, *(card.signals for card in self.undo)):
            piles, commands = in_canonical_form(entry.data["piles"], entry.data["commands"])
            signals[entry.data["seat"]] = {
                "piles": piles,
                "commands": commands,
                "exact": False,  # people need not signal all they could
            }

    def _chat(self, entry: Entry) -> None:
        if entry.data["seat"] is None:
            about = {"n": entry.number, "seat": None, "name": entry.data["name"], "account": _has_account(entry)}
            self.asides.append({**about, "text": entry.data["text"], "at": entry.at, "person": entry.person})
            return
        seat = next((seat for seat in self.seats if seat.person == entry.person), Seat())
        line = {"n": entry.number, "seat": entry.data["seat"], "name": seat.name, "account": seat.account}
        self.chat.append({**line, "text": entry.data["text"], "at": entry.at, "person": entry.person})

    def _quieted(self, entry: Entry) -> None:
        if entry.person:  # empty once that person is deleted
            (self.quiet.add if entry.data["on"] else self.quiet.discard)(entry.person)

    def _go(self, entry: Entry) -> list[Event]:
        """T4, T10: bottom cards go on top until somebody can play; then everyone waits for the same moment."""
        events: list[Event] = []
        self.recent_moves.clear()
        go_at = steady(entry, entry.data["at"])
        self.notes.begin(go_at)
        while not self.playing.over and self.playing.can("^"):
            self.notes.moved(go_at)  # when everyone may go on
            events += self.playing.move("^")
        if self.playing.over and self.tournament and self.playing.result:
            self.tournament.add(self.playing.result)
        self.go_at, self.began = entry.data["at"], False
        self.countdown = max(0, entry.data["at"] - entry.at)
        return events

    def _began(self, entry: Entry) -> None:  # noqa: ARG002  # it has no data
        self.began = True

    def _wrong(self, entry: Entry) -> None:
        self.waits[entry.data["seat"]] = entry.data["until"]
        self.notes.tried(self.playing.moves_made, entry.data["move"], "wrong", steady(entry, entry.at))

    def _late(self, entry: Entry) -> None:
        self.notes.tried(self.playing.moves_made, entry.data["move"], "late", steady(entry, entry.at))

    @property
    def playing(self) -> Game:
        if self.game is None:
            raise ValueError("nothing is dealt at this table")
        return self.game


def _has_account(entry: Entry) -> bool:
    """Had the person an account when they sat down? False once that person is deleted."""
    return bool(entry.person and entry.data.get("account"))
