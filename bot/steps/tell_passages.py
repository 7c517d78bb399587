"""An answer from texts, told plainly: what was found, with the sentences that are nearest."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Rows
from bot.steps.by_text import ByText
from bot.steps.summarise import summarise
from bot.words.inflection import plural
from memory.catalogue import in_quotes, is_english, listed, say
from memory.english import stem
from memory.passages import content_words, sentences
from memory.passages_index import Near
from memory.query import Query
from memory.text import split_name

_QUOTED, _NAMED = 3, 8
_LONGEST = 240


def tell_passages(
    part: ByText, rows: Rows, query: Query, near: Sequence[Near], *, seen: bool = False
) -> str:
    """One paragraph: the nearest with a passage each, or what the graph says of them.

    Only texts that are in the rows are told, or that the graph showed before (`seen`): what the
    index knows is not for everybody.
    """
    found = [one for one in near if _is_in(one, rows)]
    if not rows.rows:
        return say("Nothing near to {topic} fits the rest of the question.", topic=_topic(part))
    if not part.alone:
        if not seen:
            return summarise(rows, query)
        return f"{summarise(rows, query)} {_nearest(part, near)}"
    if not found:
        return summarise(rows, query)
    shown = [_quote(part, one) for one in found[:_QUOTED]]
    more = [one.name for one in found[_QUOTED:_NAMED] if one.name]
    told = say(
        "Nearest to {topic} by {texts}: {names}.",
        topic=_topic(part),
        texts=_texts(part),
        names="; ".join(shown),
    )
    if more:
        told += " " + say("Further: {names}.", names=", ".join(more))
    if part.unread:
        told += " " + say("Left out: {words}.", words=", ".join(map(in_quotes, part.unread)))
    return told


def _nearest(part: ByText, near: Sequence[Near]) -> str:
    """Which text is nearest, and how many more there are."""
    told = {"topic": _topic(part), "texts": _texts(part), "name": _quote(part, near[0])}
    if len(near) == 1:
        return say("By {texts}, {topic} is nearest to {name}.", **told)
    others = len(near) - 1
    return say(
        "By {texts}, {topic} is nearest to {name}, {others} more near it.", **told, others=others
    )


def nothing_near(part: ByText) -> str:
    """That no text is near to the topic.

    Said of what was searched, so that nobody takes it for a statement about the world.
    """
    return say(
        "None of the {texts} in this graph comes near to {topic}.",
        texts=_texts(part, many=True),
        topic=_topic(part),
    )


def nearest_sentence(passage: str, topic: str) -> str:
    """The sentence of a passage that shares most with a topic, with the next where it is short.

    >>> nearest_sentence("He is poor. A crew robs a bank. They flee.", "robbing banks")
    'A crew robs a bank.'
    """
    wanted = {stem(word)[:4] for word in content_words(topic)}
    told = sentences(passage)
    shared = [len(wanted & {stem(w)[:4] for w in content_words(one)}) for one in told]
    best = told[max(range(len(told)), key=lambda i: (shared[i], -i))] if told else passage
    return best if len(best) <= _LONGEST else f"{best[:_LONGEST].rsplit(' ', 1)[0]} …"


def _quote(part: ByText, one: Near) -> str:
    topic = part.topic.text if part.like is None else one.passage
    told = nearest_sentence(one.passage, topic)
    return f"{one.name} (“{told}”)" if one.name else f"“{told}”"


def _is_in(one: Near, rows: Rows) -> bool:
    return any(
        isinstance(value, str) and value.startswith(one.start) for row in rows.rows for value in row
    )


def _topic(part: ByText) -> str:
    return part.like[1] if part.like else f"“{part.topic.text}”"


def _texts(part: ByText, *, many: bool = False) -> str:
    names = dict.fromkeys(" ".join(split_name(held.property)) for held in part.held)
    return listed([plural(name) if many and is_english() else name for name in names])
