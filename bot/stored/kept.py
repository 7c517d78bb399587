"""Values that relationships keep, and the words that say them: role = "principal investigator".

A value of a property such as role or job is a noun for who stands in the relationship, and where
it is made from a verb ("director") also that verb; a value that is a verb itself ("reject") says
what was done. All others describe the relationship.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from bot.stored.kinds import kind_of
from bot.words.data import load
from bot.words.inflection import lemmas, participles, parts, tokenize
from bot.words.vocabulary import Phrase, agentive, is_verb, variants
from memory.query import Attribute
from memory.schema import Property, Relationship, Scalar, Schema
from memory.text import split_name

_JOBS = frozenset(load("roles")["jobs"])
_ROLES = frozenset(load("roles")["roles"])
_PEOPLE = frozenset(load("roles")["people"])
_MARRIED = frozenset(load("roles")["married"])
_MUTUAL = frozenset(load("roles")["mutual"])
_TOWARDS = frozenset(["of", "to", "for", "at", "in"])
_ENDINGS = tuple(load("roles")["endings"])
_INTRANSITIVE = frozenset(load("kinds")["intransitive"])
_PERSONS = frozenset(load("kinds")["person"])
_LONGEST = 4
_SHORT = 3
_LISTED = 0.05
_OPEN = 0.35
_VERBAL = 0.15
_EITHER = 0.05


@dataclass(frozen=True, slots=True)
class Kept:
    """A value of a relationship's property.

    `folded` where its case is not known; `mutual` where it holds both ways, as of a sibling.
    """

    type: str
    property: str
    value: Scalar
    folded: bool = False
    mutual: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What a phrase says of a relationship.

    `end` is whom a noun stands for (start, end or "" where it is none), `verb` that it says what
    was done.
    """

    kept: Kept
    cost: float
    end: str = ""
    verb: bool = False


class KeptValues:
    """An index from phrases to the values that relationships keep; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._index: dict[Phrase, list[Said]] = defaultdict(list)
        self._open: list[tuple[Relationship, Property]] = []
        for relationship in schema.relationships.values():
            for property in relationship.properties.values():
                if kind_of(property) != "text":
                    continue
                for value in property.values or ():
                    self._add(relationship, property, str(value))
                if not property.values and _open(property):
                    self._open.append((relationship, property))
        self.longest = max((len(phrase) for phrase in self._index), default=0)

    def __call__(self, forms: Phrase) -> list[Said]:
        """What the words say that listed values do."""
        if len(forms) > self.longest:
            return []
        found = [said for variant in variants(forms) for said in self._index.get(variant, ())]
        return list(dict.fromkeys(found))

    def unlisted(self, forms: Phrase) -> list[Said]:
        """What words may say that a property keeps whose values are too many to be listed."""
        if not self._open or len(forms) != 1:
            return []
        (word,), found = forms, []
        for relationship, property in self._open:
            cased = str(property.examples[0])[:1].isupper()
            for noun in lemmas(word):
                if _does(noun):
                    kept = _unlisted(relationship, property, noun, cased)
                    ends = _ends(relationship, noun)
                    found += [Said(kept, _OPEN, end) for end in ends[:1]]
            if "VERB" in parts(word) and (word in participles(word) or word.endswith("ed")):
                for noun in filter(_does, _doers(word)):
                    kept = _unlisted(relationship, property, noun, cased)
                    found.append(Said(kept, _OPEN + _VERBAL, verb=True))
        return list(dict.fromkeys(found))

    def _add(self, relationship: Relationship, property: Property, value: str) -> None:
        words = tuple(t.form for t in tokenize(value.replace("_", " ")) if t.kind == "word")
        if not 0 < len(words) <= _LONGEST or list(words) == split_name(relationship.type):
            # What only says again what the relationship is tells nothing.
            return
        if len(words) == 1 and words[0] in split_name(relationship.type):
            # Members of a club: its owners, too, whatever MEMBER_OF keeps of the others.
            return
        kept = Kept(relationship.type, property.name, value)
        if len(words) > 1 and words[-1] in _TOWARDS and "NOUN" in parts(words[-2]):
            # Kept as "treasurer of": the one from whom it leads is that.
            self._put(words[:-1], Said(kept, _LISTED, "start"))
            self._put(words[:-1], Said(kept, _LISTED))
            return
        verb = _verb_of(words) if len(words) == 1 else None
        if is_role(property, words):
            ends = _ends(relationship, words[-1])
            price = _LISTED if len(ends) == 1 else _LISTED + _EITHER
            for end in ends:
                mutual = end == "mutual"
                self._put(
                    words, Said(replace(kept, mutual=mutual), price, "end" if mutual else end)
                )
        if len(words) == 1 and words[0] in _MARRIED:
            wed = replace(kept, mutual=True)
            self._put(("marry",), Said(wed, _LISTED, verb=True))
            for pair in (("husband", "or", "wife"), ("wife", "or", "husband")):
                self._put(pair, Said(wed, _LISTED, "end"))
        if verb is not None:
            self._put((verb,), Said(kept, _VERBAL, verb=True))
        self._put(words, Said(kept, _LISTED))

    def _put(self, words: Phrase, said: Said) -> None:
        for variant in variants(words):
            if said not in self._index[variant]:
                self._index[variant].append(said)


def role_of(operand: object, value: str) -> str:
    """The noun for who someone is by a property's value (a role, a job), else nothing."""
    if not isinstance(operand, Attribute):
        return ""
    named, words = split_name(operand.property)[-1], split_name(value)
    if len(words) > 1 and words[-1] in _TOWARDS:
        return value.rsplit(" ", 1)[0]
    plainly = named in _JOBS | {"role", "capacity", "title", "rank"}
    if not plainly and not (named in _ROLES and words and words[-1] in _PEOPLE):
        return ""
    return value.lower() if value.isupper() and len(value) > _SHORT else value


def _unlisted(relationship: Relationship, property: Property, noun: str, cased: bool) -> Kept:
    return Kept(relationship.type, property.name, noun.title() if cased else noun, folded=True)


def is_role(property: Property, words: Phrase) -> bool:
    """Whether a value is a noun for someone, which the property's name says or the noun itself."""
    named = split_name(property.name)[-1]
    person = words[-1] in _PEOPLE or (words[-1].endswith(_ENDINGS) and "NOUN" in parts(words[-1]))
    noun = "NOUN" in parts(words[-1]) or not parts(words[-1])
    return (noun and named in _JOBS) or (named in _ROLES and person)


def _open(property: Property) -> bool:
    """Whether a property keeps jobs, most of them nouns for who does something."""
    said = [str(value).split()[-1].lower() for value in property.examples if value]
    doers = [word for word in said if agentive(word) is not None]
    return split_name(property.name)[-1] in _JOBS and len(doers) > 1


def _verb_of(words: Phrase) -> str | None:
    """The verb that a value is, or that its noun is made from."""
    (word,) = words
    made = agentive(word)
    if made is not None:
        return made
    verbal = word in participles(word) or parts(word) in ({"VERB"}, {"VERB", "NOUN"})
    return lemmas(word)[-1] if verbal and "VERB" in parts(word) and word not in _PEOPLE else None


def _does(noun: str) -> bool:
    """Whether a noun is for someone who does something to something: no actor, no worker."""
    return agentive(noun) not in (None, *_INTRANSITIVE)


def _doers(word: str) -> list[str]:
    """The nouns made from a verb: directed -> director."""
    found = []
    for verb in lemmas(word)[1:] or (word,):
        stem = verb.removesuffix("e")
        found += [n for n in (stem + "er", stem + "or", verb + "r") if agentive(n) == verb]
    return found


def _ends(relationship: Relationship, noun: str) -> tuple[str, ...]:
    """Where whom a noun names stands in a relationship: start, end, either, or both the same."""
    starts = {join.start for join in relationship.joins}
    ends = {join.end for join in relationship.joins}
    if starts & ends:
        return ("mutual",) if noun in _MUTUAL else ("start", "end")
    one, other = ({_personal(x) for x in side} for side in (starts, ends))
    if (True in one) != (True in other):
        return ("start",) if True in one else ("end",)
    words = split_name(relationship.type)
    passive = words[-1] == "by" or words[0] in ("has", "have") or not is_verb(words[0])
    return ("end",) if passive else ("start",)


def _personal(label: str) -> bool:
    return bool(set(lemmas(split_name(label)[-1])) & _PERSONS)
