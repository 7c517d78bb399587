"""The SQL tables: Chainlit's own (users, threads, steps, elements, feedbacks) and ours.

Chainlit's keep its column names, so that its documentation and other tools fit; the columns its
published DDL lacks (`autoCollapse`, `autoPlay`, `playerConfig`, `modes`) are here. `HEAD` is the
migration that creates just these tables; a test holds the two together.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

HEAD = "0006"

Json = JSON(none_as_null=True)

metadata = MetaData()


def _owned_by(table: str) -> ForeignKey:
    return ForeignKey(f"{table}.id", ondelete="CASCADE")


users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("identifier", Text, nullable=False, unique=True),
    Column("createdAt", Text, nullable=False),
    Column("metadata", Json, nullable=False),
)

threads = Table(
    "threads",
    metadata,
    Column("id", Text, primary_key=True),
    Column("createdAt", Text, nullable=False),
    Column("updatedAt", Text, nullable=False),
    Column("name", Text),
    Column("userId", Text, _owned_by("users")),
    Column("userIdentifier", Text),
    Column("tags", Json),
    Column("metadata", Json, nullable=False),
    Index("threads_of_user", "userId", "updatedAt", "id"),
)

steps = Table(
    "steps",
    metadata,
    Column("id", Text, primary_key=True),
    Column("threadId", Text, _owned_by("threads"), nullable=False),
    Column("parentId", Text),
    Column("name", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("command", Text),
    Column("modes", Json),
    Column("streaming", Boolean, nullable=False),
    Column("waitForAnswer", Boolean),
    Column("isError", Boolean),
    Column("metadata", Json, nullable=False),
    Column("tags", Json),
    Column("input", Text, nullable=False),
    Column("output", Text, nullable=False),
    Column("createdAt", Text, nullable=False),
    Column("start", Text),
    Column("end", Text),
    Column("generation", Json),
    Column("showInput", Json),
    Column("defaultOpen", Boolean),
    Column("autoCollapse", Boolean),
    Column("language", Text),
    Column("indent", Integer),
    Index("steps_of_thread", "threadId", "createdAt"),
)

elements = Table(
    "elements",
    metadata,
    Column("id", Text, primary_key=True),
    Column("threadId", Text, _owned_by("threads"), nullable=False),
    Column("forId", Text),
    Column("type", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("url", Text),
    Column("objectKey", Text, unique=True),
    Column("chainlitKey", Text),
    Column("display", Text),
    Column("size", Text),
    Column("language", Text),
    Column("page", Integer),
    Column("autoPlay", Boolean),
    Column("playerConfig", Json),
    Column("props", Json),
    Column("mime", Text),
    Index("elements_of_thread", "threadId"),
    Index("elements_of_step", "forId"),
)

feedbacks = Table(
    "feedbacks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("forId", Text, nullable=False, unique=True),
    Column("threadId", Text, _owned_by("threads"), nullable=False),
    Column("value", Integer, nullable=False),
    Column("comment", Text),
    Index("feedbacks_of_thread", "threadId", "value"),
)

# Not tied to `threads`: a conversation on the command line has exchanges but no Chainlit thread.
exchanges = Table(
    "exchanges",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("thread", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("message", Text),
    Column("graph", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("engine", Text),
    Column("created", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("exchanges_of_thread", "thread", "id"),
    Index("exchanges_of_message", "message"),
    Index("exchanges_of_user", "user"),
)

# `source` says how a pair came to be: liked, chosen or pinned; `pinned` since when it stands first.
examples = Table(
    "examples",
    metadata,
    Column("id", Text, primary_key=True),
    Column("graph", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("cypher", Text, nullable=False),
    Column("parameters", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("source", Text, nullable=False, server_default="liked"),
    Column("pinned", Text, nullable=False, server_default=""),
    Index("examples_of_owner", "owner", "graph", "folded", unique=True),
)

# What is learnt for everybody: who asked or liked it stands in its votes alone, who approved or
# refused it, and when, beside it.
lessons = Table(
    "lessons",
    metadata,
    Column("id", Text, primary_key=True),
    Column("graph", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("cypher", Text, nullable=False),
    Column("parameters", Text, nullable=False),
    Column("slots", Text, nullable=False),
    Column("columns", Text, nullable=False),
    Column("draft", Text, nullable=False),
    Column("problem", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("witness", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("decided_by", Text, nullable=False, server_default=""),
    Column("decided", Text, nullable=False, server_default=""),
    Index("lessons_of_form", "graph", "form"),
)

# 1 liked, 0 only asked, -1 disliked; `folded` is the question it was said of.
lesson_votes = Table(
    "lesson_votes",
    metadata,
    Column("lesson", Text, _owned_by("lessons"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("folded", Text, primary_key=True),
    Column("vote", Integer, nullable=False),
    Index("lesson_votes_of_person", "person", "folded"),
)

# What words mean on a graph to whom; `person` is "" where an operator said so for everybody.
# `folded` is the term as `memory.terms.term_key` folds it, `meaning` as terminology.yaml has it.
# `decided` is when a curator approved it (an operator's) or would not let it hold for everybody.
terms = Table(
    "terms",
    metadata,
    Column("graph", Text, primary_key=True),
    Column("folded", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("term", Text, nullable=False),
    Column("meaning", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("decided_by", Text, nullable=False, server_default=""),
    Column("decided", Text, nullable=False, server_default=""),
    Index("terms_of_person", "person"),
)

# What models cost, summed by day (UTC, ISO) and model; nobody's name is here.
spending = Table(
    "spending",
    metadata,
    Column("day", Text, primary_key=True),
    Column("model", Text, primary_key=True),
    Column("calls", Integer, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
)

# Wrong passwords by address and name, `name` "" for all names from there. Times are seconds since
# the epoch; `level` leaks away with time, and nobody is let try before `until`.
sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    Column("address", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("until", Float, nullable=False),
)

# Sign-ins that were ended before their token expires, which is `until`.
ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("session", Text, primary_key=True),
    Column("until", Float, nullable=False),
)

# How often a table has changed: by this number a search index sees that it is behind.
versions = Table(
    "versions",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", Integer, nullable=False),
)
