"""A single letter that is a code: in zone A."""

from __future__ import annotations

from bot.offline.items import Noun, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet


def is_code(sheet: Sheet, at: int) -> bool:
    """Whether a single letter is that of what was just named, no article: in zone A."""
    form, text = sheet.forms[at], sheet.tokens[at].text
    if len(form) != 1 or not at:
        return False
    after = sheet.tokens[at + 1] if at + 1 < len(sheet.tokens) else None
    links = [it.link for it in sheet.items[at] if isinstance(it, Value) and it.end == at + 1]
    if after is None or after.kind == "mark" or after.form in ("or", "and"):
        # Nothing follows that an article could be of.
        return bool(links)
    labels = {link.label for link in links if str(link.value) == text}
    near = [it for items in sheet.items[max(0, at - 3) : at] for it in items if it.end == at]
    return any(
        (isinstance(it, Noun) and it.label in labels)
        or (isinstance(it, PropertyWord) and any(c.owner in labels for c in it.candidates))
        for it in near
    )
