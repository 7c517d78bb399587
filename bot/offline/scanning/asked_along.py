"""A second thing asked along: and how many points did they give; and who made them."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Along, Candidate, Function, PropertyWord, Skip, Verb
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.text import split_name

_ASKING = (("how", "many"), ("how", "much"), ("what", "is"), ("what", "was"), ("what", "are"))
_ASKING_SHORT = (("what",), ("which",))
# What is counted or averaged is shown anyway.
_THAT = (
    ("how", "many"),
    *(("what", be, it) for be in ("is", "was", "are", "were") for it in ("it", "that", "they")),
)
_THE = ("the", "their", "all the", "me the", "me their")
_WHICH = tuple(
    tuple(text.split())
    for text in (
        *("who", "which", "which ones", "and who", "and which", "who are they", "what are they"),
        *("if so who", "if so which", "if so which ones"),
        *("name them", "list them", "show them", "show me them", "list them all", "name them all"),
        *(f"{ask} {the} names" for ask in ("give", "list", "show", "tell me") for the in _THE),
        *(f"give me {the} names" for the in _THE),
        *("what are their names", "what are the names", "who exactly", "which ones exactly"),
    )
)
_BE = frozenset(["is", "are", "was", "were", "do", "does", "did", "has", "have", "had"])
_THEY = frozenset(["they", "it", "he", "she", "them", "their", "its", "his", "her", "these"])
_DO = frozenset(["do", "does", "did"])
_THERE = (("there",), ("for", "it"), ("in", "it"), ("at", "it"), ("for", "them"))
_WHO = frozenset(["who", "whom"])
_VERBAL = 2
_ALONG = (
    ("along", "with"),
    ("together", "with"),
    ("as", "well", "as"),
    ("and", "also"),
    ("including",),
    ("alongside",),
    ("and",),
    ("with",),
)
_MOMENTS = (
    *("when", "the date", "the dates", "the day", "the time", "on what date", "on which date"),
    *("in which year", "in what year", "which year", "what year"),
)
_WHEN = tuple(
    tuple(text.split())
    for moment in _MOMENTS
    for text in (moment, f"{moment} on which", f"{moment} when", f"{moment} that")
)
_JOINING = frozenset(words[0] for words in _ALONG)
_HOW_MUCH = (
    ("how", "much"),
    *(("how", "much", "of", it) for it in ("it", "them", "each", "that", "this")),
    ("how", "many", "of", "each"),
)
_SHARES = frozenset(["share", "stake", "percentage", "percent", "ownership", "holding", "fraction"])
_AMOUNTS = frozenset(["qty", "quantity", "quantities", "amount", "units"])
_SHOWING = frozenset(["show", "give", "return", "list", "also", "include", "display", "tell"])
_WHOSE = frozenset(["their", "its", "his", "her", "the"])
_ORDERING = frozenset([*load("phrases")["sorting"], "from", "in", "starting", "descending"])


def put_asked_along(sheet: Sheet, at: int) -> None:
    """What "and" asks besides, where the question ends with it."""
    _which_ones(sheet, at)
    _their_figure(sheet, at)
    _and_when(sheet, at)
    forms = sheet.forms
    if forms[at] != "and" or at in (0, len(forms) - 1):
        return
    start = at - 1 if forms[at - 1] == "," else at
    close = close_of(sheet)
    if forms[at + 1 : close] in _THAT:
        sheet.add(Skip(start, close, 0.05))
        sheet.add(Along(start, close, 0.0, that=True))
    for asking in (*_ASKING, *_ASKING_SHORT):
        first = at + 1 + len(asking)
        if forms[at + 1 : first] == asking:
            if forms[first : first + 1] != () and forms[first] in _DO:
                # What do they earn there.
                first += 1
            first += forms[first : first + 1] != () and forms[first] in _THEY
            for word in _words(sheet, first):
                if about_them(forms[word.end : close]):
                    sheet.add(Along(start, close, 0.0, word))
            break
    if forms[at + 1 : close] in _HOW_MUCH:
        parts = _parts_owned(sheet)
        if parts:
            word = PropertyWord(at + 1, close, 0.0, parts, plural=False)
            sheet.add(Along(start, close, 0.0, word))
    if forms[at + 1] in _WHO:
        for verb in (
            it for it in (sheet.items[at + 2] if at + 2 < close else []) if isinstance(it, Verb)
        ):
            if verb.end == close - 1 and forms[verb.end] in _THEY:
                sheet.add(Along(start, close, 0.0, None, verb))
                # A question of its own, and nothing that restricts the one before.
                kept = (it for it in sheet.items[at] if getattr(it, "role", "") != "and")
                sheet.items[at] = list(kept)


def _parts_owned(sheet: Sheet) -> tuple[Candidate, ...]:
    """What relationships keep of how much of something is someone's, or in it."""
    return tuple(
        Candidate(type_, name, True, 0.0)
        for type_, relationship in sheet.lexicon.schema.relationships.items()
        for name in relationship.properties
        if (_SHARES | _AMOUNTS) & set(split_name(name))
    )


def close_of(sheet: Sheet) -> int:
    """Where the words end but for the last marks."""
    close = len(sheet.forms)
    while close and sheet.tokens[close - 1].kind == "mark":
        close -= 1
    return close


def _their_figure(sheet: Sheet, at: int) -> None:
    """Together with their affinity: what a relationship keeps; with how many fans they have."""
    if sheet.forms[at] not in _JOINING:
        return
    forms, close = sheet.forms, close_of(sheet)
    first = next((at + len(x) for x in _ALONG if at and forms[at : at + len(x)] == x), -1)
    if first < 0:
        return
    start = at - 1 if forms[at - 1] == "," else at
    while forms[first : first + 1] and forms[first] in _SHOWING:
        first += 1
    if forms[first : first + 2] == ("how", "many"):
        for word in _words(sheet, first + 2):
            if about_them(_they_do(forms[word.end : close])):
                sheet.add(Along(start, close, 0.0, word))
    if forms[first : first + 1] and forms[first] in _WHOSE:
        for word in _words(sheet, first + 1):
            kept = tuple(c for c in word.candidates if c.of_relationship)
            if kept and (word.end == close or _ordered(forms[word.end : close])):
                sheet.add(Along(start, word.end, 0.0, replace(word, candidates=kept)))


def _and_when(sheet: Sheet, at: int) -> None:
    """And when; together with the date they were won, where that they were won was said before."""
    if at == 0 or sheet.forms[at] not in _JOINING:
        return
    forms, close = sheet.forms, close_of(sheet)
    for joining in _ALONG:
        first = at + len(joining)
        if forms[at:first] != joining:
            continue
        for asked in _WHEN:
            rest = forms[first + len(asked) : close]
            bare = asked[-1] in ("when", "year") and first + len(asked) == close
            if forms[first : first + len(asked)] == asked and (
                bare or about_them(rest) or _said_before(forms[:at], rest)
            ):
                start = at - 1 if forms[at - 1] == "," else at
                sheet.add(Along(start, close, 0.0))
                return


def _said_before(before: tuple[str, ...], rest: tuple[str, ...]) -> bool:
    """Whether "they were won", "she won them" only repeats a verb: the prizes that she *won*."""
    words = [word for word in rest if word not in _THEY and word not in _BE]
    return (
        len(words) == 1
        and rest[0] in _THEY
        and any(set(lemmas(words[0])) & set(lemmas(word)) for word in before)
    )


def _they_do(rest: tuple[str, ...]) -> tuple[str, ...]:
    """They have, as a question has it: have they."""
    return (rest[1], rest[0], *rest[2:]) if len(rest) > 1 and rest[0] in _THEY else rest


def _ordered(rest: tuple[str, ...]) -> bool:
    """Whether only an order is said: , sorted by; from the highest to the lowest."""
    bare = rest[1:] if rest[:1] == (",",) else rest
    return bare[:1] != () and (bare[0] in _ORDERING or bare[-1:] == ("first",))


def _which_ones(sheet: Sheet, at: int) -> None:
    """Are there any? *Who?* Which they are is asked, not whether."""
    if not at or sheet.forms[at - 1] not in ("?", ",", ".") or sheet.tokens[at].kind != "word":
        return
    rest = tuple(form for form in sheet.forms[at:] if form not in ("?", ".", ",", "!"))
    if rest in _WHICH:
        sheet.add(Function(at, len(sheet.forms), 0.0, "which_ones", rest[-1]))


def _words(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord)]


def about_them(rest: tuple[str, ...]) -> bool:
    """Whether the rest only says again what is asked about: did they give."""
    if not rest or rest in _THERE:
        return True
    return rest[0] in _BE and len(rest) <= _VERBAL + 2 and rest[1:2] != () and rest[1] in _THEY
