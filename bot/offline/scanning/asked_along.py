"""A second thing asked along: and how many points did they give; and who made them."""

from __future__ import annotations

from bot.offline.items import Along, Function, PropertyWord, Skip, Verb
from bot.offline.scanning.sheet import Sheet

_ASKING = (("how", "many"), ("how", "much"), ("what", "is"), ("what", "was"), ("what", "are"))
_ASKING_SHORT = (("what",), ("which",))
# What is counted or averaged is shown anyway.
_THAT = (("how", "many"), ("what", "is", "it"), ("what", "is", "that"), ("what", "are", "they"))
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


def put_asked_along(sheet: Sheet, at: int) -> None:
    """What "and" asks besides, where the question ends with it."""
    _which_ones(sheet, at)
    forms = sheet.forms
    if forms[at] != "and" or at in (0, len(forms) - 1):
        return
    start = at - 1 if forms[at - 1] == "," else at
    close = len(forms)
    while close and sheet.tokens[close - 1].kind == "mark":
        close -= 1
    if forms[at + 1 : close] in _THAT:
        sheet.add(Skip(start, close, 0.05))
    for asking in (*_ASKING, *_ASKING_SHORT):
        first = at + 1 + len(asking)
        if forms[at + 1 : first] == asking:
            if forms[first : first + 1] != () and forms[first] in _DO:
                # What do they earn there.
                first += 1
            first += forms[first : first + 1] != () and forms[first] in _THEY
            for word in _words(sheet, first):
                if _about_them(forms[word.end : close]):
                    sheet.add(Along(start, close, 0.0, word))
            break
    if forms[at + 1] == "when" and close > at + 2 and _about_them(forms[at + 2 : close]):
        sheet.add(Along(start, close, 0.0))
    if forms[at + 1] in _WHO:
        for verb in (
            it for it in (sheet.items[at + 2] if at + 2 < close else []) if isinstance(it, Verb)
        ):
            if verb.end == close - 1 and forms[verb.end] in _THEY:
                sheet.add(Along(start, close, 0.0, None, verb))


def _which_ones(sheet: Sheet, at: int) -> None:
    """Are there any? *Who?* Which they are is asked, not whether."""
    rest = tuple(form for form in sheet.forms[at:] if form not in ("?", ".", ",", "!"))
    before = sheet.forms[at - 1 : at] if at else ()
    if before in (("?",), (",",), (".",)) and rest in _WHICH and sheet.tokens[at].kind == "word":
        sheet.add(Function(at, len(sheet.forms), 0.0, "which_ones", rest[-1]))


def _words(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord)]


def _about_them(rest: tuple[str, ...]) -> bool:
    """Whether the rest only says again what is asked about: did they give."""
    if not rest or rest in _THERE:
        return True
    return rest[0] in _BE and len(rest) <= _VERBAL + 2 and rest[1:2] != () and rest[1] in _THEY
