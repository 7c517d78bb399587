"""Measures value links: precision and recall on question files, and time against a plain scan.

    python -m tests.bench.links --data FOLDER [--misses]
    python -m tests.bench.links --values 100000
    python -m tests.bench.links --data FOLDER --slices 600

FOLDER holds folders with `graph.json.gz` and `questions.json`. Where questions carry `entities`
("x0.Label.property:stored = asked") links are held to those; else to the string literals of their
gold Cypher that are stored values. `--slices N` adds N made-up labels to each graph's schema and
counts how many of the labels and types of the gold Cypher are in the slice. Times are also given as
a share of a scan of all values by rapidfuzz in the same run, because machines differ.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import lemminflect
from rapidfuzz import fuzz, process

from bot.steps.link import link
from memory.elements import ElementIndex, elements_collection
from memory.embedding import StaticEmbedder
from memory.index_pieces import EdgePieces
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.schema_size import schema_tokens
from memory.text import fold
from memory.values import VALUES, Place, StoredValue, ValueIndex

_ENTITY = re.compile(r"^\w+\.(?P<label>\w+)\.(?P<property>\w+):(?P<stored>.*) = (?P<asked>.*)$")
_LITERAL = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


@dataclass(slots=True)
class Score:
    """Counts over one file of questions."""

    wanted: int = 0
    found: int = 0
    found_first: int = 0
    stretches: int = 0
    right_stretches: int = 0
    links: int = 0
    misses: list[str] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def line(self) -> str:
        recall = self.found / max(self.wanted, 1)
        first = self.found_first / max(self.wanted, 1)
        precision = self.right_stretches / max(self.stretches, 1)
        links = self.links / max(self.stretches, 1)
        return (
            f"recall {recall:.3f} ({self.found}/{self.wanted}), first {first:.3f}, "
            f"stretches right {precision:.3f} ({self.right_stretches}/{self.stretches}), "
            f"{links:.1f} links a stretch"
        )


def stored_values(graph: dict[str, Any]) -> Counter[tuple[str, str, Any]]:
    """Every scalar value of the graph's nodes, with the number of nodes holding it."""
    values: Counter[tuple[str, str, Any]] = Counter()
    for node in graph["nodes"]:
        for label in node["labels"]:
            for name, value in node["props"].items():
                if isinstance(value, str):
                    values[label, name, value] += 1
    return values


async def stream(values: Counter[tuple[str, str, Any]]) -> AsyncIterator[StoredValue]:
    for (label, name, value), count in values.items():
        yield label, name, value, count


def wanted_links(
    question: dict[str, Any], values: Counter[tuple[str, str, Any]], literals: set[str]
) -> list[tuple[str | None, str | None, str]]:
    """(label, property, stored value); the first two are None where only the value is known."""
    if "entities" in question:
        found = [_ENTITY.match(entity) for entity in question["entities"]]
        return [
            (match["label"], match["property"], match["stored"])
            for match in found
            if match and (match["label"], match["property"], match["stored"]) in values
        ]
    texts = {a or b for a, b in _LITERAL.findall(question.get("gold", ""))}
    asked = f" {fold(question['question'])} "
    return [
        (None, None, text)
        for text in sorted(texts)
        if text in literals and f" {fold(text)} " in asked
    ]


def judge(
    score: Score,
    question: str,
    wanted: Sequence[tuple[str | None, str | None, str]],
    links: Sequence[LinkedValue],
) -> None:
    def fits(link: LinkedValue, want: tuple[str | None, str | None, str]) -> bool:
        label, name, value = want
        return (
            str(link.value) == value
            and label in (None, link.label)
            and name in (None, link.property)
        )

    stretches: dict[tuple[int, int], list[LinkedValue]] = {}
    for found in links:
        stretches.setdefault((found.start, found.end), []).append(found)
    for want in wanted:
        score.wanted += 1
        if any(fits(link, want) for link in links):
            score.found += 1
        else:
            score.misses.append(f"{want[2]!r} in {question!r}")
        score.found_first += any(fits(group[0], want) for group in stretches.values())
    for group in stretches.values():
        score.stretches += 1
        score.links += len(group)
        if any(fits(link, want) for link in group for want in wanted):
            score.right_stretches += 1
        else:
            best = group[0]
            score.wrong[f"{best.text!r} → {best.value!r} ({best.method} {best.score})"] += 1


async def measure(folder: Path, limit: int, misses: bool) -> None:
    graph = json.loads(gzip.decompress((folder / "graph.json.gz").read_bytes()))
    questions = json.loads((folder / "questions.json").read_text())[:limit]
    values = stored_values(graph)
    literals = {value for _, _, value in values}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        index = ValueIndex(await EdgePieces.open(Path(home) / "values", VALUES))
        began = time.perf_counter()
        await index.read([Place("", "")], lambda place, left_out: stream(values))
        built = time.perf_counter() - began
        score = Score()
        for question in questions:
            began = time.perf_counter()
            links = await index.lookup(question["question"])
            score.seconds.append(time.perf_counter() - began)
            judge(score, question["question"], wanted_links(question, values, literals), links)
        await index.close()
    print(f"{folder.name}: {len(values)} values, built in {built:.1f} s; {score.line()}")
    print(f"  {times(score.seconds, literals, [q['question'] for q in questions])}")
    if misses:
        for miss in score.misses[:40]:
            print("  missed", miss)
        for wrong, count in score.wrong.most_common(60):
            print("  unasked", count, wrong)


def times(seconds: Sequence[float], values: Iterable[str], questions: Sequence[str]) -> str:
    """Median and 95th percentile, against one rapidfuzz scan of all values a question."""
    texts = [value for value in values if len(value) <= 80]
    scans = []
    for question in questions[:5]:
        began = time.perf_counter()
        process.extract(question, texts, scorer=fuzz.partial_ratio, limit=10)
        scans.append(time.perf_counter() - began)
    scan = statistics.median(scans)
    ordered = sorted(seconds)
    p50, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return (
        f"p50 {p50 * 1000:.1f} ms ({p50 / scan:.3f} of a scan), "
        f"p95 {p95 * 1000:.1f} ms ({p95 / scan:.3f} of a scan of {scan * 1000:.0f} ms)"
    )


def made_up(count: int) -> Counter[tuple[str, str, Any]]:
    """Names, titles and codes of random syllables."""
    pick = random.Random(7)
    syllables = [
        "ka",
        "ro",
        "mi",
        "ten",
        "dar",
        "lo",
        "vi",
        "sha",
        "bor",
        "ney",
        "ste",
        "an",
        "gra",
        "hel",
        "um",
        "dri",
        "pol",
        "ex",
        "que",
        "zin",
        "wor",
        "ian",
    ]

    def word() -> str:
        return "".join(pick.choices(syllables, k=pick.randint(2, 4))).capitalize()

    firsts, lasts = [word() for _ in range(2000)], [word() for _ in range(15000)]
    values: Counter[tuple[str, str, Any]] = Counter()
    while len(values) < count:
        kind = pick.random()
        if kind < 0.6:
            values["Person", "name", f"{pick.choice(firsts)} {pick.choice(lasts)}"] += 1
        elif kind < 0.8:
            title = " ".join(pick.choices(lasts, k=pick.randint(1, 4)))
            values["Work", "title", f"The {title}"] += 1
        else:
            values["Part", "code", f"{pick.randint(10, 99)}-{pick.randint(0, 10**7):07}"] += 1
    return values


async def measure_size(count: int) -> None:
    values = made_up(count)
    pick = random.Random(8)
    names = [value for _, _, value in values]
    asked = []
    for name in pick.sample(names, 200):
        typo = name[:3] + name[4:] if pick.random() < 0.3 else name
        asked.append(f"Which works did {typo} make with {pick.choice(names)} after 1999?")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folder = Path(home) / "values"
        index = ValueIndex(await EdgePieces.open(folder, VALUES))
        began = time.perf_counter()
        await index.read([Place("", "")], lambda place, left_out: stream(values))
        built = time.perf_counter() - began
        await index.close()
        began = time.perf_counter()
        index = ValueIndex(await EdgePieces.open(folder, VALUES))
        fresh = await index.fresh("bench")
        opened = time.perf_counter() - began
        seconds = []
        for question in asked:
            began = time.perf_counter()
            await index.lookup(question)
            seconds.append(time.perf_counter() - began)
        size = sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())
        await index.close()
    print(
        f"{count} values: built in {built:.1f} s, {size / 1e6:.0f} MB, "
        f"opened in {opened:.2f} s (fresh: {fresh})"
    )
    print(f"  {times(seconds, names, asked)}")


_LABELS = re.compile(r"\(\w*\s*:\s*`?(\w+)")
_TYPES = re.compile(r"\[\w*\s*:\s*`?(\w+)")


def schema_of(graph: dict[str, Any]) -> Schema:
    """Labels, properties and joins of a graph file."""
    labels: dict[str, dict[str, Property]] = {}
    label_of = {}
    for node in graph["nodes"]:
        label_of[node["id"]] = node["labels"][0]
        properties = labels.setdefault(node["labels"][0], {})
        for name, value in node["props"].items():
            properties.setdefault(name, Property(name, ("STRING",), (str(value)[:30],)))
    joins: dict[str, Counter[tuple[str, str]]] = {}
    for rel in graph["rels"]:
        joins.setdefault(rel["type"], Counter())[label_of[rel["start"]], label_of[rel["end"]]] += 1
    return Schema(
        {name: Label(name, 1, properties) for name, properties in labels.items()},
        {
            type_: Relationship(type_, pairs.total(), tuple(Join(*p, n) for p, n in pairs.items()))
            for type_, pairs in joins.items()
        },
    )


def common_nouns() -> list[str]:
    """Two thousand nouns of the dictionary."""
    lemmas = lemminflect.Lemmatizer()._getLemmaDict()
    nouns = sorted(w for w in lemmas if 4 <= len(w) <= 9 and w in lemmas[w].get("NOUN", ()))
    return random.Random(5).sample(nouns, 2000)


def with_noise(schema: Schema, count: int, words: Sequence[str]) -> Schema:
    """The schema amid `count` labels of two words each, joined to three others each."""
    pick = random.Random(9)
    labels, relationships = dict(schema.labels), dict(schema.relationships)
    names = list(labels)
    for _ in range(count):
        name = "".join(word.capitalize() for word in pick.sample(words, 2))
        properties = {
            f"{a}{b.capitalize()}": Property(f"{a}{b.capitalize()}", ("STRING",))
            for a, b in (pick.sample(words, 2) for _ in range(pick.randint(3, 12)))
        }
        labels[name] = Label(name, 1, properties)
        for other in pick.sample(names, 3):
            type_ = "_".join(word.upper() for word in pick.sample(words, 2))
            relationships[type_] = Relationship(type_, 1, (Join(name, other, 1),))
        names.append(name)
    return Schema(labels, relationships)


async def measure_slices(folder: Path, count: int, limit: int) -> None:
    graph = json.loads(gzip.decompress((folder / "graph.json.gz").read_bytes()))
    questions = [q for q in json.loads((folder / "questions.json").read_text()) if q.get("gold")]
    embedder = StaticEmbedder()
    words = common_nouns()
    schema = with_noise(schema_of(graph), count, words)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        values = ValueIndex(await EdgePieces.open(Path(home) / "values", VALUES))
        await values.read([Place("", "")], lambda place, left_out: stream(stored_values(graph)))
        index = await EdgePieces.open(Path(home) / "elements", elements_collection(embedder))
        elements = ElementIndex(index, embedder, schema)
        began = time.perf_counter()
        await elements.build()
        built = time.perf_counter() - began
        hits: Counter[str] = Counter()
        seconds, sizes = [], []
        for question in random.Random(3).sample(questions, min(limit, len(questions))):
            began = time.perf_counter()
            linked = await link(question["question"], schema, values, elements, schema_tokens=2000)
            seconds.append(time.perf_counter() - began)
            sizes.append(schema_tokens(linked.slice))
            labels = set(_LABELS.findall(question["gold"])) & set(schema.labels)
            types = set(_TYPES.findall(question["gold"])) & set(schema.relationships)
            missed = (labels - set(linked.slice.labels)) | (types - set(linked.slice.relationships))
            hits.update(
                asked=1,
                whole=not missed,
                labels=len(labels),
                labels_in=len(labels & set(linked.slice.labels)),
                types=len(types),
                types_in=len(types & set(linked.slice.relationships)),
            )
        await index.close()
        await values.close()
    ordered = sorted(seconds)
    print(
        f"{folder.name} amid {count} labels ({schema_tokens(schema)} tokens, "
        f"built in {built:.1f} s): "
        f"all of the gold in the slice {hits['whole'] / hits['asked']:.2f}, "
        f"labels {hits['labels_in'] / max(hits['labels'], 1):.2f}, "
        f"types {hits['types_in'] / max(hits['types'], 1):.2f}; "
        f"{statistics.median(sizes):.0f} tokens; p50 {ordered[len(ordered) // 2] * 1000:.1f} ms, "
        f"p95 {ordered[int(len(ordered) * 0.95)] * 1000:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of graphs with questions")
    parser.add_argument("--only", help="one of its folders")
    parser.add_argument("--limit", type=int, default=2000, help="questions a folder")
    parser.add_argument("--misses", action="store_true", help="print what was not found")
    parser.add_argument("--slices", type=int, help="measure slices amid so many made-up labels")
    parser.add_argument("--values", type=int, help="measure on so many made-up values")
    options = parser.parse_args()
    if options.values:
        asyncio.run(measure_size(options.values))
    if options.data:
        for folder in sorted(options.data.iterdir()):
            if (folder / "graph.json.gz").exists() and options.only in (None, folder.name):
                if options.slices is not None:
                    asyncio.run(measure_slices(folder, options.slices, options.limit))
                else:
                    asyncio.run(measure(folder, options.limit, options.misses))


if __name__ == "__main__":
    main()
