"""Why the server does not do what was asked for, as data: a code, a reason, a clause of the rules, and values.

Programs read `code` and `reason`; the page has a text for each pair in every language. The English sentences here are
for the API, the terminal and logs. Nobody parses them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, Self

from gambero.errors import IllegalMove, MalformedMove, SetupError
from gambero.game.refusals import REASONS, SETUP

Value = str | int | float | Sequence[str | int] | None


@dataclass(frozen=True)
class Kind:
    """One pair of code and reason. `values` names what comes with it; the sentence may use them."""

    code: str
    reason: str
    sentence: str
    clause: str
    values: frozenset[str]

    @property
    def key(self) -> str:
        return f"{self.code}.{self.reason}"


def _kind(code: str, reason: str, sentence: str, clause: str = "", more: Sequence[str] = ()) -> Kind:
    named = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    return Kind(code, reason, sentence, clause, frozenset((*named, *more)))


OWN = [
    # At a table: not now.
    _kind("phase", "not_dealt", "nothing is dealt yet: the host starts the game"),
    _kind("phase", "wait_for_go", "wait for go (T4)", "T4"),
    _kind("phase", "stuck", "everyone stops until go is said again (T10)", "T10"),
    _kind("phase", "bottom_card", "the bottom card goes on top when the starter says go (T10)", "T10"),
    _kind("phase", "go", "go is said at the start of tension and when nobody can play (T4, T10)", "T4"),
    _kind("phase", "start_move", "who starts is settled by saying how gladly, or by the host (C4)", "C4"),
    _kind("phase", "starter", "who starts is settled after the deal and before the first card (C4)", "C4"),
    _kind("phase", "no_piles", "there are no piles to talk about: nothing is being played"),
    _kind("phase", "seats_fixed", "seats change before a game, not in the middle"),
    _kind("phase", "deal_given", "the deal of this table is given: it cannot be changed"),
    _kind("phase", "playing", "a game is being played here"),
    _kind("phase", "only_watch", "a game is being played: you can watch, and sit down after it"),
    _kind("stale", "newer", "something happened since {after}: this is {n}"),
    _kind("undo", "nothing", "nothing can be taken back: no card laid in this turn, or something new was seen"),
    _kind("undo", "too_many", "cards were taken back {most} times in this turn, and that is enough: play on"),
    _kind("closed", "by_host", "this table was removed by its host"),
    _kind("closed", "by_admin", "this table was closed by whoever looks after this site"),
    _kind("busy", "crowded", "too much happens at once at this table: try again"),
    _kind("busy", "reloaded", "this table was read anew: connect again"),
    _kind("busy", "queue", "many ask for this now: try again in {seconds} s"),
    _kind("busy", "connections", "the server has as many connections as it can: try again in {seconds} s"),
    _kind("busy", "yours", "what you asked for before comes first: try again in {seconds} s"),
    # At a table: not you, or not there.
    _kind("turn", "not_yours", "it is not your turn: {name} is on", more=("seat",)),
    _kind("turn", "undo", "only the player whose turn it is may take cards back"),
    _kind("turn", "hint", "a hint is for the player whose turn it is"),
    _kind("turn", "deputy", "a bot plays for you: sit down again"),
    _kind("turn", "unknown", "that game has {turns} turns, counted from 0"),
    _kind("turn", "bot_moves", "the bot is on turn: sit down when its turn is over"),
    _kind("turn", "time_up", "your time is up: a bot plays the rest of this turn"),
    _kind("host", "only", "only the host may do that"),
    _kind("host", "starts", "the host starts the game"),
    _kind("host", "others_play", "{name} is still playing: leave, and a bot plays on for you, but the table stays"),
    _kind("host", "says_go", "{name} says go", "T4", more=("seat",)),
    _kind("seat", "watching", "you are watching this table: take a seat first"),
    _kind("seat", "screen", "this is a screen to watch: play on a device of your own"),
    _kind("seat", "own_moves", "your moves begin with {seat}: since yours is seat {seat}"),
    _kind("seat", "deputy_already", "a bot plays for you already"),
    _kind("seat", "deputy_there", "a bot plays for {name} already"),
    _kind("seat", "connected", "{name} is connected: a bot plays only for who is gone"),
    _kind("seat", "no_hurry", "this table has no hurry: {name} may take days for a turn"),
    _kind("seat", "too_many_people", "{people} people sit here, and {seats} seats are too few"),
    _kind("seat", "person_playing", "{name} sits there: a bot takes over only when somebody is gone"),
    _kind("seat", "person", "{name} sits there: clear the seat first"),
    _kind("seat", "empty", "nobody sits there"),
    _kind("seat", "not_a_person", "only a person can be host"),
    _kind("seat", "some_empty", "{empty} of {seats} seats are empty: wait for friends or add bots"),
    _kind("seat", "seated", "you have a seat at this table"),
    _kind("seat", "taken", "that seat is taken"),
    _kind("seat", "all_taken", "every seat is taken: you can watch"),
    _kind("seat", "unknown", "there are the seats 0 to {last}, not {seat}"),
    _kind("seat", "nobody_on_turn", "nobody is on turn at that moment: name a seat"),
    _kind("seat", "too_many_bots", "{seats} seats, and {bots} bots are too many"),
    _kind("seat", "start_needs_all", "to deal at once every seat must be taken: name more bots"),
    # At a table: the rules of tension beside the law's own.
    _kind("late", "first", "{name}'s {card} was first: take your card back (T8)", "T8", more=("seat",)),
    _kind("wait", "wrong_card", "a wrong card costs a moment (T13)", "T13", more=("until",)),
    # Talk.
    _kind("silence", "in_force", "silence is in force (E12): no word and no signal until the card is covered", "E12"),
    _kind("number", "taboo", "{found!r} tells a number, and numbers are taboo (C15); nobody saw it", "C15"),
    _kind(
        "number",
        "pieces",
        "{found!r}: your last messages together tell a number, and numbers are taboo (C15); nobody saw this one",
        "C15",
    ),
    _kind("chat", "quiet", "the host has muted you at this table: nobody saw it"),
    _kind("chat", "blocked", "this has a word that is not allowed here; nobody saw it"),
    _kind("chat", "empty", "there is nothing in it to read"),
    _kind("signal", "pile", "a signal is about a pile, {piles}, not {pile!r}", "C15"),
    _kind("signal", "word", "of a pile one may say {words}, not {word!r}", "C15"),
    _kind("signal", "command", "{command!r} is not a command: they are {commands} (E3)", "E3"),
    _kind("signal", "no_commands", "{command!r} is not a command: {game} has none (E3)", "E3"),
    # Not in this game, no such bot.
    _kind("game", "no_signals", "{game} has no signals: the chat is free"),
    _kind("game", "no_hints", "hints are for team games"),
    _kind("bot", "unknown", "no bot {bot!r} can play here: there are {bots}"),
    _kind("bot", "other_game", "{bot} does not play {game}; it plays {games}"),
    # The deal of the day.
    _kind("daily", "no_deputy", "nobody plays a deal of the day for you: close the page and come back when you like"),
    _kind("daily", "once", "a deal of the day is played once at a table; open it again for another try"),
    _kind("daily", "no_hints", "there are no hints in a deal of the day"),
    _kind("secret", "unwatched", "a deal of the day is played unwatched: others still have it before them"),
    _kind("secret", "record", "others still play this deal of the day: finish it yourself, or come back tomorrow"),
    _kind("day", "malformed", "a day is written as {today}, not {day!r}"),
    _kind("day", "out_of_range", "there are deals from {first} to {today}"),
    # Mutes and reports.
    _kind("report", "again", "you have reported that already"),
    _kind("about", "no_such_line", "that line is not in the chat any more"),
    _kind("about", "nobody", "that is no person"),
    _kind("about", "yourself", "that is you yourself"),
    # Messages and requests.
    _kind("malformed", "not_text", "messages are text, not bytes"),
    _kind("malformed", "message", "{field}: {error}"),
    _kind("size", "message", "a message has at most {most} characters, not {size}"),
    _kind("size", "headers", "the headers of a request have at most {most} bytes"),
    _kind("size", "body", "a request has at most {most} bytes"),
    _kind("limit", "messages", "too many messages: at most {rate:g} a second"),
    _kind("limit", "flood", "too many messages, again and again"),
    _kind("limit", "chats", "not so fast: a few words at a time"),
    _kind("limit", "connections", "too many connections from your address"),
    _kind("limit", "requests", "too many requests: at most {rate:g} a second"),
    _kind("limit", "slow", "a request arrives within {most:g} seconds, or not at all"),
    _kind("limit", "logins", "too many tries: wait some minutes"),
    _kind("limit", "tables", "too many tables opened from your address: wait a while"),
    _kind("limit", "invited", "at most {most} people are invited to a table"),
    _kind("limit", "invitations", "too many invitations from your address: the next in {seconds} s"),
    _kind("limit", "codes", "too many codes tried from your address: the next in {seconds} s"),
    _kind("limit", "accounts", "too many accounts from your address: wait a while"),
    _kind("limit", "mutes", "you have muted {most} people, and can mute no more"),
    _kind("limit", "reports", "at most {most} reports a day"),
    _kind("limit", "hints", "not so many hints: the next in {seconds} s"),
    _kind("limit", "analyses", "too many questions about finished games: the next in {seconds} s"),
    _kind("invalid", "form", "{field}: {error}"),
    _kind("options", "no_tournament", "a tournament is a series of tension games, not of {game} (T12)", "T12"),
    _kind("options", "no_days", "{game} has no turns: everyone plays at once, so it is not played over days"),
    _kind("options", "clock_or_days", "a turn has a clock or takes days, not both"),
    _kind("origin", "other_site", "pages of other sites may not ask in your name"),
    _kind("type", "not_json", "bodies are application/json"),
    _kind("http", "not_found", "Not Found"),
    _kind("http", "method_not_allowed", "Method Not Allowed"),
    _kind("http", "other", "the request was refused with status {status}"),
    _kind("fault", "connect_again", "that did not work, and is noted: connect again"),
    _kind("fault", "try_again", "that did not work, and is noted: try again"),
    _kind("fault", "request", "something went wrong here, and is noted"),
    _kind("closing", "restart", "the server restarts: connect again"),
    _kind("store", "no_answer", "a store does not answer: try again"),
    _kind("store", "full", "the server's disk is full: nothing can be stored"),
    _kind("store", "locked", "another program holds the server's database: try again"),
    _kind("store", "read_only", "the server's database may not be written to: nothing can be stored"),
    # People.
    _kind("who", "unknown", "say who you are first: POST /api/me gives a guest's cookie and token"),
    _kind("banned", "person", "you may not play here until {end}: {cause}", more=("until",)),
    _kind("banned", "address", "nobody at your address may play here until {end}: {cause}", more=("until",)),
    _kind("account", "have_one", "you have an account already: {login}"),
    _kind("account", "none", "you are a guest: there is no password to change"),
    _kind("account", "closed", "no new accounts are made here: play as a guest, or log in"),
    _kind(
        "account",
        "guest_games",
        "you have {games} games as a guest: say take_games true to take them along, or false to delete them",
    ),
    _kind("account", "taken", "the name {name} is taken: choose another"),
    _kind("login", "no_match", "no account has this name and password"),
    _kind("name", "length", "a name has 1 to {most} letters, not {letters}"),
    _kind("name", "unseen", "a name has letters that can be seen, no control characters"),
    _kind("name", "too_long", "this name is too long for an account, written as {name!r}"),
    _kind("name", "number", "{found!r} tells a number, and a name is read at the table (C15): choose another", "C15"),
    _kind("name", "taken", "{name} is the name of an account, or looks like it: choose another"),
    _kind("name", "blocked", "this name has a word that is not allowed here"),
    _kind("session", "unknown", "there is no such session: it may have ended"),
    _kind("webhook", "address", "messages go to an https address of yours, as https://ntfy.sh/…"),
    _kind("webhook", "private", "messages go to a public address, at https's own port"),
    _kind("webhook", "key", "these are not the keys of a browser's subscription"),
    _kind("password", "wrong", "that is not your password"),
    _kind("password", "length", "a password has {least} to {most} letters"),
    # Things that are not there.
    _kind("table", "unknown", "there is no such table: the link may be old, or its host removed it"),
    _kind("code", "unknown", "no table has this code now: it may be misspelt, or the game is over"),
    _kind("company", "unknown", "you can invite people whom you have finished a game with"),
    _kind("game_id", "unknown", "there is no such game, or it is not over"),
    _kind("shared", "over", "nobody leads this review any more"),
    _kind("shared", "led", "somebody else leads this review"),
    _kind("game_id", "no_turns", "everyone plays at once in that game: it has no turns"),
    _kind("game_id", "no_luck", "luck is measured at team games only"),
    _kind("game_id", "no_times", "nobody noted when cards were laid in that game, so its pace is not known"),
    _kind("lesson", "unknown", "there is no lesson {lesson!r}"),
    _kind("moves", "turn_over", "the turn is over after {moves} of these moves"),
    _kind("puzzle", "unknown", "there is no puzzle {puzzle}"),
    _kind("puzzle", "none_left", "you have had every puzzle like that: ask for others"),
    _kind("puzzle", "open", "answer the puzzle first, then play on from it"),
    _kind("puzzle", "unfinished", "the turn is not over: end it, and it is judged"),
    _kind("run", "unknown", "there is no such run of yours"),
    _kind("run", "over", "the three minutes are over"),
    _kind("run", "other", "another puzzle of the run is on: {puzzle}"),
    _kind("moves", "past_end", "that game has {moves} moves: name a moment before its last"),
]
# The law's reasons. Who starts and what go turns up the server decides itself, so the law is never asked for these:
NOT_ASKED = ("already_started", "no_such_seat", "someone_can_play")
LAW = {name: reason for name, reason in REASONS.items() if name not in ("malformed", *NOT_ASKED)}
WRONG_CARD = ("not_held", "does_not_fit", "last_card_face_down")  # tension: what costs a moment (T13)
KINDS: dict[tuple[str, str], Kind] = {
    (kind.code, kind.reason): kind
    for kind in (
        *OWN,
        *(_kind("illegal", name, "", more=reason.values) for name, reason in LAW.items()),
        *(_kind("wrong", name, "", more=(*LAW[name].values, "until", "n")) for name in WRONG_CARD),
        *(_kind("options", name, "", "".join(reason.clauses), reason.values) for name, reason in SETUP.items()),
        _kind("malformed", "move", "", more=REASONS["malformed"].values),
    )
}


class Refused(Exception):  # what the client is told
    """What was asked for is not done, and why: one of KINDS with its values."""

    def __init__(self, code: str, reason: str, **values: Value) -> None:
        super().__init__(code, reason)
        kind = KINDS[code, reason]
        self.code, self.reason, self.clause = code, reason, kind.clause
        self.values: dict[str, Value] = values
        self._sentence: object = None  # its text is the sentence, where it is made elsewhere

    @classmethod
    def by_law(cls, law: IllegalMove, code: str = "illegal", **more: Value) -> Self:
        """The law's own refusal of a move, with its reason, clause and values."""
        malformed = isinstance(law, MalformedMove)
        refused = cls("malformed", "move") if malformed else cls(code, law.reason)
        refused.clause = law.clause
        refused.values = {**law.values, **more}
        return refused.explained(law)

    @classmethod
    def by_setup(cls, wrong: SetupError) -> Self:
        """Why a game or tournament cannot be set up like that."""
        refused = cls("options", wrong.reason)
        refused.values = wrong.values
        return refused.explained(wrong)

    def explained(self, sentence: object) -> Self:
        """The same refusal, with an English sentence made elsewhere; it becomes text when somebody asks for it."""
        self._sentence = sentence
        return self

    @property
    def why(self) -> str:
        """The English sentence."""
        if self._sentence is not None:
            return str(self._sentence)
        values = {name: _in_sentence(value) for name, value in self.values.items()}
        return KINDS[self.code, self.reason].sentence.format(**values)

    def __str__(self) -> str:
        return self.why

    def as_json(self) -> dict[str, Any]:
        """The fields that are sent, over a socket and over HTTP."""
        return {
            "code": self.code,
            "reason": self.reason,
            "clause": self.clause,
            "values": {name: _encodable(value) for name, value in self.values.items()},
            "why": _encodable(self.why),
        }


def _in_sentence(value: Value) -> Value:
    """Lists are written with commas."""
    return value if isinstance(value, str | int | float | None) else ", ".join(map(str, value))


def _encodable(value: Any) -> Any:
    """Replace what cannot be written as UTF-8 by a question mark."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value
