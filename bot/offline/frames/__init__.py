"""Questions within a frame: what is asked for each of something, or held against an average.

A frame is said around a plain question (*what percentage of* orders were cancelled). It finds its
words, has what is left read like any question, and makes one tree of what came back; every other
word is so accounted for as ever. To add one: a module here with a function `frame`, a line in
`FRAMES`, and cases in tests/data/parser.
"""

from __future__ import annotations

from bot.offline.frames import (
    all_of_theirs,
    among_those,
    being_here,
    best_of_each,
    best_selling,
    broken_down,
    but_none,
    by_figure,
    by_measure,
    by_values,
    counted_people,
    cut_short,
    deeds,
    each_ahead,
    every_one,
    hops,
    idioms,
    in_common,
    in_other_words,
    including_none,
    mean_count,
    most_done,
    named_as,
    numbers_beside,
    pairs,
    returned,
    several_figures,
    share_of,
    so_many_shared,
    spread,
    taking_time,
    than_average,
    than_one,
    told_beside,
    totals,
    we_have,
    what_they_do,
    which_of,
    whose_last,
)
from bot.offline.frames.asked import Frame

FRAMES: tuple[Frame, ...] = (
    than_average.frame,
    than_one.frame,
    so_many_shared.frame,
    best_of_each.frame,
    most_done.frame,
    named_as.frame,
    several_figures.frame,
    share_of.frame,
    spread.frame,
    mean_count.frame,
    best_selling.frame,
    by_values.frame,
    counted_people.frame,
    in_common.frame,
    pairs.frame,
    by_figure.frame,
    by_measure.frame,
    returned.frame,
    told_beside.frame,
    we_have.frame,
    what_they_do.frame,
    in_other_words.frame,
    numbers_beside.frame,
    idioms.frame,
    which_of.frame,
    hops.frame,
    totals.frame,
    cut_short.frame,
    all_of_theirs.frame,
    among_those.frame,
    deeds.frame,
    each_ahead.frame,
    every_one.frame,
    including_none.frame,
    broken_down.frame,
    taking_time.frame,
    being_here.frame,
    whose_last.frame,
    but_none.frame,
)

# Those that may be said of what was asked before: which of them earn more than average?
FOLLOWING: tuple[Frame, ...] = (than_average.frame, totals.frame)
