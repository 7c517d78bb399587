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

from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.steps.by_text import ByText, TextPlaces, Texts, is_bare
from bot.steps.topic import Topic, topics, without_cue
from bot.steps.topic_split import TopicSplit
from bot.words.inflection import tokenize
from memory.passages import content_words
from memory.processor import apart
from memory.query import Attribute, Comparison, Constant, Query
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name


async def route(
    question: str,
    linked: Sequence[LinkedValue],
    reading: Reading | None,
    unread: Sequence[str],
    parser: Parser,
    texts: Texts | None,
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
        schema_words: the words that a schema element accounts for.

    Raises:
        StoreError: the index of texts fails.
    """
    if texts is None:
        return None
    known = frozenset(word.lower() for word in schema_words)
    splitting = (question, linked, parser, texts.places, frozenset(unread), known)
    found = await apart(_likeliest, TopicSplit(*splitting), question, linked, reading, unread)
    if isinstance(found, ByText) or found is None:
        return found
    if isinstance(found, Topic):
        met = await texts.passages.met(_words(found, unread))
        return await apart(_as_topic, TopicSplit(*splitting), found) if met else None
    # Nothing but the texts themselves says that the question is about this graph.
    each = [await texts.passages.met([word]) for word in content_words(found.part.topic.text)]
    return found.part if each and 2 * sum(each) >= len(each) else None


@dataclass(frozen=True, slots=True)
class _OfAnything:
    """A part that holds where its words are met."""

    part: ByText


def _likeliest(
    splitting: TopicSplit,
    question: str,
    linked: Sequence[LinkedValue],
    reading: Reading | None,
    unread: Sequence[str],
) -> ByText | _OfAnything | Topic | None:
    """The part of a question that texts answer, or what may be one if the texts have its words."""
    found = list(topics(question, linked))
    if reading is not None:
        return splitting.likeness(found) or splitting.guessed(found, reading)
    best = splitting.first(found)
    if best is None and found:
        best = splitting.of_anything(found)
        return _OfAnything(best) if best is not None else None
    if best is not None:
        return best
    topic = without_cue(question, unread)
    return topic if topic is not None and splitting.sense.beside_noun(topic) else None


def _as_topic(splitting: TopicSplit, topic: Topic) -> ByText | None:
    return splitting.first([topic], loosely=False)


def may_be_text(question: str, unread: Sequence[str], texts: Texts | None) -> bool:
    """Whether there is anything to decide."""
    return texts is not None and (bool(unread) or any(True for _ in topics(question)))


def named_by_model(
    question: str,
    about: str,
    linked: Sequence[LinkedValue],
    parser: Parser,
    texts: TextPlaces | None,
    both: bool = False,
) -> ByText | None:
    """The same where a model named the topic; None where it does not stand in the question.

    Where it says that the graph is asked, too (`both`), and rules cannot read what, that is left.
    """
    place = re.search(re.escape(about.strip()), question, re.I) if about.strip() else None
    if texts is None or place is None:
        return None
    cues = (t for t in topics(question, linked) if t.text.lower() == place.group().lower())
    whole = Topic("words", place.group(), *place.span())
    splitting = TopicSplit(question, linked, parser, texts, None)
    part = splitting.first([*cues, whole])
    if part is not None:
        return part
    part, rest = splitting.anywhere(whole), whole.rest(question).rstrip(" ?!.")
    return replace(part, unread=(rest,)) if part is not None and both else part


def instead_of_values(
    question: str, linked: Sequence[LinkedValue], parser: Parser, texts: TextPlaces | None
) -> ByText | None:
    """The topic of a question whose words all are stored values, which have nothing together."""
    if texts is None:
        return None
    about = [topic for topic in topics(question) if topic.cue in ("about", "with")]
    outside = [v for v in linked if not any(t.start < v.end and v.start < t.end for t in about)]
    return TopicSplit(question, outside, parser, texts, None).first(about, loosely=False)


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
            columns = tuple(c for c in query.columns if c.operand != left) or query.columns
            rest = replace(query, pattern=replace(query.pattern, where=where), columns=columns)
            topic = Topic("about", str(right.value), 0, 0)
            return ByText(topic, rest, "", left.variable, held, None, is_bare(rest, schema))
    return None


def _words(topic: Topic, unread: Sequence[str]) -> list[str]:
    wanted = set(unread)
    return [token.text for token in tokenize(topic.text) if token.text in wanted]
