"""What a question is read as, by rules and by what was learned, and whether that is sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.offline.cypher import to_cypher
from bot.offline.english import to_english, to_question
from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.offline.soundness import sound
from bot.reader.alike import core_of
from bot.reader.reader import Likely, Reader, evidence, learned, surely
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from memory.conversation import Exchange
from memory.rewrite import Rewrite
from memory.schema import LinkedValue, Schema
from memory.text import fold

_log = structlog.get_logger()
# From this sureness on it is asked whether a guess is meant; so many are offered, each at least so
# likely beside the first.
_ASKED, _MOST, _NEAR = 0.25, 3, 0.5


@dataclass(frozen=True, slots=True)
class Read:
    """What the parser made of a question.

    `standalone` is the question that `reading` answers. `unread` are content words that nothing
    accounts for, `schema_words` those that a schema element accounts for. `tied` are other readings
    that may be meant as well, `guesses` those of which none is sure enough to answer with. `ways`
    are patterns of Cypher between what the question names.
    """

    reading: Reading | None
    standalone: str
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    tied: tuple[Reading, ...] = ()
    guesses: tuple[Reading, ...] = ()
    ways: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """What the parser made of it, in a few words."""
        if self.reading is not None:
            return self.reading.text
        return f"no word for {', '.join(self.unread)}" if self.unread else "not read"


def ready(parser: Parser, reader: Reader) -> None:
    """Make now what is otherwise made for the first message that is read and judged."""
    parser.ready()
    reader.read("how many are there", ())
    intents_of("hello", Known(), parser.schema)


def read(
    parser: Parser,
    rewritten: Rewrite,
    linked: Sequence[LinkedValue],
    reader: Reader | None = None,
    sure: float = 0.0,
) -> Read:
    """Return the best reading, or none.

    Args:
        parser: Reads by rules.
        rewritten: The message, as it stands alone.
        linked: Stored values that its words may stand for.
        reader: Reads by what was learned; None where words have a meaning that it does not know.
        sure: From this sureness on a reading is believed.
    """
    found = _by_rules(parser, rewritten, linked)
    alone = rewritten.query is None and rewritten.context is None and not rewritten.unclear
    if reader is None or not alone:
        return found
    try:
        likely = reader.read(rewritten.standalone, linked)
        return _weighed(found, likely, _Asked(rewritten.standalone, linked, parser.schema), sure)
    except Exception as error:
        _log.error("reader failed", error=type(error).__name__, exc_info=error)
        return found


@dataclass(frozen=True, slots=True)
class _Asked:
    question: str
    linked: Sequence[LinkedValue]
    schema: Schema

    def guesses(self, likely: Sequence[Likely], sureness: float) -> tuple[Reading, ...]:
        """Those that are worth asking about: none that is much less likely than the first."""
        if sureness < _ASKED:
            return ()
        near = [one for one in likely if one.share >= _NEAR * likely[0].share]
        return tuple(self.reading(one, sureness) for one in near[:_MOST])

    def reading(self, one: Likely, sureness: float) -> Reading:
        _, parameters = to_cypher(one.query)
        held = [x for v in parameters.values() for x in (v if isinstance(v, list | tuple) else [v])]
        used = tuple(link for link in self.linked if link.value in held)
        text = to_english(one.query, self.schema)
        return Reading(one.query, text, round(1 - sureness, 3), _distinct(used))


def _weighed(found: Read, likely: Sequence[Likely], asked: _Asked, sure: float) -> Read:
    """What the rules read, held against what was learned: believed, doubted, or taken instead."""
    words, ruled = len(asked.question.split()), found.reading
    likely = [one for one in likely if sound(one.query)]
    if ruled is None and (own := _in_our_words(likely, asked)) is not None:
        return replace(found, reading=asked.reading(own, 1.0), unread=())
    if ruled is None:
        sureness = surely(evidence(likely, None, 0.0, words), learned().read) if likely else 0.0
        if sureness >= sure and not any(likely[0].left.values()):
            return replace(found, reading=asked.reading(likely[0], sureness), unread=())
        return replace(found, guesses=asked.guesses(likely, sureness))
    if found.tied or ruled.query.route is not None:
        return found
    if fold(to_question(ruled.query, asked.schema)) == fold(asked.question):
        # Said in our own words: chosen where it was asked which is meant.
        return found
    core = core_of(ruled.query)
    sureness = surely(evidence(likely, core, ruled.cost, words), learned().ruled)
    other = next((one for one in likely if not one.core.like(core)), None)
    if sureness >= sure or other is None:
        return found
    return replace(found, tied=(asked.reading(other, sureness),))


def read_on(
    reader: Reader,
    message: str,
    linked: Sequence[LinkedValue],
    history: Sequence[Exchange],
    schema: Schema,
    found: Read,
) -> Read:
    """Return what rules made of a message, with what it may mean after earlier answers as guesses.

    Nothing is answered by that alone: of what goes on from answers too little is known for sure.

    Args:
        reader: Reads by what was learned.
        message: As typed.
        linked: Stored values that its words may stand for.
        history: The earlier turns, oldest first.
        schema: The graph's.
        found: What the rules made of it: no reading.
    """
    asked = _Asked(message, linked, schema)
    try:
        likely = [one for one in reader.read(message, linked, history) if sound(one.query)]
        if not likely:
            return found
        told = evidence(likely, None, 0.0, len(message.split()))
        sureness = surely(told, learned().follow)
        return replace(found, guesses=asked.guesses(likely, sureness))
    except Exception as error:
        _log.error("reader failed", error=type(error).__name__, exc_info=error)
    return found


def _in_our_words(likely: Sequence[Likely], asked: _Asked) -> Likely | None:
    """The meaning that we would tell in just these words: chosen where we asked which is meant."""
    said = fold(asked.question)
    return next((x for x in likely if fold(to_question(x.query, asked.schema)) == said), None)


def read_ours(
    reader: Reader, question: str, linked: Sequence[LinkedValue], schema: Schema
) -> tuple[Reading, ...]:
    """Return what a question of our own means, where only what was learned reads it."""
    asked = _Asked(question, linked, schema)
    likely = [one for one in reader.read(question, linked) if sound(one.query)]
    own = _in_our_words(likely, asked)
    return () if own is None else (asked.reading(own, 1.0),)


def _by_rules(parser: Parser, rewritten: Rewrite, linked: Sequence[LinkedValue]) -> Read:
    if rewritten.query is not None:
        text = to_english(rewritten.query, parser.schema)
        reading = Reading(rewritten.query, text, 0.0, tuple(rewritten.pinned))
        return Read(reading, to_question(rewritten.query, parser.schema))
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
