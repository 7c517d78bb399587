"""Labels: which bear which others, and the properties of their nodes."""

from __future__ import annotations

from collections import Counter

from bot.graph.introspect_figures import complete, fetch_sample
from bot.graph.introspect_profile import Profile
from bot.graph.introspect_reader import Reader, in_parallel, packed, quote, sampled
from memory.schema import Label, Property

LabelSets = Counter[frozenset[str]]


class Nodes:
    """What was seen of the nodes: for each label its properties, and the label sets they bear."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._sets: LabelSets = Counter()
        self._properties: dict[str, dict[str, Property]] = {}
        self.counts: dict[str, int] = {}
        self.exact_sets = False
        self.sampled: set[str] = set()

    async def count(self) -> None:
        """Finds the labels that nodes bear, but the hidden ones, and how many bear each."""
        rows = await self._reader.read("CALL db.labels() YIELD label RETURN label")
        found_labels = {row["label"] for row in rows}
        self._reader.hidden = frozenset(filter(self._reader.private.label, found_labels))
        names = sorted(found_labels - self._reader.hidden)
        total = (await self._reader.read("MATCH (n) RETURN count(n) AS n"))[0]["n"]
        found = Counter[str]()
        if await self._read_sets(total):
            for labels, number in self._sets.items():
                found.update(dict.fromkeys(labels, number))
        else:
            numbers = await self._reader.count_each([f"(x:{quote(name)})" for name in names])
            found.update(dict(zip(names, numbers, strict=True)))
        self.counts = {name: found[name] for name in names if found[name]}

    async def read(self) -> dict[str, Label]:
        """Every label that was counted, in alphabetical order."""
        sample = self._reader.limits.sample
        small = {name: count for name, count in self.counts.items() if count <= sample}
        large = [name for name in self.counts if name not in small]
        await in_parallel(
            [self._small(group) for group in packed(small, 2 * sample, 40)]
            + [self._large(name) for name in large]
        )
        return {name: self._label(name) for name in sorted(self.counts)}

    async def _read_sets(self, total: int) -> bool:
        """One look at all nodes, if they are not too many; it tells the counts as well."""
        if total > self._reader.limits.whole:
            return False
        rows = await self._reader.attempt(
            "MATCH (n) RETURN labels(n) AS labels, count(*) AS n", self._reader.limits.scan_seconds
        )
        for row in rows or []:
            self._sets[frozenset(row["labels"])] += row["n"]
        self.exact_sets = rows is not None
        return self.exact_sets

    def _label(self, name: str) -> Label:
        count = self.counts[name]
        bearing = [labels for labels in self._sets if name in labels]
        implied = frozenset.intersection(*bearing) if bearing else frozenset()
        # A sample may make a label look implied; it cannot be if fewer nodes bear it.
        implied = frozenset(other for other in implied if self.counts.get(other, 0) >= count)
        some = frozenset[str]().union(*bearing) & self.counts.keys()
        return Label(
            name=name,
            count=count,
            properties=self._properties.get(name, {}),
            implies=tuple(sorted(implied - {name})),
            together=tuple(sorted(some - implied - {name})),
        )

    async def _small(self, names: list[str]) -> None:
        """Labels that are fetched whole, many in one statement."""
        pattern = "|".join(quote(name) for name in names)
        rows = await self._reader.read(
            f"MATCH (n:{pattern}) RETURN labels(n) AS labels, properties(n) AS properties"
        )
        profiles = {name: Profile() for name in names}
        for row in rows:
            self._saw(row["labels"])
            for label in row["labels"]:
                if label in profiles:
                    profiles[label].add(row["properties"])
        for name, profile in profiles.items():
            self._properties[name] = profile.properties(whole=True)

    async def _large(self, name: str) -> None:
        """A label of which a sample is fetched; the database adds exact figures where it can."""
        count = self.counts[name]
        source = f"MATCH (n:{quote(name)}) WITH n"
        profile = Profile()
        given = (self._reader, source, count, profile, "labels(n) AS labels")
        for row in await fetch_sample(
            *given, sampled(len(self.counts), self._reader.limits.sample)
        ):
            self._saw(row["labels"])
        self._properties[name], exact = await complete(self._reader, source, count, profile)
        if not exact:
            self.sampled.add(name)

    def _saw(self, labels: list[str]) -> None:
        if not self.exact_sets:
            self._sets[frozenset(labels)] += 1
