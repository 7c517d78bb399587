"""What a person can set for a conversation: which engine answers, and in which flow."""

from __future__ import annotations

from typing import Any

from chainlit import ChatSettings
from chainlit.input_widget import InputWidget, Select

from bot.settings import Settings

_ENGINES = {"Automatic": "auto", "Rule parser only": "offline", "Language model only": "llm"}
_FLOWS = {
    "Check the result, correct if needed": "check",
    "Correct after an error": "retry",
    "One attempt": "naive",
    "Split into steps": "plan",
    "Vote of three drafts": "vote",
    "Look around with tools": "agent",
}


async def show_settings(settings: Settings, current: dict[str, Any] | None = None) -> None:
    """Offer the settings; without a language model there is nothing to choose."""
    model = settings.model_name
    if model is None:
        return
    chosen, defaults = current or {}, settings
    widgets: list[InputWidget] = [
        Select(
            id="engine",
            label="Who writes the query",
            items=_ENGINES,
            initial_value=chosen.get("engine", defaults.engine),
            description=f"Automatic asks {model} where the rules cannot read a question. "
            f"It is sent {defaults.sent_to_model}.",
        ),
        Select(
            id="flow",
            label="How the model works",
            items=_FLOWS,
            initial_value=chosen.get("flow", defaults.flow),
        ),
    ]
    await ChatSettings(widgets).send()
