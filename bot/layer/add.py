"""What is missing is added to a graph's file; every line that is there stays, comments and all.

The YAML library keeps no comments, so new lines are put between those of the text: it is asked
only where things stand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from bot.errors import UsageError
from bot.layer.read import composed, read_layer

# Where YAML ends a line.
_LINE = re.compile(
    r"[^\r\n\x85\u2028\u2029]*(?:\r\n|[\r\n\x85\u2028\u2029])|[^\r\n\x85\u2028\u2029]+"
)
_PLAIN = re.compile(r"[^\W\d_](?:[\w ().,/%’'-]*[\w.)%])?")
# Plain words that YAML takes for something else.
_NOT_TEXT = re.compile(r"y|n|yes|no|on|off|true|false|null", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key to add where it is missing, with what is said of it and with the keys below it.

    `items` are those of a list, each the entries of a mapping; they are added to what is there.
    """

    key: str
    value: Any = None
    below: tuple[Entry, ...] = ()
    items: tuple[tuple[Entry, ...], ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """A text with what was added, how many keys that were, and what there was no place for."""

    text: str
    count: int
    left: tuple[str, ...] = ()


Insertions: TypeAlias = dict[int, list[str]]


@dataclass(slots=True)
class _Adding:
    """What goes in after which line (0 for the top)."""

    lines: Sequence[str]
    after: Insertions = field(default_factory=dict)
    count: int = 0
    left: list[str] = field(default_factory=list)

    def put(self, line: int, written: Sequence[str]) -> None:
        self.after.setdefault(line, []).extend(written)


def add_missing(path: Path, text: str, entries: Sequence[Entry]) -> Added:
    """A graph's file with the entries that it lacks.

    Args:
        path: The file, to be named where it has a mistake.
        text: What stands in it; "" where there is none.
        entries: What it should have.

    Raises:
        UsageError: the text has a mistake, or cannot be added to.
    """
    before = read_layer(path, text)
    root = composed(text)
    lines = _LINE.findall(text)
    adding = _Adding(lines)
    if root is None:
        _put_all(adding, len(lines), entries, 0)
    else:
        _into(adding, root, entries, "")
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    new = "".join(_woven(lines, adding.after, end))
    if not _holds(read_layer(path, new).layer.model_dump(), before.layer.model_dump()):
        # A mistake of ours must not cost them what they wrote.
        raise UsageError(f"{path} is laid out in a way that cannot be added to.")
    return Added(new, adding.count, tuple(adding.left))


def _holds(now: Any, before: Any) -> bool:
    """Whether all that was there still is; only what was blank may have got a value."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(key in now and _holds(now[key], value) for key, value in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return now[: len(before)] == before
    return now == before or not before


def _woven(lines: Sequence[str], after: Insertions, end: str) -> Iterator[str]:
    for at in range(len(lines) + 1):
        if at:
            line = lines[at - 1]
            ended = line[-1] in "\r\n\x85\u2028\u2029"
            yield line if ended or at not in after else line + end
        yield from (f"{one}{end}" for one in after.get(at, ()))


def _into(adding: _Adding, node: yaml.Node, entries: Sequence[Entry], path: str) -> None:
    """Add to a mapping that is there."""
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        line = node.start_mark.line + 1
        missing = [one.key for one in entries if not _has(node, one.key)]
        if missing:
            adding.left.append(f"line {line}: {', '.join(missing)} of {path or 'the graph'}")
        return
    indent = node.value[0][0].start_mark.column
    known = {str(key.value): (key, value) for key, value in node.value}
    missing_here = []
    for entry in entries:
        if entry.key not in known:
            missing_here.append(entry)
            continue
        key, value = known[entry.key]
        if entry.items:
            _onto(adding, key, value, entry, indent)
        elif entry.below:
            if _is_blank(value):
                _put_all(adding, key.end_mark.line + 1, entry.below, indent + 2)
            else:
                _into(adding, value, entry.below, f"{path}.{entry.key}".lstrip("."))
    _put_all(adding, _last_line(node), missing_here, indent)


def _onto(adding: _Adding, key: yaml.Node, value: yaml.Node, entry: Entry, indent: int) -> None:
    """Add items to a list that is there."""
    if _is_blank(value):
        line, column = key.end_mark.line + 1, indent + 2
    elif isinstance(value, yaml.SequenceNode) and not value.flow_style:
        line, column = _last_line(value), value.start_mark.column
    else:
        adding.left.append(f"line {value.start_mark.line + 1}: {len(entry.items)} of {entry.key}")
        return
    adding.put(line, _items(entry.items, column))
    adding.count += len(entry.items)


def _has(node: yaml.Node, key: str) -> bool:
    return isinstance(node, yaml.MappingNode) and any(k.value == key for k, _ in node.value)


def _is_blank(node: yaml.Node) -> bool:
    """Whether nothing stands after a key."""
    return isinstance(node, yaml.ScalarNode) and node.value == "" and node.style is None


def _last_line(node: yaml.Node) -> int:
    """The number of the last line that a node stands in, comments behind it left out."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return max(map(_last_line, last)) if isinstance(last, tuple) else _last_line(last)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return int(node.end_mark.line) + (node.end_mark.column > 0)
    return int(node.end_mark.line) + 1


def _put_all(adding: _Adding, line: int, entries: Sequence[Entry], indent: int) -> None:
    for entry in entries:
        adding.put(line, list(_written(entry, indent)))
        adding.count += _size(entry)


def _size(entry: Entry) -> int:
    """How many keys and items an entry is."""
    return 1 + sum(map(_size, entry.below)) + len(entry.items)


def _written(entry: Entry, indent: int) -> Iterator[str]:
    """The lines of an entry."""
    head = f"{' ' * indent}{scalar(entry.key)}:"
    comment = f"  # {_one_line(entry.comment)}" if entry.comment else ""
    if isinstance(entry.value, str) and "\n" in entry.value.strip() and _is_block(entry.value):
        yield f"{head} |{comment}"
        for line in entry.value.strip().splitlines():
            yield f"{' ' * (indent + 2)}{line}".rstrip()
        return
    yield head + (f" {scalar(entry.value)}" if entry.value is not None else "") + comment
    for one in entry.below:
        yield from _written(one, indent + 2)
    yield from _items(entry.items, indent + 2)


def _items(items: Sequence[tuple[Entry, ...]], indent: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        written = [line for entry in item for line in _written(entry, indent + 2)]
        lines += [f"{' ' * indent}- {written[0].lstrip()}", *written[1:]]
    return lines


def _is_block(text: str) -> bool:
    """Whether a text can stand as it is, line by line."""
    return all(char.isprintable() or char == "\n" for char in text) and not text[0].isspace()


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def scalar(value: Any) -> str:
    """A value as YAML writes it in one line.

    >>> scalar("a film"), scalar("a: b"), scalar(["talkie", "on"]), scalar({"most": 5})
    ('a film', '"a: b"', '[talkie, "on"]', '{most: 5}')
    """
    match value:
        case str():
            if _PLAIN.fullmatch(value) and not _NOT_TEXT.fullmatch(value) and "," not in value:
                return value
            # JSON's strings are YAML's, but DEL may not stand bare.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(scalar, value))}]"
        case dict():
            return f"{{{', '.join(f'{scalar(k)}: {scalar(v)}' for k, v in value.items())}}}"
        case bool() | int() | float():
            return json.dumps(value)
    return str(value)
