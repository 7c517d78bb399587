"""Does a message ask for something to be done with what was answered? Told by its words alone.

A message of nothing but such words is no question of the graph, unless the graph knows one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from guardrails.words import word_lists
from memory.english import BESIDE_ORDERS, FUNCTION_WORDS
from memory.text import fold

_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class ActRequest:
    """What is asked for; `form` is that of the file, "" for any."""

    act: Literal["export", "conversation", "hide_table", "why"]
    form: str = ""


@dataclass(frozen=True, slots=True)
class _Words:
    file: frozenset[str]
    conversation: frozenset[str]
    table: frozenset[str]
    away: frozenset[str]
    why: frozenset[str]
    empty: frozenset[str]
    beside: frozenset[str]
    forms: Mapping[str, str]


def act_request(message: str, known: Collection[str] = ()) -> ActRequest | None:
    """Return what a message asks for; None where it may be a question.

    Args:
        message: As typed.
        known: Folded words that the graph has for things of its own; they may be meant.

    >>> act_request("export it as Excel, please"), act_request("hide the table")
    (ActRequest(act='export', form='xlsx'), ActRequest(act='hide_table', form=''))
    >>> act_request("save the conversation as markdown").act, act_request("why is it empty").act
    ('conversation', 'why')
    >>> act_request("export volumes of Malta"), act_request("hide the table", ["table"])
    (None, None)
    """
    words = _words()
    said = fold(message).split()
    told = frozenset(said)
    if len(said) > _MOST_WORDS or told & frozenset(known) - FUNCTION_WORDS:
        return None
    beside = words.beside | FUNCTION_WORDS | BESIDE_ORDERS | {"show"}
    if told & words.why and told <= words.why | words.empty | FUNCTION_WORDS:
        return ActRequest("why")
    form = next((words.forms[word] for word in reversed(said) if word in words.forms), "")
    if told <= beside | words.table | words.away and told & words.table and told & words.away:
        return ActRequest("hide_table")
    files = words.file | words.forms.keys()
    if not told & files or not told <= beside | files | words.conversation | words.table:
        return None
    if told & words.conversation or form == "md":
        return ActRequest("conversation", "md")
    return ActRequest("export", form)


@cache
def _words() -> _Words:
    lists, forms = word_lists("act_words.toml", "forms")
    return _Words(forms=forms, **lists)
