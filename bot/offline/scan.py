"""From a question to the lattice of pieces it can be made of.

The passes of `scanning` go over the question's sheet in the order written here; later ones look at
what earlier ones found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.offline.items import Item
from bot.offline.lexicon import Lexicon
from bot.offline.scanning.amounts import put_amounts, put_moments
from bot.offline.scanning.asides import put_asides
from bot.offline.scanning.asked_along import put_asked_along
from bot.offline.scanning.back_to_nouns import put_back_to_nouns
from bot.offline.scanning.by_number import put_by_number
from bot.offline.scanning.coming import put_coming
from bot.offline.scanning.comparing_words import put_comparison
from bot.offline.scanning.doing_a_role import put_doing_a_role
from bot.offline.scanning.events import put_events
from bot.offline.scanning.flags_said import keep_flags_said
from bot.offline.scanning.full_names import put_full_names
from bot.offline.scanning.generic import put_generic
from bot.offline.scanning.getting import put_getting
from bot.offline.scanning.givers import put_givers
from bot.offline.scanning.holding import put_holding
from bot.offline.scanning.kept_values import put_kept_values
from bot.offline.scanning.known import put_known
from bot.offline.scanning.latest import put_latest
from bot.offline.scanning.marked_with import put_marked_with
from bot.offline.scanning.measured import put_measured
from bot.offline.scanning.order_aside import put_order_aside
from bot.offline.scanning.pairs import (
    mark_modifiers,
    put_said_again,
    put_sames,
)
from bot.offline.scanning.reckoned import put_reckoned
from bot.offline.scanning.rivals import put_rivals
from bot.offline.scanning.schema_words import put_words
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.states import put_states
from bot.offline.scanning.states_with_dates import settle_states_with_dates
from bot.offline.scanning.steering import put_functions
from bot.offline.scanning.texts import put_quote
from bot.offline.scanning.twice import put_twice
from bot.offline.scanning.values import put_values
from bot.offline.scanning.which_one import put_which_one
from bot.offline.scanning.written import put_written
from bot.words.inflection import Token
from memory.schema import LinkedValue


@dataclass(frozen=True, slots=True)
class Lattice:
    """All pieces by the token they start at, and the words that no piece covers."""

    tokens: tuple[Token, ...]
    items: tuple[tuple[Item, ...], ...]
    unread: tuple[str, ...]
    schema_words: tuple[str, ...]


def scan(question: str, linked: Sequence[LinkedValue], lexicon: Lexicon) -> Lattice:
    """Every piece of a question, over the stored values that its words are linked to."""
    sheet = Sheet(question, lexicon)
    put_values(sheet, linked)
    put_full_names(sheet)
    places = range(len(sheet.tokens))
    for at in places:
        sheet.phrases[at] = sheet.phrases_at(at)
    for at in places:
        put_words(sheet, at)
    for at in places:
        put_generic(sheet, at)
    put_said_again(sheet)
    put_givers(sheet)
    for at in places:
        put_kept_values(sheet, at)
        put_states(sheet, at)
    put_measured(sheet)
    mark_modifiers(sheet)
    put_moments(sheet)
    put_reckoned(sheet)
    put_rivals(sheet)
    put_sames(sheet)
    for at in places:
        put_amounts(sheet, at)
        for end, role in sheet.phrases[at]:
            put_comparison(sheet, at, end, role)
    for at in places:
        put_by_number(sheet, at)
    put_twice(sheet)
    for at in places:
        put_functions(sheet, at)
        put_order_aside(sheet, at)
        put_asked_along(sheet, at)
        put_which_one(sheet, at)
        put_quote(sheet, at)
        put_asides(sheet, at)
        put_marked_with(sheet, at)
        put_events(sheet, at)
        put_doing_a_role(sheet, at)
        put_back_to_nouns(sheet, at)
        put_written(sheet, at)
        put_known(sheet, at)
        put_coming(sheet, at)
        put_getting(sheet, at)
        put_holding(sheet, at)
    put_latest(sheet)
    settle_states_with_dates(sheet)
    keep_flags_said(sheet)
    return _lattice(sheet)


def _lattice(sheet: Sheet) -> Lattice:
    covered = {i for items in sheet.items for it in items for i in range(it.start, it.end)}
    unread = tuple(
        token.text
        for i, token in enumerate(sheet.tokens)
        if i not in covered and token.kind != "mark"
    )
    words = tuple(sheet.tokens[i].text for i in sorted(sheet.schema))
    return Lattice(sheet.tokens, tuple(map(tuple, sheet.items)), unread, words)
