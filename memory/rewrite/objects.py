"""What a verb of a follow-up asks for: "what have they written?" asks for papers."""

from __future__ import annotations

import re

from lemminflect import getLemma

from memory.rewrite.antecedents import Antecedents, named, subject_label
from memory.rewrite.rankings import many
from memory.rewrite.substitution import related
from memory.schema import Schema
from memory.text import split_name

_ASKS = re.compile(
    r"^(?P<what>what|how many)(?: else)? (?P<rest>(?:did|do|does|has|have|had) "
    r"(?:they|he|she|it|those|these|each of them|(?:that|this) \w+)(?: (?:also|ever|all))? "
    r"(?P<verb>[a-z]+))(?P<end>\s*[?.!]*)$",
    re.IGNORECASE,
)


def with_object(text: str, past: Antecedents) -> str:
    """The text with the noun for what its verb is done to, where the schema knows only one."""
    found = _ASKS.match(text.strip())
    if found is None or past.schema is None:
        return text
    base = past.base
    labels = {subject_label(base), *(m.label for m in (*base.mentions[:1], *named(base)))}
    noun = _object_of(found["verb"], labels - {""}, past.schema)
    if not noun:
        return text
    which = "which" if found["what"].lower() == "what" else "how many"
    return f"{which} {many(noun)} {found['rest']}{found['end']}"


def _object_of(verb: str, labels: set[str], schema: Schema) -> str:
    lemma = _lemma(verb)
    ends = {
        join.end
        for type_, join in schema.joins()
        if any(_lemma(word) == lemma for word in split_name(type_))
        and any(join.start == label or related(join.start, label, schema) for label in labels)
    }
    return ends.pop() if len(ends) == 1 else ""


def _lemma(word: str) -> str:
    found = getLemma(word.lower(), upos="VERB")
    return str(found[0]) if found else word.lower()
