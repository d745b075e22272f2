"""Sessions, each with a token of its own; how accounts' names look; which log rows hold a person's id.

Until now a token was the signed id of a person. Each of these tokens becomes one session, so that nobody is logged out.
"""

import time
from hashlib import sha256
from json import loads
from secrets import token_hex

import sqlalchemy as sa
from alembic import op
from itsdangerous import URLSafeSerializer

from gambero.server.store.names import looks_of

revision = "0008"
down_revision = "0007"

BATCH = 1000
KEPT_CHAT = sa.text("kind = 'chat' AND person <> ''")


def upgrade() -> None:
    looks = op.create_table(
        "looks",
        sa.Column("look", sa.Text, primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
    )
    sessions = op.create_table(
        "sessions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("kept_chat", "log", ["at"], sqlite_where=KEPT_CHAT, postgresql_where=KEPT_CHAT)
    store = op.get_bind()
    taken: dict[str, str] = {}  # of accounts that look alike, the oldest has the look
    for row in store.execute(sa.text("SELECT id, login FROM people WHERE login IS NOT NULL ORDER BY created, id")):
        for look in looks_of(row.login):
            taken.setdefault(look, row.id)
    _insert(looks, [{"look": look, "person": person} for look, person in taken.items()])
    secret = store.execute(sa.text("SELECT value FROM secrets WHERE name = 'cookies'")).scalar()
    if secret:
        signer = URLSafeSerializer(secret, salt="person")
        people = store.execute(sa.text("SELECT id FROM people")).scalars().all()
        now = time.time_ns() // 1_000_000
        kept = [
            {"id": token_hex(8), "hash": sha256(signer.dumps(one).encode()).hexdigest(), "person": one}
            for one in people
        ]
        _insert(sessions, [{**one, "device": "", "created": now, "used": now} for one in kept])
        store.execute(sa.text("DELETE FROM secrets WHERE name = 'cookies'"))
    named = sa.text("SELECT table_id, number, kind, data FROM log WHERE kind IN ('opened', 'host') AND person IS NULL")
    mark = sa.text("UPDATE log SET person = :person WHERE table_id = :table AND number = :number")
    for row in store.execute(named).all():
        try:
            person = loads(row.data)["host" if row.kind == "opened" else "person"]
        except (ValueError, LookupError, TypeError):  # a row that cannot be read
            continue
        store.execute(mark, {"person": person, "table": row.table_id, "number": row.number})


def _insert(table: sa.Table, rows: list[dict[str, object]]) -> None:
    for first in range(0, len(rows), BATCH):
        op.bulk_insert(table, rows[first : first + BATCH])
