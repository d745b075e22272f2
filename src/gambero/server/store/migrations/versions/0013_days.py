"""Tables without hurry: when they are due, who is to be told and where; what bots made of a day's deal."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("sitting", sa.Column("seat", sa.Integer))
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("session", sa.String(16), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "webhooks",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "ghosts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("bot", sa.String(64), primary_key=True),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
    )
