"""Wrong passwords that were tried, and sign-ins that were ended."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Two tables of ours."""
    op.create_table(
        "sign_in_tries",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("address", "name"),
    )
    op.create_table(
        "ended_sessions",
        sa.Column("session", sa.Text(), primary_key=True),
        sa.Column("until", sa.Float(), nullable=False),
    )
