"""What goes along with a prompt, less what this endpoint was found not to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.models.item_schema import bounded, unbounded

# As endpoints call them when they complain, in the order in which they can best be missed.
_NAMES = {
    # A schema may be refused for its bounds alone, and not every endpoint says so.
    "bounds": ("maxitems", "response_format", "json_schema", "structured output", "grammar"),
    "response_format": ("response_format", "json_schema", "structured output", "grammar"),
    "stream_options": ("stream_options", "include_usage"),
    "tool_choice": ("tool_choice",),
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_completion_tokens"),
    "stream": ("streaming", "stream"),
}


@dataclass(frozen=True, slots=True)
class Ask:
    """One request for a reply.

    `whole` says that nothing is used before the end, so that a broken reply can be asked for again.
    `tools` are what may be called, `tool` the one that has to be.
    """

    messages: tuple[dict[str, Any], ...]
    max_tokens: int
    temperature: float = 0.0
    response_format: Any | None = None
    whole: bool = True
    tools: tuple[dict[str, Any], ...] = ()
    tool: str = ""


class Parameters:
    """The parameters of an endpoint; what it does not know is learnt and left out from then on."""

    def __init__(self) -> None:
        self._unknown: set[str] = set()
        self._limit = "max_tokens"
        self._bounded = False

    def of(self, ask: Ask) -> dict[str, Any]:
        """The request's parameters, messages apart."""
        self._bounded = bounded(ask.response_format) and "bounds" not in self._unknown
        wanted = {
            "temperature": ask.temperature,
            self._limit: None if "max_tokens" in self._unknown else ask.max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
            "response_format": unbounded(ask.response_format)
            if "bounds" in self._unknown
            else ask.response_format,
            "tools": list(ask.tools) or None,
            "tool_choice": {"type": "function", "function": {"name": ask.tool}}
            if ask.tool
            else None,
        }
        return {
            name: value
            for name, value in wanted.items()
            if value is not None and name not in self._unknown
        }

    def learn(self, complaint: str) -> bool:
        """Leave out what a complaint (in lower case) is about; False where nothing is left to drop.

        >>> parameters = Parameters()
        >>> parameters.learn("unsupported parameter: 'temperature'")
        True
        >>> sorted(parameters.of(Ask((), 5)))
        ['max_tokens', 'stream', 'stream_options']
        >>> parameters.learn("use 'max_completion_tokens' instead of 'max_tokens'")
        True
        >>> sorted(parameters.of(Ask((), 5)))
        ['max_completion_tokens', 'stream', 'stream_options']
        >>> parameters.learn("temperature must be 1"), parameters.learn("no")
        (False, False)
        """
        if "max_completion_tokens" in complaint and self._limit == "max_tokens":
            self._limit = "max_completion_tokens"
            return True
        for name, words in _NAMES.items():
            if name == "bounds" and not self._bounded:
                continue
            if name not in self._unknown and any(word in complaint for word in words):
                self._unknown |= {name, "stream_options"} if name == "stream" else {name}
                return True
        return False
