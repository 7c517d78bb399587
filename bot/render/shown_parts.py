"""The table or the chart of the last answer that has one is taken away, or shown again."""

from __future__ import annotations

from chainlit import CustomElement
from chainlit.context import get_context
from chainlit.data import get_data_layer

ELEMENT = "CiceroneAnswer"


async def show_part(part: str, shown: bool) -> bool:
    """Change whether the page shows a part of an answer; the element is kept as it then is.

    Args:
        part: "table" or "chart".
        shown: Whether it is to be seen.

    Returns:
        Whether there is an answer with such a part that was not so before.
    """
    layer, session = get_data_layer(), get_context().session
    thread = await layer.get_thread(session.thread_id) if layer is not None else None
    if thread is None:
        return False
    order = [step["id"] for step in thread["steps"]]
    lacks = f"{part}less"
    parts = [
        one
        for one in thread["elements"] or []
        if one.get("name") == ELEMENT
        and (props := one.get("props") or {}).get(part)
        and bool(props.get(lacks)) == shown
    ]
    if not parts:
        return False
    last = max(parts, key=lambda one: order.index(one["forId"]) if one["forId"] in order else -1)
    props = {**(last.get("props") or {}), lacks: not shown}
    element = CustomElement(id=last["id"], name=ELEMENT, props=props, display="inline")
    element.for_id = last["forId"]
    await element.update()
    return True
