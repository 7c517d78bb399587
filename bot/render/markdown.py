"""Text from the graph inside Markdown, shown as it is: no link, image, code or HTML comes of it."""

from __future__ import annotations

import re
from collections.abc import Collection

from guardrails.hosts import may_link

# `:word` is a directive of remark-directive, `&copy;` an entity, `$` maths in some renderers.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~:&$!^]")
_LINE_START = re.compile(r"(?m)^([ \t]*)([+=]|-(?!\s)|-(?=\s*(?:-\s*){2,}$)|\d+(?=[.)]))")
# "47." alone is an answer, and no empty item of a list.
_ONLY_NUMBER = re.compile(r"(?m)^([ \t]*\d+)([.)])(?=[ \t]*$)")
_ADDRESS = re.compile(
    r"(?i)\b(?:https?://|ftp://|www\.)[^\s<>`]*[^\s<>`.,;:!?()\[\]'\"]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]+)\]\(([^\s()<>\\]+)\)")
_STRONG = re.compile(r"\\\*\\\*(?=\S)([^\n*]+?)(?<=\S)\\\*\\\*")


def escape(text: str) -> str:
    r"""Markdown that shows `text` exactly; list lines ("- ", "1. ") stay lists.

    Web and mail addresses become code spans: a renderer that links bare addresses does so even
    where their characters are escaped.

    >>> escape("(:Person) <b>*x*</b> a|b")
    '(\\:Person) \\<b\\>\\*x\\*\\</b\\> a\\|b'
    >>> escape("see www.example.org now")
    'see `www.example.org` now'
    >>> escape("- one\n- two")
    '- one\n- two'
    >>> escape("47."), escape("1. Heat")
    ('47\\.', '1. Heat')
    """
    parts: list[str] = []
    end = 0
    for found in _ADDRESS.finditer(text):
        parts += [_escape_words(text[end : found.start()]), code_span(found.group())]
        end = found.end()
    return "".join([*parts, _escape_words(text[end:])])


def escape_prose(text: str, hosts: Collection[str] = ()) -> str:
    r"""Like `escape`, for prose that a language model wrote.

    `**strong**` stays strong, and links to these hosts stay links.

    >>> escape_prose("**Heat** by *M*")
    '**Heat** by \\*M\\*'
    >>> escape_prose("[a*b](https://a.example/x) [c](https://c.example)", ["a.example"])
    '[a\\*b](<https://a.example/x>) \\[c\\](`https://c.example`)'
    """
    parts: list[str] = []
    end = 0
    for found in _LINK.finditer(text):
        if "://" in found[2] and may_link(found[2], hosts):
            parts += [_prose(text[end : found.start()]), f"[{_prose(found[1])}](<{found[2]}>)"]
            end = found.end()
    return "".join([*parts, _prose(text[end:])])


def code_span(text: str) -> str:
    """An inline code span that holds any text, backticks included.

    >>> code_span("a`b"), code_span("`")
    ('``a`b``', '`` ` ``')
    """
    flat = text.replace("\n", " ")
    fence = "`" * (_longest_run(flat) + 1)
    space = " " if flat.startswith("`") or flat.endswith("`") or not flat.strip() else ""
    return f"{fence}{space}{flat}{space}{fence}"


def code_block(text: str, language: str = "") -> str:
    """A fenced code block that holds any text.

    >>> print(code_block("RETURN 1", "cypher"))
    ```cypher
    RETURN 1
    ```
    """
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _prose(text: str) -> str:
    return _STRONG.sub(r"**\1**", escape(text))


def _escape_words(text: str) -> str:
    escaped = _SPECIAL.sub(lambda found: "\\" + found.group(), text)
    escaped = _ONLY_NUMBER.sub(r"\1\\\2", escaped)
    return _LINE_START.sub(_escape_line_start, escaped)


def _escape_line_start(found: re.Match[str]) -> str:
    space, mark = found.groups()
    if mark.isdigit():
        return found.group()
    return f"{space}\\{mark}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
