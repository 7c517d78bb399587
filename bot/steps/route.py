"""Where the answer to a question is: in the graph, in its texts, or in both.

Rules decide. What the parser reads with certainty is asked of the graph. Words that lead to a topic
("about", "in which", "similar to") lead to the texts where what remains can be read; so do words
that nothing else accounts for and that stand in the texts. A model may name the topic where the
rules find none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from bot.offline.kinds import display_properties
from bot.offline.parser import Parser, Reading
from bot.offline.words import is_plural, plural, tokenize
from bot.steps.topic import Topic, topics, without_cue
from memory.english import FUNCTION_WORDS, ORDERS, singular
from memory.passages import TextProperty, content_words
from memory.passages_index import Near
from memory.query import Attribute, Column, Comparison, Condition, Constant, Node, Pattern, Query
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name

Route: TypeAlias = Literal["graph", "text", "both"]

# Links from this score on say what is meant; a reading below that cost is believed.
_SURE_LINK, _SURE = 0.9, 0.5
# Links from this score on name something that is told where it is left out.
_NAMED = 0.6
# What remains of a question must be read at most at this price; less where the topic is cut short,
# since what follows may well be a part of it: loneliness in Tokyo.
_DEAREST, _DEAREST_BEHIND = 1.2, 0.7
_DEFINITE = ("the", "that", "this", "which", "what")
_JOINED = re.compile(r"[\s,]*(?:and|or)\b|\s*,", re.I)
_OPEN = ("something", "anything", "one", "ones", "stuff", "stories", "tales", "works")
_ANYBODY = ("people", "person", "persons", "man", "men", "woman", "women")
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


class Passages(Protocol):
    """Finds nodes by their texts; see `memory.passages_index.PassageIndex`."""

    async def nearest(self, topic: str, labels: Sequence[str], limit: int = 50) -> list[Near]:
        """The nodes of some labels whose texts are near to a topic, best first."""
        ...

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        """The nodes whose texts are nearest to that of the one so called, without itself."""
        ...

    async def namesakes(self, names: Sequence[str], label: str) -> frozenset[str]:
        """Which of the names more than one text goes by."""
        ...

    async def count(self) -> int:
        """How many passages there are."""
        ...

    async def met(self, words: Sequence[str]) -> bool:
        """Whether every one of the words stands in some text."""
        ...


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a graph: which properties hold them, and where they are searched."""

    properties: tuple[TextProperty, ...]
    passages: Passages

    def of(self, label: str, schema: Schema) -> tuple[TextProperty, ...]:
        """The text properties that nodes of a label have."""
        known = schema.labels.get(label)
        names = (label, *known.implies) if known else (label,)
        return tuple(one for one in self.properties if one.label in names)


@dataclass(frozen=True, slots=True)
class ByText:
    """A question whose nodes are found by their texts.

    `variable` is the node of `query` that `topic` is about, `held` the properties that hold its
    texts. `like` is the individual (label, name) whose own text is the topic. `alone` says that
    nothing else is asked, `single` that one node is meant. `unread` are words before it that could
    not be read with the rest.
    """

    topic: Topic
    query: Query
    reading: str
    variable: str
    held: tuple[TextProperty, ...]
    like: tuple[str, str] | None = None
    alone: bool = True
    single: bool = False
    used: tuple[LinkedValue, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def route(self) -> Route:
        """Text alone, or both."""
        return "text" if self.alone else "both"


async def route(
    question: str,
    linked: Sequence[LinkedValue],
    reading: Reading | None,
    unread: Sequence[str],
    parser: Parser,
    texts: Texts | None,
    context: Query | None = None,
    schema_words: Sequence[str] = (),
) -> ByText | None:
    """The part of a question that texts answer; None where all of it is asked of the graph.

    Args:
        question: the standalone question.
        linked: its links.
        reading: the parser's best reading, if it has one.
        unread: the words that nothing accounts for.
        parser: reads what remains.
        texts: the graph's texts; None where there are none.
        context: the earlier query that the question leans on.
        schema_words: the words that a schema element accounts for.

    Raises:
        StoreError: the index of texts fails.
    """
    if texts is None:
        return None
    known = frozenset(word.lower() for word in schema_words)
    splitting = _Splitting(question, linked, parser, texts, context, frozenset(unread), known)
    found = list(topics(question, linked))
    if reading is not None:
        return splitting.likeness(found) or splitting.guessed(found, reading)
    best = splitting.first(found)
    if best is None and found:
        best = splitting.of_anything(found)
        # Nothing but the texts themselves says that the question is about this graph.
        words = content_words(best.topic.text) if best is not None else []
        met = [await texts.passages.met([word]) for word in words]
        return best if met and 2 * sum(met) >= len(met) else None
    if best is not None:
        return best
    topic = without_cue(question, unread)
    if topic is None or not splitting.beside_noun(topic):
        return None
    if not await texts.passages.met(_words(topic, unread)):
        return None
    return splitting.first([topic], loosely=False)


def may_be_text(question: str, unread: Sequence[str], texts: Texts | None) -> bool:
    """Whether there is anything to decide."""
    return texts is not None and (bool(unread) or any(True for _ in topics(question)))


def named_by_model(
    question: str,
    about: str,
    linked: Sequence[LinkedValue],
    parser: Parser,
    texts: Texts | None,
) -> ByText | None:
    """The same where a model named the topic; None where it does not stand in the question."""
    place = re.search(re.escape(about.strip()), question, re.I) if about.strip() else None
    if texts is None or place is None:
        return None
    cues = (t for t in topics(question, linked) if t.text.lower() == place.group().lower())
    whole = Topic("words", place.group(), *place.span())
    splitting = _Splitting(question, linked, parser, texts, None, None)
    return splitting.first([*cues, whole]) or splitting.anywhere(whole)


class _Splitting:
    """Takes topics out of one question and reads what remains."""

    def __init__(
        self,
        question: str,
        linked: Sequence[LinkedValue],
        parser: Parser,
        texts: Texts,
        context: Query | None,
        unread: frozenset[str] | None,
        schema_words: frozenset[str] = frozenset(),
    ) -> None:
        self._schema_words = schema_words
        self._question, self._linked, self._unread = question, linked, unread
        self._parser, self._schema, self._texts = parser, parser.schema, texts
        self._context = context

    def likeness(self, found: Sequence[Topic]) -> ByText | None:
        """Similar to an individual that has a text: whatever else the words could mean."""
        mine = [t for t in found if t.cue == "like" and self._individual(t) is not None]
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
            and not self._surely_linked(topic)
            and not self._known_before(topic, found)
        ]
        return self.first(unsure, loosely=False)

    def first(self, found: Sequence[Topic], *, loosely: bool = True) -> ByText | None:
        """The first topic whose remainder is read; else, loosely, the earliest behind a noun."""
        found = [topic for topic in found if not self._known_before(topic, found)]
        for topic in found:
            part = self._split(topic)
            # What follows a topic must add something, else it belongs to it.
            if part is not None and not (part.alone and self._goes_on(topic)):
                return part
        for topic in sorted(found, key=lambda t: (t.start, -t.end)) if loosely else ():
            if (part := self._behind_noun(topic)) is not None:
                return part
        return None

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
            label = self._label(token.text) if token.kind == "word" else None
            return label is not None and bool(self._texts.of(label, self._schema))
        return False

    def _split(self, topic: Topic) -> ByText | None:
        if self._misled(topic):
            return None
        best = self._read(topic)
        if best is None:
            return None
        for node in self._nodes(best.query):
            if _is_text_alone(best.query, self._texts.properties):
                break
            held = tuple(t for label in node.labels for t in self._texts.of(label, self._schema))
            if held:
                return ByText(
                    topic,
                    best.query,
                    best.text,
                    node.variable,
                    held,
                    self._individual(topic),
                    _is_bare(best.query, self._schema) and self._context is None,
                    self._is_single(topic),
                    best.used,
                )
        return None

    def _read(self, topic: Topic) -> Reading | None:
        """What remains of the question: as it stands, or with a noun for what has texts.

        "A comedy about" says what kind of thing it is, not what thing.
        """
        rest, links = topic.rest(self._question), topic.links(self._question, self._linked)
        dearest = _DEAREST_BEHIND if self._goes_on(topic) else _DEAREST
        nouns = [] if self._goes_on(topic) or len(rest.split()) > _KIND_WORDS else self._nouns()
        for text in (rest, *(f"{rest.rstrip(' ?.!')} {noun}" for noun in nouns)):
            parse = self._parser.parse(text, links, self._context)
            best = parse.readings[0] if parse.readings else None
            if best is not None and best.cost <= dearest and self._has_texts(best.query):
                return best
            if best is not None and not best.used:
                return None
        return None

    def _has_texts(self, query: Query) -> bool:
        nodes = self._nodes(query)
        return any(self._texts.of(label, self._schema) for node in nodes for label in node.labels)

    def _nouns(self) -> list[str]:
        labels = dict.fromkeys(one.label for one in self._texts.properties)
        return [plural(" ".join(split_name(label))) for label in labels]

    def _nodes(self, query: Query) -> list[Node]:
        """The nodes of a tree, its subject first."""
        nodes = list(query.source.pattern.nodes if query.source else query.pattern.nodes)
        return sorted(nodes, key=lambda node: node.variable != query.subject)

    def _behind_noun(self, topic: Topic) -> ByText | None:
        """A topic behind a noun for nodes with texts, in a question that is not read otherwise."""
        lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        if self._misled(topic) or not lead or len(lead) > _LEAD:
            return None
        unread = self._unread or frozenset()
        strange = [t for t in lead if t.text in unread and t.form not in _ASKING]
        for at, token in reversed(list(enumerate(lead))):
            label = self._label(token.text)
            if label is None:
                continue
            held = self._texts.of(label, self._schema)
            # Who composed the music of the film about a shark: that no text is asked for.
            asked = lead[0].form in _DETAILS or set(strange) - set(lead[at - 1 : at])
            if not held or (asked and self._individual(topic) is None):
                return None
            part = self._all_of(label, held, topic)
            named = (v.text for v in self._linked if v.end <= topic.start and v.score >= _NAMED)
            return replace(part, unread=tuple(dict.fromkeys([*(t.text for t in strange), *named])))
        return None

    def of_anything(self, found: Sequence[Topic]) -> ByText | None:
        """A topic behind a word for whatever there is: something about pirates."""
        for topic in sorted(found, key=lambda t: (t.start, -t.end)):
            lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
            if lead and lead[-1].form in _OPEN and not self._misled(topic):
                individual = self._individual(topic)
                label = individual[0] if individual else self._texts.properties[0].label
                return self._all_of(label, self._texts.of(label, self._schema), topic)
        return None

    def _goes_on(self, topic: Topic) -> bool:
        after = any(c.isalnum() for c in self._question[topic.end :])
        return after and topic.cue != "words"

    def anywhere(self, topic: Topic) -> ByText | None:
        """A topic with whatever noun for nodes with texts the question has, else the first such."""
        words = [t.text for t in tokenize(topic.rest(self._question)) if t.kind == "word"]
        labels = [label for word in words if (label := self._label(word)) is not None]
        for label in (*labels, *(one.label for one in self._texts.properties)):
            held = self._texts.of(label, self._schema)
            if held:
                return self._all_of(label, held, topic)
        return None

    def _label(self, word: str) -> str | None:
        """The label that a word alone names."""
        readings = self._parser.parse(word).readings
        query = readings[0].query if readings else None
        if query is None or not _is_bare(query, self._schema):
            return None
        return query.pattern.nodes[0].labels[0]

    def _all_of(self, label: str, held: tuple[TextProperty, ...], topic: Topic) -> ByText:
        node = Node("n", (label,))
        shown = display_properties(self._schema.labels[label])[:1] or [held[0].property]
        columns = tuple(Column(Attribute("n", name), name) for name in shown)
        query = Query(Pattern((node,)), columns, "n")
        like, single = self._individual(topic), self._is_single(topic)
        return ByText(topic, query, "", "n", held, like, True, single)

    def _misled(self, topic: Topic) -> bool:
        """Whether the words are no topic: stored values account for them, or somebody is named.

        "About war" asks for a genre where there is one; of whom the graph knows by name, it knows
        what they did.
        """
        if topic.cue == "like" and self._individual(topic) is not None:
            return False
        if topic.cue in ("where", "with") and self._speaks_of_schema(topic):
            return True
        if topic.cue in ("about", "with") and self._behind_property(topic):
            return True
        if topic.cue == "where":
            named = any(" " in link.text and link.score >= 1 for link in self._inside(topic))
            words = {token.text for token in tokenize(topic.text)}
            if named or (self._unread is not None and not words & self._unread):
                return True
        return self._surely_linked(topic)

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
        return word in names - labels and self._label(lead[-1]) is None

    def _known_before(self, topic: Topic, found: Sequence[Topic]) -> bool:
        """Whether it only goes on from words that stored values account for: music, from 1980."""
        return any(
            shorter.start == topic.start
            and shorter.end < topic.end
            and shorter.cue in ("about", "with")
            and self._surely_linked(shorter)
            and not _JOINED.match(self._question[shorter.end :])
            for shorter in found
        )

    def _individual(self, topic: Topic) -> tuple[str, str] | None:
        """The label and name of a node with a text that a topic of likeness names."""
        if topic.cue != "like":
            return None
        for link in self._inside(topic):
            for held in self._texts.of(link.label, self._schema):
                if link.property == held.name:
                    return held.label, str(link.value)
        return None

    def _inside(self, topic: Topic) -> list[LinkedValue]:
        return [
            link
            for link in self._linked
            if topic.start <= link.start and link.end <= topic.end and link.score >= _SURE_LINK
        ]

    def _surely_linked(self, topic: Topic) -> bool:
        """Whether stored values account for all of a topic's words."""
        left = topic.text.lower()
        for link in self._inside(topic):
            if self._is_own_name(link):
                continue
            left = left.replace(link.text.lower(), " ")
        words = [t.form for t in tokenize(left) if t.kind == "word"]
        return all(word in FUNCTION_WORDS or self._label(word) for word in words)

    def _is_own_name(self, link: LinkedValue) -> bool:
        """Whether it names a node with a text, but is written as any word: a gladiator."""
        held = self._texts.of(link.label, self._schema)
        own = any(link.property == one.name for one in held)
        return own and link.text != str(link.value)

    def _is_single(self, topic: Topic) -> bool:
        """Whether one node is meant: the film about, which film is about."""
        lead = [t for t in tokenize(self._question[: topic.start]) if t.kind == "word"]
        if not lead or is_plural(lead[-1].form):
            return False
        return any(token.form in _DEFINITE for token in lead[-4:-1])


def _is_bare(query: Query, schema: Schema) -> bool:
    """Whether a tree asks for nodes of a label and nothing else of them."""
    pattern = query.pattern
    if len(pattern.nodes) != 1 or not pattern.nodes[0].labels:
        return False
    shown = display_properties(schema.labels[pattern.nodes[0].labels[0]])
    plain = not (pattern.edges or pattern.where or query.having or query.order or query.source)
    own = all(
        isinstance(column.operand, Attribute) and column.operand.property in shown
        for column in query.columns
    )
    listed = query.form in ("list", "yes_no")
    return plain and listed and (own or query.form == "yes_no")


def _words(topic: Topic, unread: Sequence[str]) -> list[str]:
    wanted = set(unread)
    return [token.text for token in tokenize(topic.text) if token.text in wanted]


def restricted(query: Query, variable: str, condition: Condition) -> Query:
    """The tree with one more condition, in that of its patterns where the variable is bound."""
    if query.source is not None:
        source = query.source
        pattern = replace(source.pattern, where=(*source.pattern.where, condition))
        return replace(query, source=replace(source, pattern=pattern))
    pattern = replace(query.pattern, where=(*query.pattern.where, condition))
    return replace(query, pattern=pattern)


def _is_text_alone(query: Query, texts: Sequence[TextProperty]) -> bool:
    """Whether a tree asks for texts of no particular nodes: tell me a story."""
    names = {one.property for one in texts}
    operands = [column.operand for column in query.columns]
    return all(isinstance(one, Attribute) and one.property in names for one in operands)


def instead_of_values(
    question: str, linked: Sequence[LinkedValue], parser: Parser, texts: Texts | None
) -> ByText | None:
    """The topic of a question whose words all are stored values, which have nothing together."""
    if texts is None:
        return None
    about = [topic for topic in topics(question) if topic.cue in ("about", "with")]
    outside = [v for v in linked if not any(t.start < v.end and v.start < t.end for t in about)]
    return _Splitting(question, outside, parser, texts, None, None).first(about, loosely=False)


def instead_of_words(
    question: str, query: Query, schema: Schema, texts: Texts | None
) -> ByText | None:
    """What a query that looks for words in a text (CONTAINS) asks of the texts as a topic.

    Who asks for words in another property, by its name, wants these very words there.
    """
    for test in query.pattern.where if texts is not None else ():
        if not isinstance(test, Comparison) or test.operator != "CONTAINS":
            continue
        left, right = test.left, test.right
        if not isinstance(left, Attribute) or not isinstance(right, Constant):
            continue
        labels = next((n.labels for n in query.pattern.nodes if n.variable == left.variable), ())
        held = tuple(one for label in labels for one in texts.of(label, schema)) if texts else ()
        named = all(word in fold(question).split() for word in split_name(left.property))
        if held and (not named or left.property in {one.property for one in held}):
            where = tuple(other for other in query.pattern.where if other is not test)
            rest = replace(query, pattern=replace(query.pattern, where=where))
            topic = Topic("about", str(right.value), 0, 0)
            return ByText(topic, rest, "", left.variable, held, None, _is_bare(rest, schema))
    return None
