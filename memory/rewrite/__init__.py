"""A follow-up becomes a standalone question: pronouns, ellipsis, "the second one"."""

from memory.rewrite.flow import rewrite
from memory.rewrite.outcome import LookUp, Rewrite

__all__ = ["LookUp", "Rewrite", "rewrite"]
