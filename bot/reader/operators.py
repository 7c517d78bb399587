"""What of a message stands for no name: superlatives, aggregates, negations, how it opens."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.amounts import numbers_of
from bot.reader.anchors import Anchors, RankAnchor, mask_of
from bot.reader.lexicon import LEXICON, Phrase, Ranking
from bot.reader.words import tokenize

# So many words behind a comparative there is "than".
_REACH = 4


def operators_of(message: str) -> Anchors:
    """Find what of a message stands for no name: figures, superlatives, other operators."""
    tokens = tokenize(message)
    found = Anchors(message, tokens, tuple(token.form for token in tokens))
    found.numbers = list(numbers_of(found))
    found.ranks = list(_ranks(found))
    _operators(found)
    found.aggregates = sorted({*found.aggregates, *_added_up(found)})
    found.opening = opening_of(found)
    return found


def _ranks(found: Anchors) -> Iterator[RankAnchor]:
    taken = 0
    choice = bool({"or", "vs", "versus"} & set(found.forms))
    for start in range(len(found.tokens)):
        for length in (4, 3, 2, 1):
            words = found.forms[start : start + length]
            ranking = LEXICON.rankings.get(words)
            if ranking is None and choice and found.forms[start + length :][:1] != ("than",):
                ranking = _compares(words)
            if ranking is None or len(words) < length or taken & mask_of(start, start + length):
                continue
            if words[0] in ("most", "least") and found.before(start, 1) == ("at",):
                continue
            taken |= mask_of(start, start + length)
            yield RankAnchor(start, start + length, " ".join(words), ranking)
            break


def _compares(words: Phrase) -> Ranking | None:
    """Of two that are named, the higher is the highest."""
    told = LEXICON.comparatives.get(words)
    sign = told[0] if told else LEXICON.against.get(words[0]) if len(words) == 1 else None
    if sign not in ("<", ">"):
        return None
    return Ranking(sign == ">", told[1] if told else (), True, False)


def choices(found: Anchors) -> Iterator[RankAnchor]:
    """Yield comparatives that hold nothing against another: of those, the younger."""
    taken = sum({one.mask for one in found.ranks}) | sum({one.mask for one in found.numbers})
    for start in range(len(found.tokens)):
        for end in (start + 2, start + 1):
            words, mask = found.forms[start:end], mask_of(start, end)
            than = "than" in found.forms[end : end + _REACH]
            small = words[:1] and words[0] in LEXICON.function_words
            ranking = None if than or small or taken & mask else _compares(words)
            if ranking is not None and len(words) == end - start:
                yield RankAnchor(start, end, " ".join(words), ranking, True)
                break


def _operators(found: Anchors) -> None:
    forms = found.forms
    for position, (form, token) in enumerate(zip(forms, found.tokens, strict=True)):
        if token.kind == "quote":
            continue
        if form in LEXICON.aggregates and not _meaning(found, position):
            found.aggregates.append((position, LEXICON.aggregates[form]))
        two = " ".join(forms[position : position + 2])
        for words, places in (
            (LEXICON.negations, found.negations),
            (LEXICON.groupings, found.groupings),
            (LEXICON.onlys, found.onlys),
            (LEXICON.sames, found.sames),
            (LEXICON.removals, found.removals),
        ):
            if form in words or two in words:
                places.append(position)
        if any(forms[position : position + n] in LEXICON.exclusions for n in (1, 2, 3)):
            found.negations.append(position)
        if any(forms[position : position + n] in LEXICON.removing for n in (2, 3)):
            found.negations += [position] * (position not in found.negations)
            found.removals += [position] * (position not in found.removals)
        ends = position == 0 or position == len(forms) - 1 or forms[position - 1] in (",", "and")
        for length in (3, 2, 1):
            phrase = forms[position : position + length]
            if phrase in LEXICON.lasting and len(phrase) == length:
                found.lasting.append((position, position + length))
                break
        for length in (4, 3, 2, 1):
            phrase = forms[position : position + length]
            if phrase in LEXICON.counting and (length > 1 or ends):
                found.countings.append((position, position + length))
                break
        for length in (4, 3, 2, 1):
            phrase = forms[position : position + length]
            behind = not found.depths or found.depths[-1][1] <= position
            if phrase in LEXICON.depths and behind:
                found.depths.append((position, position + length))
            elif phrase in LEXICON.shares and length <= 2 and not _measured(found, position):
                found.shares.append((position, position + length))


def _added_up(found: Anchors) -> Iterator[tuple[int, str]]:
    """Yield what a word with one shortly behind asks for, at the end: add them all up."""
    forms, tokens = found.forms, found.tokens
    for end, form in enumerate(forms):
        last = end + 1 == len(forms) or tokens[end + 1].kind == "mark" or forms[end + 1] == "to"
        for position in range(max(0, end - 3), end) if last else ():
            if (function := LEXICON.adding.get((forms[position], form))) is not None:
                yield position, function


def _meaning(found: Anchors, position: int) -> bool:
    """Return whether a word asks for no figure: I mean; together with."""
    if found.forms[position : position + 2] == ("together", "with"):
        return True
    return found.forms[position] == "mean" and bool({*found.before(position, 1)} & _SAYING)


_SAYING = {"i", "you", "we", "they", "to"}


def _measured(found: Anchors, position: int) -> bool:
    """Return whether a figure stands before a word: 75 percent."""
    return position > 0 and found.tokens[position - 1].number is not None


def opening_of(found: Anchors, start: int = 0) -> str:
    """Return how a message begins, which tells what form of answer it wants.

    Args:
        found: The message's anchors.
        start: Behind what it says beforehand: back to the list.
    """
    first = found.forms[start : start + 3]
    early = found.countings and 0 <= found.countings[0][0] - start <= 5
    if first[:2] == ("how", "many"):
        return "how_many"
    if first[:1] == ("how",):
        return "how"
    if first[:1] and first[0] in LEXICON.question_words:
        return "what_count" if early and first[0] in ("what", "which") else first[0]
    if (first[:1] and first[0] in LEXICON.auxiliaries) or first[:2] == ("is", "there"):
        return "auxiliary"
    return "count" if early else "other"
