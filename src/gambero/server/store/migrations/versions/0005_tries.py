"""The first opened try at a day's deal counts, results that came late are told apart, and newcomers are marked."""

from datetime import UTC, datetime, timedelta
from json import loads

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

OPEN_TO_ALL = timedelta(days=1, hours=1)  # from the start of a day until its cards are open to all


def upgrade() -> None:
    tries = op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
    )
    for name in ("late", "newcomer"):
        op.add_column("daily", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    store = op.get_bind()
    late = sa.text("UPDATE daily SET late = :late WHERE day = :day AND finished >= :closed")
    for day in store.execute(sa.text("SELECT DISTINCT day FROM daily")).scalars().all():
        closed = datetime.fromisoformat(day).replace(tzinfo=UTC) + OPEN_TO_ALL
        store.execute(late, {"late": True, "day": day, "closed": int(1000 * closed.timestamp())})
    finished = "SELECT day, daily.game, person, table_id FROM daily JOIN games ON games.id = daily.game_id"
    first = {(row.day, row.game, row.person): row.table_id for row in store.execute(sa.text(finished))}
    unfinished = (
        "SELECT sitting.person, log.table_id, log.data FROM log JOIN sitting ON sitting.table_id = log.table_id "
        "WHERE log.kind = 'opened' ORDER BY log.at, log.table_id"
    )
    for row in store.execute(sa.text(unfinished)):
        opened = loads(row.data)
        if opened["daily"]:
            first.setdefault((opened["daily"], opened["game"], row.person), row.table_id)
    if first:
        columns = ("day", "game", "person", "table_id")
        op.bulk_insert(tries, [dict(zip(columns, (*key, table), strict=True)) for key, table in first.items()])
