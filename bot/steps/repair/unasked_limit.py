"""A LIMIT that nobody asked for: "list the ports most called at" wants them all, in order.

Models end a list after ten, or after one where several are asked for.
"""

from __future__ import annotations

import re

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Constant, Projection
from memory.catalogue import say
from memory.english import NUMBER_WORDS, singular

_FEW = re.compile(
    r"\b(?:an?|one|top|first|last|bottom|best|worst|few|some|any|several|couple|examples?|samples?|"
    r"is there|are there|who)\b",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"(?:which|what|list|show(?: me)?|name|find|give me)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
_WORD = re.compile(r"[a-z][a-z'-]*", re.IGNORECASE)


def unasked_limit(statement: Statement, known: Known) -> list[Fix]:
    """Take away the number of rows where the question names none and asks for several."""
    question = (known.question or "").strip()
    projections = [part for part in parts(statement) if isinstance(part, Projection)]
    if len([part for part in projections if part.limit is not None]) != 1 or not question:
        return []
    clause = projections[-1]
    if not isinstance(clause.limit, Constant) or not isinstance(clause.limit.value, int):
        return []
    if _FEW.search(question) or _numbered(question) or not _several(question):
        return []
    text = statement.text
    start = text.upper().rfind("LIMIT", 0, clause.limit.start)
    edit = Edit(start, clause.limit.end, "")
    told = say("all of them, as no number is asked for")
    return [Fix("unasked_limit", told, (edit,))]


def _numbered(question: str) -> bool:
    words = question.lower().split()
    return any(c.isdigit() for c in question) or any(word in NUMBER_WORDS for word in words)


def _several(question: str) -> bool:
    """Whether the thing asked for is in the plural."""
    found = _THINGS.match(question)
    words = _WORD.findall(found["rest"])[:4] if found is not None else []
    rest = (word.lower() for word in words if word.lower() not in ("all", "the", "of"))
    noun = next(rest, "")
    return "'" not in noun and singular(noun) != noun
