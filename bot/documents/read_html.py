"""HTML: what a person sees of it, its headings and tables as Markdown has them."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bot.documents.kept import Kept, plain, row
from bot.documents.read_text import decoded
from bot.errors import UnreadableFile

_UNSEEN = "script, style, noscript, template, iframe, object, embed, svg, head, nav, form, [hidden]"
_BLOCKS = frozenset([
    "address", "article", "aside", "blockquote", "body", "br", "dd", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "header", "hr", "li", "main", "ol", "p", "pre",
    "section", "table", "td", "th", "tr", "ul",
])  # fmt: skip
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{2,40})", re.IGNORECASE)
# Python calls itself once for each.
_DEEPEST = 400
_SPACES = re.compile(r"[^\S\n]+")


def read_html(content: bytes) -> Kept:
    """The text of a page. Nothing that it links to is fetched, no script of it runs.

    Raises:
        UnreadableFile: its encoding is unknown, or it is nested without end.
    """
    return Kept(html_text(_characters(content)))


def html_text(source: str) -> str:
    r"""The text of HTML that is already decoded.

    >>> html_text("<h1>Cases</h1><p>One <b>bold</b> case.<script>x()</script>")
    '# Cases\n\nOne bold case.'

    Raises:
        UnreadableFile: it is nested without end.
    """
    if _depth(source) > _DEEPEST:
        raise UnreadableFile(f"is nested deeper than {_DEEPEST:,} elements")
    tree = LexborHTMLParser(source)
    for node in tree.css(_UNSEEN):
        node.decompose()
    parts: list[str] = []
    if tree.body is not None:
        _tell(tree.body, parts)
    lines = (_SPACES.sub(" ", line).strip() for line in "".join(parts).split("\n"))
    return plain("\n".join(lines)).strip()


def _characters(content: bytes) -> str:
    declared = _CHARSET.search(content[:4096])
    try:
        return decoded(content)
    except UnreadableFile:
        if declared is None:
            raise
    try:
        return content.decode(declared[1].decode("ascii"))
    except (LookupError, UnicodeDecodeError):
        raise UnreadableFile("is not in the encoding that it declares") from None


def _depth(source: str) -> int:
    """How many elements are open at once at most, were each closed by its own end."""
    deepest = depth = 0
    for found in re.finditer(r"<(/?)([a-zA-Z][\w-]*)", source):
        if found[2].lower() in ("br", "hr", "img", "input", "meta", "link", "p", "li", "td", "tr"):
            continue
        depth = max(depth - 1, 0) if found[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _tell(node: LexborNode, parts: list[str]) -> None:
    """Write down what a node says; rows of tables are lines."""
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            parts.append(_SPACES.sub(" ", (child.text() or "").replace("\n", " ")))
        elif tag in _HEADINGS:
            title = " ".join(child.text(separator=" ").split())
            parts.append(f"\n\n{_HEADINGS[tag]} {title}\n\n" if title else "")
        elif tag == "tr":
            cells = [cell for cell in child.iter() if cell.tag in ("td", "th")]
            parts.append("\n" + row([cell.text(separator=" ") for cell in cells]) + "\n")
        elif tag in _BLOCKS:
            edge = "\n" if tag in ("br", "li", "dt", "dd", "td", "th") else "\n\n"
            parts.append(edge)
            _tell(child, parts)
            parts.append(edge if tag != "br" else "")
        else:
            _tell(child, parts)
