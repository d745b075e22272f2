"""Shuffled commands are stored as an option like others; the house layout is not stored."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BEFORE_AND_NOW = (
    ('"commands":"shuffled"', '"shuffled":true'),
    (',"commands":"house"', ""),
    ('"commands":"house"', ""),
)


def upgrade() -> None:
    replace = sa.text("UPDATE games SET options = REPLACE(options, :before, :now) WHERE game = 'extreme'")
    for before, now in BEFORE_AND_NOW:
        op.execute(replace.bindparams(before=before, now=now))
