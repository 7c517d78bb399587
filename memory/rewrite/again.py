"""The earlier question asked again: more of it, from the other end, or with another value in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.conversation import Exchange
from memory.english import FUNCTION_WORDS, singular
from memory.query import Aggregate, Query
from memory.rewrite.antecedents import Antecedents, subject_label
from memory.rewrite.ellipsis import means_group, names_subject
from memory.rewrite.figures import (
    another_figure,
    end_of_sorted,
    most_of_shown,
    of_harm,
    turned_to,
)
from memory.rewrite.grammar import (
    ALL,
    CLAUSE,
    IMPERATIVE,
    INVERTED,
    MORE,
    RESTRICT,
    TOP,
    WH,
    WHICH_VERB,
    number_of,
    opposite,
    ordinal_of,
    stem,
    superlative,
)
from memory.rewrite.kinds import label_named, label_words
from memory.rewrite.outcome import LookUp, Rewrite
from memory.rewrite.resolving import Resolved
from memory.rewrite.substitution import base_words, related, substitute
from memory.rewrite.utterance import Utterance, utterance
from memory.schema import LinkedValue
from memory.text import fold
from memory.tree_edits import individuals, reversed_order, top_groups

_SAME = re.compile(
    r"^(?:(?:do|ask|try|and)? ?(?:the )?same(?: (?:question|thing|query|list|search|one))?"
    r"(?: again)?(?: but)?|again|repeat(?: (?:that|it|this))?|try|"
    r"compared?(?: (?:that|it|this|them))?|do (?:that|it|this)(?: again)?)"
    r" (?:for|with|in|by|from|of|about|on|to)\b"
)
# The runner-up, where only the first of a ranking was answered.
_PLACE = re.compile(
    r"^(?:(?:who|which|what)(?: one)? (?:is|was|are|comes?|came) )?(?:the |in )?(\w+)"
    r"(?: (?:one|place|(?:most|least)(?: \w+)?|\w+est))?$"
)
_ASKING = ("what about", "how about", "what of")
_LOWEST = ("bottom", "worst", "last")
_SMALL = frozenset(("the", "one", "ones", "with", "and", "is", "which", "what", "who", "has"))


def edited(said: Utterance, base: Exchange, joiner: str) -> Rewrite | None:
    """More of the same, all of it, another number of it, or the same from the other end."""
    query = base.query
    if query is None:
        return None
    changed: Query | None = None
    if found := MORE.match(said.plain):
        changed = _next_page(query, number_of(found["n"] or found["m"] or ""))
    elif ALL.match(said.plain) and query.form == "list":
        changed = replace(query, limit=None, skip=0, each=())
    elif (found := TOP.match(said.plain)) and found["n"]:
        changed = _cut(base, query, found["end"], number_of(found["n"]) or 1, joiner)
    elif query.limit == 1 and query.order and not query.each and (nth := _place(said)) > 1:
        changed = replace(query, skip=nth - 1)
    elif (query.limit or _by_count(query)) and query.order and _turns_round(said, base):
        changed = reversed_order(query)
        if WHICH_VERB.match(said.plain):
            changed = replace(changed, limit=1)
    else:
        changed = another_figure(said, query) or most_of_shown(said, query)
        changed = changed or turned_to(said, query)
    if changed is None:
        return None
    note = _that_is_all(base) if changed == query else ""
    return Rewrite(said.text, follows=True, query=changed, pinned=base.linked, note=note)


def _place(said: Utterance) -> int:
    """Which place of a ranking is asked for: "and the second?"; 0 for none."""
    found = _PLACE.match(said.plain)
    return ordinal_of(found[1]) or 0 if found else 0


def _by_count(query: Query) -> bool:
    """Whether all of a kind are listed in the order of how many they have."""
    return bool(query.order) and isinstance(query.order[0].operand, Aggregate)


def _that_is_all(base: Exchange) -> str:
    """What is said where more is wanted than there is."""
    if not base.row_count:
        return ""
    if base.row_count == 1:
        return "That is the only one there is."
    return f"That is all there is, {base.row_count:,} in all."


def _next_page(query: Query, size: int | None) -> Query:
    """What comes after the rows shown; of "the directors of the top 5", the next five's."""
    if query.limit is None and query.source is not None:
        return replace(query, source=_next_page(query.source, size))
    if query.limit is None or query.each:
        return query
    return replace(query, skip=query.skip + query.limit, limit=size or query.limit)


def _cut(base: Exchange, query: Query, end: str, size: int, joiner: str) -> Query | None:
    """The first or last so many: of groups, of a list, or another number than was asked for."""
    if query.limit is None:
        turned = end in ("best", "worst") and of_harm(query)
        grouped = top_groups(query, size, descending=(end in _LOWEST) == turned)
        return grouped or end_of_sorted(base, query, end, size) or _part(base, query, end, size)
    if not joiner:
        return None
    changed = replace(query, limit=size)
    return reversed_order(changed) if opposite(end, _superlative_of(base.question)) else changed


def _part(base: Exchange, query: Query, end: str, size: int) -> Query | None:
    """The first or last so many of a list as it was shown."""
    if query.form != "list" or end not in ("first", "last"):
        return None
    if end == "first":
        return replace(query, limit=size)
    some = base.mentions[-size:]
    if base.row_count != len(base.mentions) or not some or not some[0].label:
        return None
    return individuals(some[0].label, some[0].property, [m.value for m in some])


def _turns_round(said: Utterance, base: Exchange) -> bool:
    """Whether it names the opposite superlative, and else only words of the earlier question."""
    word = _superlative_of(said.plain)
    known = {*utterance(base.question).forms, *utterance(base.standalone).forms, *_SMALL, word}
    if not word or not all(form in known for form in said.forms):
        return False
    return any(opposite(word, _superlative_of(text)) for text in (base.question, base.standalone))


def _superlative_of(text: str) -> str:
    return next((form for form in utterance(text).forms if superlative(form)), "")


async def put_in(
    resolved: Resolved, past: Antecedents, look_up: LookUp, joiner: str
) -> Rewrite | None:
    """Another value in the place of one of its kind, where the message only names that."""
    said, pins, base = resolved.said, resolved.pinned, past.base
    same = _SAME.match(said.plain)
    asked = bool(same) or any(phrase in joiner for phrase in _ASKING)
    if same:
        said = said.drop(len(same.group().split()) - 1)
    counted = said.forms[:2] == ("how", "many")
    short = said.drop(2) if counted else said
    if not short.tokens or _narrows(said, asked):
        return None
    if is_sentence(short):
        if not joiner or not await _repeats(short, base, look_up, pins):
            return None
    elif not (asked or joiner) and (said.forms[0] == "with" or names_subject(said, past.schema)):
        return None
    found = await substituted(short, past, look_up, pins)
    if found is not None and pins and found.context is not None:
        # "its runtime" asks something of the individual, it does not put it anywhere.
        return None
    counts = base.query is not None and base.query.form == "count"
    if found is None or not counted or counts:
        return found
    return replace(found, standalone="how many", query=None, context=found.query or found.context)


def of_another_kind(said: Utterance, past: Antecedents, joiner: str) -> Rewrite | None:
    """The question asked of another label: "and countries?" after "how many languages are there?".

    Only of all there are, or of a label that the same nodes can bear: "and the directors?" after a
    list of films asks for theirs.
    """
    base, schema = past.base, past.schema
    new = label_named(said.forms[0], schema) if joiner and len(said.tokens) == 1 else None
    old = subject_label(base)
    if new is None or base.query is None or not old or new == old or schema is None:
        return None
    bare = not base.query.pattern.where and not base.query.pattern.edges
    if not bare and not related(new, old, schema):
        return None
    asked = utterance(base.standalone)
    for token in asked.tokens:
        if singular(token.form) in label_words(old, schema) | {singular(fold(old))}:
            text = asked.text[: token.start] + said.tokens[0].text + asked.text[token.end :]
            return Rewrite(text, follows=True, pinned=base.linked)
    return None


def _narrows(said: Utterance, asked: bool) -> bool:
    """Whether its form says that it narrows what was answered."""
    if said.forms[0] in ("any", "some") and not asked:
        return True
    return bool(means_group(said) or RESTRICT.match(said.plain) or TOP.match(said.plain))


def is_sentence(said: Utterance) -> bool:
    """Whether it has a question word, an order or an auxiliary."""
    return any(pattern.search(said.plain) for pattern in (WH, IMPERATIVE, INVERTED, CLAUSE))


async def _repeats(
    said: Utterance, base: Exchange, look_up: LookUp, pins: tuple[LinkedValue, ...]
) -> bool:
    """Whether a sentence says the earlier one again, all but the values in it."""
    if not _same_question(said, base):
        return False
    links = [*pins] or list(await look_up(said.text))
    known = base_words(base)
    rest = [
        token.form
        for token in said.tokens
        if token.form not in FUNCTION_WORDS
        and not any(token.start < link.end and link.start < token.end for link in links)
    ]
    if not links or not rest or not all(stem(form) in known for form in rest):
        return False
    return not _turned_round(said, base, links, rest)


def _turned_round(
    said: Utterance, base: Exchange, links: Sequence[LinkedValue], rest: Sequence[str]
) -> bool:
    """Whether it is asked from the other end: who follows her, after whom she follows."""
    if base.query is None or not _among_alike(base.query):
        return False
    verbs = {stem(form) for form in rest}
    asked = utterance(base.standalone)
    places = [base.standalone.find(str(link.value)) for link in base.linked]
    value = min((at for at in places if at >= 0), default=-1)
    verb = next((t.start for t in asked.tokens if stem(t.form) in verbs), -1)
    if value < 0 or verb < 0:
        return False
    here = next(t.start for t in said.tokens if stem(t.form) in verbs)
    return (value < verb) != (min(link.start for link in links) < here)


def _among_alike(query: Query) -> bool:
    """Whether things of one label are joined to each other."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    return any(labels.get(e.start) == labels.get(e.end) for e in query.pattern.edges)


def _same_question(said: Utterance, base: Exchange) -> bool:
    """Whether it is opened by the same question word: who asks for somebody, how many for none."""
    if base.query is None or said.forms[0] not in ("who", "which", "what", "when", "where"):
        return True
    return (base.query.form == "list") == (said.forms[0] in ("who", "which", "what"))


async def substituted(
    said: Utterance,
    past: Antecedents,
    look_up: LookUp,
    pins: tuple[LinkedValue, ...] = (),
    *,
    instead_of: str = "",
) -> Rewrite | None:
    """In the last question; where that followed up on another, in the one before it too."""
    for exchange in past.recent():
        found = await substitute(said, exchange, look_up, past.schema, pins, instead_of=instead_of)
        if found is not None:
            return found
        if fold(exchange.question) == fold(exchange.standalone):
            return None
    return None
