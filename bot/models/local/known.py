"""Small models that are worth a try, all free to use, and where the hub has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.errors import UsageError

_OF_THE_HUB = re.compile(
    r"(?P<repo>[\w.-]+/[\w.-]+)/(?P<file>(?:[\w.-]+/)*\w[\w.-]*\.gguf)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class HubModel:
    """A GGUF file of the hub; `size` in bytes, 0 where it is not known before it is asked for."""

    name: str
    repo: str
    file: str
    size: int = 0
    license: str = ""
    about: str = ""

    @property
    def file_name(self) -> str:
        """The name of the file without its folders."""
        return self.file.rpartition("/")[2]


KNOWN = (
    HubModel(
        "qwen2.5-coder-1.5b",
        "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        1_117_320_768,
        "Apache-2.0",
        "quick on two cores, often wrong",
    ),
    HubModel(
        "phi-4-mini",
        "unsloth/Phi-4-mini-instruct-GGUF",
        "Phi-4-mini-instruct-Q4_K_M.gguf",
        2_491_874_272,
        "MIT",
        "for four cores and 6 GB of memory",
    ),
    HubModel(
        "qwen3-4b",
        "unsloth/Qwen3-4B-Instruct-2507-GGUF",
        "Qwen3-4B-Instruct-2507-Q4_K_M.gguf",
        2_497_281_120,
        "Apache-2.0",
        "for four cores and 6 GB of memory, many languages",
    ),
    HubModel(
        "qwen2.5-coder-7b",
        "Qwen/Qwen2.5-Coder-7B-Instruct-GGUF",
        "qwen2.5-coder-7b-instruct-q4_k_m.gguf",
        4_683_000_000,
        "Apache-2.0",
        "for eight cores and 8 GB of memory, or a graphics card",
    ),
    HubModel(
        "qwen2.5-coder-14b",
        "Qwen/Qwen2.5-Coder-14B-Instruct-GGUF",
        "qwen2.5-coder-14b-instruct-q4_k_m.gguf",
        8_988_110_656,
        "Apache-2.0",
        "for a graphics card with 12 GB",
    ),
)


def hub_model(name: str) -> HubModel:
    """The model of a name in the list, or of any GGUF file: `owner/repository/file.gguf`.

    >>> hub_model("qwen3-4b").file_name, hub_model("me/mine-GGUF/q4/mine.gguf").file
    ('Qwen3-4B-Instruct-2507-Q4_K_M.gguf', 'q4/mine.gguf')

    Raises:
        UsageError: the name is neither.
    """
    for model in KNOWN:
        if model.name == name.lower():
            return model
    if ".." not in name and (found := _OF_THE_HUB.fullmatch(name)):
        return HubModel(found["file"].rpartition("/")[2], found["repo"], found["file"])
    raise UsageError(
        f"There is no model {name} in the list; `cicerone model list` shows it, and any other "
        "goes by OWNER/REPOSITORY/FILE.gguf."
    )
