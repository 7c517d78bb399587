"""One evaluation, read top to bottom: gold, then each candidate, run and question, judged."""

from __future__ import annotations

import importlib.metadata
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.evaluation.gold import run_gold
from bot.evaluation.ours import Ours
from bot.evaluation.ports import Candidate
from bot.evaluation.questions import Question, QuestionSet
from bot.evaluation.recorded import Recorded, recorded_by
from bot.evaluation.records import Record, ResultsFile
from bot.evaluation.relevancy import RelevancyJudge
from bot.evaluation.score import Gold, score
from bot.evaluation.specs import RECORDED, Spec
from bot.evaluation.summary import CandidateSummary, Pairing, pairings, summarise
from bot.evaluation.without import without
from bot.models.opening import open_model, open_writer
from bot.models.reply_cache import ReplyCache, counting
from bot.prices import Price
from bot.settings import Settings
from memory.text import several


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured, and how.

    `runs` at `temperature`, each question a conversation of its own; `max_rows` bounds the rows
    that are judged; `judge` names the model that grades answers, None for no grading.
    """

    questions: QuestionSet
    specs: tuple[Spec, ...]
    runs: int = 1
    temperature: float = 0.0
    max_rows: int = 10_000
    judge: str | None = None
    cache: Path | None = None
    out: Path | None = None
    fresh: bool = False
    prices: Mapping[str, Price] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is: `candidate` is empty while the gold runs; `right` by lenient accuracy."""

    candidate: str
    done: int
    total: int
    right: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that was measured. `unusable` are questions whose gold could not be run, with reasons."""

    about: dict[str, Any]
    candidates: tuple[CandidateSummary, ...]
    pairings: tuple[Pairing, ...]
    unusable: tuple[tuple[Question, str], ...]
    records: tuple[Record, ...]


Progress = Callable[[Step], None]
Notify = Callable[[str], None]


class Evaluator:
    """Runs a plan; what it has so far can be asked for at any time."""

    def __init__(self, settings: Settings, plan: Plan, progress: Progress, notify: Notify) -> None:
        self._settings, self._plan = settings, plan
        self._progress, self._notify = progress, notify
        self._file: ResultsFile | None = None
        self._kept: dict[tuple[str, int, str], Record] = {}
        self._records: list[Record] = []
        self._unusable: list[tuple[Question, str]] = []
        self._about: dict[str, Any] = {}
        self._resumed = 0

    async def run(self) -> None:
        """Ask every candidate every question in every run, but what the folder already has.

        Raises:
            CiceroneError: a part is unreachable, or something named does not exist.
        """
        async with open_workshop(self._settings, self._plan) as workshop:
            self._describe(workshop.cicerone)
            self._open_file()
            golds = await self._golds(workshop.cicerone)
            for spec in self._plan.specs:
                candidate = await workshop.candidate(spec)
                try:
                    await self._ask_all(str(spec), candidate, golds, workshop.judge)
                finally:
                    await candidate.close()
            judge = workshop.judge
            if judge is not None:
                self._about["judge_usage"] = asdict(judge.usage)
            if judge is not None and judge.ungraded:
                self._notify(f"The judge gave no grade for {several(judge.ungraded, 'answer')}.")

    def evaluation(self) -> Evaluation:
        """What was measured so far."""
        names = [str(spec) for spec in self._plan.specs]
        found = []
        for spec in self._plan.specs:
            own = [record for record in self._records if record.candidate == str(spec)]
            if own:
                found.append(summarise(str(spec), own, self._plan.prices.get(spec.model)))
        return Evaluation(
            about={**self._about, "resumed": self._resumed},
            candidates=tuple(found),
            pairings=tuple(pairings(self._records, names)),
            unusable=tuple(self._unusable),
            records=tuple(self._records),
        )

    @property
    def progress(self) -> tuple[int, int]:
        """Results that are there, and results in all."""
        plan = self._plan
        usable = len(plan.questions.questions) - len(self._unusable)
        return len(self._records), usable * plan.runs * len(plan.specs)

    def _describe(self, cicerone: Cicerone) -> None:
        plan, schema = self._plan, cicerone.schema
        size = sum(label.count for label in schema.labels.values())
        joined = sum(relationship.count for relationship in schema.relationships.values())
        self._about = {
            "questions": plan.questions.name,
            "questions_digest": plan.questions.digest,
            "without_gold": plan.questions.without_gold,
            "graph": self._settings.graph_key,
            "graph_fingerprint": f"{schema.fingerprint} {size} {joined}",
            "candidates": [str(spec) for spec in plan.specs],
            "runs": plan.runs,
            "temperature": plan.temperature,
            "max_rows": plan.max_rows,
            "judge": plan.judge,
            "cached_replies": plan.cache is not None,
            "version": importlib.metadata.version("cicerone"),
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def _open_file(self) -> None:
        if self._plan.out is None:
            return
        about = self._about
        self._file = ResultsFile(
            self._plan.out,
            {
                "graph": f"{about['graph']} {about['graph_fingerprint']}",
                "questions": about["questions_digest"],
                "temperature": self._plan.temperature,
                "limit on rows": self._plan.max_rows,
                "judge": self._plan.judge,
                "version": about["version"],
            },
        )
        self._kept = self._file.open(fresh=self._plan.fresh)
        if self._file.set_aside:
            self._notify(self._file.set_aside)

    async def _golds(self, cicerone: Cicerone) -> dict[str, Gold]:
        golds: dict[str, Gold] = {}
        questions = self._plan.questions.questions
        for done, question in enumerate(questions, 1):
            gold = await run_gold(cicerone.graph, cicerone.schema, question, self._plan.max_rows)
            if isinstance(gold, str):
                self._unusable.append((question, gold))
            else:
                golds[question.key] = gold
            self._progress(Step("", done, len(questions)))
        return golds

    async def _ask_all(
        self,
        name: str,
        candidate: Candidate,
        golds: Mapping[str, Gold],
        judge: RelevancyJudge | None,
    ) -> None:
        asked = [each for each in self._plan.questions.questions if each.key in golds]
        done = right = 0
        for run in range(self._plan.runs):
            for question in asked:
                record = self._kept.get((name, run, question.key))
                if record is None:
                    gold = golds[question.key]
                    record = await _ask(name, candidate, question, gold, run, judge)
                    if self._file is not None:
                        self._file.add(record)
                else:
                    self._resumed += 1
                self._records.append(record)
                done, right = done + 1, right + record.lenient
                self._progress(Step(name, done, len(asked) * self._plan.runs, right))


async def _ask(
    name: str,
    candidate: Candidate,
    question: Question,
    gold: Gold,
    run: int,
    judge: RelevancyJudge | None,
) -> Record:
    with counting(sample=run) as counted:
        reply = await candidate.reply(question.question)
    relevancy = None
    if judge is not None:
        relevancy = await judge.grade(question.question, reply.answer)
    return score(
        question,
        gold,
        reply,
        candidate=name,
        run=run,
        counted=counted,
        relevancy=relevancy,
    )


class Workshop:
    """The graph, the models and the judge, opened once for all candidates."""

    def __init__(
        self, cicerone: Cicerone, settings: Settings, plan: Plan, stack: AsyncExitStack
    ) -> None:
        self.cicerone = cicerone
        self.judge: RelevancyJudge | None = None
        self._settings, self._plan, self._stack = settings, plan, stack

    async def candidate(self, spec: Spec) -> Candidate:
        """One candidate, ready to be asked.

        Raises:
            CiceroneError: something it needs is missing.
        """
        rows = self._plan.max_rows
        if spec.engine == RECORDED:
            cypher = recorded_by(spec.model, self._plan.questions.questions)
            return Recorded(str(spec), cypher, self.cicerone.graph, self.cicerone.schema, rows)
        if spec.is_peer:
            return await self._peer(spec)
        cicerone = self.cicerone.changed(lambda parts: without(spec.without, parts))
        if not spec.model:
            return Ours(cicerone, spec, rows)
        how: Any = {
            "replies": ReplyCache(self._plan.cache) if self._plan.cache else None,
            "temperature": self._plan.temperature,
        }
        model = open_model(self._settings.model_copy(update={"model": spec.model}), **how)
        self._stack.push_async_callback(model.close)
        writer = open_writer(self._settings, model, **how) if self._settings.has_writer else None
        if writer is not None:
            self._stack.push_async_callback(writer.close)
        return Ours(cicerone.with_model(model, writer), spec, rows)

    async def _peer(self, spec: Spec) -> Candidate:
        from bot.evaluation.peers import open_peer  # the libraries are an optional extra

        return await open_peer(
            spec.engine,
            self._settings.model_copy(update={"model": spec.model}),
            temperature=self._plan.temperature,
            cache_dir=self._plan.cache,
            max_rows=self._plan.max_rows,
            same_as=self.cicerone.schema,
        )


@asynccontextmanager
async def open_workshop(settings: Settings, plan: Plan) -> AsyncIterator[Workshop]:
    """Everything that the candidates of a plan share.

    Raises:
        CiceroneError: a part is unreachable or something named does not exist.
    """
    async with AsyncExitStack() as stack:
        ours = [spec.model for spec in plan.specs if spec.model and not spec.is_peer]
        engine = "auto" if any(spec.model for spec in plan.specs) else "offline"
        opened = settings.model_copy(update={"engine": engine, "model": (*ours, settings.model)[0]})
        opening = open_cicerone(opened, conversations=InProcess(), whole=True)
        cicerone = await stack.enter_async_context(opening)
        if engine != "offline":
            # The first questions are measured with the same examples as the last ones.
            await cicerone.made_examples()
        workshop = Workshop(cicerone, settings, plan, stack)
        if plan.judge:
            # The judge's own replies are kept too, and never vary: it is the measure.
            model = open_model(
                settings.model_copy(update={"model": plan.judge}),
                replies=ReplyCache(plan.cache) if plan.cache else None,
            )
            stack.push_async_callback(model.close)
            workshop.judge = RelevancyJudge(model)
        yield workshop
