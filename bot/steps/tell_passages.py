"""An answer from texts, told plainly: what was found, with the sentences that are nearest."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Rows
from bot.offline.words import plural
from bot.steps.by_text import ByText
from bot.steps.summarise import summarise
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
        return f"Nothing near to {_topic(part)} fits the rest of the question."
    if not part.alone:
        if not seen:
            return summarise(rows, query)
        others = f", {len(near) - 1} more near it" if len(near) > 1 else ""
        nearest = f"By {_texts(part)}, {_topic(part)} is nearest to {_quote(part, near[0])}"
        return f"{summarise(rows, query)} {nearest}{others}."
    if not found:
        return summarise(rows, query)
    shown = [_quote(part, one) for one in found[:_QUOTED]]
    more = [one.name for one in found[_QUOTED:_NAMED] if one.name]
    also = f" Further: {', '.join(more)}." if more else ""
    left_out = (
        f" Left out: {', '.join(f'“{word}”' for word in part.unread)}." if part.unread else ""
    )
    return f"Nearest to {_topic(part)} by {_texts(part)}: {'; '.join(shown)}.{also}{left_out}"


def nothing_near(part: ByText) -> str:
    """That no text is near to the topic.

    Said of what was searched, so that nobody takes it for a statement about the world.
    """
    return f"None of the {_texts(part, many=True)} in this graph comes near to {_topic(part)}."


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
    return " and ".join(plural(name) if many else name for name in names)
