"""The tables of the database. Changes go into `migrations/versions`, one file each."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text, false

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
)
Index("tables_in_lobby", tables.c.listed, tables.c.touched)

# Who sits at a table that is not over.
sitting = Table(
    "sitting",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
)

# The truth: appending with the expected number is the lock.
log = Table(
    "log",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("person", String(32), index=True),
    Column("data", Text, nullable=False),
)

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

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)
