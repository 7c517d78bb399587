"""The file of a graph, read: a mistake is one sentence with its line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError
from yaml.constructor import SafeConstructor

from bot.errors import UsageError
from bot.layer.address import misplaced
from bot.layer.form import (
    GAP,
    Credentials,
    Layer,
    LayerFile,
    Owner,
    Place,
    Property,
    Verified,
)

if TYPE_CHECKING:
    from bot.settings import Settings

_MOST_NODES, _DEEPEST = 50_000, 12
# Each multiplies the ways in which a message may be taken apart.
_MOST_GAPS = 4


class LayerMistake(Exception):
    """What is wrong with a file, in a sentence that begins with its line."""


def layer_of(settings: Settings) -> LayerFile:
    """The file of the graph asked; an empty layer where there is none.

    Raises:
        UsageError: it cannot be read, or has a mistake; the message has file and line.
    """
    path = settings.layer_file
    try:
        found = path.stat()
    except FileNotFoundError:
        return LayerFile(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    return _read_file(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=64)
def _read_file(path: Path, changed: int, size: int) -> LayerFile:
    del changed, size  # what the cache knows a version of the file by
    return read_layer(path, text_of(path))


def text_of(path: Path) -> str:
    """The text of a file, line ends and all.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"{path} cannot be read: {reason}.") from None


def read_layer(path: Path, text: str) -> LayerFile:
    """The layer in a text.

    Raises:
        UsageError: it has a mistake; the message has file and line.
    """
    try:
        return LayerFile(path, *_layer(text), text)
    except LayerMistake as mistake:
        raise UsageError(f"{path}, {mistake}") from None


def composed(text: str) -> yaml.Node | None:
    """The YAML of a text, with where everything stands; None where there is nothing in it.

    Raises:
        LayerMistake: it is not YAML.
    """
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise LayerMistake(f"line {line}: this is not YAML: {error.problem}.") from None
    except yaml.YAMLError:
        raise LayerMistake("line 1: this is not YAML.") from None
    except RecursionError:
        raise LayerMistake("line 1: it is nested too deep.") from None


def _layer(text: str) -> tuple[Layer, dict[Place, int]]:
    root = composed(text)
    reader = _Reader()
    values = reader.value(root, ()) if root is not None else {}
    if not isinstance(values, dict):
        raise LayerMistake("line 1: a graph is described as `key: value`.")
    try:
        layer = Layer.model_validate(values)
    except ValidationError as error:
        raise _mistake(error, reader.lines) from None
    for place, problem in (*misplaced(layer), *astray(layer)):
        raise LayerMistake(f"line {_line(reader.lines, place)}: {problem}")
    return layer, reader.lines


class _Reader:
    """Plain values of YAML nodes. Keys are texts, and one that is left blank is not there."""

    def __init__(self) -> None:
        self.lines: dict[Place, int] = {}
        self._seen = 0
        self._scalars = SafeConstructor()

    def value(self, node: yaml.Node, place: Place) -> Any:
        self._seen += 1
        line = node.start_mark.line + 1
        self.lines.setdefault(place, line)
        if self._seen > _MOST_NODES or len(place) > _DEEPEST:
            raise LayerMistake(f"line {line}: the file is too large, or nested too deep.")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, place)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, (*place, at)) for at, one in enumerate(node.value)]
        try:
            return self._scalars.construct_object(node)
        except (yaml.YAMLError, ValueError):
            raise LayerMistake(f"line {line}: “{node.value}” cannot be read.") from None

    def _mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise LayerMistake(f"line {line}: a key is a plain text.")
            name = str(key.value)
            if (*place, name) in self.lines:
                raise LayerMistake(f"line {line}: “{name}” is there twice.")
            self.lines[*place, name] = line
            one = self.value(value, (*place, name))
            if one is None and _is_owner(place):
                one = {}
            if one is not None:
                found[name] = one
        return found


def _is_owner(place: Place) -> bool:
    """Whether what stands there is named by the schema: a blank one is there all the same."""
    return place in (("labels",), ("relationships",)) or place[2:] == ("properties",)


def _mistake(error: ValidationError, lines: dict[Place, int]) -> LayerMistake:
    """The first mistake that pydantic found, in plain words."""
    first = error.errors(include_url=False)[0]
    place: Place = first["loc"]
    while place and place not in lines:
        place = place[:-1]
    path = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
    match first["type"]:
        case "extra_forbidden":
            told = f"“{place[-1]}” is not a key here; there is {', '.join(_keys(place[:-1]))}."
        case "missing":
            told = f"{path} has no {first['loc'][-1]}."
        case "string_type":
            told = f"{path} has to be a text; put it in quotes."
        case "dict_type" | "model_type":
            told = f"{path} has to hold `key: value`."
        case "list_type":
            told = f"{path} has to be a list."
        case "date_type":
            told = f"{path} has to be a date, as in 2026-11-27."
        case _:
            told = f"{path}: {first['msg'].rstrip('.')}."
    return LayerMistake(f"line {_line(lines, place)}: {told}")


def _keys(place: Place) -> Iterator[str]:
    """The keys that may stand at a place."""
    kind: type[Any] = Layer
    if place:
        kind = Owner if len(place) == 2 else Property
        kind = {"verified": Verified, "credentials": Credentials}.get(str(place[0]), kind)
    yield from kind.model_fields


def _line(lines: dict[Place, int], place: Place) -> int:
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1)


def astray(layer: Layer) -> Iterator[tuple[Place, str]]:
    """(place, what is wrong) of verified questions, without a look at the graph."""
    known: dict[str, int] = {}
    for at, one in enumerate(layer.verified):
        place: Place = ("verified", at, "question")
        form = " ".join(GAP.sub("{}", one.question).casefold().split()).rstrip("?!. ")
        if form in known:
            yield place, f"it is the same question as number {known[form] + 1}."
        known[form] = at
        if not GAP.sub("", one.question).strip(" ?!."):
            yield place, "the question has no words of its own."
        if len(one.gaps) > _MOST_GAPS:
            yield place, f"the question has more than {_MOST_GAPS} parameters."
        if "}{" in "".join(one.question.split()):
            yield place, "between two parameters there has to be a word."
        for gap in one.gaps:
            if one.gaps.count(gap) > 1:
                yield place, f"{{{gap}}} is there twice."
            if f"${gap}" not in one.cypher:
                yield place, f"the Cypher has no ${gap}."
            if gap not in one.parameters:
                yield place, f"{{{gap}}} has no value under parameters to try it with."
            if isinstance(one.parameters.get(gap), bool):
                yield place, f"{{{gap}}} has to be a text, a number or a date."
