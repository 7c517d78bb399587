"""The part of a question that only texts can answer: "about a heist", "where a ship sinks".

Words of the language tell where it begins; where it ends is tried out, since what remains of the
question must be read by the parser, whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

from bot.words.inflection import Token, parts, tokenize
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue

Cue: TypeAlias = Literal["about", "where", "like", "with", "words"]

_PLOT = r"(?:plot|plots|story|stories|storyline|premise|synopsis|summary|description|theme|subject)"
_IS = r"(?:(?:that|which|who)\s+)?(?:(?:is|are|was|were|be|'s)\s+)?(?:all\s+|mostly\s+|mainly\s+)?"
_CUES: tuple[tuple[Cue, str], ...] = (
    (
        "like",
        rf"{_IS}(?:most\s+|very\s+|quite\s+|closely\s+)?(?:similar|comparable|akin|close|closest|"
        rf"nearest|alike)\s+(?:in\s+(?:its\s+)?{_PLOT}\s+)?to",
    ),
    (
        "like",
        r"(?:that\s+|which\s+)?(?:most\s+)?(?:resembl(?:e|es|ing)|(?:remind(?:s)?\s+(?:me\s+|us\s+|"
        r"one\s+|you\s+)?of)|reminiscent\s+of|in\s+the\s+(?:vein|style|spirit|mould)\s+of|"
        r"along\s+the\s+lines\s+of)",
    ),
    (
        "like",
        rf"{_IS}(?:with\s+(?:a|the)\s+{_PLOT}\s+)?"
        r"(?<!would )(?<!i )(?<!'d )(?<!we )(?<!you )(?<!feel )(?<!look )(?<!looks )like",
    ),
    (
        "where",
        rf"with\s+(?:a|the)\s+{_PLOT}\s+(?:where|in\s+which)|whose\s+{_PLOT}\s+(?:has|have)|"
        r"in\s+which|where|(?:that|which)\s+(?:tells?|shows?)\s+how",
    ),
    (
        "about",
        rf"(?:with|has|have|having)\s+(?:a|an|the)\s+{_PLOT}\s+"
        r"(?:that\s+(?:is|involves?|concerns?)\s+)?"
        r"(?:about|of|involving|around|on|concerning)|"
        rf"whose\s+{_PLOT}\s+(?:is\s+about|are\s+about|involves?|deals?\s+with|"
        r"revolves?\s+around|concerns?|speaks?\s+of|centres\s+on|centers\s+on)",
    ),
    (
        "about",
        rf"(?:(?:that|which)\s+)?(?:tell(?:s|ing)?|follow(?:s|ing)?)\s+(?:the|a|an)\s+{_PLOT}\s+of|"
        r"(?:that\s+|which\s+)?(?:deal(?:s|ing)?\s+with|revolv(?:e|es|ing)\s+around|"
        r"(?:is\s+|are\s+)?cent(?:re|er)(?:ed|s)?\s+(?:on|around)|"
        r"ha(?:s|ve|ving)\s+to\s+do\s+with|explor(?:e|es|ing)|depict(?:s|ing)?|"
        r"portray(?:s|ing)?|concern(?:s|ing)?)|"
        r"on\s+the\s+(?:subject|topic|theme)\s+of|to\s+do\s+with|regarding|"
        r"(?:(?:that|which)\s+)?(?:is\s+|are\s+)?set\s+(?:in|on|at|aboard|during)|"
        r"(?:(?:that|which)\s+)?tak(?:e|es|ing)\s+place\s+(?:in|on|at|aboard|during)",
    ),
    ("about", rf"{_IS}about"),
    (
        "with",
        r"(?:that\s+|which\s+)?(?:featur(?:e|es|ing)|involv(?:e|es|ing)|mention(?:s|ing)?|"
        r"describ(?:e|es|ing)|related\s+to)",
    ),
)
_COMPILED = tuple((cue, re.compile(rf"(?<!\w)(?:{text})(?!\w)", re.I)) for cue, text in _CUES)
_AND = ("and", "but")
_PREPOSITIONS = (
    "with",
    "by",
    "from",
    "in",
    "before",
    "after",
    "since",
    "between",
    "during",
    "over",
    "under",
    "without",
)
_AUXILIARIES = ("did", "does", "do", "was", "were", "is", "are", "has", "have", "came", "come")
_DATED = ("from", "before", "after", "since", "between")
_RELATIVES = ("that", "which", "who", "whose", "where")
_COMPARED = ("longer", "shorter", "older", "newer", "higher", "lower", "rated", "not")
# Questions that people ask have five at the most.
_MOST = 12
_TRAILING = re.compile(r"[\s,;:.!?]+$")
_POINTING = re.compile(r"\s(?:that|this|those|these)\s(?=\S+$)", re.I)
_LEADING = re.compile(r"^[\s,;:]*(?:(?:and|but|also|too|as\s+well)\b[\s,]*)*", re.I)


@dataclass(frozen=True, slots=True)
class Topic:
    """A stretch of a question that says what texts should be about.

    `start` and `end` are what is cut out, with the words that lead to it; `text` is the topic
    itself.
    """

    cue: Cue
    text: str
    start: int
    end: int

    def rest(self, question: str) -> str:
        """The question without it.

        >>> Topic("about", "a heist", 6, 19).rest("films about a heist, with Al Pacino")
        'films with Al Pacino'
        """
        before, after = question[: self.start].rstrip(" ,;"), question[self.end :]
        # "That film about" points at no earlier one.
        before = _POINTING.sub(" the ", f" {before}").strip() if self.cue != "words" else before
        after = _LEADING.sub("", after)
        return f"{before} {after}".strip() if after[:1].isalnum() else f"{before}{after}"

    def links(self, question: str, linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """The links outside it, where they stand in what remains."""
        rest = self.rest(question)
        kept = []
        for link in linked:
            if link.end <= self.start:
                kept.extend(_found_in(rest, link))
            elif link.start >= self.end:
                moved = len(rest) - (len(question) - link.start)
                kept.append(replace(link, start=moved, end=moved + link.end - link.start))
        return kept


def _found_in(rest: str, link: LinkedValue) -> list[LinkedValue]:
    """The link where its words stand now; before a topic they hardly move."""
    at = rest.find(link.text, max(0, link.start - len("those")))
    return [replace(link, start=at, end=at + len(link.text))] if at >= 0 else []


def topics(question: str, linked: Sequence[LinkedValue] = ()) -> Iterator[Topic]:
    """The topics that the words of the question may lead to, shortest first, cue by cue.

    A dozen at most: what remains without each of them is read.
    """
    yield from islice(_topics(question, linked), _MOST)


def _topics(question: str, linked: Sequence[LinkedValue]) -> Iterator[Topic]:
    taken = [(link.start, link.end) for link in linked if link.score >= 1 and " " in link.text]
    seen: set[int] = set()
    tokens: tuple[Token, ...] = ()
    for cue, pattern in _COMPILED:
        for match in pattern.finditer(question):
            start, end = match.start(), match.end()
            # "In which year" and "where" ask, where they stand first.
            asks = cue == "where" and not question[:start].strip()
            if asks or end in seen or any(s < end and start < e for s, e in taken):
                continue
            seen.add(end)
            tokens = tokens or tuple(tokenize(question))
            behind = [token for token in tokens if token.start >= end]
            yield from _cut(question, cue, start, end, behind, linked)


def _cut(
    question: str,
    cue: Cue,
    start: int,
    after: int,
    tokens: Sequence[Token],
    linked: Sequence[LinkedValue],
) -> Iterator[Topic]:
    """The topics of one cue: up to each place where something else may begin, then all."""
    inside = [(link.start, link.end) for link in linked if link.score >= 1]
    content = clause = False
    for at, token in enumerate(tokens):
        within = any(s < token.start < e for s, e in inside)
        if content and not within and _may_end(cue, tokens, at, clause):
            text = question[after : token.start].strip(" ,;")
            yield Topic(cue, text, start, token.start)
        content = content or (token.kind != "mark" and token.form not in FUNCTION_WORDS)
        clause = clause or token.form in _RELATIVES
    last = _TRAILING.search(question)
    end = last.start() if last else len(question)
    text = question[after:end].strip(" ,;")
    if content and text:
        yield Topic(cue, text, start, end)


def _may_end(cue: Cue, tokens: Sequence[Token], at: int, clause: bool) -> bool:
    """Whether a topic may end before a token; a clause goes on through its prepositions."""
    form = tokens[at].form
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if form in (",", ";") or form in _RELATIVES or form in _AND or form in _COMPARED:
        return True
    if form in _DATED and following is not None and any(c.isdigit() for c in following.form):
        return True
    if cue == "where" or clause:
        by = following is not None and following.form in ("by", "in")
        return _is_participle(form) and (by or following is None or following.kind == "mark")
    return form in _AUXILIARIES or form in _PREPOSITIONS or _is_participle(form)


def _is_participle(form: str) -> bool:
    return "VERB" in parts(form) and form.endswith(("ed", "ing", "made", "shot", "written"))


def without_cue(question: str, unread: Sequence[str]) -> Topic | None:
    """The words that nothing accounts for, where they stand together before or behind a noun.

    "heist films" and "films with vampires" say what films are about; the words between them go
    with them.
    """
    wanted = {word for word in unread if word.lower() not in FUNCTION_WORDS}
    tokens = tokenize(question)
    places = [i for i, token in enumerate(tokens) if token.text in wanted]
    if not places:
        return None
    first, last = places[0], places[-1]
    between = [t for t in tokens[first : last + 1] if t.text not in wanted]
    if last - first > 5 or any(t.form not in FUNCTION_WORDS for t in between):
        return None
    start = first
    while start and tokens[start - 1].form in ("a", "an", "the", "some", "any"):
        start -= 1
    lead = start
    if start and tokens[start - 1].form in ("with", "on", "of", "involving", "featuring"):
        lead = start - 1
    text = question[tokens[start].start : tokens[last].end]
    return Topic("words", text, tokens[lead].start, tokens[last].end)
