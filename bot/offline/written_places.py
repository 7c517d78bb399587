"""Places that stand in a text of several: users from Norway, where "Bergen, Norway" is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from memory.schema import LinkedValue

# How such a link was found: its value is what a text ends with, or begins with, or stands in it.
_SIGNS: Mapping[str, Literal["ENDS WITH", "STARTS WITH", "CONTAINS"]] = {
    "ending": "ENDS WITH",
    "beginning": "STARTS WITH",
    "within": "CONTAINS",
}


def signed(link: LinkedValue) -> Literal["ENDS WITH", "STARTS WITH", "CONTAINS"] | None:
    """How a text has a place that is only a part of it; None where it is all of a value."""
    return _SIGNS.get(link.method)
