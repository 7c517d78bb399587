"""What a person can set for a conversation: which engine answers, and in which flow."""

from __future__ import annotations

from typing import Any

from chainlit import ChatSettings
from chainlit.context import get_context
from chainlit.input_widget import InputWidget, Select

from bot.settings import Settings
from memory.catalogue import marked, preferred, say, speak, translation

_ENGINES = {
    "auto": marked("Automatic"),
    "offline": marked("Rule parser only"),
    "llm": marked("Language model only"),
}
_FLOWS = {
    "check": marked("Check the result, correct if needed"),
    "retry": marked("Correct after an error"),
    "naive": marked("One attempt"),
    "plan": marked("Split into steps"),
    "vote": marked("Vote of three drafts"),
    "agent": marked("Look around with tools"),
}


async def show_settings(settings: Settings, current: dict[str, Any] | None = None) -> None:
    """Offer the settings; without a language model there is nothing to choose."""
    model = settings.model_name
    if model is None:
        return
    speak(preferred(getattr(get_context().session, "language", "")))
    chosen, defaults = current or {}, settings
    widgets: list[InputWidget] = [
        Select(
            id="engine",
            label=say("Who writes the query"),
            items={say(label): value for value, label in _ENGINES.items()},
            initial_value=chosen.get("engine", defaults.engine),
            description=say(
                "Automatic asks {model} where the rules cannot read a question. It is sent {what}.",
                model=model,
                what=translation(defaults.sent_to_model),
            ),
        ),
        Select(
            id="flow",
            label=say("How the model works"),
            items={say(label): value for value, label in _FLOWS.items()},
            initial_value=chosen.get("flow", defaults.flow),
        ),
    ]
    await ChatSettings(widgets).send()
