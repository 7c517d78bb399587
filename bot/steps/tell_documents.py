"""What passages tell beside the graph, and how complete an answer is, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events import Coverage, Item
from bot.render.source_lines import source_line
from memory.catalogue import say, say_many

_NAMED = 8


def more_told(names: Sequence[str]) -> str:
    """What passages alone tell of."""
    if not names:
        return ""
    return say_many(
        "The passages tell of {count} more, which the graph does not say: {names}.",
        "The passages tell of {count} more, which the graph does not say: {names}.",
        len(names),
        names=_some(names),
    )


def alone_told(items: Sequence[Item]) -> str:
    """What passages tell, where nothing else does."""
    if not items:
        return say("The passages that were read do not tell it.")
    if len(items) == 1 and items[0].sources:
        return f"{items[0].name}: {source_line(items[0].sources[0])}."
    return say("By the passages: {names}.", names=_some([one.name for one in items]))


def _some(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    shown = "; ".join(names[:_NAMED])
    if len(names) > _NAMED:
        shown = say("{names}, and {count} more", names=shown, count=len(names) - _NAMED)
    return shown


def coverage_told(coverage: Coverage | None, items: Sequence[Item], *, by_model: bool) -> str:
    """How complete an answer is, in one sentence."""
    if coverage is None:
        return ""
    parts = [
        say(
            "From {documents} with {passages}",
            documents=say_many("{count} document", "{count} documents", coverage.documents),
            passages=say_many("{count} passage", "{count} passages", coverage.passages),
        )
    ]
    if coverage.failed:
        parts.append(
            say_many(
                "{count} of them could not be read",
                "{count} of them could not be read",
                coverage.failed,
            )
        )
    if coverage.read:
        ways = [sum(one.found_by == way for one in items) for way in ("graph", "passages")]
        parts.append(
            say_many(
                "{count} was read again for this question",
                "{count} were read again for this question",
                coverage.read,
            )
        )
        parts.append(
            say(
                "{graph} found in the graph alone, {passages} in passages alone",
                graph=ways[0],
                passages=ways[1],
            )
        )
    if coverage.unread:
        told = (
            say_many(
                "{count} that may tell more was not read",
                "{count} that may tell more were not read",
                coverage.unread,
            )
            if by_model
            else say_many(
                "{count} that may tell more was searched, not read: that takes a model",
                "{count} that may tell more were searched, not read: that takes a model",
                coverage.unread,
            )
        )
        parts.append(told)
    if coverage.dropped:
        parts.append(
            say_many(
                "{count} find was dropped, whose words are not in its passage",
                "{count} finds were dropped, whose words are not in their passage",
                coverage.dropped,
            )
        )
    if coverage.refuted:
        parts.append(
            say_many(
                "{count} find was set aside, as the graph knows otherwise",
                "{count} finds were set aside, as the graph knows otherwise",
                coverage.refuted,
            )
        )
    return say("{told}.", told="; ".join(parts))
