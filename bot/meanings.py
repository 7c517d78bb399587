"""What a message says on words: taught, answered, forgotten, listed; and which one to ask about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.errors import StoreError
from bot.events import Linked, Rewritten
from bot.steps.propose_meanings import Unknown, unknown_in
from bot.steps.read import Read
from bot.terminology import NotATerm
from bot.under_way import UnderWay
from bot.vocabulary import Vocabulary, Words
from bot.words.inflection import is_plural
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from guardrails.languages import language_of
from guardrails.nouns import plural, singular, spoken
from guardrails.offer import Offer
from memory.catalogue import say
from memory.choices import picked
from memory.processor import apart
from memory.teaching import (
    Taught,
    asks_for_terms,
    forgotten,
    meaning_given,
    taught,
    with_gloss,
)
from memory.terms import Term, term_key
from memory.text import fold, split_name

_REACH = 3
_LISTED = 40


class Meanings:
    """The words of the person asking, in one turn."""

    def __init__(self, turn: UnderWay) -> None:
        self._turn = turn
        self._words: Words | None = None

    async def adopt(self) -> None:
        """Read and link with the person's own words from here on."""
        vocabulary, turn = self._turn.parts.vocabulary, self._turn
        if vocabulary is None:
            return
        try:
            words = await vocabulary.of(turn.message.user)
        except StoreError as error:
            await turn.progress.tell(
                say("{problem} Going on without the words you taught.", problem=error)
            )
            return
        self._words = words
        turn.parts = replace(
            turn.parts, parser=words.parser, values=words.values, terminology=words.terms
        )

    async def heard(self) -> bool:
        """Whether the message is on words alone, and answered; else a question is left to answer.

        Raises:
            StoreError: what was said could not be kept.
            UsageError: the person has taught too many words.
        """
        vocabulary, turn = self._turn.parts.vocabulary, self._turn
        if vocabulary is None:
            return False
        last = turn.history[-1] if turn.history else None
        text = turn.message.text.strip()
        text = picked(text, last) or text
        if asks_for_terms(text):
            return await self._list()
        gone = forgotten(text)
        if gone is not None and await self._forget(vocabulary, *gone):
            return True
        told = taught(text) or await self._answered(vocabulary, text)
        if told is None:
            return False
        # Of one word for an element of the graph only the word itself can sound like harm.
        plain = not told.question and " " not in told.term
        heard = told.term if plain and vocabulary.settler.names(told.meaning) else text
        if (await apart(intents_of, heard, Known(), turn.parts.schema)).verdict == "harmful":
            return False
        if not told.sure and not told.question and self._is_condition(vocabulary, told):
            return False
        return await self._learn(vocabulary, told)

    async def propose(self, linked: Linked, parse: Read, *, count: int) -> tuple[Offer, ...] | None:
        """The question with what its one unread word may mean; None where it is not one word."""
        turn, unknown = self._turn, self._unknown(linked, parse)
        proposer, vocabulary = turn.parts.meanings, turn.parts.vocabulary
        if unknown is None or proposer is None or vocabulary is None:
            return None
        turn.progress.note(asked_about=unknown.text)
        async with turn.stage.step("teach") as said:
            parser = turn.parts.parser
            found = await proposer.propose(unknown, parser, count)
            said.summary = (
                f"{unknown.text}: {', '.join(one.said for one in found) or say('no idea')}"
            )
        offers = []
        for one in found:
            same = vocabulary.settler.names(one.said) == one.meaning or one.meaning.endswith(
                f"= {one.said}"
            )
            meaning = one.said if same else one.meaning
            if not vocabulary.settler.is_free(unknown.text, meaning):
                # It cannot be taught: the question is asked in the graph's own word.
                if (other := await self._reworded(unknown, one.said)) is not None:
                    offers.append(Offer(f"{unknown.text} = {one.said}", other))
                continue
            of_many = one.meaning in turn.parts.schema.labels and is_plural(unknown.text)
            said_so = plural(one.said) if of_many else one.said
            asked = with_gloss(unknown.question, unknown.text, meaning)
            offers.append(Offer(f"{unknown.text} = {said_so}", asked))
        return tuple(offers)

    async def _reworded(self, unknown: Unknown, said: str) -> str | None:
        """The question with other words for those unread; None where it still is not read."""
        parts, asked = self._turn.parts, unknown.question
        other = f"{asked[: unknown.start]}{said}{asked[unknown.end :]}"
        linked = await parts.values.lookup(other)
        parse = await apart(parts.parser.parse, other, linked)
        return other if parse.readings else None

    def used(self) -> tuple[str, ...]:
        """The learnt terms of the question, as they are shown."""
        return tuple(
            say("{word} = {meaning} (you taught me)", word=term.term, meaning=term.meaning)
            if term.own
            else say("{word} = {meaning} (others taught me)", word=term.term, meaning=term.meaning)
            for term in self._used()
        )

    def only_mine(self) -> bool:
        """Whether the question has a word that does not mean the same to everybody."""
        return any(term.holds != "everybody" for term in self._used())

    def _used(self) -> list[Term]:
        return list(self._words.used(self._turn.asked)) if self._words is not None else []

    @staticmethod
    def _unknown(linked: Linked, parse: Read) -> Unknown | None:
        # What goes on from before cannot be read by itself.
        if parse.follows or language_of(parse.standalone):
            return None
        return unknown_in(parse.standalone, parse.unread, linked.linked)

    async def _answered(self, vocabulary: Vocabulary, text: str) -> Taught | None:
        """What a message answers to the question what a word means."""
        last = self._turn.history[-1] if self._turn.history else None
        if last is None or not last.asked_about:
            return None
        meaning, said = meaning_given(text)
        if not meaning:
            return None
        if not said:
            try:
                found = await vocabulary.settler.meaning(last.asked_about, meaning)
            except NotATerm:
                return None
            # Words that name nothing in the graph are a question of their own.
            if found == meaning and vocabulary.settler.names(meaning) is None:
                return None
        return Taught(last.asked_about, meaning)

    async def _learn(self, vocabulary: Vocabulary, told: Taught) -> bool:
        turn = self._turn
        try:
            noted = await self._noted(vocabulary, told)
        except NotATerm as no:
            turn.progress.note(verdict="ambiguous", asked_about=told.term)
            await turn.progress.say(str(no))
            return True
        question, earlier = told.question, len(turn.history)
        if not question:
            question, earlier = self._pending(told.term)
        if not question:
            turn.progress.note(verdict="small_talk")
            await turn.progress.say(noted)
            return True
        await turn.progress.open_with(noted)
        turn.message = replace(turn.message, text=" ".join(question.split()))
        turn.history = turn.history[:earlier]
        await self.adopt()
        await turn.stage.emit(Rewritten(question))
        return False

    @staticmethod
    def _is_condition(vocabulary: Vocabulary, told: Taught) -> bool:
        """Whether an equation asks for something, as “rating = 8” does."""
        settler = vocabulary.settler
        known = settler.knows(told.term) and not settler.means_already(told.term, told.meaning)
        return known or not any(char.isalpha() for char in told.meaning)

    async def _noted(self, vocabulary: Vocabulary, told: Taught) -> str:
        """Keep what is taught; what is said of it."""
        if vocabulary.settler.means_already(told.term, told.meaning):
            return say(
                "“{word}” means {meaning} here already.", word=told.term, meaning=told.meaning
            )
        term = await vocabulary.teach(self._turn.message.user, told.term, told.meaning)
        meant = {"word": term.term, "meaning": shown(term.meaning)}
        if term.holds == "everybody":
            return say("Noted: “{word}” means {meaning}; everybody is answered so now.", **meant)
        return say("Noted: “{word}” means {meaning}.", **meant)

    def _pending(self, term: str) -> tuple[str, int]:
        """The question that waits for the meaning of a term, and how many turns came before it."""
        history = self._turn.history
        for at in range(len(history) - 1, max(-1, len(history) - 1 - _REACH), -1):
            exchange = history[at]
            if exchange.cypher is not None:
                break
            told = taught(exchange.question)
            question = told.question if told is not None else exchange.question
            for asked in (question, "" if told is not None else exchange.standalone):
                if _stem(term) in asked.casefold():
                    return asked, at
        return "", len(history)

    async def _forget(self, vocabulary: Vocabulary, term: str, sure: bool) -> bool:
        turn = self._turn
        gone = await vocabulary.forget(turn.message.user, term)
        if gone is None and not sure:
            return False
        turn.progress.note(verdict="small_talk")
        if gone is None:
            said = say("You have taught me no meaning of “{word}”.", word=term)
        else:
            said = say(
                "Forgotten: “{word}” no longer means {meaning} to you.",
                word=gone.term,
                meaning=shown(gone.meaning),
            )
        await self.adopt()
        others = self._words.learnt if self._words is not None else ()
        still = [one for one in others if term_key(one.term) == term_key(term)]
        if still:
            said += " " + say(
                "It still means {meaning} here: others taught me that.",
                meaning=shown(still[0].meaning),
            )
        await turn.progress.say(said)
        return True

    async def _list(self) -> bool:
        own = [one for one in (self._words.learnt if self._words else ()) if one.own]
        told = [f"{one.term} = {one.meaning}" for one in own[:_LISTED]]
        if len(own) > len(told):
            told.append(say("and {count} more", count=len(own) - len(told)))
        self._turn.progress.note(verdict="small_talk")
        await self._turn.progress.say(
            say(
                "You taught me: {words}. To take one back, say: forget what {word} means.",
                words="; ".join(told),
                word=own[0].term,
            )
            if own
            else say("You have taught me no words yet; you can, as in “talkie means film”.")
        )
        return True


def taken(offers: Iterable[Offer], cypher: str) -> bool:
    """Whether a statement is about one of the meanings offered for a word.

    >>> taken([Offer("actor = cast for", "")], "MATCH (p)-[:CAST_FOR]->(m) RETURN m.title")
    True
    """
    said = {singular(w) for name in re.findall(r"\w+", cypher) for w in split_name(name)}
    meanings = (fold(offer.label.partition(" = ")[2]).split() for offer in offers)
    return any({singular(word) for word in words} <= said for words in meanings if words)


def shown(meaning: str) -> str:
    """A meaning as a sentence has it.

    >>> shown("Film.revenue"), shown("Genre.name = Sci-Fi"), shown("films after 2000")
    ('revenue', 'Sci-Fi', 'films after 2000')
    """
    place, equals, value = meaning.partition(" = ")
    if equals and " " not in place:
        return value
    return meaning if " " in meaning else spoken(meaning.rpartition(".")[2])


def _stem(term: str) -> str:
    word = term.casefold()
    return word[: max(3, len(word) - 2)]
