"""The order of the repairs, in one place.

Repairs of form come first and make a statement out of what is nearly one; those on the tree follow
from the outside in: what the server does not know, then paths, names, types, values, and last what
the statement means. A repair may make room for another, so the tree is gone over more than once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.steps.repair.aggregate_beside import aggregate_beside
from bot.steps.repair.aggregate_place import (
    aggregate_in_where,
    aggregate_of_columns,
    aggregate_of_list,
    average_of_itself,
)
from bot.steps.repair.asked_count import asked_count
from bot.steps.repair.asked_values import asked_values
from bot.steps.repair.bare_dates import bare_dates
from bot.steps.repair.bare_names import bare_names
from bot.steps.repair.both_values import both_values
from bot.steps.repair.bound_variables import bound_variables
from bot.steps.repair.chained_node import chained_node
from bot.steps.repair.copied_schema import copied_schema
from bot.steps.repair.counted_thing import counted_thing
from bot.steps.repair.counted_way import counted_way
from bot.steps.repair.date_difference import date_difference
from bot.steps.repair.direction import direction
from bot.steps.repair.distinct_count import distinct_count
from bot.steps.repair.distinct_rows import distinct_rows
from bot.steps.repair.division import division
from bot.steps.repair.early_return import early_return
from bot.steps.repair.fetched import fetched
from bot.steps.repair.fix import Fix
from bot.steps.repair.foreign_marks import foreign_marks
from bot.steps.repair.functions import epoch, functions, list_length
from bot.steps.repair.idle_hop import idle_hop
from bot.steps.repair.inner_quotes import inner_quotes
from bot.steps.repair.invented import invented
from bot.steps.repair.kept_as_text import numbers_as_text, truths_as_text
from bot.steps.repair.kept_year import kept_year
from bot.steps.repair.kinship import kinship
from bot.steps.repair.known import Known
from bot.steps.repair.late_where import late_where
from bot.steps.repair.left_out_value import left_out_value
from bot.steps.repair.likely_values import (
    all_contained,
    any_letters,
    contained,
    contained_folded,
)
from bot.steps.repair.listed_values import listed_values
from bot.steps.repair.map_operators import map_operators
from bot.steps.repair.misjoined import misjoined
from bot.steps.repair.missing_return import missing_return, sorted_by_aggregate
from bot.steps.repair.names import labels, properties
from bot.steps.repair.nested_aggregate import nested_aggregate
from bot.steps.repair.node_as_property import node_as_property
from bot.steps.repair.not_in import not_in
from bot.steps.repair.null_sort import null_mean, null_sort, nulls_last, unmatched_mean
from bot.steps.repair.operators import null_test, signs
from bot.steps.repair.other_way import one_step, other_way
from bot.steps.repair.pattern_aggregate import pattern_aggregate
from bot.steps.repair.pattern_size import pattern_size
from bot.steps.repair.percent import percent
from bot.steps.repair.property_chain import property_chain
from bot.steps.repair.prose import prose, single
from bot.steps.repair.rejoined import rejoined
from bot.steps.repair.relabelled import relabelled
from bot.steps.repair.relationship_property import relationship_node, relationship_property
from bot.steps.repair.shadowed import element_id, shadowed
from bot.steps.repair.sql import between, group_by, like, limit_first
from bot.steps.repair.stored_count import stored_count, stored_mean
from bot.steps.repair.stored_values import stored_values
from bot.steps.repair.subqueries import braces, exists_property, new_in_pattern
from bot.steps.repair.subselect import from_pattern, submatch, subselect
from bot.steps.repair.unasked import unasked
from bot.steps.repair.union_return import union_columns, union_return
from bot.steps.repair.unreturned import unreturned
from bot.steps.repair.unshown_group import unshown_group
from bot.steps.repair.unwound import unwound
from bot.steps.repair.value_types import value_types
from bot.steps.repair.verbal_value import verbal_value
from bot.steps.repair.wider_label import wider_label
from bot.steps.repair.word_beginnings import word_beginnings
from guardrails.cypher import Statement

# Text that may not read at all -> fixes.
FORM: tuple[Callable[[str, Known], list[Fix]], ...] = (
    prose,
    foreign_marks,
    inner_quotes,
    single,
    bare_dates,
    bare_names,
    signs,
    braces,
    subselect,
    submatch,
    from_pattern,
    early_return,
    late_where,
    between,
    like,
    functions,
    group_by,
    limit_first,
    missing_return,
    copied_schema,
    map_operators,
)

# A statement that reads -> fixes that syntax or schema prove.
PROVEN: tuple[Callable[[Statement, Known], list[Fix]], ...] = (
    not_in,
    null_test,
    pattern_size,
    pattern_aggregate,
    nested_aggregate,
    list_length,
    epoch,
    exists_property,
    sorted_by_aggregate,
    shadowed,
    element_id,
    new_in_pattern,
    aggregate_in_where,
    aggregate_beside,
    aggregate_of_columns,
    aggregate_of_list,
    average_of_itself,
    chained_node,
    node_as_property,
    property_chain,
    relationship_node,
    labels,
    relationship_property,
    bound_variables,
    direction,
    kinship,
    misjoined,
    relabelled,
    rejoined,
    counted_way,
    properties,
    truths_as_text,
    value_types,
    numbers_as_text,
    date_difference,
    both_values,
    null_sort,
    null_mean,
    nulls_last,
    unwound,
    union_return,
    union_columns,
    unreturned,
    unshown_group,
    counted_thing,
    verbal_value,
    idle_hop,
    asked_count,
    percent,
)

# Errors that a statement may hold although it runs and returns rows.
ERRORS: tuple[Callable[[Statement, Known], list[Fix]], ...] = (
    chained_node,
    node_as_property,
    property_chain,
    relationship_property,
    bound_variables,
    direction,
    properties,
    aggregate_of_list,
    truths_as_text,
    numbers_as_text,
    null_sort,
    unmatched_mean,
    nulls_last,
    both_values,
    distinct_count,
    unwound,
    union_return,
    union_columns,
    unreturned,
    unshown_group,
    counted_thing,
    verbal_value,
    idle_hop,
    asked_count,
    percent,
)

# The same, where rows come more than once.
REPEATED: tuple[Callable[[Statement, Known], list[Fix]], ...] = (distinct_rows,)

# What is tried where a statement took too long.
SLOW: tuple[Callable[[Statement, Known], list[Fix]], ...] = (one_step,)

# What is only tried where the statement failed or came back empty, each on its own.
GUESSES: tuple[Callable[[Statement, Known], list[Fix]], ...] = (
    division,
    listed_values,
    fetched,
    other_way,
    invented,
    unasked,
    stored_count,
    stored_mean,
    kept_year,
    wider_label,
    contained,
    any_letters,
    contained_folded,
    all_contained,
    word_beginnings,
)

# Statement -> fixes that stored values prove; they look values up.
VALUES: tuple[Callable[[Statement, Known], Awaitable[list[Fix]]], ...] = (stored_values,)

# The same, where the question is asked what value is meant: a guess.
ASKED: tuple[Callable[[Statement, Known], Awaitable[list[Fix]]], ...] = (asked_values,)

# What the question names and a statement with rows has not.
FORGOTTEN: tuple[Callable[[Statement, Known], Awaitable[list[Fix]]], ...] = (left_out_value,)
