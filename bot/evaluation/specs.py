"""Which candidates are asked: `offline`, `llm/check`, `auto/check-links@small`, `langchain`..."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.errors import UsageError
from bot.evaluation.without import PARTS
from bot.settings import FLOWS, Settings

ENGINES = ("auto", "offline", "llm")
PEERS = ("langchain", "graphrag")
RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Spec:
    """One candidate: an engine with flow and model, a peer, or Cypher that the file recorded.

    `flow` is empty where it means nothing (without a model, and for peers). `without` is the part
    left out, of `bot.evaluation.without.PARTS`.
    """

    engine: str
    flow: str = ""
    model: str = ""
    without: str = ""

    @property
    def is_peer(self) -> bool:
        """Whether it is another library."""
        return self.engine in PEERS

    @property
    def needs_model(self) -> bool:
        """Whether it cannot do without a language model."""
        return self.engine == "llm" or self.is_peer

    def __str__(self) -> str:
        flow = f"/{self.flow}" if self.flow else ""
        flow += f"-{self.without}" if self.without else ""
        return self.engine + flow + (f"@{self.model}" if self.model else "")


def read_specs(texts: Iterable[str], settings: Settings) -> tuple[Spec, ...]:
    """The candidates that are named, each once; without a name, the one of the settings.

    Args:
        texts: Each `ENGINE[/FLOW][-PART][@MODEL]` (PART is left out), `PEER[@MODEL]` or
            `recorded@MODEL`, or several of these with commas between them.
        settings: What is left out is taken from these.

    Raises:
        UsageError: there is no such engine, flow, part or peer, or it needs a model and none is
            set.
    """
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    specs = [_read(name, settings) for name in names or [settings.engine]]
    for spec in specs:
        if spec.needs_model and not settings.has_model:
            raise UsageError(
                f"{spec.engine} needs a language model; set OPENAI_API_KEY or OPENAI_BASE_URL."
            )
    return tuple(dict.fromkeys(specs))


def _read(name: str, settings: Settings) -> Spec:
    rest, _, model = name.partition("@")
    rest, _, part = rest.partition("-")
    engine, _, flow = rest.partition("/")
    if engine == RECORDED:
        if not model or flow or part:
            raise UsageError(f"{name}: write recorded@MODEL, as the questions name the model.")
        return Spec(RECORDED, "", model)
    if engine in PEERS:
        if flow or part:
            plain = f"{engine} or {engine}@MODEL"
            raise UsageError(f"{name}: {engine} has no flows or parts; write {plain}.")
        return Spec(engine, "", model or settings.model)
    if engine not in ENGINES:
        known = ", ".join((*ENGINES, *PEERS))
        raise UsageError(f"There is no engine {engine or name!r}; there is {known}.")
    if flow and flow not in FLOWS:
        raise UsageError(f"There is no flow {flow}; use {', '.join(FLOWS)}.")
    if part and part not in PARTS:
        raise UsageError(f"There is no part {part} to leave out; use {', '.join(PARTS)}.")
    if engine == "offline" or (engine == "auto" and not settings.has_model):
        return Spec(engine, without=part)
    return Spec(engine, flow or settings.flow, model or settings.model, part)
