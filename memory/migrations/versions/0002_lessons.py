"""Lessons, and who confirmed them. Pairs that people liked stay theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TEXTS = (
    *("graph", "question", "form", "cypher", "parameters", "slots", "columns", "draft", "problem"),
    *("fingerprint", "engine", "status", "witness", "why", "created"),
)


def upgrade() -> None:
    """Two tables of ours."""
    op.create_table(
        "lessons",
        sa.Column("id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in _TEXTS),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("lessons_of_form", "lessons", ["graph", "form"])
    op.create_table(
        "lesson_votes",
        sa.Column("lesson", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("vote", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["lesson"], ["lessons.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lesson", "person", "folded"),
    )
    op.create_index("lesson_votes_of_person", "lesson_votes", ["person", "folded"])
