"""A schema drafted from a sample of texts and the graph there is, for a person to correct."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.documents.found import open_label, open_type
from bot.documents.kept import Kept
from bot.documents.schema import schema_from
from bot.extraction import Told
from memory.documents import DOCUMENT, ID, MENTIONS, PART_OF, PASSAGE
from memory.schema import Schema
from memory.text import fold
from memory.text_sentences import Sentences

HEAD = """\
# What to look for in documents. Correct it, then read them with:
#     cicerone documents add PATH… --schema {file} --graph NAME
# labels:         what a thing can be; with a description, synonyms, names that are known (each with
#                 its spellings), and properties: text, integer, number, date, amount or identifier
# relationships:  what they join, from and to; with words, only a sentence that has one counts
# A property with words is read beside them without a model, an identifier by its pattern.
"""
_TYPES = {"INTEGER": "integer", "FLOAT": "number", "DATE": "date"}
_CAPITALS = re.compile(r"[A-ZÀ-Þ][\w&’'-]+(?:[ \t]+(?:[a-zß-ÿ&]{1,3}\.?[ \t]+)?[A-ZÀ-Þ][\w&’'-]+)+")
_CODE = re.compile(r"(?<![\w.,])(?=[\w:/-]*\d)(?=[\w:/-]*[:/-])\w[\w:/-]{5,30}\w(?![\w])")
_NAMES, _SHAPES, _OFTEN = 40, 5, 3


def drafted(
    file: str, texts: Sequence[Kept], graph: Schema | None, told: Iterable[Told] = ()
) -> str:
    """The YAML of a draft: what the graph has, what a model told, and in comments what is frequent.

    Args:
        file: What the file will be called.
        texts: The sample.
        graph: The schema of the graph there is; None where there is none.
        told: What a model found in passages of the sample, without a schema.
    """
    labels: dict[str, dict[str, str]] = {}
    joins: dict[str, set[tuple[str, str]]] = {}
    for label in graph.labels.values() if graph else ():
        labels[label.name] = {
            prop.name: _TYPES.get(prop.type, "text") for prop in label.properties.values()
        }
    for rel in graph.relationships.values() if graph else ():
        joins[rel.type] = {(join.start, join.end) for join in rel.joins}
    _add_told(told, labels, joins)
    lines = [HEAD.format(file=file), "labels:"]
    for name, properties in labels.items():
        lines.append(f"  {name}:")
        kept = {key: type_ for key, type_ in properties.items() if _kept(key, properties)}
        if kept:
            lines.append("    properties:")
            lines += [f"      {key}: {type_}" for key, type_ in kept.items()]
    if not labels:
        lines[-1] = "labels: {}"
    if joins:
        lines.append("relationships:")
        for type_, ends in joins.items():
            start, end = (sorted({pair[at] for pair in ends}) for at in (0, 1))
            lines.append(f"  {type_}: {{from: {json.dumps(start)}, to: {json.dumps(end)}}}")
    text = "\n".join([*lines, *_frequent(texts)]) + "\n"
    schema_from(text, file)
    return text


def without_documents(schema: Schema) -> Schema:
    """A schema without the documents and passages of ours."""
    labels = {k: v for k, v in schema.labels.items() if k not in (DOCUMENT, PASSAGE)}
    types = {k: v for k, v in schema.relationships.items() if k not in (MENTIONS, PART_OF)}
    return replace(schema, labels=labels, relationships=types)


def _kept(name: str, beside: Mapping[str, str]) -> bool:
    """Whether a property is one to look for, rather than one that comes with others."""
    own = (ID, "name", "spellings", "extracted_on", "extracted_by")
    base, _, end = name.rpartition("_")
    with_another = end in ("written", "currency", "also") and base in beside
    return name not in own and not with_another and re.fullmatch(r"[^\W\d]\w*", name) is not None


def _add_told(
    told: Iterable[Told],
    labels: dict[str, dict[str, str]],
    joins: dict[str, set[tuple[str, str]]],
) -> None:
    """What a model found more than once of a kind; open names are put in the usual form."""
    counts: Counter[str] = Counter()
    pairs: dict[str, Counter[tuple[str, str]]] = {}
    properties: dict[str, Counter[str]] = {}
    for one in told:
        things = {fold(thing.name): open_label(thing.label) for thing in one.things}
        counts.update(label for label in things.values() if label)
        for fact in one.facts:
            subject, other = things.get(fold(fact.subject)), things.get(fold(fact.object))
            if subject and other:
                type_ = open_type(fact.predicate)
                pairs.setdefault(type_, Counter())[subject, other] += 1
            elif subject:
                name = open_type(fact.predicate).lower()
                properties.setdefault(subject, Counter())[name] += 1
    for label, _ in counts.most_common(20):
        found = labels.setdefault(label, {})
        for name, _ in properties.get(label, Counter()).most_common(8):
            found.setdefault(name, "text")
    for type_, ends in pairs.items():
        if type_ and type_ not in labels:
            known = {pair for pair in ends if pair[0] in labels and pair[1] in labels}
            if known:
                joins.setdefault(type_, set()).update(known)


def _frequent(texts: Sequence[Kept]) -> list[str]:
    """Comments: names that occur often, and shapes that identifiers have."""
    names: Counter[str] = Counter()
    shapes: Counter[str] = Counter()
    samples: dict[str, str] = {}
    for one in texts:
        sentences = Sentences(one.text)
        for start, end in sentences.spans(0, len(one.text)):
            names.update(match[0] for match in _CAPITALS.finditer(one.text, start, end))
        for match in _CODE.finditer(one.text):
            shape = _shape(match[0])
            shapes[shape] += 1
            samples.setdefault(shape, match[0])
    often = [name for name, count in names.most_common(_NAMES) if count >= _OFTEN]
    lines = []
    if often:
        lines += ["", "# Names that occur often, some for the names of a label:"]
        lines += [f"#   - {name}" for name in often]
    codes = [shape for shape, count in shapes.most_common(_SHAPES) if count > 1]
    if codes:
        lines += ["", "# Shapes that identifiers seem to have, as patterns of a property:"]
        for shape in codes:
            lines.append(f"#   {{type: identifier, pattern: '{shape}'}}   # {samples[shape]}")
    return lines


def _shape(code: str) -> str:
    r"""The pattern of codes like this one.

    >>> _shape("3:21-cv-04417")
    '\\d:\\d{2}-cv-\\d{5}'
    """

    def digits(match: re.Match[str]) -> str:
        count = len(match[0])
        return r"\d" if count == 1 else rf"\d{{{count}}}"

    return re.sub(r"\d+", digits, code)
