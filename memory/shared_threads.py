"""A conversation as somebody else may read it: what was said, and nothing to press.

What is not in the thread stays out: who rated it and how, what else was set or considered, and
every address that would fetch more than what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import ThreadDict

ANSWER = "CiceroneAnswer"
# What of an answer's element is read rather than pressed.
_READ = (
    *("chart", "table", "picture", "used", "terms", "reading", "engine", "verified"),
    *("cypher", "parameters", "notices", "failed", "tableless"),
)
_UNSAID: dict[str, Any] = {"feedback": None, "generation": None, "tags": None}
_AVATAR = "avatarName"


def is_shared(metadata: Mapping[str, Any] | None) -> bool:
    """Whether its owner shares a thread of these metadata."""
    return (metadata or {}).get("is_shared") is True


def shared_view(thread: ThreadDict) -> ThreadDict:
    """The thread as others may read it."""
    steps = [step for step in thread["steps"] or [] if step.get("type") != "run"]
    shown = {step["id"] for step in steps}
    return ThreadDict(
        id=thread["id"],
        createdAt=thread["createdAt"],
        name=thread["name"],
        userId=None,
        userIdentifier=None,
        tags=[],
        metadata={"is_shared": True},
        # Without the runs that a thumb is given to, the page offers none.
        steps=[_step(step, shown) for step in steps],
        elements=[_element(one) for one in thread["elements"] or [] if one["name"] == ANSWER],
    )


def _step(step: StepDict, shown: set[str]) -> StepDict:
    parent = step.get("parentId")
    metadata = {k: v for k, v in (step.get("metadata") or {}).items() if k == _AVATAR}
    kept = {**step, **_UNSAID, "parentId": parent if parent in shown else None}
    kept["metadata"] = metadata
    return cast(StepDict, kept)


def _element(element: ElementDict) -> ElementDict:
    props = cast(dict[str, Any], element.get("props") or {})
    read = {name: props[name] for name in _READ if name in props}
    for name in ("chart", "table"):
        if read.get(name):
            read[name] = {**read[name], "download": None}
    picture = read.get("picture")
    if picture and "nodes" in picture:
        read["picture"] = {**picture, "still": True}
    else:
        read["picture"] = None
    told = {"shared": True, "id": "", "links": [], "choices": []}
    kept = {**element, "url": None, "objectKey": None, "props": told | read}
    return cast(ElementDict, kept)
