"""What a message means in its conversation: the rules, in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.conversation import Exchange
from memory.rewrite.again import edited, of_another_kind, put_in, substituted
from memory.rewrite.alone import measured, own_noun_phrase
from memory.rewrite.also_counted import also_counted
from memory.rewrite.amounts import is_year
from memory.rewrite.antecedents import Antecedents, answered, subject_label
from memory.rewrite.choices import picked
from memory.rewrite.corrections import correction
from memory.rewrite.deeds import of_another_deed
from memory.rewrite.ellipsis import (
    MEASURES,
    asks_definite,
    asks_property,
    is_fragment,
    means_group,
)
from memory.rewrite.figures import figure_of_list, ranked_by_figure
from memory.rewrite.grammar import COUNT, LIST, MORE, PREPOSITIONS, SET, SMALL_TALK, TOP
from memory.rewrite.kinds import is_person, noun_of_person
from memory.rewrite.leaning import (
    about_group,
    against,
    fragment,
    grouped,
    of_each,
    of_individuals,
    of_the_picked,
    some_of_list,
    with_the_picked,
)
from memory.rewrite.objects import with_object
from memory.rewrite.outcome import LookUp, Rewrite
from memory.rewrite.rankings import reranked
from memory.rewrite.remainder import rest
from memory.rewrite.resolving import Resolved, of_the_named, resolve, with_value
from memory.rewrite.utterance import Utterance, opened, utterance, word_set
from memory.rewrite.widening import widened
from memory.schema import Scalar, Schema
from memory.tree_edits import slots

_HAS = re.compile(r"\b(what|who|where|how)['’]s(?= .*\bbeen\b)", re.IGNORECASE)
_THAT_YEAR = re.compile(r"\bthat (?:year|decade|month)\b(?=[\s?.!]*$)", re.IGNORECASE)
# "the cheapest 5" as "top 5 cheapest".
# Of those that were answered: "who has the most followers?".
_WHO_HAS_MOST = re.compile(
    r"^who(?= (?:has|had|got) the (?:most|fewest|least|highest|lowest) [a-z]+)", re.IGNORECASE
)
_NUMBER_LAST = re.compile(
    r"\b(?:the )?((?:most|least) [a-z]+|(?!best\b)[a-z]+est) (\d+|two|three|four|five|ten)"
    r"(?=[\s?.!]*$)",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(r"^(?:no|nope|sorry|oops|(?:i|we) mean|(?:i|we) meant)\b")
_SOMEBODY = word_set("he she him her his")
# When was Psycho released and how long is *it*.
_OF_ITS_OWN = re.compile(
    r"(?P<named>.*\b[A-Z0-9\"“'‘].*)\band (?:how|what|who|whom|when|where|which|whose)\b"
    r".*\b(?:it|its|he|she|him|his|her)\b",
)
_THERE = re.compile(r"\bthere$")
_NOBODY_ELSE = re.compile(r"(?<=who) else\b", re.IGNORECASE)
_ELSE = re.compile(
    r"(?<=who) else\b|(?<=what) else\b|(?<=which) other\b|(?<=what) other\b", re.IGNORECASE
)


async def rewrite(
    message: str,
    history: Sequence[Exchange],
    look_up: LookUp,
    schema: Schema | None = None,
) -> Rewrite:
    """The standalone form of `message` after `history` (oldest first).

    Args:
        message: What the person typed.
        history: The earlier turns of the conversation.
        look_up: Finds the stored values that words stand for.
        schema: The graph's schema; without it, rules that ask what a noun names are left out.

    Returns:
        What the message means; `follows` is False where it stands alone.
    """
    whole = utterance(message)
    choice = picked(whole, history[-1] if history else None)
    if choice is not None:
        return Rewrite(choice, follows=True)
    past = answered(history, schema)
    if past.last is None:
        return await _of_nobody(whole, look_up) or Rewrite(message)
    if SMALL_TALK.match(whole.plain):
        return Rewrite(message)
    put_right = correction(message)
    if put_right is not None:
        new, old = utterance(put_right.new), put_right.old
        found = await substituted(new, past, look_up, instead_of=old)
        if found is not None:
            return found
    return await _after_an_answer(message, put_right.new if put_right else message, past, look_up)


async def _of_nobody(said: Utterance, look_up: LookUp) -> Rewrite | None:
    """What speaks of her, or goes on about them, where nobody was spoken of.

    Read without the word it would ask of all.
    """
    going_on = opened(said.text)
    them = SET.search(going_on.core.plain) if going_on.joiner else None
    if them is not None:
        return Rewrite(going_on.core.text, True, open=True, unclear=(them.group(),))
    if (going_on.joiner and going_on.core.forms[:1] and going_on.core.forms[0] in PREPOSITIONS) or (
        _TAKEN_BACK.match(said.plain) and correction(said.text) is not None
    ):
        return Rewrite(said.text, True, open=True, unclear=(said.text,))
    at = next((n for n, form in enumerate(said.forms) if form in _SOMEBODY), -1)
    before = said.tokens[:at]
    if at < 0 or any(t.quoted or noun_of_person(t.form) for t in before):
        return None
    if any(t.text[0].isupper() for t in before[1:]) or await look_up(said.text):
        return None
    return Rewrite(said.text, True, open=True, unclear=(said.tokens[at].text,))


async def _after_an_answer(message: str, text: str, past: Antecedents, look_up: LookUp) -> Rewrite:
    opening = opened(text)
    core = with_value(opening.core, _moment(past.base))
    if not core.tokens:
        return Rewrite(message)
    # "who else acted in it": the individual meant is not one of those asked for.
    leaner = core if MORE.match(core.plain) else utterance(_leaner(core.text, past))
    that = _THAT_YEAR.search(leaner.text)
    if that and not re.search(r"\d{4}", leaner.text):
        return Rewrite(leaner.text, True, open=True, unclear=(that.group(),))
    own = _OF_ITS_OWN.match(core.text)
    if own is not None and await look_up(own["named"]):
        return Rewrite(message)
    joined = bool(opening.joiner)
    counts = COUNT.match(leaner.plain)
    meanings: list[Rewrite] = []
    for way in [Resolved(leaner)] if counts else resolve(leaner, past, joined=joined):
        meanings += await _meanings(way, opening.joiner, past, look_up)
    meanings = with_the_picked(leaner, past, meanings)
    if meanings and not joined and core is opening.core and own_noun_phrase(core):
        meanings = [Rewrite(core.text, whole=not measured(core)), *meanings]
    if meanings:
        return _chain(meanings)
    if core is not opening.core:
        return Rewrite(_NOBODY_ELSE.sub("", core.text), follows=True)
    return Rewrite(core.text if joined else message)


def _leaner(text: str, past: Antecedents) -> str:
    """The text with what it leaves out of its verb put in, and without what adds nothing."""
    text = _HAS.sub(r"\1 has", with_object(text, past))
    if is_person(subject_label(past.base), past.schema):
        text = _WHO_HAS_MOST.sub("which one", text)
    return _NUMBER_LAST.sub(r"top \2 \1", _ELSE.sub("", text))


async def _meanings(
    resolved: Resolved, joiner: str, past: Antecedents, look_up: LookUp
) -> list[Rewrite]:
    """The meanings by the first rule that applies; none where the message stands alone."""
    said, pins = resolved.said, resolved.pinned
    again = rest(said, past) or widened(said, past) or edited(said, _ranked(said, past), joiner)
    again = again or ranked_by_figure(said, past.base) or figure_of_list(said, past.base)
    again = again or await put_in(resolved, past, look_up, joiner)
    again = again or reranked(said, past, joiner) or of_another_kind(said, past, joiner)
    again = again or of_another_deed(said, past, joiner)
    if again is not None:
        return [again]
    if resolved.unclear:
        left, choices = resolved.unclear, resolved.choices
        one = of_the_picked(said, past, left)
        if one is not None:
            return [one]
        unclear = Rewrite(said.text, True, pinned=pins, open=True, unclear=left, choices=choices)
        thing = of_the_named(said, past, left)
        return [thing, unclear] if thing else [unclear]
    if LIST.match(said.plain):
        return fragment(said, past, joiner)
    numbers = also_counted(said, past, joiner)
    if numbers:
        return numbers
    part = some_of_list(said, past) or of_each(said, past) or grouped(said, past)
    if part is not None:
        return [part]
    if means_group(said) or (past.listed_places and _THERE.search(said.plain)):
        return about_group(said, past, pins)
    if pins:
        return [Rewrite(said.text, follows=True, pinned=pins)]
    if is_fragment(said, past.schema, joined=bool(joiner)):
        return fragment(said, past, joiner)
    if asks_definite(said):
        return [*fragment(said, past, joiner), Rewrite(said.text)]
    if asks_property(said, past.schema):
        base = past.base
        found = [*of_individuals(said, past), against(said, past.context(base), base.linked)]
        # "the average premium by line" of what was answered, else of all.
        return [*found, Rewrite(said.text)] if MEASURES & set(said.forms) else found
    return []


def _ranked(said: Utterance, past: Antecedents) -> Exchange:
    """The ranking that "and the bottom 5?" turns round; it need not be the last question."""
    asked = [e for e in past.recent() if e.query is not None and e.query.limit is not None]
    top = TOP.match(said.plain)
    alone = past.base.query is not None and not past.base.query.order
    return asked[0] if top and top["n"] and alone and asked else past.base


def _moment(base: Exchange) -> Scalar | None:
    """What "that year" means: the answer, or the year that the question named."""
    if base.value is not None or base.query is None:
        return base.value
    years = [slot.values[0] for slot in slots(base.query) if is_year(slot.values[0])]
    return years[0] if len(years) == 1 else None


def _chain(meanings: Sequence[Rewrite]) -> Rewrite:
    """The meanings, each with the next as its alternative."""
    chained = meanings[-1]
    for meaning in reversed(meanings[:-1]):
        if meaning != replace(chained, otherwise=None):
            chained = replace(meaning, otherwise=chained)
    return chained
