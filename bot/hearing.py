"""What a message means: read in its conversation, linked to the graph, and parsed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.errors import WorkFailed
from bot.events import Linked, Rewritten
from bot.reader.spelling import spelling_of
from bot.steps.link import link
from bot.steps.read import Read, read
from bot.steps.weigh import Said, weigh
from bot.under_way import UnderWay
from guardrails.intent import intents_of, without_small_talk
from guardrails.intent_features import Known
from guardrails.scope import asked_in
from memory.catalogue import in_quotes, listed, say, say_many
from memory.conversation import Exchange, still_counts
from memory.processor import apart
from memory.rewrite import Rewrite, rewrite

# Costs of readings: one below is believed at once; each less likely meaning pays the step.
_SURE, _LESS_LIKELY, _UNREAD = 0.5, 0.3, 100.0
# Links from here on are the words themselves; so many are looked after in the database.
_NAMED, _MOST_NAMED = 0.95, 6


T = TypeVar("T")


async def likeliest(
    meanings: Iterable[Rewrite], by_rules: Callable[[Rewrite], Awaitable[tuple[T, Read]]]
) -> tuple[Rewrite, T, Read]:
    """Return the likeliest meaning that the rules read; else the likeliest of all.

    A reading that had to believe much gives way to one of a less likely meaning.

    Args:
        meanings: What a message may mean in its conversation, the likeliest first.
        by_rules: Links a meaning and reads it.
    """
    found: list[tuple[float, Rewrite, T, Read]] = []
    for nth, meaning in enumerate(meanings):
        if found and found[0][0] < _UNREAD / 2 and not meaning.follows:
            break
        linked, parse = await by_rules(meaning)
        # What nobody can read is judged as it stands, if it can stand alone.
        cost = _UNREAD + nth if meaning.follows else _UNREAD - 1
        if parse.reading is not None:
            cost = parse.reading.cost + nth * _LESS_LIKELY
        found.append((cost, meaning, linked, parse))
        found.sort(key=lambda one: one[0])
        if parse.reading is not None and (meaning.whole or parse.reading.cost < _SURE):
            break
    _, meaning, linked, parse = found[0]
    return meaning, linked, parse


class Hearing:
    """Hears the message of a turn; `gone` are names in it that the graph holds no longer."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn
        self.gone: tuple[str, ...] = ()
        self._said = ""

    async def heard(self, meaning: Rewrite) -> tuple[Linked, Read]:
        """One meaning by itself, linked and read."""
        linked, parse = await self._by_rules(meaning)
        return await self._weighed(meaning, linked, parse, ())

    async def _by_rules(self, meaning: Rewrite) -> tuple[Linked, Read]:
        linked = await self._link(meaning)
        return linked, await self._read(meaning, linked)

    async def _weighed(
        self, meaning: Rewrite, linked: Linked, parse: Read, history: Sequence[Exchange]
    ) -> tuple[Linked, Read]:
        """What the rules read, held against what was learned; once more with names just found."""
        parse = await self._weigh(meaning, linked, parse, history)
        if parse.reading is None and await self._looked_up(meaning, linked, parse):
            linked, parse = await self._by_rules(meaning)
            parse = await self._weigh(meaning, linked, parse, history)
        return linked, parse

    async def _looked_up(self, meaning: Rewrite, linked: Linked, parse: Read) -> bool:
        """Whether words that nobody could read are a name that the database holds after all."""
        fresh, said = self._turn.parts.fresh, meaning.standalone
        if fresh is None or not parse.unread or meaning.unclear:
            return False
        known = Known(linked.linked, parse.schema_words, parse.unread)
        wanted = await apart(intents_of, said, known, self._turn.parts.schema)
        if wanted.verdict in ("small_talk", "harmful"):
            return False
        return await fresh.look_up(said, parse.unread, linked.linked)

    async def _gone(self, linked: Linked, parse: Read) -> bool:
        """Whether a value that the question names is gone from the graph; then that is told."""
        fresh, settings = self._turn.parts.fresh, self._turn.parts.settings
        # What the database hides from one person is not gone; and once told, it is told.
        if fresh is None or settings.impersonate or self.gone:
            return False
        used = parse.reading.used if parse.reading is not None else linked.linked
        named = {v.text: v for v in reversed(used) if v.score >= _NAMED}
        gone = await fresh.gone(tuple(named.values())[:_MOST_NAMED])
        if gone:
            self.gone += tuple(str(v.value) for v in gone)
            names = list(dict.fromkeys(in_quotes(str(v.value)) for v in gone))
            await self._turn.progress.open_with(
                say_many(
                    "{names} is in this graph no longer: renamed or deleted since I read its "
                    "names.",
                    "{names} are in this graph no longer: renamed or deleted since I read its "
                    "names.",
                    len(names),
                    names=listed(names),
                )
            )
        return bool(gone)

    async def in_context(self) -> tuple[Rewrite, Linked, Read]:
        """The likeliest meaning of the message in its conversation, linked and read."""
        meanings = (await self._rewrite()).meanings()
        meaning, linked, parse = await likeliest(meanings, self._by_rules)
        history = still_counts(self._turn.history)
        linked, parse = await self._weighed(meaning, linked, parse, history)
        if await self._gone(linked, parse):
            return await self.in_context()
        used = parse.reading.used if parse.reading is not None else linked.linked
        self._turn.progress.note(standalone=parse.standalone, slice=linked.slice, linked=used)
        await self.tell(meaning, parse)
        if meaning.note:
            await self._turn.progress.open_with(meaning.note)
        return meaning, linked, parse

    async def _weigh(
        self, meaning: Rewrite, linked: Linked, parse: Read, history: Sequence[Exchange]
    ) -> Read:
        """The message as it was typed where it goes on from an answer, else as it stands alone."""
        turn, parts = self._turn, self._turn.parts
        said = self._said if meaning.follows and history else meaning.standalone
        if parts.reader is None or parts.terminology.told(said) or self._is_offered(meaning, parse):
            return replace(parse, sureness=1.0)
        known = linked if meaning.standalone == said else await self._link(Rewrite(said))
        links, schema = known.linked, parts.schema
        message = Said(said, meaning.standalone, links, schema, history)
        sure = parts.settings.sure_following if history else parts.settings.sure
        given = (parts.reader, parts.graph, sure)
        return await weigh(parse, message, *given, how_sure=turn.writer is not None)

    def _is_offered(self, meaning: Rewrite, parse: Read) -> bool:
        """Whether the message is, or picks, a question of ours, which the rules read in one way."""
        asked, history = self._turn.message.text.strip(), self._turn.history
        offered = history[-1].choices if history else ()
        picked = asked in offered or meaning.standalone in offered
        ours = picked or asked in self._turn.parts.suggestions.told
        return ours and parse.reading is not None and not parse.tied

    async def tell(self, rewritten: Rewrite, parse: Read) -> None:
        """Show a follow-up as the question it stands for."""
        told = parse.standalone != self._turn.message.text.strip()
        # What rules make of another language is no question, until it can be read.
        foreign = parse.reading is None and asked_in(self._turn.message.text, ()) is not None
        if rewritten.follows and told and not (foreign and not self._turn.retold):
            await self._turn.stage.emit(Rewritten(parse.standalone))

    async def _rewrite(self) -> Rewrite:
        async with self._turn.stage.step("rewrite") as said:
            parts = self._turn.parts
            self._said = text = await self._plain(self._turn.message.text.strip())
            rewritten = await rewrite(text, self._turn.history, parts.values.lookup, parts.schema)
            said.summary = say("a follow-up") if rewritten.follows else say("stands alone")
        self._turn.progress.note(standalone=rewritten.standalone)
        return rewritten

    async def _plain(self, text: str) -> str:
        """The message without what only is polite in it, its misspelt words as they were meant."""
        parts = self._turn.parts
        spelling = spelling_of(parts.schema)
        text = without_small_talk(text, spelling.names)
        if spelling.mended(text) == text:
            return text
        return spelling.mended(text, await parts.values.lookup(text))

    async def _link(self, rewritten: Rewrite) -> Linked:
        parts = self._turn.parts
        async with self._turn.stage.step("link") as said:
            linked = await link(
                rewritten.standalone,
                parts.schema,
                parts.values,
                parts.elements,
                schema_tokens=parts.settings.schema_tokens,
                overrules=self._turn.message.overrules,
                pinned=rewritten.pinned,
            )
            seen = {(v.text, str(v.value)): v for v in reversed(linked.linked)}.values()
            told = [f"{v.text} → {v.label} {v.value}" for v in reversed(seen)]
            said.summary = ", ".join(told[:3])
        self._turn.progress.note(slice=linked.slice, linked=linked.linked)
        return linked

    async def around(self, words: str) -> Linked:
        """The slice of schema and the stored values that words are about; nothing is told."""
        parts = self._turn.parts
        tokens = parts.settings.schema_tokens
        return await link(words, parts.schema, parts.values, parts.elements, schema_tokens=tokens)

    async def _read(self, rewritten: Rewrite, linked: Linked) -> Read:
        async with self._turn.stage.step("read") as said:
            parse = await self._parsed(rewritten, linked)
            said.summary = parse.summary
        if parse.reading is not None:
            self._turn.progress.note(standalone=parse.standalone, linked=parse.reading.used)
        return parse

    async def _parsed(self, rewritten: Rewrite, linked: Linked) -> Read:
        """What rules make of a question; nothing where they fail and a model can be asked."""
        try:
            parts = self._turn.parts
            return await apart(read, parts.parser, rewritten, linked.linked)
        except WorkFailed as error:
            if self._turn.writer is None:
                raise
            await self._turn.progress.tell(say("{problem} The model is asked.", problem=error))
            return Read(None, rewritten.standalone)
