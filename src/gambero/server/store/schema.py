"""The tables of the database. Changes go into `migrations/versions`, one file each."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData()

# A name and a random id; an account adds a login and a password.
people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("login", String(24), unique=True),
    Column("password", Text),
    Column("created", BigInteger, nullable=False),
    Column("share_games", Boolean, nullable=False, server_default=false()),  # agreed that games are given out for study
)

# What an account's name looks like, in all ways in which it may be written: one account for each look.
looks = Table(
    "looks",
    metadata,
    Column("look", Text, primary_key=True),
    Column("person", String(32), nullable=False, index=True),
)

# Where somebody is recognised: one row for each device. The token itself is not stored.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(32), nullable=False, index=True),
    Column("device", String(40), nullable=False),  # browser and system, to tell devices apart in a list
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # its end is so many days after this
)

# What the lobby shows; everything else about a table is in its log.
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("listed", Boolean, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("summary", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),  # a table without hurry: when it must be looked after
)
Index("tables_in_lobby", tables.c.listed, tables.c.touched)

# Five letters that lead to an open table: store/codes.py says when they end.
codes = Table(
    "codes",
    metadata,
    Column("code", String(5), primary_key=True),
    Column("table_id", String(16), nullable=False, index=True),
)

# Who was invited to a table, and by whom.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("by", String(32), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

# Who sits at a table that is not over.
sitting = Table(
    "sitting",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("seat", Integer),
)

# Where somebody wants to be told that it is their turn: browsers (Web Push), each as long as its session lasts …
pushes = Table(
    "pushes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("session", String(16), nullable=False),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("key", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# … and an address of their own to which a message is posted.
webhooks = Table(
    "webhooks",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # discord, slack, ntfy
    Column("url", Text, nullable=False),
    Column("site", Text, nullable=False),  # this server, as the person reaches it
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Who is to be told that a table without hurry waits for them; stored with the entry that makes it so.
notices = Table(
    "notices",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("number", Integer, nullable=False),  # of that entry
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)

# The truth: appending with the expected number is the lock.
log = Table(
    "log",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("person", String(32), index=True),  # whose name, text or id is in it; empty for text that was removed
    Column("data", Text, nullable=False),
)
KEPT_CHAT = text("kind = 'chat' AND person <> ''")  # as text: SQLite uses such an index for the same words only
Index("kept_chat", log.c.at, sqlite_where=KEPT_CHAT, postgresql_where=KEPT_CHAT)

# Finished games, for replays and statistics.
games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("game", String(16), nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("result", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("finished", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), index=True),
    Column("bot", String(64)),
    Column("name", String(64), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deputy", Float, nullable=False, server_default="0"),  # share of the moves that a bot made for the person
    Column("own", Boolean, nullable=False, server_default=true()),  # the person played it: see table.is_own
    Column("cards_left", Integer, nullable=False, server_default="0"),
    Column("brilliant", Boolean, nullable=False, server_default=false()),  # beaten or brilliant
)

# Analyses of finished games, computed when somebody first asks; one of another version is computed again.
analyses = Table(
    "analyses",
    metadata,
    Column("game_id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

# The first try of a person at a day's deal: the one that counts, opened but perhaps not finished.
tries = Table(
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("table_id", String(16), nullable=False),
)

# The result of a first try; `person` is a random id once that person is deleted.
daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("game_id", String(16), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("name", String(24), nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("late", Boolean, nullable=False, server_default=false()),  # when the day's cards were open to all
    Column("newcomer", Boolean, nullable=False, server_default=false()),  # no finished game before that day
)

# What bots made of a day's deal, to be beaten.
ghosts = Table(
    "ghosts",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("bot", String(64), primary_key=True),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

# Who may not play here: the id of a person, or a network as 203.0.113.0/24; until a time, or until further notice.
bans = Table(
    "bans",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("cause", String(200), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
)

# What operators did. Numbered without gaps, so that a server that knows the last number misses none.
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("admin", String(64), nullable=False),
    Column("act", String(16), nullable=False),
    Column("subject", String(64), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    Column("data", Text, nullable=False),
)

# What players reported: a chat line by its number, or with 0 a name; `lines` is the chat around it.
reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("reporter", String(32), nullable=False, index=True),
    Column("about", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("line", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("handled", BigInteger),
    UniqueConstraint("reporter", "table_id", "about", "line"),
    sqlite_autoincrement=True,
)

# Whose chat a person does not want to see.
mutes = Table(
    "mutes",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("muted", String(32), primary_key=True, index=True),
)

# Servers that run on this database, what an operator asks them, and their answers. Rows live for seconds or minutes.
workers = Table(
    "workers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("question", String(16), primary_key=True),
    Column("worker", String(16), primary_key=True),
    Column("data", Text, nullable=False),
)

# Ratings of puzzles and of people (Glicko-2). Who has no row yet has the rating to start with.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

puzzle_people = Table(
    "puzzle_people",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

# The first try of a person at a puzzle: `solved` is null until it is decided. Only that of the way "rated" is rated.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(8), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("way", String(8), nullable=False),  # rated, day, run
    Column("solved", Boolean),
    Column("hints", Integer, nullable=False),
)

# The first answer of a person to the puzzle of a day.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Three minutes against the clock. The id says which puzzles come, solved + missed which one is next.
puzzle_runs = Table(
    "puzzle_runs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("started", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
)
