"""The table of the last answer in a conversation is taken away, or shown again."""

from __future__ import annotations

from chainlit import CustomElement
from chainlit.context import get_context
from chainlit.data import get_data_layer

ELEMENT = "CiceroneAnswer"


async def show_table(shown: bool) -> None:
    """Change what the page shows of it; the element is kept as it then is."""
    layer, session = get_data_layer(), get_context().session
    thread = await layer.get_thread(session.thread_id) if layer is not None else None
    if thread is None:
        return
    order = [step["id"] for step in thread["steps"]]
    tables = [
        one
        for one in thread["elements"] or []
        if one.get("name") == ELEMENT and (one.get("props") or {}).get("table")
    ]
    if not tables:
        return
    last = max(tables, key=lambda one: order.index(one["forId"]) if one["forId"] in order else -1)
    props = {**(last.get("props") or {}), "tableless": not shown}
    element = CustomElement(id=last["id"], name=ELEMENT, props=props, display="inline")
    element.for_id = last["forId"]
    await element.update()
