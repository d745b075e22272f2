"""Codes of open tables, and invitations to them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("code", sa.String(5), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False, index=True),
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
        sa.Column("by", sa.String(32), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
