"""What a model writes around a statement goes: fences, JSON, marks of a chat, sentences.

A statement is kept as it is where it reads; only of a text that does not is something left out.
"""

from __future__ import annotations

from bot.draft_text import answering, reads, split, statements
from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from memory.catalogue import say


def prose(text: str, known: Known) -> list[Fix]:
    """Cut the text down to the statement in it."""
    del known
    if reads(text):
        return []
    found = statements(text)
    if len(found) != 1 or found[0] == text.strip().rstrip(";").strip():
        return []
    told, at = say("left out what is not the statement"), text.find(found[0])
    if at < 0:  # it stood in JSON, with escapes
        return [Fix("prose", told, (Edit(0, len(text), found[0]),))]
    end = at + len(found[0])
    edits = [Edit(0, at, "")] if text[:at].strip() else []
    edits += [Edit(end, len(text), "")] if text[end:].strip(" \t\n;") else []
    return [Fix("prose", told, tuple(edits))] if edits else []


def single(text: str, known: Known) -> list[Fix]:
    """Keep the one of several statements that returns something, and one that is said twice."""
    del known
    if ";" not in text or len(split(text)) < 2:
        return []
    found = answering(text)
    if len(found) != 1:
        return []
    told = say("the one statement that returns something")
    return [Fix("single", told, (Edit(0, len(text), found[0]),))]
