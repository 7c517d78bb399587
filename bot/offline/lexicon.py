"""The words of a schema: which words can mean which label, property or relationship."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from bot.offline.demonyms import Demonyms
from bot.offline.near import counterparts, end_nouns, near, near_words
from bot.offline.outcomes import Outcomes
from bot.offline.sums import Sums
from bot.offline.told_by import told_by
from bot.stored.kept import KeptValues
from bot.stored.kinds import TIME_KINDS, kind_of
from bot.stored.lasting import Lasting
from bot.stored.measures import Measures
from bot.stored.property_words import (
    bearer,
    called,
    having,
    letting,
    named_by,
    needing,
    the_one_date,
    worded,
)
from bot.stored.things import Things
from bot.words.bare_roles import done_by, echoing, names_start, role_words
from bot.words.data import load
from bot.words.inflection import lemmas, parts
from bot.words.vocabulary import (
    NOUN_SECTIONS,
    PREPOSITIONS,
    Phrase,
    action_nouns,
    action_verbs,
    agent_nouns,
    agentive,
    expand,
    group_key,
    groups,
    in_one,
    initials,
    is_verb,
    members,
    named_for_it,
    names_of,
    said_otherwise,
    said_so,
    type_words,
    variants,
    without_end,
)
from memory.schema import Property, Relationship, Schema
from memory.text import fold, split_name

_QUESTION_WORDS = ("which", "where", "when", "what", "list", "show", "between", "average", "number")
_WHEN = frozenset({"date", "time", "year", "day", "on", "at"})
# Dearer than a property that calls itself a date, of whatever is near.
_DATE = 0.6
# The contact, for a contact_name: sooner than how to reach them.
_BEARER = 0.05
# Companies, for suppliers that have a company_name.
_BORNE = 0.3
# What something is, said where only its name is kept: a synonym, which what is so called outdoes.
_NAMED = 0.15
_CREATED = frozenset(["created", "creation", "registered", "registration"])
_MEMBERS = frozenset([*load("lasting")["members"], "account"])
_GUESSED = 0.25
_BETWEEN = frozenset(load("things")["between"])
# What works do in their year.
_COMING_OUT = (("come", "out"), ("publish",), ("appear",), ("release",))
# Of a team that someone is a member of.
_MEMBERS_DO = (("work",), ("serve",))


@dataclass(frozen=True, slots=True)
class NounTarget:
    """A word for the nodes of a label."""

    label: str


@dataclass(frozen=True, slots=True)
class PropertyTarget:
    """A word for a property of a label, or of a relationship type."""

    owner: str
    property: str
    of_relationship: bool = False


@dataclass(frozen=True, slots=True)
class RelationTarget:
    """A word for a relationship type.

    `form` is verb, or the end that a noun stands for: start (director) or end (subsidiary).
    """

    type: str
    form: str


@dataclass(frozen=True, slots=True)
class FlagTarget:
    """An adjective that a boolean property holds: public, dissolved."""

    owner: str
    property: str
    value: bool = True


Target: TypeAlias = NounTarget | PropertyTarget | RelationTarget | FlagTarget


@dataclass(frozen=True, slots=True)
class Compound:
    """A type named by a verb and its object (knows phone): the object may stand apart."""

    type: str
    verbs: frozenset[Phrase]
    objects: frozenset[Phrase]


class Lexicon(Measures):
    """An index from phrases to schema elements, each with what believing it costs."""

    def __init__(self, schema: Schema, terminology: Mapping[str, str] | None = None) -> None:
        super().__init__(schema)
        self._index: dict[Phrase, dict[Target, float]] = defaultdict(dict)
        self._labels = {expand(split_name(label)) for label in schema.labels}
        self.compounds: list[Compound] = []
        self.demonyms = Demonyms(self.pronouns)
        self.outcomes = Outcomes(schema)
        self.kept = KeptValues(schema)
        self.sums = Sums(schema)
        self.lasting = Lasting(schema)
        self.things = Things(schema)
        for label in schema.labels.values():
            self._add_label(label.name)
            for property in label.properties.values():
                self._add_property(label.name, property, of_relationship=False)
            for property in the_one_date(label.properties):
                self._add(("date",), PropertyTarget(label.name, property.name), _DATE)
        for relationship in schema.relationships.values():
            self._add_relationship(relationship)
            for property in relationship.properties.values():
                self._add_property(relationship.type, property, of_relationship=True)
        self._add_those_named()
        for phrase, meaning in (terminology or {}).items():
            self._add_term(phrase, meaning)
        self._settle()

    def with_terms(self, terminology: Mapping[str, str]) -> Lexicon:
        """The same words and these; what both know is shared."""
        more = copy(self)
        more._index = defaultdict(dict, {p: dict(found) for p, found in self._index.items()})
        for phrase, meaning in terminology.items():
            more._add_term(phrase, meaning)
        more._settle()
        return more

    def _settle(self) -> None:
        """What is told of all phrases together."""
        self._near: dict[Phrase, dict[Target, float]] = {}
        self.longest = max((len(phrase) for phrase in self._index), default=1)
        self.longest = max(self.longest, 4)
        self._words = {word for phrase in self._index for word in phrase}
        nouns = {word for word in self._words if len(word) > 3 and word.isalpha()}
        nouns |= {word + "s" for word in nouns if not word.endswith("s")}
        self._vocabulary = sorted(nouns | set(_QUESTION_WORDS))

    def lookup(self, words: Phrase) -> dict[Target, float]:
        """Schema elements that the words can mean, each with its cost."""
        known = self._near.get(words)
        if known is None:
            known = self._known(words)
            verbs = [t for t in known if isinstance(t, RelationTarget) and t.form == "verb"]
            others = [t for t in known if not isinstance(t, PropertyTarget) and t not in verbs]
            done = len(words) == 1 and "NOUN" not in parts(words[0])
            guessed = all(isinstance(t, RelationTarget) or c >= _GUESSED for t, c in known.items())
            if not known or (verbs and not others) or (done and guessed and not verbs):
                known = {**near(words, self._known), **known}
            self._near[words] = known
        return known

    def _known(self, words: Phrase) -> dict[Target, float]:
        found: dict[Target, float] = {}
        for written in (words, *in_one(words, self._words)):
            for variant in variants(written):
                for target, cost in self._index.get(variant, {}).items():
                    found[target] = min(cost, found.get(target, 9.0))
        return found

    def knows(self, word: str) -> bool:
        """Whether a word is part of any schema phrase."""
        return any(form in self._words or form in near_words() for form in lemmas(word))

    def correct(self, word: str) -> str | None:
        """The one schema word that a misspelt word is close to, if there is just one."""
        if len(word) < 4 or not word.isalpha() or parts(word):
            return None
        allowed = 1 if len(word) < 7 else 2
        close = process.extract(
            word,
            self._vocabulary,
            scorer=DamerauLevenshtein.distance,
            score_cutoff=allowed,
            limit=4,
        )
        close = [hit for hit in close if hit[0][0] == word[0] or hit[1] <= 1]
        if not close or (len(close) > 1 and close[0][1] == close[1][1] and not _same(close)):
            return None
        return str(close[0][0])

    def _add(self, phrase: Phrase, target: Target, cost: float) -> None:
        for variant in variants(phrase):
            self._enter(variant, target, cost)

    def _enter(self, variant: Phrase, target: Target, cost: float) -> None:
        entries = self._index[variant]
        if cost < entries.get(target, 9.0):
            entries[target] = cost

    def _add_with_synonyms(self, phrase: Phrase, target: Target, cost: float) -> None:
        verb = isinstance(target, RelationTarget) and target.form == "verb"
        sections = ("actions",) if verb else NOUN_SECTIONS
        for variant, more in said_otherwise(phrase, sections):
            self._enter(variant, target, cost + more)

    def _add_label(self, label: str) -> None:
        words = expand(split_name(label))
        target = NounTarget(label)
        self._add_with_synonyms(words, target, 0.0)
        if len(words) > 1:
            # A firm is a LawFirm sooner than any Company.
            self._add(words[-1:], target, 0.12)
            self._add_with_synonyms(words[-1:], target, 0.25)
            if words[:-1] not in self._labels:
                self._add(words[:-1], target, 0.4)

    def _add_property(self, owner: str, property: Property, *, of_relationship: bool) -> None:
        words = expand(split_name(property.name))
        target = PropertyTarget(owner, property.name, of_relationship)
        kind = kind_of(property)
        if kind == "flag":
            self._add_flag(owner, property.name, words)
        for variant, cost in called(owner, property.name, kind, worded(property)):
            self._enter(variant, target, cost)
        whose = bearer(words)
        if whose and not any(label[-1] == whose[-1] for label in self._labels):
            self._add(whose, target, _BEARER)
            if not of_relationship and property.name in self.shown(owner)[:1]:
                self._add(whose, NounTarget(owner), _BORNE)
        for verb, cost in _happening(words, property, of_relationship=of_relationship):
            self._add(verb, target, cost)
        if self._came_by(owner, property):
            for phrase in members()[group_key("times", "joined")]:
                self._add(phrase, target, _GUESSED)

    def _came_by(self, owner: str, property: Property) -> bool:
        """Whether the date on which a user was created is when they joined: they join nothing."""
        if split_name(owner)[-1] not in _MEMBERS or not _CREATED & set(split_name(property.name)):
            return False
        joining = any("join" in lemmas(w) for t in self.schema.relationships for w in type_words(t))
        return kind_of(property) in TIME_KINDS and not joining

    def _add_those_named(self) -> None:
        """Senders, where nothing but their names is kept: sender_name."""
        self._words = {word for phrase in self._index for word in phrase}
        named = {
            PropertyTarget(label.name, property): words
            for label in self.schema.labels.values()
            for property, kept in label.properties.items()
            if kept.type == "STRING" and (words := named_by(property))
        }
        for target, words in named.items():
            if all(isinstance(known, PropertyTarget) for known in self._known(words)):
                self._add(words, target, _NAMED)
        for word, label in told_by(self.schema):
            if not any(isinstance(known, NounTarget) for known in self._known((word,))):
                self._add((word,), NounTarget(label), _BORNE)

    def _add_flag(self, owner: str, name: str, words: Phrase) -> None:
        bare = words[1:] if words[0] in ("is", "has", "was", "can") and len(words) > 1 else words
        self._add(bare, FlagTarget(owner, name, True), 0.0)
        for same, other in (*said_so(bare), *needing(bare), *letting(bare)):
            self._add(same, FlagTarget(owner, name, other), 0.1)
        for same, other in having(bare):
            if same not in self._labels:
                self._add(same, FlagTarget(owner, name, other), 0.1)

    def _add_relationship(self, relationship: Relationship) -> None:
        words = role_words(self.pronouns, relationship.type)
        type_ = relationship.type
        ends = _end_words(relationship, words)
        words = without_end(words, ends)
        if words[0] in ("has", "have", "is") and len(words) > 1:
            self._add_had(words[0], words[1:], type_, ends)
            return
        content = tuple(word for word in words if word not in PREPOSITIONS)
        if not content or (set(content) <= ends and words[0] in PREPOSITIONS):
            self._add_heads(content, relationship)
            return
        if words[0] == "on" and len(words) > 1:
            # On call for, on duty at: what someone is.
            self._add(words, RelationTarget(type_, "verb"), 0.0)
        if is_verb(words[0]):
            self._add_verb(words, type_, ends)
        elif words[-1] in ("of", "for") and len(words) > 1:
            self._add_noun_role(words[:-1], type_, "start")
            for verb in _MEMBERS_DO if words[0] == "member" else ():
                self._add(verb, RelationTarget(type_, "verb"), _GUESSED)
        elif words[-1] == "to" and "NOUN" in parts(words[-2]) and len(words) > 1:
            if words[-2] not in _BETWEEN:
                self._add_noun_role(words[:-1], type_, "start")
            self._add_with_synonyms(words, RelationTarget(type_, "verb"), 0.0)
        else:
            self._add_noun_role(words, type_, "end")
            if words[-1] in PREPOSITIONS:
                self._add_with_synonyms(words, RelationTarget(type_, "verb"), 0.0)
            if words[-1] == "with" and len(words) > 1:
                # Friends with: each is the other's friend.
                self._add_noun_role(words[:-1], type_, "end")
            if len(words) > 1 and words[-1] in ("relationship", "relation", "link"):
                self._add_noun_role(words[:-1], type_, "end")

    def _add_had(self, verb: str, rest: Phrase, type_: str, ends: set[str]) -> None:
        """Has a, is a."""
        if rest[-1] not in PREPOSITIONS:
            if not set(rest) <= ends:
                self._add_noun_role(rest, type_, "end")
        elif verb != "is":
            # Has a stake in: what leads on is no thing of its own.
            self._add_with_synonyms(rest, RelationTarget(type_, "verb"), 0.1)
        elif rest[:-1]:
            # Is in, is at: a connection that says no more than the preposition.
            self._add_noun_role(rest[:-1], type_, "start")

    def _add_heads(self, words: Phrase, relationship: Relationship) -> None:
        """Works, for the artworks at the end of OF_WORK."""
        for label in {join.end for join in relationship.joins}:
            if label.lower().endswith("".join(words)):
                self._add(words, NounTarget(label), 0.12)

    def _add_noun_role(self, words: Phrase, type_: str, role: str) -> None:
        self._add_with_synonyms(words, RelationTarget(type_, role), 0.1)
        if len(words) > 1 and words[-1] not in PREPOSITIONS:
            self._add(words[-1:], RelationTarget(type_, role), 0.45)
        if "VERB" in parts(words[0]) and len(words) == 1:
            self._add(words, RelationTarget(type_, "verb"), 0.3)
        self._add_with_synonyms(words, RelationTarget(type_, "verb"), 0.3)
        for verb in _plain_verbs(words):
            self._add(verb, RelationTarget(type_, "verb"), 0.15)
        doing = agentive(words[-1]) if len(words) == 1 else None
        if role == "start" and names_start(self.pronouns, type_):
            doing = doing or done_by(words[-1])
        if doing is not None:
            self._add((doing,), RelationTarget(type_, "verb"), 0.05)
        if role == "end":
            self._add_agents(words, type_)
        other = {"start": "end", "end": "start"}[role]
        for noun in counterparts(words[0]) if len(words) == 1 else ():
            self._add(noun, RelationTarget(type_, other), 0.15)

    def _add_agents(self, words: Phrase, type_: str) -> None:
        """Nouns for who stands at the start: the residents of an address."""
        if any(join.start == join.end for join in self.schema.relationships[type_].joins):
            return
        kinds = {name for name in names_of(("agents",))}
        for section in ("roles", "actions"):
            for variant in variants(words):
                for group in groups().get(variant, ()):
                    kind = group.replace(section, "agents", 1)
                    for noun in members()[kind] if kind in kinds else ():
                        self._add(noun, RelationTarget(type_, "start"), 0.1)

    def _add_verb(self, words: Phrase, type_: str, ends: set[str]) -> None:
        target = RelationTarget(type_, "verb")
        self._add_fellows(words, type_)
        self._add_agents(words[:1], type_)
        head = words
        while len(head) > 1 and head[-1] in ends:
            head = head[:-1]
        self._add_with_synonyms(words, target, 0.0)
        self._add_with_synonyms(head, target, 0.0)
        placed = {}
        for noun, end in end_nouns(lemmas(words[0])[-1], words[1:]):
            placed[noun] = {"start": "end", "end": "start"}[end] if words[-1] == "by" else end
            own = named_for_it(noun, words[0])
            self._add(noun, RelationTarget(type_, placed[noun]), 0.1 if own else 0.2)
        if not words[1:] and echoing(words[0], self.schema.relationships[type_].joins):
            self._add(words, RelationTarget(type_, "start"), 0.1)
        tail = words[1:]
        if tail and not set(tail) & (PREPOSITIONS | ends):
            self._add_compound(words[0], tail, type_)
        short = len(tail) == 1 and len(tail[0]) <= 3 and not set(tail[0]) & set("aeiou")
        if short and tail[0] not in PREPOSITIONS:
            for phrase in initials(tail[0]):
                self._add_with_synonyms(phrase, target, 0.05)
            return
        if not tail or set(tail) <= (PREPOSITIONS | ends):
            self._add_with_synonyms(words[:1], target, 0.05)
            agent = "end" if words[-1] == "by" else "start"
            # Published in: the publisher is at neither end.
            passive = words[-1] != "by" and len(words) < len(split_name(type_))
            for noun in agent_nouns(words[0]) if not passive else ():
                # The employer is who employs, not who works.
                if placed.get(noun, agent) == agent:
                    self._add(noun, RelationTarget(type_, agent), 0.2)
            joins = self.schema.relationships[type_].joins
            acted_on = {join.start if agent == "end" else join.end for join in joins}
            for noun in action_nouns(words[0]):
                self._add(noun, target, 0.2)
                # Investigations that officers handle: what they investigate.
                for label in acted_on if len(acted_on) == 1 and noun[0][-3:] != "ing" else ():
                    self._add(noun, NounTarget(label), 0.3)

    def _add_compound(self, verb: str, tail: Phrase, type_: str) -> None:
        """Knows the phone number of; to know a thing of someone is also to have it."""
        objects = {v for t in _synonyms(tail, "things") for v in variants(t)}
        verbs = {v for t in _synonyms((verb,), "actions") for v in variants(t)}
        target = RelationTarget(type_, "verb")
        for thing in objects:
            for phrase in verbs:
                self._add((*phrase, *thing), target, 0.05)
            if "know" in lemmas(verb):
                self._add(("have", *thing, "of"), target, 0.1)
                self._add(("possess", *thing, "of"), target, 0.1)
                self._add(("with", *thing, "of"), target, 0.1)
        self.compounds.append(Compound(type_, frozenset(verbs), frozenset(objects)))

    def _add_fellows(self, words: Phrase, type_: str) -> None:
        """Nouns for who stands in a relationship of equals: friends, acquaintances, followers."""
        joins = self.schema.relationships[type_].joins
        if not any(join.start == join.end for join in joins):
            return
        plain = len(words) == 1 or words[1] in PREPOSITIONS
        known = {*([words[:1]] if plain else []), *(initials(words[-1]) if len(words) > 1 else ())}
        names = {group for p in known for v in variants(p) for group in groups().get(v, ())}
        for name in names & names_of(("actions", "roles")):
            for phrase in members()[name]:
                if "NOUN" in parts(phrase[-1]) and len(phrase) < 3:
                    self._add(phrase, RelationTarget(type_, "end"), 0.25)

    def _add_term(self, phrase: str, meaning: str) -> None:
        words = tuple(fold(phrase).split())
        if not words:
            return
        owner, _, name = meaning.partition(".")
        if meaning in self.schema.labels:
            self._add(words, NounTarget(meaning), 0.0)
        elif meaning in self.schema.relationships:
            self._add(words, RelationTarget(meaning, "verb"), 0.0)
            self._add(words, RelationTarget(meaning, "end"), 0.1)
        elif name and self.property(owner, name) is not None:
            self._add(words, PropertyTarget(owner, name, owner in self.schema.relationships), 0.0)
        else:
            for target, cost in self._known(tuple(fold(meaning).split())).items():
                self._add(words, target, cost)


def _end_words(relationship: Relationship, words: Phrase) -> set[str]:
    """The words for the things at a type's end: of OF_WORK also work, for an artwork."""
    ends = {word for join in relationship.joins for word in expand(split_name(join.end))}
    if words[0] in PREPOSITIONS:
        ends |= {word for word in words[1:] if any(end.endswith(word) for end in ends)}
    return ends


def _happening(
    words: Phrase, property: Property, *, of_relationship: bool
) -> Iterator[tuple[Phrase, float]]:
    """Verbs for what happens at a date: incorporate, for incorporation date."""
    if len(words) > 1 and words[-1] in _WHEN and kind_of(property) in TIME_KINDS:
        yield from (((verb,), 0.1) for verb in action_verbs(words[-2]))
    if split_name(property.name) == ["year"] and not of_relationship:
        yield from ((verb, _GUESSED) for verb in _COMING_OUT)


def _synonyms(phrase: Phrase, section: str) -> set[Phrase]:
    """A phrase and the others of its groups in a section of synonyms.toml."""
    names = {g for v in variants(phrase) for g in groups().get(v, ()) if g in names_of((section,))}
    return {phrase, *(other for name in names for other in members()[name])}


def _plain_verbs(words: Phrase) -> list[Phrase]:
    """Verbs that say what a noun does, and are no nouns themselves: relate, for family."""
    found = [other for other in _synonyms(words, "actions") if len(other) == 1 and other != words]
    return [other for other in found if "VERB" in parts(other[0]) and "NOUN" not in parts(other[0])]


def _same(close: Sequence[tuple[str, float, int]]) -> bool:
    """Whether the closest words are forms of one word."""
    best = close[0][1]
    tied = [set(lemmas(hit[0])) for hit in close if hit[1] == best]
    return all(tied[0] & forms for forms in tied)
