"""How a relationship is said in a question, from its type's name alone."""

from __future__ import annotations

from dataclasses import dataclass

from lemminflect import getAllLemmas, getInflection

from guardrails.nouns import a, plural, spoken
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


@dataclass(frozen=True, slots=True)
class Verb:
    """A type's name as a verb: `first` as the name has it, its base form, and small words behind.

    `active` tells that the start does it; `present` that the name says what it always does.
    """

    first: str
    base: str
    rest: tuple[str, ...]
    active: bool
    present: bool


def verb_of(type_: str) -> Verb | None:
    """The verb in the name of a type; None where it is a noun or another word.

    >>> verb = verb_of("ACTED_IN")
    >>> (verb.base, verb.rest, verb.active), verb_of("HAS_GENRE"), verb_of("IN_GENRE")
    (('act', ('in',), True), None, None)
    """
    first, *rest = split_name(type_) or [""]
    lemmas = getAllLemmas(first, upos="VERB").get("VERB", ())
    small = all(word in _PREPOSITIONS for word in rest)
    bare_noun = bool(rest) and first in lemmas and "NOUN" in getAllLemmas(first)
    if first in _HAVING | _PREPOSITIONS or not lemmas or not small or bare_noun:
        return None
    base = str(lemmas[0])
    present = _is_present(first, base) or first.endswith("ing")
    active = not rest or (rest != ["by"] and base in ACTIVE) or present
    return Verb(first, base, tuple(rest), active, present)


def asked_of(tie: Tie, value: str) -> str | None:
    """What comes after “Which” or “How many”: “films did Tom Hanks act in”.

    None where the type's name gives no natural wording in this direction.
    """
    many = plural(spoken(tie.label.name))
    verb = verb_of(tie.type)
    if verb is None:
        return _by_noun(tie, value, many)
    if verb.base in MARKING and tie.forward:
        done = getInflection(verb.base, tag="VBN")[0]
        return f"{many} are {' '.join([done, *(verb.rest or ['with'])])} {value}"
    if verb.active:
        if tie.forward:
            # Types in the present ("OWNS", "USING") stay so in the plural: "companies own".
            did = verb.base if verb.present else verb.first
            return f"{many} {' '.join([did, *verb.rest])} {value}"
        return f"{many} did {' '.join([value, verb.base, *verb.rest])}"
    if tie.forward:
        return f"{many} {_be(verb)} {' '.join([verb.first, *verb.rest])} {value}"
    return None


def most_of(tie: Tie) -> str:
    """Of which thing there is the most, in the words of what joins them.

    “Which person directed the most films”, “In which country were the most people born”; where the
    name of the type is no verb, “Which genre has the most films”.
    """
    one, many, verb = spoken(tie.label.name), plural(spoken(tie.other.name)), verb_of(tie.type)
    if verb is None or verb.base in MARKING or _is_doer(tie, verb):
        being = _being(tie) if tie.forward and verb is None else None
        return f"Which {one} {being or 'has'} the most {_role(tie) or many}"
    if verb.active and tie.forward:
        did = getInflection(verb.base, tag="VBZ")[0] if verb.present else verb.first
        return f"Which {one} {' '.join([did, *verb.rest])} the most {many}"
    if verb.active:
        do = "do" if verb.present else "did"
        return f"{_asking(one, verb)} {do} the most {many} {verb.base}"
    if tie.forward:
        be = "is" if verb.base in _STATES else "was"
        return f"Which {one} {be} {' '.join([verb.first, *verb.rest])} the most {many}"
    if verb.rest == ("by",):
        return f"Which {one} {getInflection(verb.base, tag='VBD')[0]} the most {many}"
    return f"{_asking(one, verb)} {_be(verb)} the most {many} {verb.first}"


def each_of(tie: Tie) -> str:
    """How many there are of each: “How many films did each person direct”."""
    one, many, verb = spoken(tie.label.name), plural(spoken(tie.other.name)), verb_of(tie.type)
    if verb is None or verb.base in MARKING or _is_doer(tie, verb):
        return f"How many {_role(tie) or many} are there per {one}"
    if tie.forward and not verb.active:
        return f"How many {many} are there per {one}"
    if tie.forward:
        do = "does" if verb.present else "did"
        return f"How many {many} {do} each {one} {' '.join([verb.base, *verb.rest])}"
    if verb.active:
        did = verb.base if verb.present else verb.first
        return f"How many {many} {' '.join([did, *verb.rest])} each {one}"
    return f"How many {many} {_be(verb)} {' '.join([verb.first, *verb.rest])} each {one}"


def _role(tie: Tie) -> str | None:
    """What the counted ones are to the thing: the citizens of a country; a part is just itself."""
    first, *rest = split_name(tie.type) or [""]
    if tie.forward or rest != ["of"] or first == "part" or "NOUN" not in getAllLemmas(first):
        return None
    counted = {spoken(name) for name in tie.label.properties}
    return None if plural(first) in counted else plural(first)


def _being(tie: Tie) -> str | None:
    """What a thing is to the others: about them, a citizen of them."""
    first, *rest = split_name(tie.type) or [""]
    if first in _HAVING or [first, *rest][-1] not in _PREPOSITIONS:
        return None
    if first in _PREPOSITIONS:
        return " ".join(["is", first, *rest])
    return " ".join(["is", a(first), *rest]) if "NOUN" in getAllLemmas(first) else None


def _is_doer(tie: Tie, verb: Verb) -> bool:
    """Whether one end is called after what it does: all that directors do is direct."""
    doer = tie.label if tie.forward else tie.other
    return verb.active and spoken(doer.name).startswith(verb.base.rstrip("e"))


def _asking(one: str, verb: Verb) -> str:
    return " ".join([*verb.rest, "which", one]).capitalize() if verb.rest else f"Which {one}"


def _be(verb: Verb) -> str:
    return "are" if verb.base in _STATES else "were"


def _is_present(word: str, base: str) -> bool:
    """Whether a form of a verb is in the present: owns, carries."""
    return word in (base, base + "s", base + "es", base[:-1] + "ies")


def _by_noun(tie: Tie, value: str, many: str) -> str | None:
    """Only where the other end is the smaller set: films have a genre, genres have no film."""
    if tie.other.count >= tie.label.count:
        return None
    return f"{many} have the {spoken(tie.other.name)} {value}"
