"""What a question is read as by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.reader.reader import Reader
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from memory.catalogue import is_english, say
from memory.schema import LinkedValue
from memory.tree_edits import meaning_nodes

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Standalone:
    """A message as the question that it stands for, as far as that is known.

    `pinned` are values that were put into it, whose link is certain.
    """

    text: str
    pinned: tuple[LinkedValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """What the parser made of a question.

    `standalone` is the question that `reading` answers. `unread` are content words that nothing
    accounts for, `schema_words` those that a schema element accounts for. `tied` are other readings
    that may be meant as well, `guesses` those of which none is sure enough to answer with. `ways`
    are patterns of Cypher between what the question names. `sureness` is how surely the reading is
    right, 0 to 1, where that was counted. `follows` says that the message likely goes on from what
    was asked before, `meant` are the names in the reading that it only pointed at.
    """

    reading: Reading | None
    standalone: str
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    tied: tuple[Reading, ...] = ()
    guesses: tuple[Reading, ...] = ()
    ways: tuple[str, ...] = ()
    sureness: float | None = None
    follows: bool = False
    meant: tuple[str, ...] = ()

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


def read(parser: Parser, asked: Standalone, linked: Sequence[LinkedValue]) -> Read:
    """Return what the rules make of a message, linked to stored values."""
    try:
        parse = parser.parse(asked.text, linked)
    except Exception as error:
        # A mistake in a rule leaves the question to whoever else can read it.
        _log.error("rules failed", error=type(error).__name__, exc_info=error)
        return Read(None, asked.text)
    if not parse.readings:
        return Read(None, asked.text, parse.unread, parse.schema_words, ways=parse.ways)
    best, *tied = parse.readings
    best = replace(best, query=meaning_nodes(best.query, best.used))
    told = (parse.unread, parse.schema_words, tuple(tied))
    return Read(best, asked.text, *told, ways=parse.ways)
