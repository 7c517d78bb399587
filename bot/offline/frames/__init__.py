"""Questions within a frame: what is asked for each of something, or held against an average.

A frame is said around a plain question (*what percentage of* orders were cancelled). It finds its
words, has what is left read like any question, and makes one tree of what came back; every other
word is so accounted for as ever. To add one: a module here with a function `frame`, which is found
by itself, and cases in tests/data/parser.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from bot.offline.frames.asked import Frame


def _frames() -> tuple[Frame, ...]:
    """What every module of this folder has; their order does not matter."""
    names = sorted(module.name for module in iter_modules(__path__))
    modules = (import_module(f"{__name__}.{name}") for name in names)
    return tuple(module.frame for module in modules if hasattr(module, "frame"))


FRAMES = _frames()
