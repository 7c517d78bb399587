"""Which earlier answer a message names, by its place or its words; and what begins anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.reader.anchors import Anchors, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.words import lemmas, tokenize
from memory.conversation import Exchange
from memory.text import fold, split_name

# A word that is so much like a name of the schema is one.
_OF_SCHEMA = 0.7
# So many words name an answer, and tell beforehand that something else is asked.
_LONGEST, _OPENING = 5, 9
_CLOSING = {",", ".", ":", ";", "-", "!"}


def renewed(found: Anchors) -> int:
    """Return the words by which a message begins anew: next topic; something else, …."""
    forms, tokens = found.forms, found.tokens
    for at, form in enumerate(forms[:_OPENING]):
        if tokens[at].kind == "mark" and at > 2:
            return 0
        turned = {*found.before(at, 1), *forms[at + 1 : at + 2]} & LEXICON.turns
        if form in LEXICON.renewals or (form in LEXICON.topics and turned):
            end = at + 1
            while end < len(forms) and forms[end] in LEXICON.turns | LEXICON.topics:
                end += 1
            if forms[end : end + 1] and forms[end] in _CLOSING:
                return mask_of(0, end)
    return 0


def returned(found: Anchors, answers: Sequence[Exchange]) -> dict[int, tuple[int, int]]:
    """Return the earlier answers that a message names: its words, and those that lead back.

    Args:
        found: The message's anchors.
        answers: Earlier ones, the first first.
    """
    lists = [nth for nth, one in enumerate(answers) if one.row_count is None or one.row_count > 1]
    named = dict[int, tuple[int, int]]()
    for place, mask in _by_place(found):
        at = place - 1 if place > 0 else place
        if -len(lists) <= at < len(lists):
            named[lists[at]] = mask, mask
    if not named and (there := _clause(found)):
        named |= _by_words(found, there, answers)
    return named


def _by_place(found: Anchors) -> Iterator[tuple[int, int]]:
    """Yield (place, words) of each answer that is named so: back to the first list.

    Not where the graph has something of that name.
    """
    for at in range(len(found.forms) - 1):
        place = place_of(found, at)
        if place is None or found.forms[at + 1] not in LEXICON.answers:
            continue
        if found.named[at + 1] >= _OF_SCHEMA:
            continue
        near = [*range(max(0, at - 3), at), at + 2]
        back = [n for n in near if found.forms[n : n + 1] and found.forms[n] in LEXICON.returns]
        # With what stands between: back to the first list.
        start = at - (found.before(at, 1) == ("the",))
        yield place, mask_of(min([start, *back]), max([at + 2, *(n + 1 for n in back)]))


def place_of(found: Anchors, at: int) -> int | None:
    """Return which one an ordinal means, from the end where it is below 0; None for other words."""
    form, token = found.forms[at], found.tokens[at]
    if token.use == "ordinal" and isinstance(token.number, int):
        return token.number
    ends = {"first": 1, "last": -1, **LEXICON.tops}
    return ends.get(form) or LEXICON.ordinals.get(form)


def _clause(found: Anchors) -> range:
    """The words that lead back: back to the Dutch, the Dutch list again, in the Dutch list."""
    for at, form in enumerate(found.forms):
        if form in LEXICON.returns and found.forms[at + 1 : at + 2] == ("to",):
            return range(at, _end(found, at + 2))
        ends = at + 1 >= len(found.tokens) or at + 1 == _end(found, at)
        listed = form in LEXICON.answers and at > 1 and found.named[at] < _OF_SCHEMA
        opens = not ends and set(found.forms[:at]) <= LEXICON.function_words
        if form in LEXICON.returns and form != "back" and opens:
            return range(at, _end(found, at + 1))
        said = found.forms[at - 1 : at + 1] in LEXICON.earlier and ends
        if (form in LEXICON.returns and form != "back") or (listed and ends) or said:
            start = at
            while start > 0 and found.tokens[start - 1].kind != "mark" and at - start < _LONGEST:
                start -= 1
            return range(start, at + 1)
    return range(0)


def _end(found: Anchors, start: int) -> int:
    """Where a clause ends that begins at a word."""
    marks = (n for n in range(start, len(found.tokens)) if found.tokens[n].kind == "mark")
    return min(next(marks, len(found.tokens)), start + _LONGEST)


def _by_words(
    found: Anchors, there: range, answers: Sequence[Exchange]
) -> dict[int, tuple[int, int]]:
    """The last of the answers that most of the words are of, and the words."""
    held = [_words_of(one) for one in answers]
    best, chosen = 0.0, dict[int, tuple[int, int]]()
    said = [n for n in there if found.forms[n] not in LEXICON.function_words]
    meant = {n: _called(found.forms[n]) for n in said}
    for nth, words in enumerate(held):
        like = {n for n in said if meant[n] & words}
        # A word that each of them has tells none from the others.
        worth = sum(1 / sum(bool(meant[n] & w) for w in held) for n in like)
        # One goes back to a list rather than to the one that was picked of it.
        worth += 0.1 if worth and answers[nth].row_count != 1 else 0.0
        if worth and worth >= best:
            back = sum(1 << n for n in there if _leads(found, n))
            best, chosen = worth, {nth: (sum(1 << n for n in like) | back, back)}
    return chosen


def _leads(found: Anchors, at: int) -> bool:
    """Return whether a word only leads back: again, the list, from before."""
    phrases = {found.forms[max(0, at - 1) : at + 1], found.forms[at : at + 2]}
    leading = LEXICON.returns | LEXICON.answers
    return found.forms[at] in leading or bool(phrases & LEXICON.earlier)


def _called(form: str) -> frozenset[str]:
    """What a word may stand for: its dictionary forms, the country of an adjective."""
    names = (fold(name) for name in LEXICON.demonyms.get(form, ()))
    return lemmas(form) | {word for name in names for word in name.split()}


def _words_of(answer: Exchange) -> frozenset[str]:
    """The words of a question, of what it names, and of what it is about."""
    told: list[str] = [one.form for one in tokenize(answer.question)]
    told += [word for one in answer.linked for word in fold(str(one.value)).split()]
    query = answer.query
    labels = [n.labels for n in query.pattern.nodes if n.variable == query.subject] if query else []
    told += [fold(word) for one in labels for label in one for word in split_name(label)]
    small = LEXICON.function_words
    return frozenset(_forms(word for word in told if word not in small))


def _forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield word
        yield from lemmas(word)
