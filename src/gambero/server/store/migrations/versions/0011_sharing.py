"""Whether a person lets their finished games be given away for study."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("people", sa.Column("share_games", sa.Boolean, nullable=False, server_default=sa.false()))
