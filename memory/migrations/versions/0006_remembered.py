"""How a pair came to be, which are pinned, and who decided on lessons and words."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Two columns for each of three tables of ours."""
    for table, name, before in (
        ("examples", "source", "liked"),
        ("examples", "pinned", ""),
        ("lessons", "decided_by", ""),
        ("lessons", "decided", ""),
        ("terms", "decided_by", ""),
        ("terms", "decided", ""),
    ):
        op.add_column(table, sa.Column(name, sa.Text(), nullable=False, server_default=before))
