"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Json = sa.JSON(none_as_null=True)


def upgrade() -> None:
    """Chainlit's five tables, and ours: exchanges, examples, versions."""
    op.create_table(
        "examples",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("graph", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("cypher", sa.Text(), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("examples_of_owner", "examples", ["owner", "graph", "folded"], unique=True)
    op.create_table(
        "exchanges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("graph", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text()),
        sa.Column("created", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("exchanges_of_message", "exchanges", ["message"])
    op.create_index("exchanges_of_thread", "exchanges", ["thread", "id"])
    op.create_index("exchanges_of_user", "exchanges", ["user"])
    op.create_table(
        "users",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("identifier", sa.Text(), nullable=False),
        sa.Column("createdAt", sa.Text(), nullable=False),
        sa.Column("metadata", Json, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("identifier"),
    )
    op.create_table(
        "versions",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "threads",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("createdAt", sa.Text(), nullable=False),
        sa.Column("updatedAt", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("userId", sa.Text()),
        sa.Column("userIdentifier", sa.Text()),
        sa.Column("tags", Json),
        sa.Column("metadata", Json, nullable=False),
        sa.ForeignKeyConstraint(["userId"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("threads_of_user", "threads", ["userId", "updatedAt", "id"])
    op.create_table(
        "elements",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("threadId", sa.Text(), nullable=False),
        sa.Column("forId", sa.Text()),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("url", sa.Text()),
        sa.Column("objectKey", sa.Text()),
        sa.Column("chainlitKey", sa.Text()),
        sa.Column("display", sa.Text()),
        sa.Column("size", sa.Text()),
        sa.Column("language", sa.Text()),
        sa.Column("page", sa.Integer()),
        sa.Column("autoPlay", sa.Boolean()),
        sa.Column("playerConfig", Json),
        sa.Column("props", Json),
        sa.Column("mime", sa.Text()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("objectKey"),
    )
    op.create_index("elements_of_step", "elements", ["forId"])
    op.create_index("elements_of_thread", "elements", ["threadId"])
    op.create_table(
        "feedbacks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("forId", sa.Text(), nullable=False),
        sa.Column("threadId", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("forId"),
    )
    op.create_index("feedbacks_of_thread", "feedbacks", ["threadId", "value"])
    op.create_table(
        "steps",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("threadId", sa.Text(), nullable=False),
        sa.Column("parentId", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("command", sa.Text()),
        sa.Column("modes", Json),
        sa.Column("streaming", sa.Boolean(), nullable=False),
        sa.Column("waitForAnswer", sa.Boolean()),
        sa.Column("isError", sa.Boolean()),
        sa.Column("metadata", Json, nullable=False),
        sa.Column("tags", Json),
        sa.Column("input", sa.Text(), nullable=False),
        sa.Column("output", sa.Text(), nullable=False),
        sa.Column("createdAt", sa.Text(), nullable=False),
        sa.Column("start", sa.Text()),
        sa.Column("end", sa.Text()),
        sa.Column("generation", Json),
        sa.Column("showInput", Json),
        sa.Column("defaultOpen", sa.Boolean()),
        sa.Column("autoCollapse", sa.Boolean()),
        sa.Column("language", sa.Text()),
        sa.Column("indent", sa.Integer()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("steps_of_thread", "steps", ["threadId", "createdAt"])
