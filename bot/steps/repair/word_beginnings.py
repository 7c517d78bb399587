"""A phrase that no text holds as it stands, asked for by the beginnings of its words.

`n.text CONTAINS 'environmental risks'` becomes two tests, for "enviro" and for "risk", in any
letters; of "environmental issues" only the first says something. Tried only where the statement
came back empty.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, literal, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Property
from memory.catalogue import listed, say
from memory.english import FUNCTION_WORDS, singular, stem
from memory.text import fold

_SHORTEST = 4
# Nouns for whatever something is about.
_LIGHT = frozenset({"issue", "matter", "topic", "subject", "theme", "question", "thing", "aspect"})


def word_beginnings(statement: Statement, known: Known) -> list[Fix]:
    """Ask for each word of the texts after CONTAINS, by what its forms share."""
    del known
    found = []
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator != "CONTAINS":
            continue
        held, text = part.left, part.right
        if isinstance(held, Call) and held.function.lower() in ("tolower", "lower"):
            held = held.arguments[0] if held.arguments else held
        if not isinstance(held, Property) or not isinstance(text, Constant):
            continue
        beginnings = _beginnings(text.value) if isinstance(text.value, str) else []
        if not beginnings or beginnings == [text.value]:
            continue
        name = f"toLower({statement.text[held.start : held.end]})"
        tests = " AND ".join(f"{name} CONTAINS {literal(word)}" for word in beginnings)
        tests = f"({tests})" if len(beginnings) > 1 else tests
        told = say("words that begin with {beginnings}", beginnings=listed(beginnings))
        found.append(Fix("word_beginnings", told, (Edit(part.start, part.end, tests),)))
    return found


def _beginnings(text: str) -> list[str]:
    """What the forms of each word that says something begin with.

    >>> _beginnings("environmental risks"), _beginnings("environmental issues")
    (['enviro', 'risk'], ['enviro'])
    """
    words = [word for word in fold(text).split() if word not in FUNCTION_WORDS]
    telling = [word for word in words if singular(word) not in _LIGHT] or words
    stems = [stem(singular(word)) if len(word) >= _SHORTEST else word for word in telling]
    return list(dict.fromkeys(stems))
