"""Which words of a question a statement has, and whether it has all of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from bot.steps.repair.fix import parts
from guardrails.cypher import Statement
from guardrails.syntax import Constant, Item, LabelName, MapOf, Part, Property
from memory.english import BOUNDS, FUNCTION_WORDS, MEASURED_BY, NUMBER_WORDS, ORDERS, singular, stem
from memory.text import fold, split_name

# Said of anything: they ask for no condition on a text.
_UNSAID = """
    name named called highest lowest largest smallest biggest greatest longest shortest oldest
    youngest newest latest earliest fewest cheapest recent top usd eur gbp million billion thousand
    node graph database data date
    """
PLAIN = frozenset(_UNSAID.split())
_FAMILY = 5


def all_said(statement: Statement, question: str, gone: Sequence[Part] = ()) -> bool:
    """Whether each word of the question that says something is in the statement without these."""
    left_out = {id(part) for test in gone for part in test.walk()}
    said = {
        word for part in parts(statement) if id(part) not in left_out for word in words_of(part)
    }
    return all(akin(word, said) for word in fold(question).split() if _says_something(word))


def _says_something(word: str) -> bool:
    plain = FUNCTION_WORDS | ORDERS | BOUNDS | PLAIN
    one = singular(word)
    if word in plain or one in plain or one in NUMBER_WORDS or one in MEASURED_BY:
        return False
    return len(word) > 1 and not re.fullmatch(r"[\d.,]+(?:th|st|nd|rd|s)?", word)


def akin(word: str, said: Collection[str]) -> bool:
    """Whether one of the words said is of the word's family."""
    return any(
        stem(singular(word)) == stem(singular(other))
        or (len(word) >= _FAMILY and word[:_FAMILY] == other[:_FAMILY])
        for other in said
    )


def words_of(part: Part) -> Iterator[str]:
    """The words of a part's own name or text, folded."""
    match part:
        case Constant(value=str(text)):
            yield from fold(text).split()
        case LabelName(name=name) | Property(name=name):
            yield from split_name(name)
        case Item(alias=str(alias)):
            yield from split_name(alias)
        case MapOf(entries=entries):
            for key, _ in entries:
                yield from split_name(key)
