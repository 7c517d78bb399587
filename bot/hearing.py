"""What a message means: read in its conversation, linked to the graph, and parsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import WorkFailed
from bot.events import Linked, Rewritten
from bot.reader.spelling import spelling_of
from bot.steps.link import link
from bot.steps.read import Read, Standalone, read
from bot.steps.weigh import Said, weigh
from bot.under_way import UnderWay
from guardrails.intent import intents_of, without_small_talk
from guardrails.intent_features import Known
from memory.catalogue import in_quotes, listed, say, say_many
from memory.choices import picked
from memory.conversation import Exchange, still_counts
from memory.processor import apart

# Links from here on are the words themselves; so many are looked after in the database.
_NAMED, _MOST_NAMED = 0.95, 6


class Hearing:
    """Hears the message of a turn; `gone` are names in it that the graph holds no longer."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn
        self.gone: tuple[str, ...] = ()

    async def heard(
        self, asked: Standalone, history: Sequence[Exchange] = ()
    ) -> tuple[Linked, Read]:
        """A question linked and read, after what was said; once more with names just found."""
        linked, parse = await self._once(asked, history)
        if parse.reading is None and await self._looked_up(asked.text, linked, parse):
            linked, parse = await self._once(asked, history)
        return linked, parse

    async def _once(self, asked: Standalone, history: Sequence[Exchange]) -> tuple[Linked, Read]:
        linked = await self._link(asked)
        return linked, await self._weigh(asked, linked, await self._read(asked, linked), history)

    async def _looked_up(self, said: str, linked: Linked, parse: Read) -> bool:
        """Whether words that nobody could read are a name that the database holds after all."""
        fresh = self._turn.parts.fresh
        if fresh is None or not parse.unread:
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

    async def in_context(self) -> tuple[Linked, Read]:
        """The likeliest meaning of the message in its conversation, linked and read."""
        async with self._turn.stage.step("rewrite") as said:
            asked, history = await self._asked()
            said.summary = say("a follow-up") if history else say("stands alone")
        self._turn.progress.note(standalone=asked.text)
        linked, parse = await self.heard(asked, history)
        if await self._gone(linked, parse):
            return await self.in_context()
        used = parse.reading.used if parse.reading is not None else linked.linked
        self._turn.progress.note(standalone=parse.standalone, slice=linked.slice, linked=used)
        await self.tell(parse, offered=asked.text in self._offered)
        return linked, parse

    async def _asked(self) -> tuple[Standalone, Sequence[Exchange]]:
        """The message, and what it may go on from; what picks an offered question is that one."""
        text, history = self._turn.message.text.strip(), self._turn.history
        choice = picked(text, history[-1] if history else None)
        if choice is not None:
            return Standalone(choice), ()
        return Standalone(await self._plain(text)), still_counts(history)

    async def _weigh(
        self, asked: Standalone, linked: Linked, parse: Read, history: Sequence[Exchange]
    ) -> Read:
        """What rules read held against what was learned, after earlier answers."""
        turn, parts = self._turn, self._turn.parts
        told = parts.terminology.told(asked.text)
        if parts.reader is None or told or self._is_ours(asked.text, parse):
            return replace(parse, sureness=1.0)
        message = Said(asked.text, linked.linked, parts.schema, history)
        sure = parts.settings.sure_following if history else parts.settings.sure
        given = (parts.reader, parts.graph, sure)
        return await weigh(parse, message, *given, how_sure=turn.writer is not None)

    @property
    def _offered(self) -> Sequence[str]:
        return self._turn.history[-1].choices if self._turn.history else ()

    def _is_ours(self, said: str, parse: Read) -> bool:
        """Whether the message is, or picks, a question of ours, which the rules read in one way."""
        typed = self._turn.message.text.strip()
        ours = {*self._offered, *self._turn.parts.suggestions.told}
        return bool(ours & {typed, said}) and parse.reading is not None and not parse.tied

    async def tell(self, parse: Read, *, offered: bool = False) -> None:
        """Show what was offered, goes on or was retold as the question that it stands for."""
        told = parse.standalone != self._turn.message.text.strip()
        if told and (offered or parse.follows or self._turn.retold):
            await self._turn.stage.emit(Rewritten(parse.standalone))

    async def _plain(self, text: str) -> str:
        """The message without what only is polite in it, its misspelt words as they were meant."""
        parts = self._turn.parts
        spelling = spelling_of(parts.schema)
        text = without_small_talk(text, spelling.names)
        if spelling.mended(text) == text:
            return text
        return spelling.mended(text, await parts.values.lookup(text))

    async def _link(self, asked: Standalone) -> Linked:
        parts = self._turn.parts
        async with self._turn.stage.step("link") as said:
            linked = await link(
                asked.text,
                parts.schema,
                parts.values,
                parts.elements,
                schema_tokens=parts.settings.schema_tokens,
                overrules=self._turn.message.overrules,
                pinned=asked.pinned,
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

    async def _read(self, asked: Standalone, linked: Linked) -> Read:
        async with self._turn.stage.step("read") as said:
            parse = await self._parsed(asked, linked)
            said.summary = parse.summary
        if parse.reading is not None:
            self._turn.progress.note(standalone=parse.standalone, linked=parse.reading.used)
        return parse

    async def _parsed(self, asked: Standalone, linked: Linked) -> Read:
        """What rules make of a question; nothing where they fail and a model can be asked."""
        try:
            parts = self._turn.parts
            return await apart(read, parts.parser, asked, linked.linked)
        except WorkFailed as error:
            if self._turn.writer is None:
                raise
            await self._turn.progress.tell(say("{problem} The model is asked.", problem=error))
            return Read(None, asked.text)
