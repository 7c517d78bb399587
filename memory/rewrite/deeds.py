"""The last question asked of another deed: "and write?" after "which films did he direct?"."""

from __future__ import annotations

import re

from lemminflect import getLemma

from memory.rewrite.antecedents import Antecedents
from memory.rewrite.grammar import PREPOSITIONS
from memory.rewrite.outcome import Rewrite
from memory.rewrite.utterance import Utterance
from memory.schema import Schema
from memory.text import split_name

_DEED = re.compile(
    rf"^(?P<asked>.*\b(?:did|do|does) .+?) (?P<verb>[a-z]+)"
    rf"(?: (?:{'|'.join(sorted(PREPOSITIONS))}))?[\s?.!]*$",
    re.IGNORECASE,
)


def of_another_deed(said: Utterance, past: Antecedents, joiner: str) -> Rewrite | None:
    """With another verb of the schema in the place of its last one."""
    forms, base = said.forms, past.base
    if not joiner or len(forms) > 2 or any(form not in PREPOSITIONS for form in forms[1:]):
        return None
    found = _DEED.match(base.standalone.strip())
    if found is None or not (_is_deed(forms[0], past.schema)):
        return None
    if not _is_deed(found["verb"].lower(), past.schema):
        return None
    return Rewrite(f"{found['asked']} {said.text.strip()}", follows=True, pinned=base.linked)


def _is_deed(verb: str, schema: Schema | None) -> bool:
    """Whether a verb in its plain form is in the name of some relationship type."""
    types = schema.relationships if schema else ()
    if verb not in getLemma(verb, upos="VERB"):
        return False
    return any(verb in getLemma(word, upos="VERB") for name in types for word in split_name(name))
