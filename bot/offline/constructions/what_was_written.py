"""What did people write about X: the text of what they wrote, where it has no name."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.data import load
from bot.offline.items import Candidate
from bot.offline.state import Ask, State
from bot.offline.vocabulary import is_verb, type_words
from bot.offline.words import lemmas
from memory.text import split_name

_WRITING = frozenset(load("kinds")["writing"])
_TEXTS = ("text", "body", "content", "message", "comment", "contents", "wording")
_NUMBERED = frozenset(["id", "number", "no", "code", "key", "uuid"])


def settle_text(a: Assembler, state: State) -> State:
    """The state in which the text is asked for, where what was written only has a number."""
    n = state.subject
    if n < 0 or state.asks or state.mode or state.groups or state.vertices[n].word != "thing":
        return state
    (label, *others) = state.vertices[n].labels
    shown = a.lexicon.shown(label)
    named = any(split_name(name)[-1] not in _NUMBERED for name in shown[:1])
    name = next((x for x in _TEXTS if a.lexicon.property(label, x) is not None), None)
    if others or named or name is None or not _written(state, n):
        return state
    vertices = list(state.vertices)
    vertices[n] = replace(vertices[n], word="noun")
    ask = Ask((Candidate(label, name, False, 0.0),), n)
    return state.changed(asks=(ask,), vertices=tuple(vertices))


def _written(state: State, n: int) -> bool:
    """Whether a relationship says that it was written."""
    words = [type_words(t) for x in state.links if n in (x.start, x.end) for t in x.types]
    return any(is_verb(w[0]) and _WRITING & set(lemmas(w[0])) for w in words)
