"""Candidates of the reader for questions with golds, judged by their rows on the embedded database.

The parser's cases have no rows: `tests/data/parser/trees.json.gz` has for each of them [schema,
question, its tree] (`memory.codec`), and a candidate that means the same (`bot.reader.alike`) is
right. What was run before is kept on disk (`parser_cache`): another round runs only new
statements.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import re
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parent))
from parser import Runner, Server
from parser_cache import Cache
from parser_data import load as load_graph

from bot.cypher.statement import to_cypher
from bot.events import Rows
from bot.graph import films
from bot.graph.server import SAMPLE
from bot.graph.values import LONGEST, name_places
from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.reader.alike import Core, core_of
from bot.reader.anchoring import anchors_of
from bot.reader.ground import Ground
from bot.reader.order import taken
from bot.reader.outcome import FAILED, MOST_ROWS, Outcome, outcome_of
from bot.reader.past import before
from bot.reader.reader import Weights
from bot.reader.search import sketches
from bot.reader.spelling import spelling_of
from bot.reader.sureness import Ruled, Typed
from bot.reader.tree import tree_of
from bot.steps import same_rows
from bot.steps.link import link
from bot.steps.read import Standalone, read
from bot.steps.recall import recall, single_value
from bot.stored.kinds import display_properties
from guardrails.intent import without_small_talk
from memory.codec import load_query
from memory.conversation import Exchange
from memory.embedding import word_vectors
from memory.index_pieces import EdgePieces
from memory.query import Query
from memory.schema import LinkedValue, Schema
from memory.values import VALUES, Place, StoredValue, ValueIndex
from tests.bench.golds import graph_file
from tests.bench.meant import of_whole_things, says_the_same
from tests.bench.variants import Emptied, emptied, renamed
from tests.unit.offline.cases import load

T = TypeVar("T")
HERE = Path(__file__).parent
SPOKEN = HERE.parent / "data" / "spoken"
CASES = HERE.parent / "data" / "parser"
TOLD = HERE.parent / "data" / "conversations"
_MOST_READ = 40
# The shares of questions that are asked again with another name, and where what they ask is not.
_RENAMED = 0.4
_WITHOUT = 0.6
_USED = re.compile(r"\[\w*:`?(?P<type>\w+)|\.`?(?P<property>\w+)|[{,]\s*(?P<key>\w+)\s*:")

# Graphs of one domain fall on one side. The test third is read once, at the end; of conversations
# those are that nobody looked at.
TALKED = ("zoo", "garages", "supply")
TEST_TALKS = ("medicine", "bikeshare", "chirps", "stackoverflow")
DEVELOPMENT = ("network", "netman", "supply", "shipping", "newsroom", "flats", "festival")
TEST = (
    "streams", "twitch", "registry", "offshore", "fincen", "campus", "medicine", "legis", "birds"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading: what was believed, whether its rows are right, and its statement.

    `meant` says whether it teaches as a right one (`tests.bench.meant`); `roles` are what its words
    were taken as, `outcome` what its rows tell, where there are any.
    """

    features: dict[str, float]
    right: bool
    meant: bool
    cypher: str
    core: Core
    roles: tuple[str, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class RuledAs:
    """What the rules read, whether its rows are right, and its statement."""

    ruled: Ruled
    right: bool
    cypher: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its candidates, best first, and CPU milliseconds to read it.

    One that `lacks` asks for what the graph does not have, or leaves open which of two is meant.
    """

    graph: str
    typed: Typed
    gold: str
    candidates: tuple[Candidate, ...]
    ruled: tuple[RuledAs, ...]
    milliseconds: float
    lacks: bool = False


def folders(part: str) -> list[Path]:
    """The folders of a part: train, development, test (spoken ones among them), unseen, cases."""
    if part == "unseen":
        return sorted(path.parent for path in HERE.glob("unseen/*/graph.json.gz"))
    every = [*HERE.glob("graphs/*/questions.json"), *HERE.glob("first_sight/*/questions.json")]
    every += SPOKEN.glob("*/messages.json")
    found = sorted(path.parent for path in every)
    if part.endswith("talks"):
        talks = sorted(SPOKEN.glob("*/conversations.json"))
        sides = {"development talks": TALKED, "test talks": TEST_TALKS}
        held = {*TALKED, *TEST_TALKS}
        if part in sides:
            return [path for path in talks if path.parent.name in sides[part]]
        written = [*sorted(TOLD.glob("films*.toml")), *sorted(TOLD.glob("hospitals*.toml"))]
        return [path for path in talks if path.parent.name not in held] + written
    if part == "cases":
        return sorted(CASES.glob("*.toml"))
    sides = {"development": DEVELOPMENT, "test": TEST}
    if part in sides:
        return [path for path in found if path.name in sides[part]]
    return [path for path in found if path.name not in (*DEVELOPMENT, *TEST)]


def name_of(folder: Path) -> str:
    """What a folder is called in reports."""
    if folder.suffix == ".json":
        return f"talks/{folder.parent.name}"
    if folder.parent == TOLD:
        return f"talks/{folder.stem}"
    return f"spoken/{folder.name}" if folder.parent == SPOKEN else folder.name


def _chance(text: str) -> float:
    """A number from 0 to 1 that is always the same for a text."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


@cache
def rules() -> str:
    """A name of the rules as they are: what other ones read is not kept."""
    found = hashlib.sha256()
    rooms = (HERE.parents[1] / "bot" / name for name in ("offline", "stored", "words"))
    for path in sorted(path for room in rooms for path in room.rglob("*.[pt][yo]*")):
        if path.suffix in (".py", ".toml"):
            found.update(path.read_bytes())
    return found.hexdigest()


def cases_of(folder: Path) -> list[dict[str, Any]]:
    """Questions with golds whose rows do not hang on chance, and messages that have no answer."""
    if folder.parent != SPOKEN:
        cases = json.loads((folder / "questions.json").read_text())
        return [c for c in cases if c.get("stable", True) and c.get("gold")]
    found = []
    for one in json.loads((folder / "messages.json").read_text()):
        if bool(one.get("gold")) == (one.get("verdict") == "answerable"):
            ordered = bool(one.get("ordered"))
            gold = one.get("gold") or ""
            found.append({"question": one["says"], "gold": gold, "ordered": ordered})
    return found


class Judge:
    """Reads and judges the questions of one graph after another; one server for all of them."""

    def __init__(self, home: Path, process: int = 0) -> None:
        self._home, self._server = home, Server(home / f"server-{process}", seconds=4)

    def close(self) -> None:
        """Give the database back."""
        self._server.close()

    def _graph_of(self, folder: Path) -> Path:
        """The file of a graph; the sample graph's is written where it is asked for."""
        if folder.parent != TOLD:
            return graph_file(folder.parent if folder.suffix == ".json" else folder)
        name = folder.stem.partition("_")[0]
        if name != SAMPLE:
            return HERE.parent / "data" / "graphs" / f"{name}.json"
        file = self._home / name / "graph.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_text(json.dumps(films.load()))
        return file

    def asked_of(
        self,
        folder: Path,
        weights: Weights,
        limit: int | None = None,
        *,
        varied: bool = False,
    ) -> list[Asked]:
        """Read and judge the stable questions of a graph.

        With `varied`, some of them again so that nothing answers them.
        """
        if folder.parent == CASES:
            return _asked_of_cases(folder, weights, limit)
        talks = folder if folder.suffix in (".json", ".toml") else None
        graph = self._graph_of(folder)
        store = Cache(self._home / f"rows-{graph.parent.name}.sqlite")
        runner = Runner(store, self._server, graph)
        ground = Ground(runner.schema(), word_vectors)
        links = Linker(graph, runner.schema(), store)
        one = _Graph(name_of(talks or folder), runner, store, ground, links, varied=varied)
        if talks is not None:
            told = _conversations(talks)[:limit]
            return [asked for turns in told for asked in one.talked(turns, weights)]
        cases = [again for case in cases_of(folder)[:limit] for again in one.variants(case)]
        return [made.asked(case, weights) for made, case in one.with_lesser(cases)]


def _conversations(file: Path) -> list[list[dict[str, Any]]]:
    """The turns of each conversation of a file: of people as they type, or of our own."""
    if file.suffix == ".json":
        return [talk["turns"] for talk in json.loads(file.read_text())]
    found = []
    for talk in tomllib.loads(file.read_text())["conversation"]:
        turns = [
            {"says": turn["ask"], "means": turn["ask"], "verdict": "answerable", **turn}
            for turn in talk["turns"]
            if isinstance(turn.get("gold"), str) and "$" not in turn["gold"]
        ]
        found.append(turns)
    return found


class Linker:
    """Links as the product does: by its index of the values that a graph holds."""

    def __init__(self, graph: Path, schema: Schema, store: Cache) -> None:
        self._graph, self._schema, self._store = graph, schema, store
        self._digest = hashlib.sha256(graph.read_bytes()).hexdigest()
        self._loop = asyncio.new_event_loop()

    def __call__(self, question: str) -> list[LinkedValue]:
        """The stored values that a question's words may stand for."""
        asked = ("linked3", self._digest, question)
        return self._store(asked, lambda: self.run(self._linked(question, self.index)))

    async def _linked(self, question: str, index: ValueIndex) -> list[LinkedValue]:
        # The whole schema is the slice, and nothing is ranked.
        found = await link(question, self._schema, index, None, schema_tokens=1_000_000)  # type: ignore[arg-type]
        return list(found.linked)

    def run(self, making: Coroutine[Any, Any, T]) -> T:
        """Wait for what is made."""
        return self._loop.run_until_complete(making)

    @cached_property
    def index(self) -> ValueIndex:
        """The index of the graph's values; made before anything waits."""
        return self.run(self._built())

    async def _built(self) -> ValueIndex:
        places, _ = name_places(self._schema)
        held = {(place.label, place.name): Counter[str]() for place in places}
        for node in load_graph(self._graph)["nodes"]:
            for label in node["labels"]:
                for name, value in node["props"].items():
                    texts = value if isinstance(value, list) else [value]
                    if (label, name) in held:
                        held[label, name].update(x for x in texts if isinstance(x, str))

        async def read(place: Place) -> AsyncIterator[StoredValue]:
            for text, nodes in held[place.label, place.name].items():
                if 0 < len(text) <= LONGEST:
                    yield place.label, place.name, text, nodes

        home = tempfile.mkdtemp()
        index = ValueIndex(await EdgePieces.open(Path(home) / "values", VALUES))
        await index.read(places, lambda place, left_out: read(place))
        return index


class _Graph:
    def __init__(
        self,
        name: str,
        runner: Runner,
        store: Cache,
        ground: Ground,
        links: Callable[[str], list[LinkedValue]],
        *,
        varied: bool = False,
        lacks: str = "",
    ) -> None:
        self._name, self._runner, self._store, self._ground = name, runner, store, ground
        self._links, self._varied, self._lacks = links, varied, lacks

    def variants(self, case: dict[str, Any]) -> list[dict[str, Any]]:
        """A question, and such with another figure or name, to which there is no answer."""
        question, gold = case["question"], case["gold"]
        if not self._varied:
            return [case]
        made = [emptied(question, gold, self._rows)]
        if _chance(question) < _RENAMED:
            said = self._plain(question)
            made.append(renamed(said, gold, self._links(said), self._names, self._rows))
        return [case, *({**case, "emptied": one} for one in made if one is not None)]

    def with_lesser(
        self, cases: Sequence[dict[str, Any]]
    ) -> Iterator[tuple[_Graph, dict[str, Any]]]:
        """Questions with this graph, and some again as if what they ask for were not there."""
        lesser = dict[str, _Graph]()
        for case in cases:
            yield self, case
            chosen = self._varied and "emptied" not in case and case["gold"]
            if chosen and _chance(f"lacks {case['question']}") < _WITHOUT:
                name = min(self._spoken_of(case["gold"]), key=_chance, default=None)
                if name is not None:
                    if name not in lesser:
                        lesser[name] = self._without(name)
                    yield lesser[name], case

    def _spoken_of(self, gold: str) -> set[str]:
        """The relationship types and properties of a statement, but those that name nodes."""
        schema = self._ground.schema
        named = {x for label in schema.labels.values() for x in display_properties(label)}
        found = {x for match in _USED.finditer(gold) for x in match.groups() if x}
        of = [*schema.labels.values(), *schema.relationships.values()]
        there = {*schema.relationships, *(name for one in of for name in one.properties)}
        return (found & there) - named

    def _without(self, name: str) -> _Graph:
        """The graph as if it had no such relationship type, or nothing no such property."""
        schema = self._ground.schema

        def rest(of: Any) -> Any:
            kept = {x: value for x, value in of.properties.items() if x != name}
            return replace(of, properties=kept)

        labels = {x: rest(label) for x, label in schema.labels.items()}
        types = {x: rest(one) for x, one in schema.relationships.items() if x != name}
        ground = Ground(replace(schema, labels=labels, relationships=types), word_vectors)

        def links(question: str) -> list[LinkedValue]:
            return [link for link in self._links(question) if link.property != name]

        return _Graph(self._name, self._runner, self._store, ground, links, lacks=name)

    def _names(self, label: str, name: str) -> list[str]:
        """What nodes of a label are called, in no order of theirs."""
        rows = self._rows(f"MATCH (n:`{label}`) RETURN DISTINCT n.`{name}`")
        return sorted({row[0] for row in rows if isinstance(row[0], str)}, key=_chance)

    def _rows(self, statement: str) -> Sequence[Sequence[Any]]:
        try:
            return self._runner.rows(statement)
        except Exception:
            # A figure that no date has.
            return [[statement]]

    @cached_property
    def _parser(self) -> Parser:
        return Parser(self._ground.schema)

    def talked(self, turns: list[dict[str, Any]], weights: Weights) -> list[Asked]:
        """Read the turns of a conversation, each after right readings of those before.

        And again where the last of those had none.
        """
        past, found = list[Exchange](), list[Asked]()
        for turn in turns:
            if turn.get("verdict") == "not_in_schema":
                found.append(self.asked({"question": turn["says"], "gold": ""}, weights, past))
            if turn.get("verdict") != "answerable" or not turn.get("gold"):
                continue
            case = {"question": turn["says"], "gold": turn["gold"], "ordered": turn.get("ordered")}
            found += [self.asked(each, weights, past) for each in self.variants(case)]
            if past and past[-1].cypher is not None:
                # Had the turn before found no answer.
                lost = Exchange(past[-1].question, past[-1].standalone, "answerable")
                found.append(self.asked(case, weights, [*past[:-1], lost]))
            past.append(self._exchange(case, turn["means"], weights, past))
        return found

    def _exchange(
        self, case: dict[str, Any], means: str, weights: Weights, past: list[Exchange]
    ) -> Exchange:
        """What the conversation keeps of a turn: a right reading of it, if there is one."""
        for tree, links in self._trees(case, means, weights, past):
            if not self._judged(tree, case)[1]:
                continue
            cypher, parameters = to_cypher(tree)
            rows = self._runner.rows(cypher, parameters)
            columns = tuple(column.name for column in tree.columns)
            held = {
                str(v)
                for one in parameters.values()
                for v in (one if isinstance(one, list | tuple) else [one])
            }
            linked = tuple(link for link in links if str(link.value) in held)
            answer = Rows(columns, tuple(map(tuple, rows)), len(rows), False)
            mentions = recall(answer, tree, self._ground.stored, linked)
            return Exchange(
                case["question"], means, "answerable", cypher, parameters, columns, len(rows),
                query=tree, linked=linked, mentions=mentions, value=single_value(answer),
            )  # fmt: skip
        return Exchange(case["question"], means, "answerable")

    def _trees(
        self, case: dict[str, Any], means: str, weights: Weights, past: list[Exchange]
    ) -> Iterator[tuple[Query, Sequence[LinkedValue]]]:
        """What a turn may mean, and the values that it may name: by the rules, and by search.

        First what it means in whole, plain English: of what a fragment may mean, more is right by
        chance.
        """
        said = self._plain(case["question"])
        for reading in self._by_rules(means):
            yield reading.query, reading.used
        for question, before_ in ((means, []), (said, past)):
            links = self._links(question)
            anchors = anchors_of(question, self._ground, links)
            earlier = before(before_, self._ground, anchors)
            own = weights.of(follows=bool(before_))
            for sketch in sketches(self._ground, anchors, own, earlier, most=_MOST_READ):
                if (tree := tree_of(sketch, self._ground)) is not None:
                    yield tree, links

    def asked(self, case: dict[str, Any], weights: Weights, past: Sequence[Exchange] = ()) -> Asked:
        """Read one question and judge what comes of it."""
        made: Emptied | None = case.get("emptied")
        said = self._plain(made.question if made is not None else case["question"])
        links = self._links(said)
        started = time.process_time()
        anchors = anchors_of(said, self._ground, links)
        earlier = before(past, self._ground, anchors)
        typed = Typed.after(said, past)
        own = weights.of(follows=typed.follows)
        found = sketches(self._ground, anchors, own, earlier, most=_MOST_READ)
        milliseconds = (time.process_time() - started) * 1000
        candidates, known = [], dict[Core, tuple[str, bool, bool, Outcome]]()
        for sketch in found:
            tree = tree_of(sketch, self._ground)
            if tree is not None:
                core = core_of(tree)
                if core not in known:
                    known[core] = self._judged(tree, case)
                key, right, meant, outcome = known[core]
                roles = taken(sketch, anchors)
                told = sketch.features()
                candidates.append(Candidate(told, right, meant, key, core, roles, outcome))
        asked = ("ruled5", rules(), self._name, self._lacks, said, case["gold"])
        ruled = self._store(asked, lambda: self._ruled(case, said))
        every = tuple(candidates)
        lacks = not case["gold"] or bool(self._lacks)
        return Asked(self._name, typed, case["gold"], every, tuple(ruled), milliseconds, lacks)

    def _plain(self, message: str) -> str:
        """The message as the product reads it: without small talk and misspelt words."""
        spelling = spelling_of(self._ground.schema)
        text = without_small_talk(message, spelling.names)
        return text if spelling.mended(text) == text else spelling.mended(text, self._links(text))

    def _ruled(self, case: dict[str, Any], said: str) -> list[RuledAs]:
        found = []
        for reading in self._by_rules(said):
            key, right, _, outcome = self._judged(reading.query, case)
            ruled = Ruled(core_of(reading.query), reading.cost, outcome)
            found.append(RuledAs(ruled, right, key))
        return found

    def _by_rules(self, said: str) -> Sequence[Reading]:
        """What the rules read of a message as it stands."""
        best = read(self._parser, Standalone(said), self._links(said))
        return (best.reading, *best.tied) if best.reading is not None else ()

    def _judged(self, tree: Query, case: dict[str, Any]) -> tuple[str, bool, bool, Outcome]:
        cypher, parameters = to_cypher(tree)
        key = f"{cypher} {sorted(parameters.items())}"
        made: Emptied | None = case.get("emptied")
        told = parameters if made is None else made.restored(parameters)
        restored = f"{cypher} {sorted(told.items())}"
        asked = ("judged4", case["question"], case["gold"], restored)
        right, meant, outcome = self._store(asked, lambda: self._compared(tree, cypher, told, case))
        if made is not None:
            asked_ = ("emptied", made.question, case["gold"], key)
            outcome = self._store(asked_, lambda: self._outcome(tree, cypher, parameters, made))
        return key, right, meant, outcome

    def _outcome(
        self, tree: Query, cypher: str, parameters: dict[str, Any], made: Emptied
    ) -> Outcome:
        try:
            rows = self._runner.rows(cypher, parameters)
        except Exception:
            return FAILED
        return outcome_of(tree, rows, self._ground.schema, made.question)

    def _compared(
        self, tree: Query, cypher: str, parameters: dict[str, Any], case: dict[str, Any]
    ) -> tuple[bool, bool, Outcome]:
        try:
            rows = self._runner.rows(cypher, parameters)
        except Exception:
            return False, False, FAILED
        outcome = outcome_of(tree, rows, self._ground.schema, case["question"])
        if not case["gold"]:
            return False, False, outcome
        gold = self._runner.rows(case["gold"])
        if len(rows) > MOST_ROWS and len(rows) != len(gold):
            return False, False, outcome
        ordered = bool(case.get("ordered"))
        right = same_rows.lenient(gold, rows, ordered=ordered)
        if right or says_the_same(case["gold"], gold, rows, tree):
            return right, True, outcome
        if len(rows) != len(gold) or (whole := of_whole_things(tree)) is None:
            return right, False, outcome
        try:
            shown = self._runner.rows(*to_cypher(whole))
        except Exception:
            return right, False, outcome
        return right, same_rows.lenient(gold, shown, ordered=ordered), outcome


@cache
def _trees_of_cases() -> dict[str, list[tuple[str, str]]]:
    """(question, text of its tree) of the cases of each small schema."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, question, text in json.loads(gzip.decompress((CASES / "trees.json.gz").read_bytes())):
        found[name].append((question, text))
    return found


def _asked_of_cases(path: Path, weights: Weights, limit: int | None) -> list[Asked]:
    """The parser's cases of one small schema, without rows: judged by what their trees mean."""
    world, found = load(path), []
    ground = Ground(world.schema, word_vectors)
    for question, text in _trees_of_cases()[path.stem][:limit]:
        tree = load_query(text)
        assert tree is not None, question
        gold = core_of(tree)
        started = time.process_time()
        anchors = anchors_of(question, ground, world.link(question))
        read = sketches(ground, anchors, weights.alone, most=_MOST_READ)
        milliseconds = (time.process_time() - started) * 1000
        candidates = []
        for sketch in read:
            if (tree := tree_of(sketch, ground)) is not None:
                core = core_of(tree)
                right = core.like(gold)
                roles = taken(sketch, anchors)
                candidates.append(Candidate(sketch.features(), right, right, "", core, roles, None))
        found.append(Asked(path.stem, Typed(question), "", tuple(candidates), (), milliseconds))
    return found
