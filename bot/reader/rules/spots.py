"""Where in a message a condition was read."""

from __future__ import annotations

from bot.reader.rules.work import Work
from bot.reader.sketch import Sketch, Test


def spot_of(work: Work, sketch: Sketch, test: Test) -> tuple[int, int] | None:
    """Return the words that a condition was read from."""
    if test in sketch.kept or test.part == "raw" or sketch.group_of(test.ref):
        return None
    anchors, owner, mask = work.anchors, sketch.owner(test.ref), 0
    for value in anchors.values:
        if any(
            (x.label, x.property, x.value) == (owner, test.property, test.value)
            for x in value.links
        ):
            mask |= value.mask
    if test.part == "amount":
        for figure in anchors.numbers:
            mask |= figure.mask if figure.amounts == test.value else 0
    if not mask:
        for one in anchors.of_property.get((owner, test.property), ()):
            mask |= one.mask if one.sure else 0
    mask &= sketch.covered
    return ((mask & -mask).bit_length() - 1, mask.bit_length()) if mask else None
