"""References to one individual of earlier turns: "it", "he", "that film", "the second one"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory.english import FUNCTION_WORDS
from memory.rewrite.antecedents import Antecedents
from memory.rewrite.grammar import (
    AUXILIARIES,
    PREPOSITIONS,
    number_of,
    ordinal_of,
    past_verb,
    plural_noun,
    superlative,
)
from memory.rewrite.kinds import names_label, noun_of_person
from memory.rewrite.utterance import Utterance, word_set
from memory.schema import Schema

_PERSONS = {"he": "", "him": "", "she": "", "his": "'s", "hers": "", "her": "?"}
# Of one person whose sex nobody said.
_ANYBODY = {"they": "", "them": "", "their": "'s"}
_THINGS = {"it": "", "its": "'s"}
_DEMONSTRATIVES = frozenset(("that", "this"))
_TIMES = word_set("year date day month week decade century time moment")
_NOT_COUNTED = _TIMES | word_set("name names years days place half quarter letter step")
# What an answer is called as a whole.
_ANSWERS = word_set("list answer table question")
_VERBS_BEFORE_THAT = word_set(
    "wrote made won built sold led ran owns has directed in about and or not play make do"
)


_CLAUSES = word_set("when before after while until since")
_RELATIVES = word_set("where that which who whose whom")
_COUPLES = word_set("with and by plus including")
_TAILS = (
    *(("on", the, "list") for the in ("the", "that", "your", "this")),
    *((of, the, "list") for of in ("in", "of", "from") for the in ("the", "that", "your", "this")),
    *(("of", these) for these in ("those", "these", "them")),
    ("you", "listed"),
    ("you", "mentioned"),
    ("above",),
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Words `first` up to (not including) `last` that stand for an individual.

    `kind` is person, thing, place, noun or place_in_list; `noun` and `place` go with the latter.
    """

    first: int
    last: int
    kind: str
    noun: str = ""
    place: int = 0
    possessive: bool = False


def references(said: Utterance, past: Antecedents) -> Iterator[Reference]:
    """The references to single individuals, left to right."""
    at = 0
    while at < len(said.tokens):
        found = _at(said, at, past)
        if found is not None:
            yield found
            at = found.last
        else:
            at += 1


def _at(said: Utterance, at: int, past: Antecedents) -> Reference | None:
    if said.tokens[at].quoted:
        return None
    return (
        _pronoun(said, at, past)
        or _place_in_list(said, at, past)
        or _demonstrative(said, at, past)
        or _definite(said, at, past)
    )


def _pronoun(said: Utterance, at: int, past: Antecedents) -> Reference | None:
    form, after, before = said.forms[at], _form(said, at + 1), _form(said, at - 1)
    if form in _PERSONS or form in _THINGS:
        kind = "person" if form in _PERSONS else "thing"
        ending = _PERSONS.get(form, _THINGS.get(form, ""))
        possessive = ending == "'s" or (ending == "?" and _noun_follows(said, at + 1))
        if _bound(said, at, kind, past.schema) or (form == "it" and _empty_it(after, before)):
            return None
        return Reference(at, at + 1, kind, possessive=possessive)
    if form in _ANYBODY and before not in ("of", "each", "all") and past.one_person:
        if _bound(said, at, "person", past.schema) or _own_plural(said, at):
            return None
        return Reference(at, at + 1, "person", possessive=_ANYBODY[form] == "'s")
    if form == "there" and past.listed_places:
        return None
    if form == "there" and after not in ("is", "are", "was", "were", "'s", "any", "a", "be"):
        if before in ("is", "are", "was", "were", "be", "been") or at == 0:
            return None
        return Reference(at, at + 1, "place")
    return None


def _own_plural(said: Utterance, at: int) -> bool:
    """Whether a plural of the same sentence can be meant: "which directors and their films"."""
    return any(_is_noun(form, None) for form in said.forms[:at]) and said.forms[at] == "their"


def _noun_follows(said: Utterance, at: int) -> bool:
    form = _form(said, at)
    return bool(form) and form not in AUXILIARIES | PREPOSITIONS | {"and", "or", "too", "also"}


def _empty_it(after: str, before: str) -> bool:
    return after in ("true", "possible", "correct", "seems") or (
        before in ("is", "does", "did") and after in ("true", "possible", "take", "correct")
    )


def _bound(said: Utterance, at: int, kind: str, schema: Schema | None) -> bool:
    """Whether a noun of the same sentence is meant: "each movie with its genres"."""
    forms = said.forms
    before = forms[:at]
    if _form(said, at + 1) == "own" or {"each", "every"} & set(before):
        return True
    for marker in range(at - 1, 0, -1):
        # "movies where the director also acted in it": the noun before the relative clause.
        if forms[marker] in _RELATIVES and _is_noun(forms[marker - 1], schema):
            return noun_of_person(forms[marker - 1]) == (kind == "person")
    if before and before[-1] in _CLAUSES:
        # "how old was Paul Newman when he died": whoever was named right before.
        return any(t.quoted or t.text[:1].isupper() for t in said.tokens[1 : at - 1])
    possessive = (kind == "thing" and forms[at] == "its") or forms[at] in ("his", "her")
    if possessive and at >= 2 and before[-1] in _COUPLES and _is_noun(before[-2], schema):
        return True
    if not possessive or at < 3 or forms[0] not in ("which", "what", "a"):
        return False
    noun, verb = forms[1], forms[2]
    same = noun_of_person(noun) == (kind == "person")
    return same and not plural_noun(noun) and verb not in AUXILIARIES


def _is_noun(form: str, schema: Schema | None) -> bool:
    return plural_noun(form) or names_label(form, schema)


def _place_in_list(said: Utterance, at: int, past: Antecedents) -> Reference | None:
    forms = said.forms
    start = at
    article = forms[at] in ("the", "that", "this")
    if article:
        at += 1
    word = _form(said, at)
    if word in ("number", "no", "nr", "#", "item", "entry", "result"):
        place = number_of(_form(said, at + 1))
        if place is not None and (at + 2 == len(forms) or place <= 50) and past.listed(place):
            return Reference(start, at + 2, "place_in_list", place=place)
        return None
    place = ordinal_of(word)
    if place is None:
        return None
    if word in ("second", "third") and _form(said, at + 1) == "last":
        place, at = -place, at + 1
    after = _form(said, at + 1)
    if after == "one":
        return _listed(said, start, at + 2, place, _predicate(said, start, place))
    if after in _ANSWERS and not names_label(after, past.schema):
        return None
    if after in _NOT_COUNTED or superlative(after) or number_of(after) is not None:
        return None
    if not article:
        return None
    tailed = any(forms[at + 1 : at + 1 + len(tail)] == tail for tail in _TAILS)
    if not after or after in AUXILIARIES or tailed:
        return _listed(said, start, at + 1, place, _predicate(said, start, place))
    if plural_noun(after) or after in FUNCTION_WORDS or past_verb(after):
        return None
    beyond = _form(said, at + 2)
    if (not beyond or beyond in AUXILIARIES or beyond in ("and", "in", "on")) and past.listed(
        place
    ):
        if beyond == "in" and _form(said, at + 4) != "list":
            return None
        return _listed(said, start, at + 2, place, _predicate(said, start, place))
    return None


def _listed(said: Utterance, start: int, end: int, place: int, predicate: bool) -> Reference | None:
    """With "in the list" or "of those" after it; None where "first" is a superlative."""
    forms = said.forms
    for words in _TAILS:
        if forms[end : end + len(words)] == words:
            return Reference(start, end + len(words), "place_in_list", place=place)
    if predicate or _form(said, end) in ("to", "of", "that", "who", "which"):
        return None
    return Reference(start, end, "place_in_list", place=place)


def _predicate(said: Utterance, start: int, place: int) -> bool:
    """Whether "first" or "last" is asked for: "which was the first one?" wants the earliest."""
    opening = said.forms[:start]
    return place in (1, -1) and len(opening) in (2, 3) and opening[-1] in AUXILIARIES


def _demonstrative(said: Utterance, at: int, past: Antecedents) -> Reference | None:
    form, after, before = said.forms[at], _form(said, at + 1), _form(said, at - 1)
    if form == "the" and after == "same":
        noun, beyond = _form(said, at + 2), _form(said, at + 3)
        named = bool(noun) and noun not in FUNCTION_WORDS and not plural_noun(noun)
        if named and beyond != "as" and noun not in _TIMES and any(past.of_noun(noun)):
            return Reference(at, at + 3, "noun", noun=noun)
        return None
    if form not in _DEMONSTRATIVES:
        return None
    opens = not before or before in PREPOSITIONS | AUXILIARIES | _VERBS_BEFORE_THAT
    opens = opens or before.endswith("ed") or before in ("who", "what", "which", "when", "where")
    if not after and past.last_amount and before not in AUXILIARIES:
        # Who earns that: an amount is no thing of the graph.
        return Reference(at, at + 1, "amount")
    if not opens:
        return None
    if not after:
        return Reference(at, at + 1, "thing")
    if after == "one":
        return Reference(at, at + 2, "noun", noun="one")
    if after in FUNCTION_WORDS or plural_noun(after) or after in _TIMES or past_verb(after):
        return None
    # "the film that won": a verb after the noun-like word would make `that` a relative pronoun.
    if any(past.of_noun(after)):
        return Reference(at, at + 2, "noun", noun=after, possessive=False)
    kind = "person" if noun_of_person(after) else "thing"
    return Reference(at, at + 2, kind)


def _definite(said: Utterance, at: int, past: Antecedents) -> Reference | None:
    """Such as "the director" without a complement, where one was named or answered."""
    if said.forms[at] != "the":
        return None
    noun, beyond = _form(said, at + 1), _form(said, at + 2)
    if not noun or noun in FUNCTION_WORDS or plural_noun(noun) or superlative(noun):
        return None
    if said.tokens[at + 1].text[0].isupper() and at + 1 < len(said.tokens):
        return None
    ends = beyond in PREPOSITIONS and at + 3 == len(said.tokens)
    if beyond and not ends and beyond not in AUXILIARIES and not past_verb(beyond):
        return None
    if len(said.tokens) <= 3:
        # "the director?" asks for one, it does not mean one.
        return None
    before = said.forms[:at]
    if before and before[-1] in ("is", "was", "are", "were", "'s") and not beyond:
        return None
    if any(past.of_noun(noun)):
        return Reference(at, at + 2, "noun", noun=noun)
    return None


def _form(said: Utterance, at: int) -> str:
    return said.forms[at] if 0 <= at < len(said.tokens) else ""
