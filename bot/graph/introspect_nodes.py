"""Labels: which bear which others, and the properties of their nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.graph.introspect_figures import complete, fetch_sample
from bot.graph.introspect_profile import Profile
from bot.graph.introspect_reader import Reader, in_parallel, packed, quote
from memory.schema import Label, Property

LabelSets = Counter[frozenset[str]]


class Nodes:
    """What was seen of the nodes: for each label its properties, and the label sets they bear."""

    def __init__(self, reader: Reader, counts: Mapping[str, int], total: int) -> None:
        self._reader = reader
        self._counts = counts
        self._total = total
        self._sets: LabelSets = Counter()
        self._exact_sets = False
        self._properties: dict[str, dict[str, Property]] = {}
        self.sampled: set[str] = set()

    @property
    def exact_sets(self) -> bool:
        """Whether all nodes' labels were looked at."""
        return self._exact_sets

    async def read(self) -> dict[str, Label]:
        """Every label of `counts`, in alphabetical order."""
        await self._read_sets()
        sample = self._reader.limits.sample
        small = {name: count for name, count in self._counts.items() if count <= sample}
        large = [name for name in self._counts if name not in small]
        await in_parallel(
            [self._small(group) for group in packed(small, 2 * sample, 40)]
            + [self._large(name) for name in large]
        )
        return {name: self._label(name) for name in sorted(self._counts)}

    async def _read_sets(self) -> None:
        if self._total > self._reader.limits.whole:
            return
        rows = await self._reader.attempt("MATCH (n) RETURN labels(n) AS labels, count(*) AS n")
        if rows is not None:
            self._exact_sets = True
            for row in rows:
                self._sets[frozenset(row["labels"])] += row["n"]

    def _label(self, name: str) -> Label:
        count = self._counts[name]
        bearing = [labels for labels in self._sets if name in labels]
        implied = frozenset.intersection(*bearing) if bearing else frozenset()
        # A sample may make a label look implied; it cannot be if fewer nodes bear it.
        implied = frozenset(other for other in implied if self._counts.get(other, 0) >= count)
        some = frozenset[str]().union(*bearing) & self._counts.keys()
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
        count = self._counts[name]
        source = f"MATCH (n:{quote(name)}) WITH n"
        profile = Profile()
        for row in await fetch_sample(self._reader, source, count, profile, "labels(n) AS labels"):
            self._saw(row["labels"])
        self._properties[name], exact = await complete(self._reader, source, count, profile)
        if not exact:
            self.sampled.add(name)

    def _saw(self, labels: list[str]) -> None:
        if not self._exact_sets:
            self._sets[frozenset(labels)] += 1
