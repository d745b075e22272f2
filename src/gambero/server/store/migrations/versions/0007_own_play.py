"""Each seat of a finished game says which share a bot played for its person, and what statistics count."""

from json import loads
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
BATCH = 1_000


def upgrade() -> None:
    columns = (
        sa.Column("deputy", sa.Float, nullable=False, server_default="0"),
        sa.Column("own", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("cards_left", sa.Integer, nullable=False, server_default="0"),
        sa.Column("brilliant", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    for column in columns:
        op.add_column("seats", column)
    store = op.get_bind()
    found = store.execute(
        sa.text("SELECT game_id, seat, result FROM seats JOIN games ON games.id = seats.game_id ORDER BY game_id, seat")
    )
    counted = sa.text(
        "UPDATE seats SET cards_left = :cards_left, brilliant = :brilliant WHERE game_id = :game_id AND seat = :seat"
    )
    rows = found.all()
    for start in range(0, len(rows), BATCH):
        values = [one for row in rows[start : start + BATCH] if (one := _counted(row))]
        if values:
            store.execute(counted, values)


def _counted(row: sa.Row[Any]) -> dict[str, Any] | None:
    """What the result of a game says of a seat; None if it cannot be read."""
    try:
        result = loads(row.result)
        left = result["left"]
        mine = int(left if isinstance(left, int) else left[row.seat])
        brilliant = result["rating"] in ("beaten", "brilliant")
    except (ValueError, LookupError, TypeError):
        return None
    return {"game_id": row.game_id, "seat": row.seat, "cards_left": mine, "brilliant": brilliant}
