"""Answers over a graph of documents: the sources of rows, and what passages tell beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors import GraphError, StoreError
from bot.events import AnswerToken, Item, Rows, Source
from bot.ports import Graph, Model, patience
from bot.steps.by_text import Texts
from bot.steps.passage_search import passages_near
from bot.steps.progress import Progress
from bot.steps.read_passages import Claim, Passage, ReadSo, affordable, read_passages, thing_called
from bot.steps.sources import Lookup, Told, called, refuted, told_by
from bot.steps.tell_documents import alone_told, coverage_told, more_told
from bot.steps.tell_passages import nearest_sentence
from bot.steps.write import Draft
from guardrails.cypher import parse
from guardrails.syntax import Projection
from guardrails.tokens import Unreadable
from memory.catalogue import say, say_many
from memory.documents import PASSAGE, has_documents, mentioned
from memory.schema import LinkedValue, Schema
from memory.text import split_name

# Seconds that are left for what comes after the reading, and those it has where nobody says.
_SPARE, _PATIENT = 1.0, 30.0
_NEAR = 3
# What a model is told to look for where no label says it.
_ANYTHING = "thing that is asked for"


@dataclass(frozen=True, slots=True)
class FromDocuments:
    """Tells the sources of one turn's answer, and what passages add to it.

    `model` may read passages; None leaves them unread. `most` is how many come in question; with 0
    the graph alone is asked. `tokens` is how many the turn may take, 0 for any number.
    With `one_by_one` the model reads no two passages at once.
    """

    graph: Graph
    schema: Schema
    texts: Texts | None
    progress: Progress
    model: Model | None
    most: int
    tokens: int = 0
    one_by_one: bool = False

    @property
    def there(self) -> bool:
        """Whether the graph has documents that may be seen."""
        return has_documents(self.schema)

    async def sources(self, draft: Draft, rows: Rows) -> Told:
        """What says so of each row; nothing where no row shows what passages mention."""
        if not self.there:
            return Told()
        try:
            async with self.progress.stage.step("search") as said:
                told = await told_by(draft.cypher, draft.parameters, rows, self.look)
                count = sum(len(one.sources) + one.more for one in told.items)
                said.summary = say_many("{count} source", "{count} sources", count)
        except GraphError as error:
            await self.progress.tell(say("{problem} Sources are not shown.", problem=error))
            return Told()
        self.progress.note(items=told.items)
        return told

    async def complete(
        self,
        told: Told,
        question: str,
        named: Sequence[LinkedValue],
        so: ReadSo | None = None,
        *,
        lists: bool,
        empty: bool = False,
    ) -> None:
        """Add to an answer what passages tell, and how complete it is.

        Args:
            told: the items of its rows; their labels alone where there are no rows.
            question: the standalone question.
            named: the values that its statement is about.
            so: what was read for these rows already.
            lists: whether all there are is asked for.
            empty: whether the graph has nothing.
        """
        if not self.there or not (told.labels or told.counted or empty):
            return
        lists = empty or (lists and bool(told.labels))
        try:
            coverage = await self.look.coverage()
            passages: tuple[Passage, ...] = ()
            if lists and self.most and so is None:
                passages = await self._near(told, question, named)
        except (GraphError, StoreError) as error:
            await self.progress.tell(say("{problem} Going on without the texts.", problem=error))
            return
        unread, against = 0, 0
        if so is None:
            so = await self.read(told, question, passages)
            against = await self._set_right(told, so)
            unread = self._note(told, so, passages, question)
        if coverage is not None:
            coverage = replace(coverage, read=len(so.read), unread=unread, dropped=so.dropped)
            coverage = replace(coverage, refuted=against)
            self.progress.note(coverage=coverage)
        outcome = self.progress.outcome
        more = [one.name for one in outcome.items if one.found_by == "passages"]
        parts = [
            more_told(more),
            coverage_told(coverage, outcome.items, by_model=self.model is not None),
        ]
        if added := " ".join(filter(None, parts)):
            gap = " " if (outcome.answer or "").strip() else ""
            await self.progress.stage.emit(AnswerToken(f"{gap}{added}"))
            self.progress.note(answer=f"{outcome.answer or ''}{gap}{added}")

    async def alone(
        self,
        question: str,
        labels: Sequence[str] = (),
        named: Sequence[LinkedValue] = (),
        *,
        only: bool = False,
    ) -> bool:
        """Whether passages answer what the graph cannot; else those near are kept at hand.

        Args:
            question: the standalone question.
            labels: of what is asked for, as far as that is known.
            named: the values that it surely names.
            only: nobody else is asked: what comes of it is the answer.
        """
        if not self.there or not self.most:
            return False
        told = Told(labels=tuple(label for label in labels if label in mentioned(self.schema)))
        try:
            if not only and not await self._is_near(question):
                return False
            passages = await self._near(told, question, named)
            coverage = await self.look.coverage() if passages or only else None
        except (GraphError, StoreError) as error:
            await self.progress.tell(say("{problem} Going on without the texts.", problem=error))
            return False
        so = await self.read(told, question, passages)
        unread = self._note(told, so, passages, question)
        items = self.progress.outcome.items
        if not items and not only:
            return False
        if coverage is not None:
            coverage = replace(coverage, read=len(so.read), unread=unread, dropped=so.dropped)
        self.progress.note(
            verdict="answerable", route="text", engine="llm" if so.read else None, coverage=coverage
        )
        parts = [alone_told(items), coverage_told(coverage, items, by_model=self.model is not None)]
        await self.progress.say(" ".join(filter(None, parts)))
        return True

    @property
    def look(self) -> Lookup:
        """Asks the graph for what documents say."""
        return Lookup(self.graph, self.schema)

    async def _is_near(self, question: str) -> bool:
        """Whether any passage is nearer to a question than chance: else none is read for it."""
        if self.texts is None or not self.texts.of_documents:
            return False
        return bool(await self.texts.passages.nearest(question, (PASSAGE,), 1))

    async def _near(
        self, told: Told, question: str, named: Sequence[LinkedValue]
    ) -> tuple[Passage, ...]:
        async with self.progress.stage.step("search") as said:
            given = (question, named, told.labels, self.texts, self.look, self.most)
            passages = await passages_near(*given, far=self.model is not None)
            said.summary = say_many("{count} passage", "{count} passages", len(passages))
        return passages

    async def read(self, told: Told, question: str, passages: Sequence[Passage]) -> ReadSo:
        """What a model finds in passages that answers a question; nothing where none may."""
        if self.tokens:
            spent = self.progress.outcome.usage
            room = self.tokens - spent.prompt_tokens - spent.completion_tokens
            passages = affordable(passages, room)
        if self.model is None or not passages:
            return ReadSo()
        waits, now = patience.get(), asyncio.get_running_loop().time()
        ends = waits.ends - _SPARE if waits is not None else now + _PATIENT
        async with self.progress.stage.step("read passages") as said:
            given = (
                question,
                kind_of(told.labels),
                passages,
                self.model,
                ends,
                self.progress.spend,
            )
            so = await read_passages(*given, one_by_one=self.one_by_one)
            said.summary = say_many("{count} passage", "{count} passages", len(so.read))
        if so.problem:
            await self.progress.tell(
                say("{problem} Not all passages were read for this.", problem=so.problem)
            )
        return so

    async def _set_right(self, told: Told, so: ReadSo) -> int:
        """Drop what the graph knows to be otherwise: the date of a case; how many things these are.

        A node that a claim names is known by its name, also where no mention of it was found.
        """
        names = list(dict.fromkeys(one.name for one in so.claims if not one.thing))
        rows = {one.id for one in told.things}
        try:
            ids = await called(names, told.labels, self.look)
            so.claims = [
                one if one.thing else replace(one, thing=ids.get(one.name, "")) for one in so.claims
            ]
            others = {one.thing for one in so.claims if one.thing and one.thing not in rows}
            against = await refuted(sorted(others), told, self.look)
        except GraphError:
            return 0
        so.claims = [one for one in so.claims if one.thing not in against]
        return len(against)

    def _note(self, told: Told, so: ReadSo, passages: Sequence[Passage], question: str) -> int:
        """Keep the items of both ways; how many passages may tell more, which nobody read."""
        items = united(told, so.claims)
        self.progress.note(items=items)
        known = {source.passage for one in told.things for source in one.sources}
        known |= {source.passage for item in items for source in item.sources} | set(so.read)
        near = [one for one in passages if one.id not in known]
        self.progress.note(near=tuple(_nearest(one, question) for one in near[:_NEAR]))
        return len(near)


def kind_of(labels: Sequence[str]) -> str:
    """What a model is to look for.

    >>> kind_of(["LegalProceeding"]), kind_of([])
    ('legal proceeding', 'thing that is asked for')
    """
    return " or ".join(" ".join(split_name(label)) for label in labels) or _ANYTHING


def lists_all(draft: Draft) -> bool:
    """Whether a statement asks for all there are: no figure, no first few, no yes or no.

    One that goes on from an earlier answer asks for some of that, one that a person wrote for what
    it says.
    """
    if draft.sets or draft.engine == "person":
        return False
    if draft.query is not None:
        return draft.query.form == "list" and draft.query.limit is None
    try:
        branches = parse(draft.cypher).query.branches
    except Unreadable:
        return False
    last = branches[0].clauses[-1]
    return len(branches) == 1 and isinstance(last, Projection) and last.limit is None


def united(told: Told, claims: Sequence[Claim]) -> tuple[Item, ...]:
    """The items of the rows and those that passages tell, each once, with how they were found."""
    things = [(one.id, one.names) for one in told.things]
    both: set[str] = set()
    groups: list[tuple[str, list[Claim]]] = []
    for claim in claims:
        thing = claim.thing or thing_called(claim.name, things)
        if thing in {id_ for id_, _ in things}:
            both.add(thing)
            continue
        names = [
            (str(at), frozenset(one.name for one in group)) for at, (_, group) in enumerate(groups)
        ]
        same = [at for at, (id_, _) in enumerate(groups) if thing and id_ == thing]
        called = thing_called(claim.name, names)
        at = same[0] if same else int(called) if called else len(groups)
        if at == len(groups):
            groups.append((thing, []))
        groups[at][1].append(claim)
    found = [
        replace(item, found_by="both") if thing.id in both else item
        for item, thing in zip(told.items, told.things, strict=True)
    ]
    return (*found, *(_of_passages(group) for _, group in groups))


def _of_passages(claims: Sequence[Claim]) -> Item:
    name = max((one.name for one in claims), key=len)
    sources = tuple(dict.fromkeys(one.source for one in claims))
    return Item(name, sources[:_NEAR], "passages", more=max(0, len(sources) - _NEAR))


def _nearest(passage: Passage, question: str) -> Source:
    words = nearest_sentence(passage.text, question)
    return Source(passage.document, words, passage.page, passage.id)
