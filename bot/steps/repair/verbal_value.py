"""What a verb says is stored as its noun: who inherited it has `acquired_by: 'inheritance'`.

Only where the schema knows all values of the property, one of them is the noun of a verb of the
question, and the statement asks for nothing like it.
"""

from __future__ import annotations

from collections.abc import Iterator

import lemminflect

from bot.steps.repair.all_said import akin, words_of
from bot.steps.repair.bindings import bindings_of, hops
from bot.steps.repair.fix import Fix, Source, literal, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.names import named
from bot.steps.repair.tokens_of import tokens_of, with_condition
from guardrails.cypher import Statement
from guardrails.syntax import NodePattern, RelationshipPattern
from memory.catalogue import say
from memory.english import FUNCTION_WORDS
from memory.schema import Label, Relationship
from memory.text import fold, split_name

_NOUNS = ("ance", "ence", "ation", "ition", "ion", "ment", "al", "ure", "ing", "age", "y")
_SHORTEST = 5


def verbal_value(statement: Statement, known: Known) -> list[Fix]:
    """Ask for the one value that a verb of the question names."""
    if known.question is None or len(statement.query.branches) != 1:
        return []
    said = {word for part in parts(statement) for word in words_of(part)}
    for word in fold(known.question).split():
        if word in FUNCTION_WORDS or _named(word, known) or akin(word, said):
            continue
        nouns = {stem + end for stem in _stems(word) for end in _NOUNS}
        found = [one for one in _stored(statement, known) if fold(one[2]) in nouns]
        if nouns and len(found) == 1:
            part, name, value = found[0]
            variable, edits = named(Source(statement), part)
            held = f"{variable}.{quoted(name)} = {literal(value)}"
            tokens = tokens_of(statement.text)
            at = next(i for i, token in enumerate(tokens.tokens) if token.start >= part.start)
            added = with_condition(tokens, at, held)
            if added is not None:
                told = say("“{word}” is {name} {value}", word=word, name=name, value=value)
                return [Fix("verbal_value", told, (*edits, *added))]
    return []


def _stems(word: str) -> list[str]:
    """What nouns are made of: inherit of inherited, donat of donated, retire of retired."""
    lemmas = lemminflect.getAllLemmas(word).get("VERB", ())
    stems = {stem for lemma in lemmas for stem in (lemma, lemma.removesuffix("e"))}
    return [stem for stem in stems if len(stem) >= _SHORTEST]


def _named(word: str, known: Known) -> bool:
    """Whether it stands for an element of the schema."""
    schema = known.schema
    names = [*schema.labels, *schema.relationships]
    owners: list[Label | Relationship] = [*schema.labels.values(), *schema.relationships.values()]
    names += [name for owner in owners for name in owner.properties]
    return akin(word, {own for name in names for own in split_name(name)})


def _stored(
    statement: Statement, known: Known
) -> Iterator[tuple[NodePattern | RelationshipPattern, str, str]]:
    """The stored texts of what is matched first, where all are known."""
    bindings, seen = bindings_of(statement.query, known.schema), set[int]()
    if known.schema.sampled:
        return
    for hop in hops(statement.query):
        for part in (hop.left, hop.relationship, hop.right):
            if id(part) in seen or getattr(part, "hops", None) is not None:
                continue
            seen.add(id(part))
            if isinstance(part, RelationshipPattern):
                owners = hop.types
            else:
                owners = tuple(bindings.labels(part))
            held = known.owner(owners[0]) if len(owners) == 1 else None
            for prop in held.properties.values() if held is not None else ():
                for value in prop.values or ():
                    if isinstance(value, str):
                        yield part, prop.name, value
