"""Nouns for those who belong to what is kept: senators, where Senate is."""

from __future__ import annotations

MEMBER = "member"
