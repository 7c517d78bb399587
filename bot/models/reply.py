"""Cypher out of what a model really replies: fences, prose around it, trailing semicolons."""

from __future__ import annotations

import re

_FENCE = re.compile(r"```[ \t]*[A-Za-z]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_INLINE = re.compile(r"`([^`\n]*\b(?:MATCH|RETURN)\b[^`\n]*)`", re.IGNORECASE)
_START = re.compile(
    r"^[ \t]*(?:(?:cypher|query)\s*:\s*)?((?:MATCH|OPTIONAL\s+MATCH|WITH|UNWIND|CALL|RETURN|CREATE"
    r"|MERGE|DELETE|DETACH|SET|REMOVE|DROP|LOAD|SHOW|USE|EXPLAIN|PROFILE|FOREACH|INSERT)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_PROSE = re.compile(
    r"\n\s*\n(?=\s*(?:This|The|Note|Here|It|Explanation|In this|Please|You)\b)", re.MULTILINE
)


def cypher_from(reply: str) -> str:
    r"""The statement in a reply, or "" where there is none.

    >>> cypher_from("Sure!\n```cypher\nMATCH (n) RETURN n;\n```\nThis lists all nodes.")
    'MATCH (n) RETURN n'
    >>> cypher_from("Cypher: MATCH (n) RETURN count(n);")
    'MATCH (n) RETURN count(n)'
    >>> cypher_from("I cannot answer that.")
    ''
    """
    fences = [part for part in _FENCE.findall(reply) if _START.search(part)]
    if fences:
        text = str(fences[0])
    elif (inline := _INLINE.search(reply)) and not _START.search(reply):
        text = inline.group(1)
    else:
        text = reply
    start = _START.search(text)
    if start is None:
        return ""
    body = _PROSE.split(text[start.start(1) :], maxsplit=1)[0]
    return body.strip().rstrip(";").strip()
