"""Who sits at which table that is not over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "sitting",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
    )
    op.execute(
        "INSERT INTO sitting SELECT DISTINCT table_id, person FROM log JOIN tables ON tables.id = log.table_id "
        "WHERE kind = 'sat' AND person IS NOT NULL AND phase NOT IN ('over', 'closed')"
    )
