"""What something had before: used to have another name, changed their address."""

from __future__ import annotations

from bot.offline.items import Candidate, Function, Known, PropertyWord, Skip
from bot.offline.lexicon import PropertyTarget
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import lemmas

_FORMER = ("former", "previous", "old", "earlier", "original")
_HAVING = frozenset(["have", "bear", "carry", "go", "be", "use"])
_BEFORE = frozenset(["formerly", "previously", "once", "before", "earlier", "originally"])
_SOME = frozenset(["a", "an", "any", "some", "under", "by", "known", "the", "called"])
_OTHER = frozenset(["different", "another", "other", "previous", "former", "earlier", "old"])
_THEIR = frozenset(["their", "its", "his", "her"])
# A different name from X's is no name of before.
_THAN = frozenset(["from", "than", "to", "as"])
# Used to treat asthma is no past; used to live there is.
_LASTING = frozenset(["have", "be", "work", "live", "own", "belong", "hold", "know", "go"])


def put_former(sheet: Sheet, at: int) -> None:
    """That there is a former name, said in words that do not name it so."""
    if sheet.forms[at : at + 2] == ("used", "to"):
        _used_to(sheet, at)
    for first in _said(sheet, at):
        for size in (2, 1):
            word = _former(sheet, first, first + size)
            if word is not None:
                end = word.end
                while sheet.forms[end : end + 1] and sheet.forms[end] in _BEFORE:
                    end += 1
                if sheet.forms[end : end + 1] and sheet.forms[end] in _THAN:
                    continue
                sheet.add(Known(at, end, 0.0, word))
                return


def _used_to(sheet: Sheet, at: int) -> None:
    """No use of anything: only words for what once was are left."""
    if set(lemmas("".join(sheet.forms[at + 2 : at + 3]))) & _LASTING:
        sheet.items[at] = [
            it
            for it in sheet.items[at]
            if (isinstance(it, Function) and it.role == "lasting")
            or not isinstance(it, Function | Skip)
        ]


def _said(sheet: Sheet, at: int) -> list[int]:
    """Where the word for what was otherwise stands, if the words at a token start to say so."""
    forms, i, past = sheet.forms, at, False
    if forms[i] == "changed" and forms[i + 1 : i + 2] and forms[i + 1] in _THEIR:
        return [i + 2]
    if forms[i : i + 2] == ("used", "to"):
        i, past = i + 2, True
    while forms[i : i + 1] and forms[i] in _BEFORE:
        i, past = i + 1, True
    if not forms[i : i + 1] or not set(lemmas(forms[i])) & _HAVING:
        return []
    past = past or forms[i] in ("had", "went", "bore")
    i += 1
    while forms[i : i + 1] and forms[i] in _BEFORE:
        i, past = i + 1, True
    while forms[i : i + 1] and forms[i] in _SOME:
        i += 1
    if not past or not forms[i : i + 1] or forms[i] not in _OTHER:
        return []
    return [i + 1]


def _former(sheet: Sheet, start: int, end: int) -> PropertyWord | None:
    """The property for what it was before: the former name, for a name."""
    forms = sheet.forms[start:end]
    for before in _FORMER if len(forms) == end - start else ():
        found = [
            Candidate(t.owner, t.property, t.of_relationship, cost)
            for t, cost in sheet.lexicon.lookup((before, *forms)).items()
            if isinstance(t, PropertyTarget) and not t.of_relationship
        ]
        if found:
            sheet.schema.update(range(start, end))
            return PropertyWord(start, end, 0.0, tuple(found), plural=False)
    return None
