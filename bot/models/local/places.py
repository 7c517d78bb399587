"""Where programs that serve models usually do, on loopback."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A program that serves models, and the port at which it usually does."""

    program: str
    port: int


PLACES = (
    Place("Ollama", 11434),
    Place("LM Studio", 1234),
    Place("llama.cpp", 8080),
    Place("vLLM", 8000),
)
