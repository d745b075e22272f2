"""Bans, the operators' acts, reports and mutes of players, and what operators ask running servers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("cause", sa.String(200), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("admin", sa.String(64), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False, index=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False, index=True),
        sa.Column("about", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("handled", sa.BigInteger),
        sa.UniqueConstraint("reporter", "table_id", "about", "line"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("muted", sa.String(32), primary_key=True, index=True),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("question", sa.String(16), primary_key=True),
        sa.Column("worker", sa.String(16), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
