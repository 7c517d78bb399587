"""A lesson: a question/Cypher pair being learnt, until it is approved for everybody.

Its question has a *form*, in which `{}` stands for each value that was lifted out of the Cypher
into a parameter: "films by {}" is asked with any name. Who asked is not part of a lesson.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from memory.codec import storable

Status: TypeAlias = Literal["quarantine", "approved", "refused"]
Witness: TypeAlias = Literal["", "people", "replay", "operator"]

STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Slot:
    """What may fill a `{}` of the form, and under which parameter it goes into the Cypher.

    A `value` is one stored in `property` of one of `owners` (labels or types); a `number` is
    compared with that, or with something made of it where there is no `property`; a `count` says
    how many rows are wanted.
    """

    parameter: str
    kind: Literal["value", "number", "count"] = "number"
    property: str = ""
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """One pair. `parameters` are those of its own `question`, and fill the `slots` in order.

    `draft` is a statement that failed before this one, `problem` why. `fingerprint` is that of the
    schema it was right for. Its outcome are the `columns` that it returned, and what came of it
    since: `status`, `witness`, who confirmed it, and `why`, one sentence on that. Where a curator
    approved or refused it, `decided_by` and `decided` (UTC, ISO) tell who and when.
    """

    graph: str
    question: str
    form: str
    cypher: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    columns: tuple[str, ...] = ()
    draft: str = ""
    problem: str = ""
    fingerprint: str = ""
    engine: str = ""
    status: Status = "quarantine"
    witness: Witness = ""
    why: str = ""
    decided_by: str = ""
    decided: str = ""

    @property
    def id(self) -> str:
        """Twelve hex digits: the same question form and statement on a graph are one lesson."""
        told = "\n".join((self.graph, self.form, " ".join(self.cypher.split())))
        return hashlib.sha256(storable(told).encode()).hexdigest()[:12]
