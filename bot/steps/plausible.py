"""Could a word mean this? Near in meaning, or left by its sentence to hardly anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lemminflect import getAllLemmas

from bot.stored.kinds import display_properties
from bot.words.inflection import is_plural
from memory.english import FUNCTION_WORDS
from memory.query import (
    Attribute,
    Comparison,
    Constant,
    Operand,
    Query,
)
from memory.schema import Scalar, Schema
from memory.tree_edits import attribute_of

# How near static vectors find a word to its meaning; words that have nothing in common with each
# other come to 0.25 by chance (measured on some sixty words over four graphs).
LIKE, LIKE_TYPE, LIKE_VALUE = 0.27, 0.3, 0.5
_ARTICLES = (("the",), ("a",), ("an",), ("of",), ("in",), ("for",))
_BOUNDS = ("<", "<=", ">", ">=")
_DEGREE = re.compile(r"(?:ity|ness|ance|ence|cy|dom|hood|ship|ing|ment)$")
# So many labels at most can have what is asked for, or anything would fit.
_FEW_OWNERS = 2


def is_name(text: str, question: str, start: int) -> bool:
    """Whether words are written as a name: no meaning of theirs is in a schema.

    >>> is_name("Oslo", "Which workers live in Oslo?", 22), is_name("Gross", "Gross of Jaws?", 0)
    (True, False)
    """
    inside = bool(question[:start].strip(" \"'“(¿"))
    return inside and text[:1].isupper() and not question.isupper()


@dataclass(frozen=True, slots=True)
class Word:
    """An unknown word in its sentence: the words before and after it."""

    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def last(self) -> str:
        """Its last word, which tells its form."""
        return self.text.lower().split()[-1]

    @property
    def verbal(self) -> bool:
        """Whether it stands where a verb does."""
        known = getAllLemmas(self.last)
        if (known and "VERB" not in known) or self.before[-1:] in _ARTICLES:
            return False
        subject = self.before[-1] if self.before else ""
        several = subject not in FUNCTION_WORDS and is_plural(subject)
        between = several and bool(self.after) and "did" not in self.before
        return self.last.endswith(("ed", "ing")) or subject in ("who", "that") or between

    @property
    def acts(self) -> bool:
        """Whether a full verb follows: what is asked for are those who do that."""
        verb = self.after[0] if self.after else ""
        return verb not in FUNCTION_WORDS and "VERB" in getAllLemmas(verb)


def plausible(
    kind: str, element: str, likeness: float, query: Query, schema: Schema, word: Word
) -> bool:
    """Whether a word may well mean an element with which its question is read.

    Args:
        kind: label, type, property or value.
        element: the name of the label, type or property.
        likeness: how near the word is to it, by vectors or in writing.
        query: the question read with that meaning.
        schema: the graph's schema.
        word: the word.
    """
    if kind == "value":
        return likeness >= LIKE_VALUE
    if kind == "label":
        if _only_named(element, query, schema):
            return False
        told = is_plural(word.last) and _told_by_its_own(element, query, schema, acts=word.acts)
        return likeness >= LIKE or told
    if kind == "property":
        ranked = _says_how_much(word.last) and _ranked(element, query)
        return likeness >= LIKE or _bounded(element, query) or ranked
    return word.verbal and (likeness >= LIKE_TYPE or _joins_two(element, query))


def _bounded(name: str, query: Query) -> bool:
    """Whether an amount is asked of a property: any that is one would do, and few are."""
    return any(
        attribute.property == name and test.operator in _BOUNDS for test, attribute in _tests(query)
    )


def _ranked(name: str, query: Query) -> bool:
    operands: list[Operand] = [key.operand for key in query.order]
    return any((found := attribute_of(one)) and found.property == name for one in operands)


def _says_how_much(word: str) -> bool:
    """Whether it is an adjective or names a degree: popularity, successful, but not trailer."""
    kinds = getAllLemmas(word)
    return not kinds or bool(_DEGREE.search(word)) or ("ADJ" in kinds and "NOUN" not in kinds)


def _told_by_its_own(label: str, query: Query, schema: Schema, *, acts: bool) -> bool:
    """Whether the question asks for the label's nodes by what hardly another label has or does."""
    own = [n.variable for n in query.pattern.nodes if label in n.labels]
    if query.subject not in own:
        return False
    if acts and any(query.subject in (edge.start, edge.end) for edge in query.pattern.edges):
        return True
    names = set(display_properties(schema.labels[label])) if label in schema.labels else set()
    return any(
        attribute.variable in own
        and attribute.property not in names
        and len(_owners(attribute.property, schema)) <= _FEW_OWNERS
        for _, attribute in _tests(query)
    )


def _owners(name: str, schema: Schema) -> set[str]:
    """The labels with a property, those aside that are kinds of another of them."""
    found = {label.name for label in schema.labels.values() if name in label.properties}
    return {one for one in found if not found & set(schema.labels[one].implies)}


def _only_named(label: str, query: Query, schema: Schema) -> bool:
    """Whether the question then is only about what has a name: which cinemas show *Jaws*."""
    names = set(display_properties(schema.labels[label])) if label in schema.labels else set()
    tests = list(_tests(query))
    bare = not query.pattern.edges and len(query.pattern.nodes) == 1
    named = [a for t, a in tests if a.property in names and t.operator in ("=", "IN")]
    return bare and bool(named) and len(named) == len(tests)


def _joins_two(type_: str, query: Query) -> bool:
    """Whether a verb stands between what is asked for and something that is named."""
    named = {a.variable for t, a in _tests(query) if t.operator in ("=", "IN")}
    return any(
        type_ in edge.types
        and query.subject in (edge.start, edge.end)
        and named & {edge.start, edge.end}
        for edge in query.pattern.edges
    )


def _tests(query: Query) -> Iterable[tuple[Comparison, Attribute]]:
    for test in query.pattern.where:
        if isinstance(test, Comparison) and isinstance(test.right, Constant):
            attribute = attribute_of(test.left)
            value: Scalar | tuple[Scalar, ...] = test.right.value
            if attribute is not None and value is not None:
                yield test, attribute
