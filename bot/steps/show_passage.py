"""One passage of a document as it stands, with the words marked that an answer quotes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import StatementRefused
from bot.steps.sources import Lookup
from memory.catalogue import say
from memory.documents import DOCUMENT, PART_OF, PASSAGE, has_documents, where

_LONGEST = 20_000
_STATEMENT = (
    f"MATCH (p:{PASSAGE})-[:{PART_OF}]->(d:{DOCUMENT}) WHERE elementId(p) = $id "
    f"RETURN d.name AS document, p.page AS page, p.headings AS headings, "
    f"left(p.text, {_LONGEST}) AS text LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage: what is `quoted` stands between `before` and `after`; all is before it if not."""

    document: str
    page: int | None
    headings: tuple[str, ...]
    before: str
    quoted: str = ""
    after: str = ""


async def show_passage(id: str, words: str, look: Lookup) -> ShownPassage:
    """The passage of an identifier.

    Raises:
        StatementRefused: there is none, or it may not be seen.
        GraphError: the graph fails.
    """
    rows = await look.rows(_STATEMENT, {"id": id}) if has_documents(look.schema) else ()
    if not rows:
        raise StatementRefused(say("This graph has no such passage."))
    document, page, headings, text = rows[0]
    above = tuple(str(one) for one in headings) if isinstance(headings, list) else ()
    start, end = where(words, text) or (len(text), len(text))
    return ShownPassage(document, page, above, text[:start], text[start:end], text[end:])
