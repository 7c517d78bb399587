"""What a reading does to an earlier answer, told together with how its message goes on from that.

Which of these go together is learned: whether "which of those were also in …" takes the place of a
value or adds one, and whether a fragment of one name does.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.rules.work import Work
from bot.reader.sketch import Sketch

_OWN = {
    "past.replaced": "replaced", "past.replaced_figure": "replaced", "past.other_join": "joined",
    "past.other_target": "retargeted", "past.added": "added", "past.widened": "widened",
    "past.count": "counted", "instead.used": "swapped", "past.other_function": "swapped",
    "past.relabelled": "relabelled", "past.held": "held", "past.other_way": "joined",
    "past.onward_by_verb": "onward_by_verb", "past.each": "each",
    "value.past_all": "all_named", "value.past_only": "one_named", "value.past_nth": "nth_named",
    "value.past_linked": "linked_named",
}  # fmt: skip
_FAMILIES = {"rank", "sort", "limit", "aggregate", "figure", "value", "property", "negation"}


def deeds(work: Work, sketch: Sketch) -> Iterator[str]:
    """Yield what a sketch that goes on from an earlier answer does to it, with each cue."""
    believed = sketch.features()
    done = {_OWN[name] for name in believed if name in _OWN}
    done |= {family for name in believed if (family := name.partition(".")[0]) in _FAMILIES}
    if len(sketch.vertices) > sketch.given:
        done.add("grown")
    if sketch.target >= sketch.given:
        done.add("asked_onward")
    if not {*sketch.tests} - sketch.kept:
        done.add("untested")
    if sketch.columns:
        done |= {"shown", "shown_only" if sketch.whole else "shown_beside"}
    for deed in sorted(done):
        yield from work.since(deed)
        for cue in (*work.cues, *work.named):
            yield f"deed.{deed}:{cue}"
