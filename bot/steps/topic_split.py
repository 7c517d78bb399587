"""Takes the topic out of a question, and reads what remains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.steps.by_text import PART, ByText, Portion, TextPlaces, is_bare, is_text_alone
from bot.steps.topic import Topic
from bot.steps.topic_sense import TopicSense
from bot.stored.kinds import display_properties
from bot.words.inflection import plural, tokenize
from memory.english import FUNCTION_WORDS, ORDERS
from memory.passages import TextProperty
from memory.query import Attribute, Column, Node, Pattern, Query
from memory.schema import LinkedValue
from memory.text import split_name

# A reading below that cost is believed.
_SURE = 0.5
# Links from this score on name something that is told where it is left out.
_NAMED = 0.6
# What remains of a question must be read at most at this price; less where the topic is cut short,
# since what follows may well be a part of it: loneliness in Tokyo.
_DEAREST, _DEAREST_BEHIND = 1.2, 0.9
_OPEN = ("something", "anything", "one", "ones", "stuff", "stories", "tales", "works")
_DETAILS = ("who", "whom", "whose", "when", "how", "why")
# Words with which people ask for something to their liking; they say nothing about the data.
_ASKING_WORDS = """
    recommend recommended recommendation suggest suggestion advise propose watch read see like love
    enjoy want need look looking seek seeking search searching mood interested remember recall
    forgot forget think know heard hear feel favourite favorite good great nice best cool fun
    interesting happen happens title called name tonight later someday hi hello please thanks friend
    """
_ASKING = frozenset(_ASKING_WORDS.split()) | FUNCTION_WORDS | ORDERS
# How many words may lead to a noun that the parser alone does not read.
_LEAD = 14
# So few words may name but a kind: show me a short comedy.
_KIND_WORDS = 6


class TopicSplit:
    """Takes topics out of one question and reads what remains."""

    def __init__(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        parser: Parser,
        texts: TextPlaces,
        unread: frozenset[str] | None,
        schema_words: frozenset[str] = frozenset(),
    ) -> None:
        self._question, self._linked, self._unread = question, linked, unread
        self._parser, self._schema, self._texts = parser, parser.schema, texts
        self.sense = TopicSense(question, linked, parser, texts, unread, schema_words)

    def likeness(self, found: Sequence[Topic]) -> ByText | None:
        """Similar to an individual that has a text: whatever else the words could mean."""
        mine = [t for t in found if t.cue == "like" and self.sense.individual(t) is not None]
        return self.first(mine)

    def guessed(self, found: Sequence[Topic], reading: Reading) -> ByText | None:
        """A topic that the parser could only read by guessing at values or texts."""
        held = {(one.label, one.property) for one in self._texts.properties}
        in_text = any((link.label, link.property) in held for link in reading.used)
        if reading.cost < _SURE and not in_text:
            return None
        unsure = [
            topic
            for topic in found
            if topic.cue in ("about", "where", "with")
            and not self.sense.surely_linked(topic)
            and not self.sense.known_before(topic, found)
        ]
        return self.first(unsure, loosely=False)

    def first(self, found: Sequence[Topic], *, loosely: bool = True) -> ByText | None:
        """The first topic whose remainder is read; else, loosely, the earliest behind a noun."""
        found = [topic for topic in found if not self.sense.known_before(topic, found)]
        for topic in found:
            part = self._split(topic)
            # What follows a topic must add something, else it belongs to it.
            if part is not None and not (part.alone and self.sense.goes_on(topic)):
                return part
        for topic in sorted(found, key=lambda t: (t.start, -t.end)) if loosely else ():
            if (part := self._behind_noun(topic)) is not None:
                return part
        return None

    def of_anything(self, found: Sequence[Topic]) -> ByText | None:
        """A topic behind a word for whatever there is: something about pirates."""
        for topic in sorted(found, key=lambda t: (t.start, -t.end)):
            lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
            if lead and lead[-1].form in _OPEN and not self.sense.misled(topic):
                individual = self.sense.individual(topic)
                label = individual[0] if individual else self._texts.properties[0].label
                return self._all_of(label, self._texts.of(label, self._schema), topic)
        return None

    def anywhere(self, topic: Topic) -> ByText | None:
        """A topic with whatever noun for nodes with texts the question has, else the first such."""
        words = [t.text for t in tokenize(topic.rest(self._question)) if t.kind == "word"]
        labels = [label for word in words if (label := self.sense.label(word)) is not None]
        for label in (*labels, *(one.label for one in self._texts.properties)):
            held = self._texts.of(label, self._schema)
            portion = self._texts.parts(Node("n", (label,)), self._schema)
            if held or portion is not None:
                return self._all_of(label, held, topic, portion)
        return None

    def _split(self, topic: Topic) -> ByText | None:
        if self.sense.misled(topic):
            return None
        best = self._read(topic)
        if best is None:
            return None
        if is_text_alone(best.query, self._texts.properties):
            return None
        for node in self._nodes(best.query, self.sense.noun_before(topic)):
            held = tuple(t for label in node.labels for t in self._texts.of(label, self._schema))
            portion = self._texts.parts(node, self._schema) if not held else None
            if portion is not None and portion.of_documents and self.sense.names_label(topic):
                return None
            if held or portion is not None:
                return ByText(
                    topic,
                    best.query,
                    best.text,
                    PART if portion else node.variable,
                    portion.held if portion else held,
                    self.sense.individual(topic),
                    is_bare(best.query, self._schema) and not portion,
                    self.sense.is_single(topic) and not portion,
                    best.used,
                    portion=portion,
                )
        return None

    def _read(self, topic: Topic) -> Reading | None:
        """What remains of the question: as it stands, or with a noun for what has texts.

        "A comedy about" says what kind of thing it is, not what thing.
        """
        rest, links = topic.rest(self._question), topic.links(self._question, self._linked)
        dearest = _DEAREST_BEHIND if self.sense.goes_on(topic) else _DEAREST
        nouns = (
            [] if self.sense.goes_on(topic) or len(rest.split()) > _KIND_WORDS else self._nouns()
        )
        for text in (rest, *(f"{rest.rstrip(' ?.!')} {noun}" for noun in nouns)):
            parse = self._parser.parse(text, links)
            best = parse.readings[0] if parse.readings else None
            if best is not None and best.cost <= dearest and self._has_texts(best.query):
                return best
            if best is not None and not best.used:
                return None
        return None

    def _behind_noun(self, topic: Topic) -> ByText | None:
        """A topic behind a noun for nodes with texts, in a question that is not read otherwise."""
        lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        if self.sense.misled(topic) or not lead or len(lead) > _LEAD:
            return None
        unread = self._unread or frozenset()
        strange = [t for t in lead if t.text in unread and t.form not in _ASKING]
        for at, token in reversed(list(enumerate(lead))):
            label = self.sense.label(token.text)
            if label is None:
                continue
            held = self._texts.of(label, self._schema)
            portion = self._texts.parts(Node("n", (label,)), self._schema)
            # What else is said of the thing would be lost, and its passages tell of others, too.
            if portion is not None and portion.of_documents:
                return None
            # Who composed the music of the film about a shark: that no text is asked for.
            asked = lead[0].form in _DETAILS or set(strange) - set(lead[at - 1 : at])
            if not (held or portion) or (asked and self.sense.individual(topic) is None):
                return None
            part = self._all_of(label, held, topic, portion)
            named = (v.text for v in self._linked if v.end <= topic.start and v.score >= _NAMED)
            return replace(part, unread=tuple(dict.fromkeys([*(t.text for t in strange), *named])))
        return None

    def _all_of(
        self,
        label: str,
        held: tuple[TextProperty, ...],
        topic: Topic,
        portion: Portion | None = None,
    ) -> ByText:
        node = Node("n", (label,))
        own = [held[0].property] if held else list(self._schema.labels[label].properties)[:1]
        shown = display_properties(self._schema.labels[label])[:1] or own
        columns = tuple(Column(Attribute("n", name), name) for name in shown)
        query = Query(Pattern((node,)), columns, "n")
        like, single = self.sense.individual(topic), self.sense.is_single(topic)
        if portion is None:
            return ByText(topic, query, "", "n", held, like, True, single)
        told = plural(" ".join(split_name(label)))
        return ByText(topic, query, told, PART, portion.held, alone=False, portion=portion)

    def _has_texts(self, query: Query) -> bool:
        nodes = self._nodes(query)
        own = any(self._texts.of(label, self._schema) for node in nodes for label in node.labels)
        return own or any(self._texts.parts(node, self._schema) for node in nodes)

    def _nouns(self) -> list[str]:
        labels = dict.fromkeys(one.label for one in self._texts.properties)
        return [plural(" ".join(split_name(label))) for label in labels]

    def _nodes(self, query: Query, label: str | None = None) -> list[Node]:
        """The nodes of a tree: those of a label that was just said, then its subject."""
        nodes = list(query.source.pattern.nodes if query.source else query.pattern.nodes)
        return sorted(nodes, key=lambda n: (label not in n.labels, n.variable != query.subject))
