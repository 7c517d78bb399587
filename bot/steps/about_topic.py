"""Which of some things documents tell to be about a topic: by what stands around their names."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Source
from bot.steps.read_passages import Claim, Passage, sentence_of
from bot.steps.sources import Thing
from memory.documents import where
from memory.english import stem
from memory.passages import content_words
from memory.text_sentences import Sentences

# Characters behind a name, at most, that may still tell of what it names.
_BEHIND = 700


def by_words(
    topic: str, things: Sequence[Thing], passages: Sequence[Passage]
) -> dict[str, tuple[Source, ...]]:
    """The things in whose sentences, or behind these, every word of a topic stands.

    What stands behind a sentence that names a thing is told of it until the next thing is named.

    >>> text = "Ada v. Byte is open. It is about patented valves. Cole v. Byte is about a lift."
    >>> told = [Source("a.md", one, None, "1") for one in ("Ada v. Byte is open.",
    ...     "Cole v. Byte is about a lift.")]
    >>> things = [Thing("a", sources=(told[0],)), Thing("c", sources=(told[1],))]
    >>> found = by_words("patents", things, [Passage("1", text, "a.md")])
    >>> [(id_, sources[0].words) for id_, sources in found.items()]
    [('a', 'It is about patented valves.')]
    """
    wanted = {stem(word) for word in content_words(topic)}
    texts = {one.id: one for one in passages}
    found: dict[str, tuple[Source, ...]] = {}
    if not wanted:
        return found
    places = _places(things, texts)
    for thing in things:
        for source in thing.sources:
            passage, at = texts.get(source.passage), places.get((thing.id, source))
            if passage is None or at is None:
                continue
            after = (
                a
                for (id_, s), (a, _) in places.items()
                if s.passage == source.passage and id_ != thing.id and a > at[0]
            )
            end = min([*after, at[1] + _BEHIND, len(passage.text)])
            said = _said(passage, at[0], max(end, at[1]), wanted)
            if said is not None and said not in found.get(thing.id, ()):
                found[thing.id] = (*found.get(thing.id, ()), said)
    return found


def by_claims(claims: Sequence[Claim], things: Sequence[Thing]) -> dict[str, tuple[Source, ...]]:
    """The things that a model named, with the sentences that say so."""
    found: dict[str, tuple[Source, ...]] = {}
    known = {one.id for one in things}
    for claim in claims:
        if claim.thing in known and claim.source not in found.get(claim.thing, ()):
            found[claim.thing] = (*found.get(claim.thing, ()), claim.source)
    return found


def _places(
    things: Sequence[Thing], texts: dict[str, Passage]
) -> dict[tuple[str, Source], tuple[int, int]]:
    """Where the sentences that name things stand in their passages."""
    places = {}
    for thing in things:
        for source in thing.sources:
            passage = texts.get(source.passage)
            if passage is not None and (span := where(source.words, passage.text)):
                places[thing.id, source] = span
    return places


def _said(passage: Passage, start: int, end: int, wanted: set[str]) -> Source | None:
    """The sentence of a stretch that has most of the wanted words, where it has all of them."""
    stretch = passage.text[start:end]
    words = {stem(word) for word in content_words(stretch)}
    if not wanted <= words:
        return None
    best, most = (start, end), 0
    for first, last in Sentences(passage.text).spans(start, end):
        shared = len(wanted & {stem(w) for w in content_words(passage.text[first:last])})
        if shared > most:
            best, most = (first, last), shared
    told = sentence_of(passage.text, *best)
    return Source(passage.document, told, passage.page, passage.id)
