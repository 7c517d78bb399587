"""The sources of an answer as the page's element shows them, as plain JSON."""

from __future__ import annotations

from typing import Any

from bot.events import Item, Outcome, Source
from bot.render.source_lines import place
from memory.catalogue import say, say_many

# A conversation keeps them with its answer.
_MOST = 100


def sources_props(outcome: Outcome) -> dict[str, Any] | None:
    """The items with their sentences, and passages that may tell more; None where there are none.

    `more` is a remark on what was left out. An item is {name, beside, sources, more}, `beside` a
    remark on how it was found.
    """
    told = [one for one in outcome.items if one.sources]
    items = [_item(one) for one in told[:_MOST]]
    near = [source_props(one) for one in outcome.near]
    left_out = len(told) - len(items)
    more = say("The sources of {count} more are left out.", count=left_out) if left_out else ""
    return {"items": items, "near": near, "more": more} if items or near else None


def source_props(source: Source) -> dict[str, Any]:
    """A sentence, where it stands, and the identifier that opens its passage."""
    words = " ".join(source.words.split())
    return {"words": words, "place": place(source), "id": source.passage}


def _item(item: Item) -> dict[str, Any]:
    more = say_many("{count} more source", "{count} more sources", item.more) if item.more else ""
    beside = say("in passages alone") if item.found_by == "passages" else ""
    sources = [source_props(one) for one in item.sources]
    return {"name": item.name, "beside": beside, "sources": sources, "more": more}
