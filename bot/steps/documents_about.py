"""A question whose rows the graph tells, and of which passages tell which are about its topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.cypher.statement import to_cypher
from bot.errors import StoreError
from bot.events import Rows, Source
from bot.steps.about_topic import by_claims, by_words
from bot.steps.by_text import ByText, restricted
from bot.steps.execute import Execution
from bot.steps.from_documents import FromDocuments, kind_of
from bot.steps.held import held
from bot.steps.passage_search import passages_with
from bot.steps.read_passages import ReadSo
from bot.steps.sources import Thing, Told, told_by
from bot.steps.write import Draft
from memory.catalogue import in_quotes, say, say_many
from memory.documents import PASSAGE
from memory.passages import TextProperty, name_of
from memory.passages_index import Near
from memory.query import Attribute, Column, Comparison, Constant, Query
from memory.text import fold


@dataclass(frozen=True, slots=True)
class About:
    """What passages tell: the query over what they tell to be about a topic, None for nothing.

    `read` is what a model read for that, `sources` the sentences that say so, by folded name.
    """

    draft: Draft | None
    read: ReadSo
    sources: dict[str, tuple[Source, ...]] = field(default_factory=dict)


async def about(
    part: ByText, rest: Draft, execution: Execution, documents: FromDocuments
) -> About | None:
    """What is left of a question's rows; None where they show nothing that passages mention.

    Args:
        part: the topic, and the node of its query that it is about.
        rest: the query for the rest of the question.
        execution: runs it.
        documents: what looks into documents.

    Raises:
        GraphError: the graph fails.
    """
    told = await _candidates(part, rest, execution, documents)
    if not told.things:
        return None
    kept, read = await _kept(part, told, execution.asked.question, documents)
    things = [one for one in told.things if one.id in kept]
    if not things:
        return About(None, read)
    by_name = {fold(name): kept[one.id] for one in things for name in one.names}
    draft = _narrowed(part, rest, told.labels[0], things, documents)
    return About(draft, read, by_name)


async def tell_about(found: About, part: ByText, documents: FromDocuments) -> None:
    """Put the sentences first that tell of the topic; or say that nothing does."""
    progress, topic = documents.progress, in_quotes(part.topic.text)
    if found.draft is None:
        progress.note(route="both")
        told = say("By what their passages say, none of them is about {topic}.", topic=topic)
        await progress.say(told)
        return
    items = []
    for one in progress.outcome.items:
        said = found.sources.get(fold(one.name), ())
        sources = tuple(dict.fromkeys((*said, *one.sources)))
        shown = max(len(one.sources), len(said))
        more = one.more + len(sources) - shown
        items.append(replace(one, sources=sources[:shown], more=more, found_by="both"))
    progress.note(items=tuple(items))


async def _candidates(
    part: ByText, rest: Draft, execution: Execution, documents: FromDocuments
) -> Told:
    """What the rest of the question leaves, with all that names it."""
    look, whole = documents.look, _whole(part)
    if rest.query is None:
        tried = await execution.attempt(rest)
        rows, rest = tried.result()
        return await told_by(rest.cypher, rest.parameters, rows, look)
    label = next(n.labels[0] for n in part.query.pattern.nodes if n.variable == whole)
    name = _called(label, documents)
    columns = (Column(Attribute(whole, name), name),)
    cypher, parameters = to_cypher(Query(part.query.pattern, columns, whole, distinct=True))
    found = await look.rows(cypher, parameters)
    rows = Rows((name,), tuple(tuple(row) for row in found), len(found), False)
    return await told_by(cypher, parameters, rows, look)


async def _kept(
    part: ByText, told: Told, question: str, documents: FromDocuments
) -> tuple[dict[str, tuple[Source, ...]], ReadSo]:
    """The things that passages tell to be about the topic, by a model's word or by theirs."""
    topic, progress = part.topic, documents.progress
    async with progress.stage.step("search") as said:
        ids = dict.fromkeys(source.passage for one in told.things for source in one.sources)
        near = await _near(topic.text, documents)
        passages = await passages_with(ids, told.labels, documents.look)
        place = {name: at for at, name in enumerate(near)}
        passages = tuple(sorted(passages, key=lambda one: place.get(one.name, len(near))))
        said.summary = say_many("{count} passage", "{count} passages", len(passages))
    # The words before a topic say how it is meant.
    cue = question[topic.start : topic.end].strip() or topic.text
    so = ReadSo()
    if documents.most:
        asked = f"{kind_of(told.labels)} {cue}"
        so = await documents.read(told, asked, passages[: documents.most])
    if so.read:
        return by_claims(so.claims, told.things), so
    return by_words(topic.text, told.things, passages), so


async def _near(topic: str, documents: FromDocuments) -> list[str]:
    """The names of passages that are near to a topic, best first; none where the index fails."""
    if documents.texts is None:
        return []
    try:
        found = await documents.texts.passages.nearest(topic, (PASSAGE,))
    except StoreError as error:
        told = say("{problem} Going on without the texts.", problem=error)
        await documents.progress.tell(told)
        return []
    return [one.name for one in found if one.name]


def _narrowed(
    part: ByText, rest: Draft, label: str, things: Sequence[Thing], documents: FromDocuments
) -> Draft | None:
    """The query for the rest of a question over these things alone."""
    name = _called(label, documents)
    names = tuple(dict.fromkeys(one.name for one in things))
    own = replace(
        part, portion=None, variable=_whole(part), held=(TextProperty(label, name, name),)
    )
    if rest.query is None:
        near = [Near(label, name, one, "", "", 1.0) for one in names]
        return held(rest, own, near, documents.schema)
    only = Comparison(Attribute(own.variable, name), "IN", Constant(names))
    query = restricted(own, only)
    cypher, parameters = to_cypher(query)
    told = f"{part.reading}, of those that passages tell to be about “{part.topic.text}”"
    return Draft(cypher, "offline", parameters, query, told)


def _whole(part: ByText) -> str:
    """The variable of the node that the passages mention."""
    assert part.portion is not None
    return part.portion.edge.end


def _called(label: str, documents: FromDocuments) -> str:
    return name_of(documents.schema.labels[label]) or "name"
