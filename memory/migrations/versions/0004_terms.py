"""What people say words mean."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TEXTS = ("graph", "folded", "person", "term", "meaning", "created")


def upgrade() -> None:
    """One table of ours."""
    op.create_table(
        "terms",
        *(sa.Column(name, sa.Text(), nullable=False) for name in _TEXTS),
        sa.PrimaryKeyConstraint("graph", "folded", "person"),
    )
    op.create_index("terms_of_person", "terms", ["person"])
