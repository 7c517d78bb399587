"""A stand-in for a perfect model: it knows what the reports of a corpus say, and tells that.

It is a scripted server, no model: whatever it is asked to read, it looks up in `facts.yaml` which
of the sayings stand in the passages at hand, and tells these. So what an answer lacks, or has too
much, was lost or made up by the program around the model.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.documents.schema import read_schema
from memory.legal_forms import LEGAL_FORMS
from memory.text import fold
from tests.corpus import Corpus, ListAll, Saying, spoken_in
from tests.numbered import Shown
from tests.scripted_model import Reply, Script

_PASSAGE = re.compile(r"^Passage \(([^\n]*)\):\n", re.MULTILINE)


@dataclass
class PerfectModel(Script):
    """Replies to what is asked of the passages and the graph of a corpus.

    Of what is to be read into a graph it overlooks such a share, always the same.
    """

    corpus: Corpus = field(default_factory=lambda: Corpus("companies"))
    overlooks: float = 0.0

    def answer(self, prompt: str) -> Reply:
        """A reply to any of the prompts that a question or a passage leads to."""
        told: Any = ""
        if "one and the same" in prompt:
            told = {"same": self._same(prompt)}
        elif "for a knowledge graph" in prompt:
            told = self._extracted(prompt)
        elif "list what answers a question" in prompt:
            told = self._sought(prompt)
        elif '- "standalone"' in prompt or '- "verdict"' in prompt or '- "route"' in prompt:
            asked = re.findall(r"^(?:Message|Question): (.*)$", prompt, re.MULTILINE)
            told = {"standalone": asked[-1], "verdict": "answerable", "language": "English"}
            told |= {"route": "graph", "about": "", "sets": [], "cypher": ""}
        elif prompt.rstrip().endswith("Cypher:"):
            return Reply((), self.cypher_for(self._asked(prompt)))
        elif "{" in prompt and '"right"' in prompt:
            told = {"right": True}
        return Reply((), json.dumps(told) if told else "These are all.")

    def _extracted(self, prompt: str) -> dict[str, Any]:
        above, _, rest = prompt.partition("<data>\n")[2].partition("Passage:\n")
        shown = Shown(rest.rpartition("\n</data>")[0])
        document = above.partition("Document: ")[2].partition("\n")[0]
        things: dict[tuple[str, str], dict[str, Any]] = {}
        facts = []
        for said, words in self._said_in(document, shown.text):
            if zlib.crc32(said.words.encode()) % 100 < 100 * self.overlooks:
                continue
            question = self._question(said.question)
            named = self._named(said, question, above, shown.text)
            at = shown.at(words, said.item, spoken_in)
            for name, label in named.values():
                things[name, label] = {"at": at, "label": label, "name": name}
            if said.number:
                number = shown.at(words, said.number, spoken_in)
                facts.append(
                    dict(zip(_FACT, (number, said.item, "number", said.number), strict=True))
                )
            start, type_, end = question.triple
            if len(named) == 2:
                told = (at, named[start][0], type_, named[end][0])
                facts.append(dict(zip(_FACT, told, strict=True)))
        asked = prompt.rpartition("</data>")[2].strip()
        told = {"things": list(things.values()), "facts": facts}
        return self._apart(asked, told) if asked else told

    def _apart(self, asked: str, told: dict[str, Any]) -> dict[str, Any]:
        """What is told to a question for one kind alone: whether there is any, or which."""
        schema = read_schema(self.corpus.schema)
        type_ = next(
            (
                key
                for key, one in schema.relationships.items()
                if f"say that {one.description}" in asked
            ),
            "",
        )
        label = next((key for key in schema.labels if re.search(rf"name a {key}\b", asked)), "")
        labels = {one["name"]: one["label"] for one in told["things"]}
        numbers = {one["subject"]: one for one in told["facts"] if one["predicate"] == "number"}
        found = [
            {"at": one["at"], "from": one["subject"], "to": one["object"]}
            | {"from_label": labels.get(one["subject"], "")}
            | {"to_label": labels.get(one["object"], "")}
            for one in told["facts"]
            if one["predicate"] == type_
        ] + [
            {"at": one["at"], "name": one["name"]}
            | {"number": numbers.get(one["name"], {"object": ""})["object"]}
            for one in told["things"]
            if one["label"] == label
        ]
        if asked.startswith("Does"):
            return {"answer": "yes" if found else "no"}
        return {"found": found}

    def _named(
        self, said: Saying, question: ListAll, above: str, text: str
    ) -> dict[str, tuple[str, str]]:
        """Item and anchor, each with its label; without an anchor nobody can name."""
        found = {"item": (said.item, question.lists)}
        label = question.anchor[0] if question.anchor else "Company"
        names = [said.anchor, self.corpus.who[said.document]]
        if question.anchor and fold(said.anchor) not in ("we", "us"):
            names.append(question.anchor[1])
        for name in names:
            spelt = spoken_in(name, text) or spoken_in(name, above)
            if spelt and fold(name) not in ("we", "us", "strait"):
                found["anchor"] = (spelt, label)
                break
        return found

    def _sought(self, prompt: str) -> dict[str, Any]:
        question = self._asked(prompt)
        wanted = {said for item in question.items for said in item.said}
        items = []
        heads = list(_PASSAGE.finditer(prompt))
        ends = [head.start() for head in heads[1:]] + [len(prompt)]
        for head, end in zip(heads, ends, strict=True):
            document = head[1].split(" > ")[0]
            shown = Shown(prompt[head.end() : end])
            for said, words in self._said_in(document, shown.text):
                if said in wanted:
                    at = shown.at(words, said.item, spoken_in)
                    items.append({"at": at, "name": said.item})
        return {"items": items}

    def cypher_for(self, question: ListAll) -> str:
        """The statement that lists what a question asks for."""
        start, type_, end = question.triple
        if question.anchor is None:
            return f"MATCH (i:{question.lists}) RETURN i.name AS name ORDER BY name"
        label, name = question.anchor
        ends = {"item": f"(i:{question.lists})", "anchor": f"(a:{label})"}
        word = max(name.split(), key=len)
        return (
            f"MATCH {ends[start]}-[:{type_}]->{ends[end]} WHERE a.name CONTAINS '{word}' "
            "RETURN DISTINCT i.name AS name ORDER BY name"
        )

    def _same(self, prompt: str) -> bool:
        one, other = (
            self._meant(re.findall(rf"^{which}: (.*)$", prompt, re.MULTILINE)[-1])
            for which in ("One", "Other")
        )
        return one == other

    def _meant(self, name: str) -> str:
        """The item, the firm or the place that a name is of; else itself."""
        said = _bare(name)
        for one in self.corpus.sayings:
            if _bare(one.item) == said:
                return one.of
        anchors = [one.anchor[1] for one in self.corpus.questions if one.anchor]
        for long in (*anchors, *self.corpus.who.values()):
            words, known = said.split(), _bare(long).split()
            if words and (known[: len(words)] == words or known[-len(words) :] == words):
                return _bare(long)
        return said

    def _said_in(self, document: str, text: str) -> Iterator[tuple[Saying, str]]:
        name = document.rpartition("/")[2]
        for said in self.corpus.sayings:
            if said.document == name and (words := spoken_in(said.words, text)):
                yield said, words

    def _question(self, name: str) -> ListAll:
        return next(one for one in self.corpus.questions if one.name == name)

    def _asked(self, prompt: str) -> ListAll:
        asked = prompt.rpartition("Question: ")[2].partition("\n")[0].strip()
        return next(one for one in self.corpus.questions if asked in one.asks)


_FACT = ("at", "subject", "predicate", "object")


def _bare(name: str) -> str:
    return " ".join(word for word in fold(name).split() if word not in LEGAL_FORMS)
