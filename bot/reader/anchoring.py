"""Where a message names the schema and stored values, softly; several compete for a stretch."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.reader.anchors import Anchors, Mention, Role, ValueAnchor
from bot.reader.ground import PARTLY, Ground
from bot.reader.lexicon import LEXICON, Phrase
from bot.reader.names import Element, groups_of
from bot.reader.operators import opening_of, operators_of
from bot.reader.words import Token, is_agent, is_done, lemmas, parts_of_speech
from memory.schema import LinkedValue
from memory.text import fold, split_name

_LONGEST_NAME = 4
_DENYING, _LEAST_DENIED = ("un", "in", "non"), 4
_LONGEST_KEPT = 3
_METHODS = {1.0: "folded", PARTLY: "partial"}
_SAID_OF_ENDS = 0.8


def anchors_of(message: str, ground: Ground, links: Sequence[LinkedValue]) -> Anchors:
    """Find all anchors of a message.

    Args:
        message: As typed.
        ground: The schema that is asked.
        links: Stored values that its words may stand for.
    """
    found = operators_of(message)
    found.values = list(_values(found, [*links, *_kept(found, ground, links)]))
    _mention(found, ground)
    # Order numbers are no number of orders.
    named = [m for m in found.mentions if m.element[0] == "property" and m.sure]
    within = {n for m in named for n in range(m.start + 1, m.end + 1)}
    within = {n for n in within if found.forms[n : n + 1] in (("number",), ("numbers",))}
    found.countings = [one for one in found.countings if one[0] not in within]
    found.opening = opening_of(found)
    found.roles = list(_roles(found, ground))
    found.roles += _at_ends(found, ground)
    return found


def _spans(found: Anchors, ground: Ground) -> Iterator[tuple[int, int, Phrase]]:
    """(start, end, words) of every stretch of words that may be a name."""
    tokens, stop = found.tokens, LEXICON.function_words
    for start, token in enumerate(tokens):
        if token.kind != "word":
            continue
        for end in range(start + 1, min(len(tokens), start + _LONGEST_NAME) + 1):
            last = tokens[end - 1]
            if last.kind not in ("word", "genitive"):
                break
            words = tuple(_words(tokens[start:end]))
            if last.kind == "genitive" or not words:
                continue
            edge = (words[0] in stop or words[-1] in stop) and len(words) == end - start
            if edge and words in ground.edged:
                # What begins like a small word, but is a name: like count.
                yield start, end, words
                continue
            if edge and not (words[0] not in stop and groups_of(words)):
                continue
            yield start, end, words


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.kind == "word":
            # Someone who knows the schema types its names: releaseYear, ACTED_IN.
            parts = split_name(token.text) if _is_identifier(token.text) else [token.form]
            for part in parts:
                yield from fold(part).split()


def _is_identifier(text: str) -> bool:
    return "_" in text or bool(re.search(r"[a-z][A-Z]", text))


def _mention(found: Anchors, ground: Ground) -> None:
    spans = list(_spans(found, ground))
    ground.names.prepare(words for _, _, words in spans)
    best: dict[Element, list[Mention]] = defaultdict(list)
    for start, end, words in spans:
        for match in ground.names.match(words):
            if match.how == "vector" and len(words) > 1:
                continue
            best[match.element].append(Mention(start, end, match.element, match.score, match.how))
    _denied(found, ground, best)
    _opposed(found, ground, best)
    for position, form in enumerate(found.forms):
        if form in LEXICON.people:
            for label in ground.persons[:4]:
                element = ("label", label)
                if not any(m.start == position for m in best[element]):
                    best[element].append(Mention(position, position + 1, element, 0.75, "people"))
    kept = [one for mentions in best.values() for one in mentions if not _within(one, mentions)]
    found.mentions = sorted(kept, key=lambda one: (one.start, -one.score))
    of_type: dict[str, list[Mention]] = defaultdict(list)
    of_property: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    named = [0.0] * len(found.tokens)
    for one in found.mentions:
        if one.element[0] == "type":
            of_type[one.element[1]].append(one)
        elif one.element[0] == "property":
            of_property[one.element[1], one.element[2]].append(one)
        if one.sure:
            for position in range(one.start, one.end):
                named[position] = max(named[position], one.score)
    found.of_type, found.of_property, found.named = of_type, of_property, named


def _denied(found: Anchors, ground: Ground, best: dict[Element, list[Mention]]) -> None:
    """Words that deny what they are made of: unresolved, unpaid."""
    for position, token in enumerate(found.tokens):
        denying = next((p for p in _DENYING if token.form.startswith(p)), None)
        stem = token.form.removeprefix(denying) if denying else ""
        if token.kind != "word" or len(stem) < _LEAST_DENIED or not parts_of_speech(stem):
            continue
        if any(m.start == position and m.sure for ms in best.values() for m in ms):
            continue
        for match in ground.names.match((stem,)):
            kinds = ("property", "type") if denying == "un" else ("property",)
            if match.element[0] in kinds and match.how not in ("vector", "short"):
                mention = Mention(position, position + 1, match.element, match.score, match.how)
                best[match.element].append(mention)
                if position not in found.negations:
                    found.negations.append(position)


def _opposed(found: Anchors, ground: Ground, best: dict[Element, list[Mention]]) -> None:
    """Words for what a flag says, or for what it denies: dead is not alive."""
    for position, form in enumerate(found.forms):
        for element, denied in ground.opposites.get(form, ()):
            if any(m.how == "exact" and m.start <= position < m.end for m in best[element]):
                continue
            others = [m for m in best[element] if m.start != position]
            best[element] = [*others, Mention(position, position + 1, element, 0.9, "synonym")]
            if denied:
                found.denied.add((position, element))


def _within(one: Mention, others: Sequence[Mention]) -> bool:
    """Return whether a longer stretch names the same thing as well."""
    return any(
        o.start <= one.start
        and one.end <= o.end
        and o.end - o.start > one.end - one.start
        and o.score >= one.score
        for o in others
    )


def _at_ends(found: Anchors, ground: Ground) -> Iterator[Role]:
    """Nouns for who is at an end of a relationship whose name does not say so: the boss."""
    told = {(one.start, one.type) for one in found.roles}
    for start, token in enumerate(found.tokens):
        for end in (start + 2, start + 1):
            words = found.forms[start:end]
            if token.kind != "word" or len(words) < end - start:
                continue
            for form in lemmas(words[-1]):
                for type_, starts in ground.ends.get((*words[:-1], form), ()):
                    if (start, type_) in told:
                        continue
                    yield Role(start, end, type_, starts, _SAID_OF_ENDS, "end")


def _roles(found: Anchors, ground: Ground) -> Iterator[Role]:
    for one in found.mentions:
        if one.element[0] != "type" or one.end - one.start > 2:
            continue
        word, type_ = found.forms[one.end - 1], one.element[1]
        somebody = any(form in LEXICON.persons for form in lemmas(word))
        named = one.how in ("derived", "synonym", "near", "told")
        # Authors authored.
        named = named or (one.how == "exact" and is_done(split_name(type_)[0]))
        agent = (is_agent(word) or somebody) and named
        if agent:
            yield Role(one.start, one.end, type_, True, one.score, str(one.how))
        said = split_name(type_)
        noun = one.how in ("exact", "synonym", "part", "told") and not is_done(word)
        if noun and "NOUN" in parts_of_speech(word):
            held = said[0] in ("has", "have", "is") or not said[-1].endswith(("ed", "s"))
            if held:
                # A member of something is where MEMBER_OF begins.
                starts = said[-1] == "of"
                yield Role(one.start, one.end, type_, starts, one.score * 0.95, str(one.how))


def _kept(found: Anchors, ground: Ground, links: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
    """Values that the schema lists, said in another form: on fiddle, failed, Italian."""
    taken = {(link.start, link.end, link.label, link.property) for link in links}
    tokens = found.tokens
    for start, token in enumerate(tokens):
        for end in range(start + 1, min(len(tokens), start + _LONGEST_KEPT) + 1):
            words = tuple(form for form in found.forms[start:end] if form != "-")
            if any(t.kind not in ("word", "quote") and t.form != "-" for t in tokens[start:end]):
                break
            if "-" in (token.form, tokens[end - 1].form):
                continue
            small = end - start == 1 and token.form in LEXICON.function_words
            first, last = token.start, tokens[end - 1].end
            for (label, name, value), score in ground.kept(words):
                text = found.message[first:last]
                if (first, last, label, name) not in taken and not (small and text != value):
                    method = _METHODS.get(score, "fuzzy")
                    yield LinkedValue(text, label, name, value, first, last, score, method, 1)


def _values(found: Anchors, links: Sequence[LinkedValue]) -> Iterator[ValueAnchor]:
    spans: dict[tuple[int, int], list[LinkedValue]] = defaultdict(list)
    for link in links:
        if (span := _tokens_at(found.tokens, link.start, link.end)) is not None:
            spans[span].append(link)
    for (start, end), over in sorted(spans.items()):
        sure = max(link.score for link in over)
        inside = any(
            s <= start
            and end <= e
            and e - s > end - start
            and max(x.score for x in ls) >= (sure if sure <= PARTLY else 0.9)
            for (s, e), ls in spans.items()
        )
        alone = end - start == 1 and found.forms[start] in LEXICON.function_words
        listed = any(link.value == link.text for link in over)
        if inside or (alone and not found.tokens[start].capital and not listed) or sure < 0.5:
            continue
        ranked = sorted(over, key=lambda link: (-link.score, -link.count))
        token = found.tokens[start]
        yield ValueAnchor(
            start, end, tuple(ranked[:8]), token.kind == "quote", found.tokens[start].capital
        )


def _tokens_at(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    inside = [n for n, token in enumerate(tokens) if token.start < end and start < token.end]
    return (inside[0], inside[-1] + 1) if inside else None
