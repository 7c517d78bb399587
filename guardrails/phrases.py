"""How a relationship is said in a question, from its type's name alone."""

from __future__ import annotations

from dataclasses import dataclass

from lemminflect import getAllLemmas, getInflection

from guardrails.nouns import plural, spoken
from guardrails.words import words
from memory.schema import Label
from memory.text import split_name

_PREPOSITIONS = words("in of on at to for from by with about into under over through near")
# Participles that say what the thing does itself: "acted in", against "produced in".
ACTIVE = words(
    "act work live play participate invest study reside serve compete fly sail travel depart "
    "arrive go come belong depend attend vote respond contribute graduate operate specialize "
    "specialise occur happen report walk run sit stand teach"
)
_OF_ITSELF = words("died joined arrived departed started ended expired graduated retired left")
# What marks a thing is said in the passive: questions are tagged, nobody tags.
MARKING = words("tag label mark categorise categorize classify")
# What is so still: a town is located where it is, a film was produced there.
_STATES = words(
    "locate situate base headquarter associate connect link relate mount host register station "
    "position express hold seat affiliate assign"
)
_HAVING = words("has have is was are be had having")


@dataclass(frozen=True, slots=True)
class Tie:
    """A join seen from one of its ends: `label` asks, `other` is what it is joined with.

    `forward` tells that the relationship starts at `label`; `count` is how many there are.
    """

    label: Label
    type: str
    other: Label
    forward: bool
    count: int


def is_participle(name: str) -> bool:
    """Whether a name is a past participle or past tense alone, such as `born` or `founded`.

    >>> is_participle("founded"), is_participle("createdAt"), is_participle("budget")
    (True, True, False)
    """
    parts = split_name(name)
    if len(parts) == 2 and parts[1] in ("at", "on"):
        parts = parts[:1]
    if len(parts) != 1:
        return False
    lemmas = getAllLemmas(parts[0], upos="VERB").get("VERB", ())
    is_noun = "NOUN" in getAllLemmas(parts[0])
    return bool(lemmas) and parts[0] not in lemmas and not is_noun and not parts[0].endswith("ing")


def happened(name: str) -> str:
    """How a participle's property is asked about: were founded, died.

    >>> happened("createdAt"), happened("joinedOn"), happened("expires")
    ('were created', 'joined', 'expire')
    """
    word = split_name(name)[0]
    base = getAllLemmas(word, upos="VERB").get("VERB", (word,))[0]
    if _is_present(word, base):
        return str(base)
    return word if word in _OF_ITSELF else f"were {word}"


def asked_of(tie: Tie, value: str) -> str | None:
    """What comes after “Which” or “How many”: “films did Tom Hanks act in”.

    None where the type's name gives no natural wording in this direction.
    """
    many = plural(spoken(tie.label.name))
    first, *rest = split_name(tie.type) or [""]
    lemmas = getAllLemmas(first, upos="VERB").get("VERB", ())
    small = all(word in _PREPOSITIONS for word in rest)
    bare_noun = bool(rest) and first in lemmas and "NOUN" in getAllLemmas(first)
    if first in _HAVING | _PREPOSITIONS or not lemmas or not small or bare_noun:
        return _by_noun(tie, value, many)
    base = str(lemmas[0])
    if base in MARKING and tie.forward:
        done = getInflection(base, tag="VBN")[0]
        return f"{many} are {' '.join([done, *(rest or ['with'])])} {value}"
    present = _is_present(first, base) or first.endswith("ing")
    active = not rest or (rest != ["by"] and base in ACTIVE) or present
    if active:
        if tie.forward:
            return f"{many} {' '.join([_past(first, base), *rest])} {value}"
        return f"{many} did {' '.join([value, base, *rest])}"
    if tie.forward:
        be = "are" if base in _STATES else "were"
        return f"{many} {be} {' '.join([first, *rest])} {value}"
    return None


def _past(first: str, base: str) -> str:
    """Types in the present ("OWNS", "USING") stay so in the plural: "companies own"."""
    return base if _is_present(first, base) or first.endswith("ing") else first


def _is_present(word: str, base: str) -> bool:
    """Whether a form of a verb is in the present: owns, carries."""
    return word in (base, base + "s", base + "es", base[:-1] + "ies")


def _by_noun(tie: Tie, value: str, many: str) -> str | None:
    """Only where the other end is the smaller set: films have a genre, genres have no film."""
    if tie.other.count >= tie.label.count:
        return None
    return f"{many} have the {spoken(tie.other.name)} {value}"
