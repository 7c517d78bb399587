"""Learn the weights of features from candidates judged right or wrong; see README.md.

Log-linear over the candidates of each question: the mass of those whose rows are right is raised
(Zettlemoyer & Collins 2005; Liang, Jordan & Klein 2011, learning from denotations). Optimised by
Adam with a pull towards the starting weights, so that what is rare stays as it was set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# What features are worth before anything is learned, by the beginning of their names.
PRIORS: Mapping[str, float] = {
    "target.exact": 0.8, "target.told": 0.8, "target.synonym": 0.6, "target.near": 0.3,
    "target.end": 2.0, "label.end": 0.8,
    "target.derived": 0.5, "target.part": 0.4, "target.rank": -0.6, "target.distance": -0.5,
    "target.value": -0.2, "target.owner": -0.3, "target.unnamed": -1.0, "target.unnamed_type": 0.8,
    "target.property_rank": -0.5, "target.property_distance": -0.5, "target.property_exact": 0.6,
    "target.property_of_few": 0.3, "target.who": 0.3,
    "form.count:how_many": 1.5, "form.count:count": 1.0, "form.count:what_count": 1.0,
    "form.yes_no": 1.0, "form.list:how_many": -0.5,
    "label.exact": 1.2, "label.told": 1.2, "label.synonym": 1.0, "label.near": 0.6,
    "label.derived": 0.7, "label.part": 0.5, "label.again": 0.5, "label.was_implied": 0.5,
    "label.new": -0.2, "role.again": 0.5, "role.chained": 0.8, "role.possessed": 1.0,
    "twice.of_others": 0.8,
    "join.named": 1.3, "join.named_by_vector": 0.3, "join.named_again": 0.0,
    "join.named_twice": 0.5, "join.unnamed": -0.6, "join.step": -0.55, "join.ambiguous": -0.1,
    "join.far": -0.1, "join.open": -0.15,
    "value.exact": 1.6, "value.folded": 1.1, "value.partial": 0.6, "value.fuzzy": 0.4,
    "value.chosen": 2.0, "value.skipped": -0.8, "value.small_word": -0.8, "value.small": -0.2,
    "value.label_beside": 0.5, "value.property_beside": 0.6, "value.display": 0.2,
    "value.preposition_of_type": 0.5, "value.either": 1.0, "value.both_listed": 0.6,
    "value.both_listed:apart": -1.0,
    "owner.last": 0.3, "owner.other": -0.3, "either.patterns": 0.5,
    "verb.used": 0.6, "verb.skipped": -0.7, "verb.skipped_vector": -0.1, "verb.added": 0.5,
    "verb.added_by_vector": -0.3, "verb.closes": 0.4,
    "figure.test": 0.6, "figure.named": 1.2, "figure.distance": -0.12, "figure.unnamed": -0.4,
    "figure.unnamed_year": 0.5, "figure.skipped": -1.8, "figure.new_owner": -0.5,
    "figure.unit": 0.8, "figure.no_operator": -0.6,
    "threshold.count": 0.8, "threshold.distance": -0.1, "threshold.of_property": -0.5,
    "limit.asked": 0.8, "limit.behind_top": 0.6, "limit.behind_first": 0.6,
    "left.correction": -0.1, "sort.exact": 0.6, "sort.near": -0.4,
    "asked.place_of_place": -1.5, "past.other_kind": -1.5,
    "past.fresh:exists": 1.5, "past.onward:exists": -1.0, "past.kept:exists": -0.5,
    "past.set:exists": -0.5, "rank.before_one": -1.0, "limit.behind_rank": 0.6,
    "figure.behind_rank": -1.0, "value.past_all_plain": -0.8,
    "past.fresh:complete": 0.8, "past.kept:complete": -0.4, "past.set:complete": -0.3,
    "past.onward:complete": -0.6, "limit.ranked": 0.4,
    "text.skipped": -2.0, "text.cued": 0.8, "text.named": 0.5, "text.distance": -0.05,
    "text.value_despite_cue": -0.5,
    "aggregate.skipped": -1.2, "aggregate.named": 0.8, "aggregate.distance": -0.1,
    "aggregate.unnamed": -0.5, "aggregate.avg": 0.5, "aggregate.sum": 0.5, "aggregate.max": -0.3,
    "aggregate.min": -0.3, "count.beside": 0.4, "count.beside_distance": -0.1,
    "rank.unlimited": -0.2, "rank.unlimited_both_ends": 1.0, "rank.unlimited_first": 0.8,
    "rank.unlimited_sorted": 0.8, "rank.nth": 0.8, "rank.within_vertex": 1.2,
    "rank.within_property": 1.2, "count.of_link": -0.2, "target.link": 0.1,
    "deep.used": 1.2, "deep.skipped": -0.8, "share.of_last": 0.5, "form.share": 1.5,
    "compared.average": 1.0, "compared.another_behind": 0.7, "compared.another_elsewhere": 0.2,
    "compared.property": 0.6, "compared.with_named": 0.3, "compared.score": 0.4,
    "asked.time": 0.5, "asked.measure": 0.6, "asked.like": 0.4, "asked.rivals": -0.2,
    "asked.of_target": 0.1, "group.by_part": 0.8, "group.by_part_only": 0.3,
    "group.by_part_like": 0.2, "limit.before_target": 0.3, "limit.far_from_rank": -0.1,
    "count.each": -0.3, "count.each_per": 0.8, "sum.each": -0.1, "sum.each_per": 0.6,
    "order.agrees": 0.3, "order.against": -0.3, "own_kind.agrees": 0.2, "own_kind.against": -0.2,
    "rank.identifier": -0.8, "target.who_is": 0.8, "whole.echo": -1.5,
    "only.used": 0.2, "either.labels": 0.3, "value.both_of_list": 0.4, "threshold.values": 0.4,
    "aggregate.held": 0.4, "group.by_vertex": 0.9, "group.by_vertex_uncued": -1.0,
    "group.by_property": 0.6,
    "rank.skipped": -1.2, "rank.by_tally": 0.9, "rank.by_count": 0.5, "rank.by_count_most": 0.4,
    "rank.by_count_recent": -2.0, "rank.count_distance": -0.1, "rank.by_property": 0.6,
    "rank.by_length": 0.8,
    "rank.named": 1.2, "rank.distance": -0.1, "rank.unnamed": -0.5, "rank.measure": 0.8,
    "rank.named_behind": 0.3, "sort.skipped": -1.0, "sort.by_property": 0.8, "sort.named": 0.5,
    "property.skipped": -0.6, "property.skipped_vector": -0.1, "property.flag": 0.7,
    "shown.cued": 0.3, "shown.named": 0.2, "shown.only": -0.2,
    "negation.used": 1.0, "negation.unequal": 0.5,
    "negation.verb_heard": 0.3, "negation.verb_unheard": -0.8, "negation.of_implied": -0.5,
    "negation.flag": 0.4, "group.chained": 0.2,
    "rank.by_sum": 0.4, "target.where": 0.6, "asked.place": 0.6, "ratio.used": 0.8,
    "spread.used": 1.2, "share.of_there": 0.4, "share.to_one": 0.2,
    "twice.used": 1.0, "negation.from_target": 0.2, "value.again": 0.3,
    "compared.times": 1.0, "whole.contradicts": -2.0,
    "apart.used": 1.0, "sort.by_ratio": 0.6, "figure.sign": 0.6,
    "target.before_label": -2.0, "target.before_property": -1.0,
    "target.property_behind_owner": 1.5, "form.count_as_sum": 0.2,
    "value.parallel": 0.6, "value.not_parallel": -0.6, "property.there_been_done": 0.5,
    "join.step_to_value": 0.3,
    "rank.by_avg": 0.2, "rank.by_ratio": 0.8, "rank.part": 0.6, "sum.asked": 0.4,
    "form.asked_behind:yes_no": -2.0, "form.asked_behind:list": 0.8, "group.by_all": -1.5,
    "group.by_counted": -1.0, "rank.measure_outdone": -0.5,
    "sum.asked_avg": 0.8, "value.with_head": 1.0,
    "sum.named": 0.5, "compared.with_value": 1.0,
    "past.recalled": 2.0, "past.kept": 0.4, "past.set": 0.2, "past.counted": 0.0,
    "past.onward": 0.2, "past.fresh": -0.4, "past.counted:ones": 1.5, "past.set:ones": 0.6,
    "past.kept:ones": -1.2, "past.fresh:ones": -1.5, "past.onward:ones": -0.8,
    "past.fresh:short": -1.5, "past.fresh:long": 0.6, "past.fresh:plural": -0.6,
    "past.fresh:of_them": -1.0, "past.onward:of_them": -1.2, "past.set:of_them": 0.6,
    "past.kept:of_them": 0.0, "past.fresh:same": -1.5, "past.onward:same": -1.2,
    "past.kept:same": 0.8, "past.set:same": 0.4, "past.fresh:removes": -1.5,
    "past.onward:removes": -1.5, "past.kept:removes": 0.0, "past.set:removes": 0.2,
    "past.fresh:orders": -1.2,
    "past.onward:orders": -1.5, "past.kept:orders": 0.4, "past.fresh:only": -1.0,
    "past.onward:only": -1.0, "past.kept:only": 0.4, "past.fresh:each": -1.5,
    "past.fresh:else": -0.4, "past.set:else": 0.3, "past.kept:else": 0.0, "past.onward:else": 0.0,
    "past.fresh:corrects": -0.4, "past.kept:corrects": 0.4, "past.set:corrects": 0.0,
    "past.onward:corrects": -0.4,
   
    "past.onward:each": 0.6,
    "form.count_of_figure": -1.0, "past.each": 1.2, "past.every_part": 1.0, "rank.turned": -0.6,
    "property.opposite": 0.5, "past.unheard": -1.0,
    "month.used": 1.2, "month.own_time": 0.4, "month.named": 0.8, "month.of_other": -0.3,
    "rank.turned_all": 1.0,
    "past.yes_no": 0.8,
    "rank.own_time": 0.4, "figure.own_time": 0.4, "figure.of_kept": 0.6,
    "past.relabelled": 0.6, "instead.used": 0.8, "instead.shown": -0.8,
    "past.other_function": 1.2, "past.held": 1.2, "past.widened_value": 1.0, "past.other_way": 0.6,
    "past.kept:lists": -0.2, "past.set:lists": 0.4, "past.onward:lists": 0.0,
    "past.fresh:lists": 0.0, "property.there_in_count": 0.5, "property.there_in_yes_no": 0.5,
    "past.widened_of_place": 0.3, "past.denied": 1.0, "past.denied_before": -0.6,
    "past.widened_one_of_several": -0.6, "sort.by_shown": 0.8, "sum.of_kept": 0.6,
    "past.corrected_figure": 0.8, "past.said_aside": -0.5, "past.replaced_flag": 0.3,
    "past.added": 2.0, "past.each_there": 0.8, "limit.next": 1.2,
    "past.each_counted": 1.6, "past.each_amount": 0.8,
    "past.taken_out": 2.0, "past.replaced_to_go": -2.0, "value.past_some": 1.4,
    "value.past_called": 2.4, "value.spoken_part": 1.0, "value.spoken_part_of_several": 0.4,
    "value.past_told": 0.6, "past.replaced_otherwise": -0.4,
    "kinds.every": -0.6, "kinds.every:who": 1.2,
    "past.fresh:placed": 0.8, "past.set:placed": -0.2, "past.kept:placed": 0.0,
    "past.onward:placed": -0.4, "past.unnamed": 0.0, "other.of_pointed": -1.5,
    "other.skipped": -0.6, "other.unfit": -1.2,
    "value.past_they": 0.6, "value.past_same": 1.6, "value.past_other": 1.8,
    "past.replaced": 0.8, "past.back_1": -0.8, "past.back_2": -1.2, "past.count": 0.4,
    "past.onward_by_verb": 0.4, "past.onward_by_role": 0.5,
    "value.past_only": 1.2, "value.past_nth": 1.6, "value.past_linked": 0.8,
    "value.past_first": 0.3, "value.past_all": 0.6, "value.past_pair": 0.6,
    "value.past_only_unlike": 0.4, "value.past_nth_unlike": 0.5, "value.past_linked_unlike": 0.2,
    "past.replaced_figure": 0.4, "past.figure_beside": -0.6, "past.widened": 0.6,
    "past.other_target": 0.4, "past.other_target_alike": 0.4, "past.other_join": 0.3,
    "past.corrected": 0.8, "past.turned": 0.6, "rank.skipped_of_two": 0.6,
    "aggregate.kept": 1.2, "past.names_again": -1.5,
    "past.repeats": -1.5, "past.count_of_other": -1.0, "past.replaced_amount": 1.6,
    "value.past_aside": -1.5, "value.past_own": -1.6, "value.past_again": 1.2,
    "value.one_of_both": -1.2,
    "value.each_of_both": 2.2, "negation.of_all": -1.5,
    "rank.of_kept": 0.8, "rank.in_kept_order": 2.0, "target.whereabouts": 0.8,
    "limit.instead": 0.8, "figure.pointed": -1.5, "figure.beside_past": 1.5,
    "other.linked": 0.6, "other.answered": 0.3,
    "still.used": 0.3, "same.property": 1.0, "average_count.used": 0.8, "share.of_each": 0.6,
    "compared.average_of_those_behind": 1.2, "compared.average_of_those_before": 0.4,
    "compared.average_of_alike": 1.4, "negation.figure_removal": 0.8, "negation.figure_no": 0.4,
    "join.excess": -0.3, "join.short": 0.1, "left.value_name": -1.5, "rank.count_asked": 0.8,
    "join.chain": 0.8, "rank.named_by": 0.5, "count.beside_next": 0.5, "form.count_behind": 0.2,
    "label.short": 0.4, "target.short": 0.3,
    "left.quote": -1.5, "left.number": -1.0, "left.negation": -0.8, "left.rank": -0.7,
    "left.aggregate": -0.6, "left.other": -0.5, "left.grouping": -0.4, "left.operator": -0.4,
    "left.value": -0.6, "left.schema_word": -0.6, "left.capital": -0.6, "left.content": -0.35,
    "again.used": 1.0, "again.steps": -0.3, "again.of_target": 0.3, "again.of_others": -0.3,
    "again.own": 0.6, "again.their": 0.4, "join.direct": -0.3, "held.used": 0.8, "limit.timed": 0.1,
    "figure.identifier": -1.5, "rank.by_identifier": -1.5, "aggregate.identifier": -1.5,
    "threshold.identifier": -1.0, "sort.by_identifier": -1.5, "property.identifier": -1.5,
    "negation.figure_none": 0.5, "again.they": 0.2, "again.back": 1.0, "again.named": 1.6,
    "again.alike": 1.2, "again.alike_target": 0.2, "negation.again": 0.3, "negation.verb": 0.5,
    "size.vertices": -0.1, "size.implied": -0.1, "size.idle_leaves": -0.3,
    "span.used": 1.0, "span.named": 0.8,
    "limit.behind_limit": 1.0, "rank.unlimited_plural": -0.4, "value.neither": 0.8,
    "amount.none": 0.0, "amount.some": -0.4,
    "sort.by_vertex": 0.2, "threshold.times": 1.2, "threshold.link": -0.6,
    "every.had": -0.5, "every.so": 1.0,
    "group.twice": 0.8, "group.twice_counted": -0.3,
    "inner.picked": 0.3, "inner.distance": -0.1, "inner.of_many": -0.9, "inner.both": -0.3,
    "number.to_average": 1.2, "number.to_named": 1.0, "number.between": 0.4,
    "either.verbs": 1.5, "either.tests": 1.2, "either.distance": -0.1, "left.or": -1.0,
    "rank.by_count_more": 1.2, "rank.by_count_fewer": 1.2, "rank.more:time": -2.0,
    "rank.by_sum_more": 0.4, "rank.of_named": 0.8, "rank.of_named_aside": -1.2,
    "target.chosen": 1.5, "target.subject": -1.5, "label.narrow": -0.6, "left.counting": -0.6,
    "left.asked": -1.5, "beside.who": 2.0, "beside.where": 2.0, "beside.when": 1.5,
    "beside.new": 0.8, "beside.verb": 0.8, "beside.property_of_link": 0.5,
    "beside.there": 0.5, "beside.named": 0.2, "beside.named_instead": 1.5,
    "shown.named_asked": 1.0, "shown.named_together": 1.0,
    "shown.named_names": 1.0, "sum.counted": -0.3, "sum.new_owner": -0.5,
    "only.noun_bare": 1.4, "only.test_bare": 1.0, "only.noun_of": -1.0,
    "only.of_target": -1.5, "only.word:all": -0.8, "only.word:every": -0.4, "only.word:just": -0.4,
    "other.than_named": 2.0,
    "again.pairs": 2.0, "verb.closes_noun": -1.0, "whole.what_is_person": -1.2,
    "figure.called": 1.5, "whole.tested_twice": -0.8, "rank.within_of_amount": -1.0,
    "whole.who_is_none": -0.8, "whole.same_twice": -0.4,
}  # fmt: skip


def prior(feature: str) -> float:
    """Return what a feature is worth before learning: its own prior, or its family's."""
    return PRIORS.get(feature, PRIORS.get(feature.partition(":")[0], 0.0))


class Priors(dict[str, float]):
    """Weights before learning: those of `PRIORS`, also by family."""

    def get(self, key: str, default: float = 0.0) -> float:  # type: ignore[override]
        """Return the prior of a feature."""
        if key not in self:
            self[key] = prior(key)
        return self[key]


@dataclass(frozen=True, slots=True)
class Judged:
    """One question: the features of each candidate, and whether its rows are right."""

    candidates: Sequence[Mapping[str, float]]
    right: Sequence[bool]


def fit(
    questions: Sequence[Judged],
    begun: Mapping[str, float] | None = None,
    *,
    steps: int = 400,
    rate: float = 0.03,
    pull: float = 2e-3,
) -> dict[str, float]:
    """Return the weight of each feature.

    Args:
        questions: Those without a right candidate, or with no wrong one, teach nothing.
        begun: What weights begin with and are held to, in place of their priors.
        steps: Steps of Adam over all questions.
        rate: Its learning rate.
        pull: How strongly weights are held to what they begin with (L2).
    """
    taught = [q for q in questions if any(q.right) and not all(q.right)]
    names: dict[str, int] = {}
    rows, columns, values, starts = list[int](), list[int](), list[float](), [0]
    right = list[bool]()
    for question in taught:
        for candidate, is_right in zip(question.candidates, question.right, strict=True):
            for name, value in candidate.items():
                rows.append(len(right))
                columns.append(names.setdefault(name, len(names)))
                values.append(value)
            right.append(is_right)
        starts.append(len(right))
    matrix = _Sparse(np.array(rows), np.array(columns), np.array(values), len(right), len(names))
    first = np.array([(begun or {}).get(name, prior(name)) for name in names])
    weights = _ascend(matrix, np.array(right), np.array(starts), first, steps, rate, pull)
    return {name: round(float(weights[n]), 4) for name, n in names.items()}


@dataclass(frozen=True, slots=True)
class _Sparse:
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Floats
    height: int
    width: int

    def times(self, weights: Floats) -> Floats:
        weighted = self.values * weights[self.columns]
        return np.bincount(self.rows, weights=weighted, minlength=self.height).astype(np.float64)

    def back(self, errors: Floats) -> Floats:
        weighted = self.values * errors[self.rows]
        return np.bincount(self.columns, weights=weighted, minlength=self.width).astype(np.float64)


def _ascend(
    matrix: _Sparse,
    right: NDArray[np.bool_],
    starts: NDArray[np.int64],
    first: Floats,
    steps: int,
    rate: float,
    pull: float,
) -> Floats:
    weights, mean, spread = first.copy(), np.zeros(len(first)), np.zeros(len(first))
    segment = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    for step in range(1, steps + 1):
        scores = matrix.times(weights)
        top = np.maximum.reduceat(scores, starts[:-1])
        mass = np.exp(scores - top[segment])
        among_right = mass * right
        share = mass / np.add.reduceat(mass, starts[:-1])[segment]
        wanted = among_right / np.add.reduceat(among_right, starts[:-1])[segment]
        slope = matrix.back(share - wanted) / (len(starts) - 1) + pull * (weights - first)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope * slope
        fitted = mean / (1 - 0.9**step), spread / (1 - 0.999**step)
        weights -= rate * fitted[0] / (np.sqrt(fitted[1]) + 1e-8)
    return weights


def fit_logistic(
    told: Sequence[Mapping[str, float]],
    right: Sequence[bool],
    *,
    pull: float = 15.0,
    least: int = 5,
    steps: int = 300,
    rate: float = 0.05,
) -> dict[str, float]:
    """Return the weights of a logistic regression by name, `bias` among them.

    Adam with a pull to zero (L2), weak for evidence that all cases have.

    Args:
        told: Evidence of each case by name.
        right: Whether each was right.
        pull: How strongly the weights of features are held to zero.
        least: Features of fewer cases are left out.
        steps: Steps of Adam over all cases.
        rate: Its learning rate.
    """
    counts = Counter(name for one in told for name in one)
    names = {name: n for n, name in enumerate(x for x in counts if counts[x] >= least)}
    rows, columns, values = list[int](), list[int](), list[float]()
    for row, one in enumerate(told):
        for name, value in one.items():
            if name in names:
                rows.append(row)
                columns.append(names[name])
                values.append(value)
    matrix = _Sparse(np.array(rows), np.array(columns), np.array(values), len(told), len(names))
    hold = np.array([pull if _is_rare(name) else pull / 20 for name in names]) / len(told)
    wanted = np.array(right, dtype=np.float64)
    weights, bias = np.zeros(len(names)), 0.0
    mean, spread = np.zeros(len(names) + 1), np.zeros(len(names) + 1)
    for step in range(1, steps + 1):
        errors = 1 / (1 + np.exp(-matrix.times(weights) - bias)) - wanted
        slope = np.append(matrix.back(errors) / len(told) + hold * weights, errors.mean())
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope * slope
        change = rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
        weights, bias = weights - change[:-1], bias - float(change[-1])
    found = {name: round(float(weights[n]), 3) for name, n in names.items()}
    return {name: w for name, w in found.items() if abs(w) >= 0.01} | {"bias": round(bias, 3)}


def _is_rare(name: str) -> bool:
    """Return whether evidence is of some readings only: what was believed, and neighbours."""
    everywhere = name.startswith(("left.", "out.")) and not name.startswith("left.small")
    return ("." in name or ":" in name) and not everywhere
