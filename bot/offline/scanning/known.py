"""Whether something is known: and an epithet, an unknown blood type, have not given their name."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Candidate, Function, Known, PropertyWord, Skip, Verb
from bot.offline.lexicon import NounTarget
from bot.offline.phrases import listed
from bot.offline.scanning.sheet import Sheet
from memory.text import split_name

_ARTICLES = frozenset(["a", "an"])
_JOINED = frozenset(["and", "or", "but", ","])
_BE = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_DO = frozenset(["have", "has", "had", "do", "does", "did"])
_NOT = frozenset(["not", "n't", "never"])
_DONT = ("don't", "dont")
_US = frozenset(["we", "you"])
_KNOWING = (("know",), ("have",), ("store",), ("record",), ("hold",))
_THEIR = frozenset(["their", "his", "her", "its", "a", "an", "any", "the"])
_ENDS = frozenset(["and", "or", "but", ",", ".", "?", "!", ";"])
_PRICE = 0.05
_GIVEN = 0.1
_NOT_ONE = frozenset(
    [
        "not",
        "don't",
        "dont",
        "doesn't",
        "doesnt",
        "didn't",
        "didnt",
        "aren't",
        "arent",
        "isn't",
        "isnt",
    ]
)
_BELONGING = frozenset(
    ["belong", "belongs", "belonging", "live", "lives", "living", "come", "comes"]
)
_PARTS = frozenset(["part", "member", "members"])
_IN = frozenset(["in", "to", "from", "of"])
# How what says that something is known, or where someone is, can begin.
_BEING = _BE | {"that", "which"}
_LEADING = _BEING | _NOT
_PLACING = _BE | _DO | _NOT_ONE | _BELONGING | _PARTS | _IN
_DO_WE = frozenset(["do", "have", *_DONT])
_ANY = {"a": True, "an": True, "any": True, "some": True, "no": False}
# How far before a participle its property stands: with no motto that is recorded.
_FAR = 3


def put_known(sheet: Sheet, at: int) -> None:
    """What the words at a token say of the property beside them."""
    form = sheet.forms[at]
    if form in _ARTICLES and at and sheet.forms[at - 1] in _JOINED:
        for word in _properties(sheet, at + 1):
            if _closes(sheet, word.end):
                sheet.add(Known(at, word.end, word.cost, word))
    if (form,) in listed("known", "unknown") and _properties(sheet, at + 1):
        sheet.add(Function(at, at + 1, _PRICE, "negation", "no"))
    if (form,) in listed("known", "given") and _properties(sheet, at + 1):
        sheet.add(Skip(at, at + 1, _GIVEN))
    _behind(sheet, at)
    _placed(sheet, at)
    _withheld(sheet, at)
    _to_us(sheet, at)


def _behind(sheet: Sheet, at: int) -> None:
    """Whose blood type *is unknown*; no motto *recorded*, *that is known*."""
    form = sheet.forms[at]
    if form not in _LEADING and (form,) not in listed("known", "given", "unknown"):
        return
    end = at
    while sheet.forms[end : end + 1] and sheet.forms[end] in _BEING:
        end += 1
    denied = bool(sheet.forms[end : end + 1]) and sheet.forms[end] in _NOT
    end += denied
    told = sheet.forms[end : end + 1]
    given, unknown = told in listed("known", "given"), told in listed("known", "unknown")
    if not (given or unknown) or not _closes(sheet, end + 1):
        return
    for word in (w for i in range(max(0, at - _FAR), at) for w in _properties(sheet, i)):
        if word.end == at and end > at:
            sheet.add(Known(at, end + 1, 0.0, word, given != denied))
        if word.end == at and given and not denied:
            sheet.add(Skip(at, end + 1, 0.0))


def _placed(sheet: Sheet, at: int) -> None:
    """Do not *belong to any alliance*, are *in no alliance*: whether a text tells which."""
    forms, end = sheet.forms, at
    if forms[at] not in _PLACING:
        return
    if at and forms[at - 1] in (*_NOT_ONE, *_BELONGING, *_PARTS):
        # It starts earlier.
        return
    there = True
    if forms[end] in (*_BE, *_DO) and forms[end + 1 : end + 2] == ("not",):
        end += 1
    if forms[end] in _NOT_ONE:
        there, end = False, end + 1
    belongs = forms[end : end + 1] and forms[end] in (*_BELONGING, *_PARTS)
    end += bool(belongs)
    if (
        end + 1 >= len(forms)
        or forms[end] not in _IN
        or (forms[end] in ("of", "to") and not belongs)
    ):
        return
    if forms[end + 1] not in _ANY:
        return
    there = there == _ANY[forms[end + 1]]
    for word in _properties(sheet, end + 2):
        texts = tuple(c for c in word.candidates if _told_apart(sheet, c))
        if texts and _goes_on(sheet, word.end):
            told = replace(word, candidates=texts)
            sheet.add(Known(at, word.end, word.cost, told, there=there, near=True))


def _told_apart(sheet: Sheet, candidate: Candidate) -> bool:
    """Whether a property is a text, and what it names is nothing that the schema has."""
    nouns = sheet.lexicon.lookup(tuple(split_name(candidate.property)))
    text = sheet.lexicon.kind(candidate.owner, candidate.property) == "text"
    return text and not any(isinstance(target, NounTarget) for target in nouns)


def _goes_on(sheet: Sheet, at: int) -> bool:
    """Whether nothing more is said of a property: a phrase ends, or its verb comes."""
    if _closes(sheet, at):
        return True
    return any(isinstance(it, Verb) for it in sheet.items[at]) or sheet.forms[at] in (*_BE, *_DO)


def _withheld(sheet: Sheet, at: int) -> None:
    """Have not given their name, did not state an address."""
    if sheet.forms[at] not in _DO:
        return
    end = at + 1
    if not sheet.forms[end : end + 1] or sheet.forms[end] not in _NOT:
        return
    end += 1
    if sheet.forms[end : end + 1] not in listed("known", "giving"):
        return
    end += 1
    while sheet.forms[end : end + 1] and sheet.forms[end] in _THEIR:
        end += 1
    for word in _properties(sheet, end):
        sheet.add(Known(at, word.end, word.cost, word, there=False))


def _to_us(sheet: Sheet, at: int) -> None:
    """For which firms *don't we know the owner*, have we no phone number of."""
    forms, end, there = sheet.forms, at, sheet.forms[at] not in _DONT
    if forms[end] not in _DO_WE:
        return
    for among in (_NOT, _US, _NOT):
        if forms[end + 1 : end + 2] and forms[end + 1] in among:
            end, there = end + 1, there and among is not _NOT
    if not set(forms[at + 1 : end + 1]) & _US:
        return
    if forms[at] != "have":
        end += 1
        if forms[end : end + 1] not in _KNOWING:
            return
    end += 1
    while forms[end : end + 1] and forms[end] in (*_THEIR, "no"):
        there = there and forms[end] != "no"
        end += 1
    for word in _properties(sheet, end):
        last = word.end + (forms[word.end : word.end + 1] in (("of",), ("for",)))
        if _closes(sheet, last):
            sheet.add(Known(at, last, word.cost, word, there=there))


def _properties(sheet: Sheet, at: int) -> list[PropertyWord]:
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord) and not it.verbal]


def _closes(sheet: Sheet, at: int) -> bool:
    """Whether a phrase ends at a token."""
    return at >= len(sheet.forms) or sheet.forms[at] in _ENDS
