"""The earlier question with something else in it: "what about Meg Ryan?", "and in 1999?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.conversation import Exchange
from memory.english import FUNCTION_WORDS
from memory.query import Query
from memory.rewrite.amounts import amount_of, replace_amount
from memory.rewrite.grammar import PREPOSITIONS, past_verb, stem
from memory.rewrite.outcome import LookUp, Rewrite
from memory.rewrite.utterance import Token, Utterance, utterance
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name
from memory.tree_edits import Slot, replace_value, slots

_LONGEST_AMOUNT = 6
# Below this a link is a guess; a misspelt whole name is above, a word out of a name below.
_SURE = 0.8
_SMALL = PREPOSITIONS | {"then", "instead", "too", "also", "please", "time", "case", "ones", "one"}


@dataclass(frozen=True, slots=True)
class Substituted:
    """A query under edit, with the values put in and those taken out."""

    query: Query
    put: tuple[LinkedValue, ...] = ()
    taken: tuple[object, ...] = ()
    used: tuple[tuple[int, int], ...] = ()
    filled: tuple[Slot, ...] = ()


async def substitute(
    said: Utterance,
    base: Exchange,
    look_up: LookUp,
    schema: Schema | None,
    pinned: Sequence[LinkedValue] = (),
    *,
    instead_of: str = "",
) -> Rewrite | None:
    """The question of `base` with the values and amounts of `said` in the place of their like.

    Args:
        said: What comes in, without "what about" and the like; words that fill no place narrow the
            edited question further.
        base: The exchange whose question is asked again.
        look_up: Finds stored values in a text.
        schema: The graph's schema, to tell which labels can hold the same value.
        pinned: Values of `said` that are certain.
        instead_of: The words of the value to take out, where they were said.

    Returns:
        None where nothing of `said` can take the place of anything in the earlier question.
    """
    links = [*pinned] or [v for v in await look_up(said.text) if v.score >= _SURE]
    if base.query is None:
        return _in_text(said, base, links, schema, instead_of)
    state = Substituted(base.query)
    for words in _stretches(links):
        if _has_relation(said, words[0], base):
            continue
        state = _fill(state, words, schema, fold(instead_of))
    state = _fill_amounts(state, said)
    if not state.used:
        return None
    kept = tuple(v for v in base.linked if v.value not in state.taken)
    rest = _rest(said, base, state.used)
    if rest:
        return Rewrite(rest, follows=True, context=state.query, pinned=(*state.put, *kept))
    return Rewrite(said.text, follows=True, query=state.query, pinned=(*kept, *state.put))


def _has_relation(said: Utterance, link: LinkedValue, base: Exchange) -> bool:
    """Whether a verb ties the value to what was asked in a new way: "directed by John Huston"."""
    before = [t for t in said.tokens if t.end <= link.start]
    while before and before[-1].form in PREPOSITIONS | {"the", "a", "an"}:
        before.pop()
    return (
        bool(before)
        and past_verb(before[-1].form)
        and stem(before[-1].form) not in base_words(base)
    )


def _stretches(links: Sequence[LinkedValue]) -> list[list[LinkedValue]]:
    """Links grouped by the words they stand for; longer stretches win over those they overlap."""
    groups: dict[tuple[int, int], list[LinkedValue]] = {}
    for link in links:
        groups.setdefault((link.start, link.end), []).append(link)
    kept: list[tuple[int, int]] = []
    for start, end in sorted(groups, key=lambda span: (span[0] - span[1], span[0])):
        if all(end <= a or start >= b for a, b in kept):
            kept.append((start, end))
    return [groups[span] for span in sorted(kept)]


def _fill(
    state: Substituted, links: Sequence[LinkedValue], schema: Schema | None, instead_of: str
) -> Substituted:
    best: tuple[float, int, Slot, LinkedValue] | None = None
    for position, slot in enumerate(slots(state.query)):
        if slot in state.filled or (instead_of and not _is(slot, instead_of)):
            continue
        for link in links:
            fit = _fit(slot, link, schema)
            if fit and (best is None or (fit, position) > best[:2]):
                best = (fit, position, slot, link)
    if best is None:
        return state
    slot, link = best[2], best[3]
    old = next((v for v in slot.values if instead_of and fold(str(v)) == instead_of), None)
    query = replace_value(state.query, slot, old, link.value)
    filled = next(
        (s for s in slots(query) if link.value in s.values and s.attribute == slot.attribute), slot
    )
    return replace(
        state,
        query=query,
        put=(*state.put, link),
        taken=(*state.taken, *(slot.values if old is None else (old,))),
        used=(*state.used, (link.start, link.end)),
        filled=(*state.filled, filled),
    )


def _is(slot: Slot, words: str) -> bool:
    return any(words in fold(str(v)) or fold(str(v)) in words for v in slot.values)


def _fit(slot: Slot, link: LinkedValue, schema: Schema | None) -> float:
    """How well a value fits a slot; 0 where it does not."""
    if slot.attribute.property != link.property or type(slot.values[0]) is not type(link.value):
        return 0.0
    if link.label in slot.labels or not slot.labels:
        return 2.0 + link.score
    return 1.0 + link.score if any(related(own, link.label, schema) for own in slot.labels) else 0.0


def related(one: str, other: str, schema: Schema | None) -> bool:
    """Whether the same node can bear both labels."""
    if schema is None or one not in schema.labels or other not in schema.labels:
        return False
    a, b = schema.labels[one], schema.labels[other]
    return other in (*a.implies, *a.together) or one in (*b.implies, *b.together)


def _fill_amounts(state: Substituted, said: Utterance) -> Substituted:
    """Put in the longest run of words that is an amount, if the query has a place for one."""
    tokens = said.tokens
    for size in range(min(len(tokens), _LONGEST_AMOUNT), 0, -1):
        for first in range(len(tokens) - size + 1):
            run = tokens[first : first + size]
            span = (run[0].start, run[-1].end)
            if any(span[0] < end and start < span[1] for start, end in state.used):
                continue
            amount = amount_of(" ".join(token.form for token in run))
            query = replace_amount(state.query, amount) if amount else None
            if query is not None:
                return replace(state, query=query, used=(*state.used, span))
    return state


def _rest(said: Utterance, base: Exchange, used: Sequence[tuple[int, int]]) -> str:
    """The words that narrow further: not those put in, nor those of the earlier question."""
    known = base_words(base)
    left: list[Token] = []
    for token in said.tokens:
        if _covered(token, used):
            while left and left[-1].form in _SMALL | FUNCTION_WORDS:
                left.pop()
        elif (
            left
            or not (token.form in FUNCTION_WORDS or stem(token.form) in known)
            or token.form in PREPOSITIONS
        ):
            left.append(token)
    new = [t for t in left if t.form not in FUNCTION_WORDS | _SMALL and stem(t.form) not in known]
    return " ".join(t.text for t in left if t.form not in ("instead", "then", "too")) if new else ""


def base_words(base: Exchange) -> frozenset[str]:
    """Stems of the words of a question and of the labels its values belong to."""
    words = fold(f"{base.question} {base.standalone} {base.reading or ''}").split()
    if base.query is not None:
        for node in base.query.pattern.nodes:
            words += [word for label in node.labels for word in split_name(label)]
    return frozenset(stem(word) for word in words)


def _covered(token: Token, used: Sequence[tuple[int, int]]) -> bool:
    return any(token.start < end and start < token.end for start, end in used)


def _in_text(
    said: Utterance,
    base: Exchange,
    links: Sequence[LinkedValue],
    schema: Schema | None,
    instead_of: str,
) -> Rewrite | None:
    """Where there is no tree, the words of the earlier value are replaced in the question."""
    for words in _stretches(links):
        for old in reversed(base.linked):
            if instead_of and fold(instead_of) not in fold(str(old.value)):
                continue
            new = next((v for v in words if _alike(v, old, schema)), None)
            at = _place(base.standalone, old)
            if new is None or at is None:
                continue
            before, after = base.standalone[: at[0]], base.standalone[at[1] :]
            value = str(new.value).replace('"', "'")
            start = len(before) + 1
            link = replace(new, text=value, start=start, end=start + len(value), method="chosen")
            return Rewrite(f'{before}"{value}"{after}', follows=True, pinned=(link,))
    return _amount_in_text(said, base)


def _alike(new: LinkedValue, old: LinkedValue, schema: Schema | None) -> bool:
    same = new.label == old.label or related(new.label, old.label, schema)
    return same and new.property == old.property


def _place(text: str, link: LinkedValue) -> tuple[int, int] | None:
    """Where the words of a link stand in a text, quotation marks included."""
    for words in (link.text, str(link.value)):
        found = re.search(rf'"?{re.escape(words)}"?', text, re.IGNORECASE) if words else None
        if found:
            return found.span()
    return None


def _amount_in_text(said: Utterance, base: Exchange) -> Rewrite | None:
    amount = amount_of(said.plain)
    years = [t for t in utterance(base.standalone).tokens if amount_of(t.form)]
    new = [t for t in said.tokens if amount_of(t.form)]
    if amount is None or len(years) != 1 or len(new) != 1:
        return None
    old = years[0]
    text = base.standalone[: old.start] + new[0].text + base.standalone[old.end :]
    return Rewrite(text, follows=True)
