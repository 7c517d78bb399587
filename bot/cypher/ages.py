"""How old somebody is, or became, in Cypher: of dates, and of calendar years."""

from __future__ import annotations

from collections.abc import Callable


def age(born: str, died: str | None = None) -> str:
    """Years since a date, or from it to another where that is known."""
    end = f"coalesce({_day(died)}, date())" if died else "date()"
    return f"duration.between({_day(born)}, {end}).years"


def _day(text: str) -> str:
    return text if text.startswith("date(") else f"date({text})"


def age_in_years(born: str, died: str | None = None) -> str:
    """The same of calendar years."""
    end = f"coalesce({died}, date().year)" if died else "date().year"
    return f"{end} - {born}"


def lifespan(born: str, died: str) -> str:
    """Years from one date to another."""
    return f"duration.between({_day(born)}, {_day(died)}).years"


def lifespan_in_years(born: str, died: str) -> str:
    """The same of calendar years."""
    return f"{died} - {born}"


# By the functions of the query tree.
AGES: dict[str, Callable[..., str]] = {
    "age": age,
    "age_in_years": age_in_years,
    "age_then": lifespan,
    "age_then_in_years": lifespan_in_years,
    "lifespan": lifespan,
    "lifespan_in_years": lifespan_in_years,
}
