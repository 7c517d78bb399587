"""Statements of a library in READ sessions, with limits on time and rows."""

from __future__ import annotations

from typing import Any

import neo4j


def bounded_driver(driver: neo4j.Driver, seconds: float, max_rows: int) -> neo4j.Driver:
    """The driver, whose `execute_query` now only reads and ends.

    Args:
        driver: A driver of a library's own; it is changed.
        seconds: The server's time limit for each statement.
        max_rows: Rows that are fetched at most.
    """
    unbounded = driver.execute_query

    def execute_query(query_: Any, parameters_: Any = None, **options: Any) -> Any:
        text = query_.text if isinstance(query_, neo4j.Query) else query_
        options["routing_"] = neo4j.RoutingControl.READ
        options.setdefault("result_transformer_", lambda result: _eager(result, max_rows))
        return unbounded(neo4j.Query(text, timeout=seconds), parameters_, **options)

    # Libraries check the type of a driver, so it cannot be wrapped.
    driver.execute_query = execute_query  # type: ignore[method-assign, assignment]
    return driver


def _eager(result: neo4j.Result, max_rows: int) -> neo4j.EagerResult:
    records = result.fetch(max_rows)
    return neo4j.EagerResult(records, result.consume(), list(result.keys()))
