"""The statement in what a model wrote, whatever it wrote around it.

Thoughts, marks of a chat's turns, JSON, fences, lead-ins and notes are known by their form, and
where the statement ends by what reads: no list of wordings would hold for the next model.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from guardrails.cypher import parse
from guardrails.reader import Forbidden
from guardrails.tokens import Unreadable, tokenize

_THINKS = r"[\w:]*(?:think|thought|reason|reflect|scratch)\w*"
_THOUGHTS = re.compile(
    rf"[<◁][|｜]?(?:begin_of_)?(?P<name>{_THINKS})[|｜]?[>▷].*?"
    rf"(?:[<◁](?:/|[|｜](?:/|end_of_))(?P=name)[|｜]?[>▷]|\Z)"
    r"|\[(?P<square>THINK\w*)\].*?\[/(?P=square)\]",
    re.DOTALL | re.IGNORECASE,
)
_OPENED = re.compile(rf"\s*[<◁][|｜]?(?:begin_of_)?{_THINKS}[|｜]?[>▷](?!.*[<◁][/|])", re.I | re.S)
_UNOPENED = re.compile(rf"\A.*[<◁]/{_THINKS}[>▷]", re.DOTALL | re.IGNORECASE)
# <|im_end|>, </s>, <answer>, [/INST], <0x0A>: what parts a chat's turns and their parts. None of
# these stands in Cypher outside of a text.
_MARKS = re.compile(
    r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?(?!br\b)[A-Za-z][\w:-]{0,30}>|<0x[0-9A-F]{2}>|\[/[A-Z_]{2,16}\]"
    r"|\A\s*\[[A-Z_]{3,16}\](?!-)"
)
# The same in prose, where the tags of a page are shown as they were written.
_MARKS_OF_TURNS = re.compile(
    r"<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<0x[0-9A-F]{2}>|\[/[A-Z_]{2,16}\]"
)
_TURN = re.compile(r"<[|｜]")
_FENCE = re.compile(r"(```|~~~|'''|\"\"\")[^\n]*?\n(.*?)(?:\1|\Z)", re.DOTALL)
_FENCE_IN_LINE = re.compile(r"```(?:\w+[ \t])?([^\n]+?)```")
_QUOTED_LINE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)

_WRITES = r"CREATE|MERGE|DELETE|DETACH|SET|REMOVE|DROP|LOAD|INSERT|FOREACH"
_OPENS = rf"WITH|RETURN|UNWIND|CALL|MATCH|OPTIONAL|SHOW|USE|EXPLAIN|PROFILE|CYPHER|{_WRITES}"
_WRITE = re.compile(rf"\b(?:{_WRITES})\b", re.I)
# A clause with its pattern or list, wherever it stands; and a clause's word at the head of a line.
_SHAPED = (
    r"\b(?:OPTIONAL\s+)?MATCH\s*(?:\w+\s*=\s*)?(?:\w+\s*)?\("
    r"|\bCALL\s*[{(]|\bCALL\s+\w+\.[\w.]+\s*\(|\bUNWIND\s*[\[$]|\bUNWIND\s+range\s*\("
    r"|\b(?:CREATE|MERGE)\s*\(|\bLOAD\s+CSV\b"
)
_START = re.compile(
    rf"(?P<shaped>{_SHAPED})|^(?:[ \t]*|[^\n:()\[\]{{}}]{{1,60}}:\**[ \t]+)(?P<word>{_OPENS})\b",
    re.I | re.M,
)
# A line that goes on with no statement.
_NOTE = re.compile(
    r"[ \t]*(?:[A-Z][a-z]|#|--[ \t-]|\*|\d+[.)][ \t]|\||>|~~~|```|'''|\"\"\"|"
    r"[A-Za-z ]{1,24}:(?!\w))"
)
_CLAUSE_LINE = re.compile(
    rf"\s*(?:(?:{_OPENS}|WHERE|AND|OR|ORDER|SKIP|LIMIT|UNION|YIELD|GROUP|HAVING)\b|[(\[{{}})\]<>=,-]"
    r"|//|/\*)",
    re.I,
)
_WRAPPERS = {'"': '"', "'": "'", "`": "`", "“": "”", "*": "*"}


def without_thoughts(reply: str) -> str:
    """A reply without what the model thought aloud, closed or not.

    >>> without_thoughts("<think>MATCH? no</think>RETURN 1"), without_thoughts("so...</think> Hi")
    ('RETURN 1', ' Hi')
    >>> without_thoughts("[THINK]hm[/THINK]RETURN 1"), without_thoughts("<think>never ended")
    ('RETURN 1', '')
    """
    return _UNOPENED.sub("", _THOUGHTS.sub("", reply))


def without_marks(text: str) -> str:
    """Prose without the marks that part a chat's turns.

    >>> without_marks("Two films.<|im_end|>"), without_marks("<b>Two</b></s>")
    ('Two films.', '<b>Two</b>')
    """
    return _MARKS_OF_TURNS.sub("", text)


def statements(text: str) -> tuple[str, ...]:
    r"""The different statements that a text offers, each bare, in order.

    >>> statements("Either\n```\nRETURN 1;\n```\nor\n```\nRETURN 2\n```")
    ('RETURN 1', 'RETURN 2')
    >>> statements('{"answer": {"text": "MATCH (n) RETURN n"}}')
    ('MATCH (n) RETURN n',)
    >>> statements("Here you go: MATCH (n)\nRETURN n<|im_end|>\n<|im_start|>user")
    ('MATCH (n)\nRETURN n',)
    """
    spoken = without_thoughts(text) or _last_thought(text)
    whole = _bare(spoken)
    if reads(whole):
        return (whole,)
    found = _telling(_in_json(spoken) or _in_turns(spoken))
    distinct = {" ".join(one.split()).lower(): one for one in reversed(found) if one}
    return tuple(reversed(distinct.values()))


def answering(text: str) -> tuple[str, ...]:
    """The parts between semicolons that return something, each once; none where one may not run.

    >>> answering("MATCH (n); MATCH (n) RETURN n; MATCH (n) RETURN n;")
    ('MATCH (n) RETURN n',)
    >>> answering("MATCH (n) RETURN n; MATCH (n) DELETE n")
    ()
    """
    found: dict[str, str] = {}
    for part in split(text):
        try:
            parse(part)
        except Forbidden:
            return ()
        except Unreadable:
            continue
        if re.search(r"\b(?:RETURN|YIELD|CALL)\b", part, re.I):
            found.setdefault(" ".join(part.split()), part)
    return tuple(found.values())


def split(text: str) -> tuple[str, ...]:
    """The parts between semicolons outside of texts and names.

    >>> split("RETURN ';'; RETURN 2;")
    ("RETURN ';'", 'RETURN 2')
    """
    try:
        tokens = tokenize(text)
    except Unreadable:
        return (text,)
    parts, start = [], 0
    for token in tokens:
        if token.is_symbol(";") or token.kind == "end":
            parts.append(text[start : token.start].strip())
            start = token.end
    return tuple(part for part in parts if part)


def reads(text: str) -> bool:
    """Return whether a text reads as one statement, be it one that may not run."""
    try:
        parse(text)
    except Forbidden:
        return all(_OPENS_FIRST.match(part) for part in split(text))
    except Unreadable:
        return False
    return True


_OPENS_FIRST = re.compile(rf"\s*(?:{_SHAPED}|(?-i:{_OPENS})\b)", re.I)


def _bare(text: str) -> str:
    return text.strip().rstrip(";").strip()


def _last_thought(text: str) -> str:
    """The last statement of a thought that never ended: the model took it for its reply."""
    opened = _OPENED.match(text)
    paragraphs = re.split(r"\n\s*\n", text[opened.end() :]) if opened else []
    held = [one for each in paragraphs for one in _in_prose(each) if reads(one)]
    return held[-1] if held else ""


def _telling(found: list[str]) -> list[str]:
    """Of several statements those that return something, where some do and none may not run."""
    told = [answering(one) for one in found]
    if any(
        not each and reads(one) and _WRITE.search(one)
        for each, one in zip(told, found, strict=True)
    ):
        return found
    return [one for each, one in zip(told, found, strict=True) if each] or found


def _in_turns(text: str) -> list[str]:
    """The statements of the first part that begins with one, else of the first that holds one."""
    whole = _in_prose(text)
    if whole and not _TURN.search(text) and all(reads(one) for one in whole):
        return whole
    parts = _MARKS.split(text)
    found = [(part, _in_prose(part)) for part in parts]
    for part, held in found:
        if held and _START.match(part.lstrip().lstrip("`~'\"*")):
            return held
    return next((held for _, held in found if held), [])


def _in_json(text: str) -> list[str]:
    """The statements among the values of a JSON object or list, whatever their keys."""
    first = _START.search(text)
    begin = re.search(r"[{\[]", text)
    if begin is None or (first is not None and first.start() < begin.start()):
        return []
    end = max(text.rfind("}"), text.rfind("]"))
    given = _loaded(text[begin.start() : end + 1])
    values = [(value, _in_prose(value)) for value in _texts(given)]
    begins = [held for value, held in values if _START.match(value.lstrip().lstrip("`~"))]
    return [one for held in (begins or [held for _, held in values]) for one in held]


def _loaded(text: str) -> Any:
    try:
        return json.loads(re.sub(r",(\s*[}\]])", r"\1", text), strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _in_prose(text: str) -> list[str]:
    """The statements of a text: of its fences, else the one in it."""
    text = text.replace("\\`", "`")
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(_QUOTED_LINE.match(line) for line in lines):
        text = _QUOTED_LINE.sub("", text)
    fenced = [found[2] for found in _FENCE.finditer(text)]
    fenced += _FENCE_IN_LINE.findall(text)
    held = [one for part in fenced if (one := _one(part))]
    if held:
        return held
    one = _one(text)
    return [one] if one else []


def _one(text: str) -> str:
    """The one statement in a text without fences; "" where there is none, or it is cut off."""
    starts = list(_START.finditer(text))
    blocked = -1
    for start in starts:
        sure = start["shaped"] is not None or start["word"].isupper()
        at = start.start("shaped" if start["shaped"] else "word")
        if 0 <= blocked < at and not re.search(r"\n\s*\n", text[blocked:at]):
            continue
        found = _from(text, at)
        if reads(found):
            return found
        blocked = at if sure else blocked
    first = next((s for s in starts if s["shaped"] or s["word"].isupper()), None)
    return _from(text, first.start("shaped" if first["shaped"] else "word")) if first else ""


def _from(text: str, at: int) -> str:
    """What begins there, up to where it is closed, or goes on with a note."""
    before = text[:at][-1:]
    body = text[at:]
    if before in _WRAPPERS:
        return _unwrapped(body, _WRAPPERS[before])
    for end in _ends(body):
        if reads(_bare(body[:end])):
            return _bare(body[:end])
    # What needs mending ends at the first paragraph that goes on with no clause.
    ends = [end for end in _ends(body) if re.search(r"\n\s*\n\Z", body[:end])]
    return _bare(body[: min(ends, default=len(body))])


def _unwrapped(body: str, closes: str) -> str:
    """What stands before the closing quote, its escapes read; "" where that never comes."""
    ends = [found.start() for found in re.finditer(rf"(?<!\\){re.escape(closes)}", body)]
    texts = [body[:end].replace(f"\\{closes}", closes).replace("\\n", "\n") for end in ends]
    whole = [_bare(text) for text in reversed(texts) if reads(_bare(text))]
    return whole[0] if whole else _bare(texts[-1]) if texts else ""


def _ends(body: str) -> Iterator[int]:
    """Where a statement may end: before a note, longest first, the sure ends before the others."""
    found, at = [len(body), len(body.rstrip().rstrip("."))], 0
    for line in body.splitlines(keepends=True):
        at += len(line)
        rest = body[at:]
        blank = not line.strip()
        if _CLAUSE_LINE.match(rest) and not re.match(r"[ \t]*(?:--[ \t-]|>)", rest):
            continue
        if blank or line.rstrip().endswith(";") or _NOTE.match(rest):
            found.append(at)
    for end in re.finditer(r";(?=[ \t]*(?:--|#|//)?[ \t]*[A-Za-z])", body):
        if not _START.match(body[end.end() :].lstrip()):
            found.append(end.start())
    yield from sorted(set(found), reverse=True)
