"""The labels that who and where can stand for, by their names."""

from __future__ import annotations

from functools import cached_property

from bot.words.data import load
from bot.words.inflection import lemmas
from bot.words.vocabulary import agentive
from memory.schema import Schema
from memory.text import split_name


class Pronouns:
    """What pronouns of a question over `schema` can stand for."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Labels that "who" can stand for; every label where none is like a person."""
        found = self._broadest(self._persons)
        # An account is someone only where nobody else is.
        others = set(self._like("login"))
        return tuple(x for x in found if x not in others) or found or tuple(self.schema.labels)

    @cached_property
    def kinds_of_people(self) -> tuple[str, ...]:
        """Labels of people and of kinds of them; none where nothing is like a person."""
        if len(self.people) == len(self.schema.labels):
            return ()
        known, labels = set(self.people), self.schema.labels
        return tuple(x for x in labels if x in known or known & set(labels[x].implies))

    @cached_property
    def mortals(self) -> frozenset[str]:
        """People whose age is told by their birth alone: an old account was opened long ago."""
        whole = len(self.people) == len(self.schema.labels)
        aged = {x for x in self.people if set(lemmas(split_name(x)[-1])) & self._kept_as_long}
        return frozenset() if whole else frozenset(self.people) - aged

    @cached_property
    def things(self) -> tuple[str, ...]:
        """Labels that nobody is: accounts with customers, but no users."""
        held = set(self._like("login")) - set(self.people)
        return tuple(x for x in self.schema.labels if x not in self._persons or x in held)

    @cached_property
    def _kept_as_long(self) -> set[str]:
        return {*load("kinds")["login"], *load("kinds")["enrolled"]}

    @cached_property
    def _persons(self) -> tuple[str, ...]:
        """By what they are called, by what only people have, or by what they do (a taster)."""
        named = {*self._like("person"), *self._like("somebody")}
        others = {*self._like("body"), *self._like("place"), *self._like("device")}
        free = [label for label in self.schema.labels if label not in others]
        sure = named.union(filter(self._lives, free))
        doers = {label for label in free if agentive(split_name(label)[-1])} if sure else set()
        return tuple(label for label in self.schema.labels if label in sure | doers)

    def _lives(self, label: str) -> bool:
        own = {" ".join(split_name(name)) for name in self.schema.labels[label].properties}
        return not own.isdisjoint(load("kinds")["personal"])

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """Labels of organizations, which "who" can stand for where no person does it."""
        own = set(self.people) if len(self.people) < len(self.schema.labels) else set()
        return tuple(x for x in self._broadest(self._like("body")) if x not in own)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Labels that "where" can stand for."""
        return self._broadest(self._like("place"))

    def _broadest(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        """Without the labels that another covers: every actor is a person."""
        return tuple(x for x in labels if not set(self.schema.labels[x].implies) & set(labels))

    def _like(self, kind: str) -> tuple[str, ...]:
        words = set(load("kinds")[kind])
        return tuple(
            label
            for label in self.schema.labels
            if any(set(lemmas(word)) & words for word in split_name(label)[-1:])
        )
