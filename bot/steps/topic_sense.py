"""What the words of a topic stand for in a graph, and how the words around them lead to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.offline.parser import Parser
from bot.steps.by_text import TextPlaces, is_bare
from bot.steps.topic import Topic
from bot.words.inflection import is_plural, tokenize
from memory.english import FUNCTION_WORDS, singular, stem
from memory.query import Node
from memory.schema import LinkedValue
from memory.text import split_name

# Links from this score on say what is meant.
_SURE_LINK = 0.9
_DEFINITE = ("the", "that", "this", "which", "what")
_JOINED = re.compile(r"[\s,]*(?:and|or)\b|\s*,", re.I)
_ANYBODY = ("people", "person", "persons", "man", "men", "woman", "women")


class TopicSense:
    """Tells of the topics of one question what schema and stored values make of them."""

    def __init__(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        parser: Parser,
        texts: TextPlaces,
        unread: frozenset[str] | None,
        schema_words: frozenset[str],
    ) -> None:
        self._question, self._linked, self._unread = question, linked, unread
        self._parser, self._schema, self._texts = parser, parser.schema, texts
        self._schema_words = schema_words

    def goes_on(self, topic: Topic) -> bool:
        """Whether words follow a topic that a cue leads to."""
        after = any(c.isalnum() for c in self._question[topic.end :])
        return after and topic.cue != "words"

    def label(self, word: str) -> str | None:
        """The label that a word alone names."""
        readings = self._parser.parse(word).readings
        query = readings[0].query if readings else None
        if query is None or not is_bare(query, self._schema):
            return None
        return query.pattern.nodes[0].labels[0]

    def names_label(self, topic: Topic) -> bool:
        """Whether a word of a topic alone names a label, so that the graph is asked for it."""
        words = (token.text for token in tokenize(topic.text) if token.kind == "word")
        return any(self.label(word) is not None for word in words)

    def noun_before(self, topic: Topic) -> str | None:
        """The label that the word right before a topic names."""
        lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        return self.label(lead[-1].text) if lead else None

    def misled(self, topic: Topic) -> bool:
        """Whether the words are no topic: stored values account for them, or somebody is named.

        "About war" asks for a genre where there is one; of whom the graph knows by name, it knows
        what they did.
        """
        if topic.cue == "like" and self.individual(topic) is not None:
            return False
        if topic.cue in ("where", "with") and self._speaks_of_schema(topic):
            return True
        if topic.cue in ("about", "with") and self._behind_property(topic):
            return True
        if topic.cue == "with" and self._led_by_relationship(topic):
            return True
        if topic.cue == "where":
            named = any(" " in link.text and link.score >= 1 for link in self._inside(topic))
            words = {token.text for token in tokenize(topic.text)}
            if named or (self._unread is not None and not words & self._unread):
                return True
        return self.surely_linked(topic)

    def beside_noun(self, topic: Topic) -> bool:
        """Whether words stand right before a noun for nodes with texts, or behind it after "with".

        "Vampire films" are of that kind; who "the agent of" somebody is, texts do not tell.
        """
        before = tokenize(self._question[: topic.start])[-1:]
        # The longest running film, the best selling book: that ranks.
        if before and (before[0].form.endswith("est") or before[0].form in ("most", "least")):
            return False
        after = tokenize(self._question[topic.end :])[:1]
        led = self._question[topic.start : topic.end].strip() != topic.text
        for token in before if led else after:
            label = self.label(token.text) if token.kind == "word" else None
            if label is None:
                return False
            portion = self._texts.parts(Node("n", (label,)), self._schema)
            return bool(self._texts.of(label, self._schema) or portion)
        return False

    def known_before(self, topic: Topic, found: Sequence[Topic]) -> bool:
        """Whether it only goes on from words that stored values account for: music, from 1980."""
        return any(
            shorter.start == topic.start
            and shorter.end < topic.end
            and shorter.cue in ("about", "with")
            and self.surely_linked(shorter)
            and not _JOINED.match(self._question[shorter.end :])
            for shorter in found
        )

    def individual(self, topic: Topic) -> tuple[str, str] | None:
        """The label and name of a node with a text that a topic of likeness names."""
        if topic.cue != "like":
            return None
        for link in self._inside(topic):
            for held in self._texts.of(link.label, self._schema):
                if link.property == held.name:
                    return held.label, str(link.value)
        return None

    def surely_linked(self, topic: Topic) -> bool:
        """Whether stored values account for all of a topic's words."""
        left = topic.text.lower()
        for link in self._inside(topic):
            if self._is_own_name(link):
                continue
            left = left.replace(link.text.lower(), " ")
        words = [t.form for t in tokenize(left) if t.kind == "word"]
        return all(word in FUNCTION_WORDS or self.label(word) for word in words)

    def is_single(self, topic: Topic) -> bool:
        """Whether one node is meant: the film about, which film is about."""
        lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        if not lead or is_plural(lead[-1].form):
            return False
        return any(token.form in _DEFINITE for token in lead[-4:-1])

    def _speaks_of_schema(self, topic: Topic) -> bool:
        """Whether it names definite things or properties of the graph: where the language is.

        "In which an actor hides" may well be told in a text.
        """
        tokens = tokenize(topic.text)
        for at, token in enumerate(tokens):
            before = {other.form for other in tokens[max(0, at - 2) : at]}
            known = token.form in self._schema_words and token.form not in _ANYBODY
            if known and not before & {"a", "an", "some"}:
                return True
        return False

    def _led_by_relationship(self, topic: Topic) -> bool:
        """Whether the words that lead to it name a relationship, and what follows what it joins.

        What mentions Acme the graph knows, where it has a type for that.
        """
        lead = self._question[topic.start : topic.end].removesuffix(topic.text)
        said = {stem(token.form) for token in tokenize(lead)}
        joined = {
            label
            for name, join in self._schema.joins()
            if said & {stem(part) for part in split_name(name)}
            for label in (join.start, join.end)
        }
        sure = [link for link in self._inside(topic) if link.score >= 1]
        return any(link.label in joined and not self._is_own_name(link) for link in sure)

    def _behind_property(self, topic: Topic) -> bool:
        """Whether the word before it is a property that holds no prose: a motto about trust."""
        lead = [t.form for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        if not lead:
            return False
        word = singular(lead[-1])
        prose = {one.property for one in self._texts.properties}
        labels = {part for name in self._schema.labels for part in split_name(name)}
        names = {
            part
            for label in self._schema.labels.values()
            for name in label.properties
            if name not in prose
            for part in split_name(name)
        }
        return word in names - labels and self.label(lead[-1]) is None

    def _inside(self, topic: Topic) -> list[LinkedValue]:
        return [
            link
            for link in self._linked
            if topic.start <= link.start and link.end <= topic.end and link.score >= _SURE_LINK
        ]

    def _is_own_name(self, link: LinkedValue) -> bool:
        """Whether it names a node with a text, but is written as any word: a gladiator."""
        held = self._texts.of(link.label, self._schema)
        own = any(link.property == one.name for one in held)
        return own and link.text != str(link.value)
