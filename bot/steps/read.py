"""What a question is read as by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.reader.reader import Reader
from bot.realiser.english import to_english, to_question
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from memory.catalogue import is_english, say
from memory.rewrite import Rewrite
from memory.schema import LinkedValue
from memory.tree_edits import meaning_nodes

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Read:
    """What the parser made of a question.

    `standalone` is the question that `reading` answers. `unread` are content words that nothing
    accounts for, `schema_words` those that a schema element accounts for. `tied` are other readings
    that may be meant as well, `guesses` those of which none is sure enough to answer with. `ways`
    are patterns of Cypher between what the question names. `sureness` is how surely the reading is
    right, 0 to 1, where that was counted.
    """

    reading: Reading | None
    standalone: str
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    tied: tuple[Reading, ...] = ()
    guesses: tuple[Reading, ...] = ()
    ways: tuple[str, ...] = ()
    sureness: float | None = None

    @property
    def summary(self) -> str:
        """What the parser made of it, in a few words."""
        if self.reading is not None:
            return self.reading.text if is_english() else ""
        if not self.unread:
            return say("not read")
        return say("no word for {words}", words=", ".join(self.unread))


def ready(parser: Parser, reader: Reader) -> None:
    """Make now what is otherwise made for the first message that is read and judged."""
    parser.ready()
    reader.read("how many are there", ())
    intents_of("hello", Known(), parser.schema)


def read(parser: Parser, rewritten: Rewrite, linked: Sequence[LinkedValue]) -> Read:
    """Return what the rules make of a message, linked to stored values."""
    if rewritten.query is not None:
        query = meaning_nodes(rewritten.query, rewritten.pinned)
        reading = Reading(query, to_english(query, parser.schema), 0.0, tuple(rewritten.pinned))
        return Read(reading, to_question(query, parser.schema))
    if rewritten.unclear:
        # Read without them, "who directed it" would ask for everybody who directed anything.
        return Read(None, rewritten.standalone, rewritten.unclear)
    try:
        parse = parser.parse(rewritten.standalone, linked, rewritten.context)
    except Exception as error:
        # A mistake in a rule leaves the question to whoever else can read it.
        _log.error("rules failed", error=type(error).__name__, exc_info=error)
        return Read(None, rewritten.standalone)
    if not parse.readings:
        return Read(None, rewritten.standalone, parse.unread, parse.schema_words, ways=parse.ways)
    best = parse.readings[0]
    best = replace(best, query=meaning_nodes(best.query, best.used))
    if rewritten.context is None:
        tied = parse.readings[1:]
        told = (parse.unread, parse.schema_words, tied)
        return Read(best, rewritten.standalone, *told, ways=parse.ways)
    # The values of the earlier question hold in this one too.
    best = replace(best, used=_distinct((*best.used, *rewritten.pinned)))
    standalone = to_question(best.query, parser.schema)
    return Read(best, standalone, parse.unread, parse.schema_words, ways=parse.ways)


def _distinct(links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
    return tuple({(v.label, v.property, v.value): v for v in reversed(links)}.values())[::-1]
