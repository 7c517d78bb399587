"""Cosponsored, co-wrote: what a flag of the relationship says beside its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import count
from typing import Any

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.tree_parts import walk
from bot.offline.vocabulary import agent_nouns, type_words
from bot.offline.words import lemmas
from memory.query import Attribute, Comparison, Constant, Edge, Pattern
from memory.schema import Schema
from memory.text import fold, split_name

_COST = 0.1
_WORD = re.compile(r"\bco-?(?P<plain>[a-z]{3,})\b", re.I)


@cued("co")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which bills did Ann cosponsor, where SPONSORED {cosponsor: true}?"""
    for word in _WORD.finditer(asked.question):
        plain = word.span("plain")
        if any(link.start < plain[1] and plain[0] < link.end for link in asked.linked):
            continue
        for type_, flag in _flags(asked.lexicon.schema, fold(word["plain"])):
            heard = asked.hear((*word.span(), word["plain"]))
            if heard is None:
                continue
            edges = {p for p in walk(heard.query) if isinstance(p, Edge) and type_ in p.types}
            if len(edges) == 1:
                (edge,) = edges
                taken = {getattr(part, "variable", "") for part in walk(heard.query)}
                name = edge.variable or next(x for n in count(1) if (x := f"r{n}") not in taken)
                yield heard.priced(_COST, _flagged(heard.query, edge, name, flag))


def _flags(schema: Schema, word: str) -> Iterator[tuple[str, str]]:
    """The types whose verb a word is a form of, and that keep whether it was done with others."""
    for type_, known in schema.relationships.items():
        verb = lemmas(type_words(type_)[0])[-1]
        doers = agent_nouns(verb)
        forms = [(form,) for form in lemmas(word)]
        if not {(verb,), (f"{verb}er",), *doers}.intersection(forms):
            continue
        for property in known.properties.values():
            words = "".join(x for x in split_name(property.name) if x != "is")
            said = words.startswith(f"co{verb}") or words in {f"co{x}" for (x,) in doers}
            if property.type == "BOOLEAN" and said:
                yield type_, property.name


def _flagged(part: Any, edge: Edge, name: str, flag: str) -> Any:
    """Part of a tree in which the flag of a relationship holds."""
    if isinstance(part, tuple):
        return tuple(_flagged(one, edge, name, flag) for one in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changes = {f.name: _flagged(getattr(part, f.name), edge, name, flag) for f in fields(part)}
    made = replace(part, **changes)
    if not isinstance(made, Pattern) or edge not in part.edges:  # type: ignore[attr-defined]
        return made
    edges = tuple(replace(e, variable=name) if e == edge else e for e in made.edges)
    holds = Comparison(Attribute(name, flag), "=", Constant(True))
    return replace(made, edges=edges, where=(*made.where, holds))
