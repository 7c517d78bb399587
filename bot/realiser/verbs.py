"""The words for relationships: verbs in their voice and number, roles, nouns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from bot.offline.directions import moves
from bot.realiser.nouns import Nouns
from bot.realiser.wording import (
    COUNTS,
    MARK,
    article,
    merged,
)
from bot.stored.joins import SYMMETRIC_WORDS, JoinGraph
from bot.words.bare_roles import role_words
from bot.words.data import load
from bot.words.flag_nouns import names_one
from bot.words.inflection import inflect, lemmas, parts, plural
from bot.words.pronouns import Pronouns
from bot.words.vocabulary import agentive, initials, leads_to, object_of, type_words, without_end
from guardrails.phrases import MARKING
from guardrails.words import words as words_in
from memory.query import (
    Constant,
    Edge,
    Figure,
)

INTRANSITIVE = frozenset(load("kinds")["intransitive"])
_BEING = frozenset(["is", "are", "was", "were"])
_ROLES = frozenset(["member"])
_DONE_WITH = frozenset(load("kinds")["done_with"])
_NO_ROLES = frozenset(["part", "kind", "type", "sort", "instance", "example", "evidence"])
_PUT = frozenset(
    ["hold", "keep", "make", "build", "sell", "find", "teach", "lay", "hang", "bind", "spend"]
)
_PREPOSITIONS = words_in(
    "in of by for to with at on from as up off out over after down into about near under against "
    "within"
)
# From a quay, to a quay: of the quay it is said how trips have to do with it.
_MOVING = {"from": "come", "to": "go"}


class Verbs(Nouns):
    """The relationships of a query in words."""

    def relation(self, edge: Edge, variable: str, thing: str) -> str:
        """What the relationship says of the node at `variable`: "that Tom Hanks acted in"."""
        if len(edge.types) > 1:
            acts = not any(type_words(type_)[0] in _BEING for type_ in edge.types)
            if acts and {*edge.types} == self._deeds(edge):
                forward = edge.start == variable
                return f"that worked on {thing}" if forward else f"that {thing} worked on"
            each = [self.relation(replace(edge, types=(t,)), variable, MARK) for t in edge.types]
            return merged(each, "or").replace(MARK, thing)
        if not edge.types:
            return f"linked to {thing}"
        known = edge.types[0] in self.schema.relationships
        who = Pronouns(self.schema)
        called = role_words(who, edge.types[0]) if known else type_words(edge.types[0])
        words = list(without_end(called, self.noun(edge.end).split()))
        forward = edge.start == variable
        ends = {*self.noun(edge.start).split(), *self.noun(edge.end).split()}
        if words[0] in ("has", "have"):
            return self._having(edge, " ".join(words[1:]), variable, thing)
        if set(words) <= ends | _PREPOSITIONS:
            said = next((w for w in words if w in _PREPOSITIONS), "in")
            if not forward and said in _MOVING and self._moves(edge):
                return f"that {thing} {self._agreeing(_MOVING[said], edge.start)} {said}"
            return f"{said} {thing}" if forward else f"with {thing}"
        head, *role = words
        if head in _BEING and role:
            if role[-1] not in _PREPOSITIONS and edge.directed:
                # IS_SUSPECT: whose role it is, its name leaves open.
                return f"joined to {thing} as {' '.join(role)}"
            if len(role) == 1 and forward:
                return f"{role[0]} {thing}"
            if len(role) > 1 and role[-1] in _PREPOSITIONS:
                # IS_PART_OF.
                words, head = role, role[0]
        if "VERB" in parts(head) and (lemmas(head)[-1] != head or "NOUN" not in parts(head)):
            return self._verb(edge, words, variable, thing)
        if words[-1] in _PREPOSITIONS:
            being = self._be(edge.start)
            *named, last = words
            if _is_role(named, last):
                # Are members of, is a member of; are rivals of.
                said = " ".join(named)
                words = [plural(said) if being == "are" else article(said), last]
            phrase = " ".join(words)
            return f"that {being} {phrase} {thing}" if forward else f"that {thing} {being} {phrase}"
        if not edge.directed:
            return f"with {head} ties to {thing}"
        said = " ".join(words)
        return (
            f"with {said} {thing}"
            if forward
            else f"that {self._be(variable)} the {said} of {thing}"
        )

    @cached_property
    def _joins(self) -> JoinGraph:
        return JoinGraph(self.schema)

    def _moves(self, edge: Edge) -> bool:
        """Whether where something goes and where it comes from are told by two relationships."""
        return any(moves(self._joins, label) for label in self._labels.get(edge.start) or ())

    def _deeds(self, edge: Edge) -> set[str]:
        """All types by which the start of an edge does something for its end."""
        starts, ends = (self._labels.get(x) or () for x in (edge.start, edge.end))
        return {t for one in starts for two in ends for t in self._joins.doing(one, two)}

    def _be(self, variable: str) -> str:
        return "are" if self._are_many(variable) else "is"

    def _are_many(self, variable: str) -> bool:
        """Several are asked for; what they are joined with is one, but where it is counted."""
        if variable == self.query.subject:
            named = self._named(self.query.pattern.where, variable)
            return self.query.limit != 1 and named is None
        test = self._upto.get(variable) or self._counted.get(variable)
        every = test is not None and isinstance(test.right, Figure) and test.operator == "="
        one = test is not None and isinstance(test.right, Constant) and test.right.value == 1
        one = one or every
        return self.ranks_within(variable) or (test is not None and not one)

    def _agreeing(self, base: str, variable: str) -> str:
        """Ports cover; a loan covers."""
        return base if self._are_many(variable) else inflect(base, "VBZ")

    def _having(self, edge: Edge, role: str, variable: str, thing: str) -> str:
        """HAS_X: with X; that X has; that are the X of."""
        label, forward = self.noun(edge.end), edge.start == variable
        same = role == label or label.endswith(role) or set(role.split()) <= set(label.split())
        if len(role.split()) > 1 and role.split()[-1] in _PREPOSITIONS:
            # Has a stake in: a role that leads on.
            has = self._agreeing("have", edge.start)
            return (
                f"with {article(role)} {thing}"
                if forward
                else f"that {thing} {has} {article(role)}"
            )
        if not forward:
            being = self._be(variable)
            if same and (" that " in thing or " by " in thing):
                # A picture of a shop saved by them.
                return f"of {thing}"
            has = self._agreeing("have", edge.start)
            return f"that {thing} {has}" if same else f"that {being} the {role} of {thing}"
        ranks = bool(re.match(r"the (\w+ )?(most|fewest) ", thing))
        counted = ranks or thing.startswith((*COUNTS.values(), "between ", "every "))
        if counted and not same:
            # With at least two board members: not just two people.
            own = plural(label) if plural(label) in thing else label
            thing = thing.replace(own, plural(role) if own != label else role, 1)
        if same or counted:
            bare = thing.startswith(("a ", "an ", "the same ", f"the {label} ")) or counted
            return f"with {thing}" if bare else f"with the {label} {thing}"
        if thing.startswith("the same "):
            return f"with {thing.replace(label, role, 1)}"
        if thing.startswith(("a ", "an ")):
            return f"with {article(role)}{thing.partition(label)[2]}"
        if thing == "something" or thing.startswith("thing that "):
            return f"with {article(role)}{thing.removeprefix('something').removeprefix('thing')}"
        return f"with {article(role)} named {thing}"

    @staticmethod
    def _compound(base: str, tail: list[str], thing: str) -> str:
        """Knows phone: that know the phone of X; a short form is written out: live with X."""
        short = len(tail) == 1 and len(tail[0]) <= 3 and not set(tail[0]) & set("aeiou")
        written = [p for p in initials(tail[0]) if p[-1] in _PREPOSITIONS] if short else []
        if written:
            best = min(written, key=lambda phrase: not SYMMETRIC_WORDS & set(phrase))
            return f"that {' '.join(best)} {thing}"
        if len(tail) > 1 and tail[-1] in _PREPOSITIONS:
            return f"that {base} {_of_something(tail)} {thing}"
        return f"that {base} the {' '.join(tail)} of {thing}"

    def _verb(self, edge: Edge, words: list[str], variable: str, thing: str) -> str:
        forward, other = edge.start == variable, {edge.start, edge.end} - {variable}
        does = self._agreeing(lemmas(words[0])[-1], *other) if other else words[0]
        ends = self.noun(edge.end).split()
        verb, tail = words[0], [w for w in words[1:] if w not in ends]
        base = lemmas(verb)[-1]
        made = object_of(edge.types[0])[1]
        if made and tail == [made] and edge.directed and not verb.endswith("s"):
            # Left a review for X.
            phrase = f"{verb} {article(made)} {leads_to(self.noun(edge.end))}"
            return f"that {phrase} {thing}" if forward else f"that {thing} {phrase}"
        if not tail and base in _DONE_WITH:
            tail = ["with"]
        if not edge.directed and tail[-1:] == ["to"] and _is_participle(verb, base):
            # Married to, said of either.
            return f"{verb} to {thing}"
        if not edge.directed or verb.endswith("s"):
            base = self._agreeing(base, variable)
            if tail and tail[0] not in _PREPOSITIONS and forward | (not edge.directed):
                return self._compound(base, tail, thing)
            phrase = " ".join([base, *tail])
            return (
                f"that {phrase} {thing}"
                if forward or not edge.directed
                else f"that {thing} {does}{' ' * bool(tail)}{_of_something(tail)}"
            )
        if tail and tail[-1] == "by":
            return f"{' '.join([verb, *tail])} {thing}" if forward else f"that {verb} {thing}"
        phrase = " ".join([verb, *tail])
        doer = agentive(self.noun(edge.start).split()[-1]) == base
        passive = tail and not doer and base not in INTRANSITIVE and _is_participle(verb, base)
        if forward and not tail and base in MARKING:
            return f"{inflect(base, 'VBN')} with {thing}"
        if forward:
            return f"{phrase} {thing}" if passive else f"that {phrase} {thing}"
        if tail:
            being = f"{self._be(*other) if other else 'is'} " if passive else ""
            return f"that {thing} {being}{phrase}"
        return f"{inflect(base, 'VBN')} by {thing}"


def _of_something(tail: list[str]) -> str:
    """Owns stake in: a stake in. What else stands behind a verb is told as it is."""
    if len(tail) != 2 or tail[1] not in _PREPOSITIONS or "NOUN" not in parts(tail[0]):
        return " ".join(tail)
    return f"{article(tail[0])} {tail[1]}"


def _is_role(words: Sequence[str], after: str) -> bool:
    """Whether a type names who someone is: member of, substitute for; but not part of."""
    head = words[-1] if words else ""
    if len(words) == 1 and (head in _ROLES or names_one([head])):
        return True
    return after == "of" and _is_counted(head) and head not in _NO_ROLES


def _is_counted(noun: str) -> bool:
    return lemmas(noun)[-1] == noun and plural(noun) != noun


def _is_participle(verb: str, base: str) -> bool:
    """Whether a verb form can only be passive: born, written; or mostly is: produced."""
    irregular = verb == inflect(base, "VBN") != inflect(base, "VBD")
    # Held at a branch, made in a town: nothing holds there by itself.
    put = base in _PUT and verb == inflect(base, "VBN")
    return irregular or put or verb.endswith(("ed", "en"))
