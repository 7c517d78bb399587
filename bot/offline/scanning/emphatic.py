"""Are members themselves, that they don't make themselves: the word that only stresses who it is.

Where it is what is done to (cited themselves, depend on themselves) it says something, and stays.
"""

from __future__ import annotations

from bot.offline.items import Noun, Skip
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import participles, parts

_SELVES = frozenset(["themselves", "himself", "herself", "itself"])
_BE = frozenset(["is", "are", "was", "were", "be", "been", "isn't", "aren't", "wasn't", "weren't"])
_RELATIVE = frozenset(["that", "which", "whom"])
_THEY = frozenset(["they", "he", "she", "it"])
_WHO = frozenset(["who", "that", "which"])
# The most words between what someone is said to be and the word that stresses it.
_NEAR = 6
_COST = 0.02


def put_emphatic(sheet: Sheet, at: int) -> None:
    """A word that stresses who is meant, at a token."""
    if sheet.forms[at] not in _SELVES or not at:
        return
    if sheet.forms[at - 1] in _WHO or _being(sheet, at) or _object_before(sheet, at):
        sheet.add(Skip(at, at + 1, _COST))


def _being(sheet: Sheet, at: int) -> bool:
    """Are partners *themselves*, is not a member *herself*, were hired *themselves*."""
    said = sheet.forms[at - 1]
    if not (parts(said) & {"NOUN", "ADJ"} or said in participles(said)) or said.endswith("ing"):
        return False
    clause = sheet.forms[max(at - 1 - _NEAR, 0) : at - 1]
    return bool(_BE & set(clause)) and "by" not in clause


def _object_before(sheet: Sheet, at: int) -> bool:
    """That they don't make *themselves*: what is made stands before."""
    if "VERB" not in parts(sheet.forms[at - 1]):
        return False
    for start in range(max(at - 2 - _NEAR, 0), at - 2):
        if sheet.forms[start + 1] in _THEY and (
            sheet.forms[start] in _RELATIVE or _thing(sheet, start)
        ):
            return True
    return False


def _thing(sheet: Sheet, at: int) -> bool:
    """Whether a word is a noun of the schema: films they made."""
    return any(isinstance(it, Noun) and it.end == at + 1 for it in sheet.items[at])
