"""What a message means in its conversation: the rules, in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.conversation import Exchange, Mention
from memory.english import FUNCTION_WORDS
from memory.query import Query
from memory.rewrite.amounts import is_year
from memory.rewrite.antecedents import Antecedents, answered, named, subject_label
from memory.rewrite.choices import picked
from memory.rewrite.corrections import correction
from memory.rewrite.ellipsis import (
    asks_property,
    group_noun,
    is_fragment,
    means_group,
    names_subject,
    ranks,
)
from memory.rewrite.grammar import (
    ALL,
    CLAUSE,
    COUNT,
    IMPERATIVE,
    INVERTED,
    LIST,
    MORE,
    OF_THE,
    RESTRICT,
    SMALL_TALK,
    TOP,
    WH,
    WHICH_VERB,
    number_of,
    opposite,
    stem,
    superlative,
)
from memory.rewrite.kinds import is_person, noun_of_person
from memory.rewrite.outcome import LookUp, Rewrite
from memory.rewrite.references import Resolved, pin, resolve, with_value
from memory.rewrite.substitution import base_words, substitute
from memory.rewrite.utterance import Utterance, opened, utterance
from memory.rewrite.wording import plainly
from memory.schema import LinkedValue, Scalar, Schema
from memory.text import fold, split_name
from memory.tree_edits import as_list, individuals, reversed_order, slots, top_groups, unordered

_SAME = re.compile(
    r"^(?:(?:do|ask|try|and)? ?(?:the )?same(?: (?:question|thing|query|list|search|one))?"
    r"(?: again)?(?: but)?|again|repeat(?: (?:that|it|this))?|try|"
    r"compared?(?: (?:that|it|this|them))?|do (?:that|it|this)(?: again)?)"
    r" (?:for|with|in|by|from|of|about|on|to)\b"
)
_SOME = re.compile(
    r"\bthe (?P<end>first|last) (?P<n>\d+|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?: ones| of (?:them|those|these))?(?=[\s?.!]*$)",
    re.IGNORECASE,
)
_EACH = re.compile(r"\beach(?: one| of (?:them|those|these))?$")
_ELSE = re.compile(
    r"(?<=who) else\b|(?<=what) else\b|(?<=which) other\b|(?<=what) other\b", re.IGNORECASE
)
_ASKING = ("what about", "how about", "what of")


async def rewrite(
    message: str,
    history: Sequence[Exchange],
    look_up: LookUp,
    schema: Schema | None = None,
) -> Rewrite:
    """The standalone form of `message` after `history` (oldest first).

    Args:
        message: What the person typed.
        history: The earlier turns of the conversation.
        look_up: Finds the stored values that words stand for.
        schema: The graph's schema; without it, rules that ask what a noun names are left out.

    Returns:
        What the message means; `follows` is False where it stands alone.
    """
    whole = utterance(message)
    choice = picked(whole, history[-1] if history else None)
    if choice is not None:
        return Rewrite(choice, follows=True)
    past = answered(history, schema)
    if past.last is None or SMALL_TALK.match(whole.plain):
        return Rewrite(message)
    return await _FollowUp(message, past, look_up, schema).read()


@dataclass(frozen=True, slots=True)
class _FollowUp:
    """A message after at least one answer."""

    message: str
    past: Antecedents
    look_up: LookUp
    schema: Schema | None

    @property
    def base(self) -> Exchange:
        """The last answered exchange."""
        assert self.past.last is not None
        return self.past.last

    async def read(self) -> Rewrite:
        """The meanings in order of likelihood, chained."""
        message, corrected = self.message, correction(self.message)
        if corrected is not None:
            found = await self._substituted(utterance(corrected.new), instead_of=corrected.old)
            if found is not None:
                return found
            message = corrected.new
        opening = opened(message)
        core = with_value(opening.core, self._moment())
        if not core.tokens:
            return Rewrite(self.message)
        meanings: list[Rewrite] = []
        # "who else acted in it": the individual meant is not one of those asked for.
        leaner = utterance(_ELSE.sub("", core.text))
        counts = COUNT.match(leaner.plain)
        ways = resolve(leaner, self.past, joined=bool(opening.joiner))
        for resolved in [Resolved(leaner)] if counts else ways:
            meanings += await self._meanings(resolved, opening.joiner)
        if not meanings and core is not opening.core:
            return Rewrite(core.text, follows=True)
        return _chain(meanings) or self._alone(core, opening.joiner)

    def _moment(self) -> Scalar | None:
        """What "that year" means: the answer, or the year that the question named."""
        query = self.base.query
        years = [slot.values[0] for slot in slots(query)] if query is not None else []
        named = [year for year in years if is_year(year)]
        return self.base.value if self.base.value is not None or len(named) != 1 else named[0]

    def _alone(self, core: Utterance, joiner: str) -> Rewrite:
        return Rewrite(core.text if joiner else self.message)

    async def _meanings(self, resolved: Resolved, joiner: str) -> list[Rewrite]:
        said, pins = resolved.said, resolved.pinned
        edited = self._edited(said, joiner)
        if edited is not None:
            return [edited]
        put = await self._put_in(resolved, joiner)
        if put is not None:
            return [put]
        if LIST.match(said.plain):
            return self._fragment(said, joiner)
        subset = self._subset(said)
        if subset is not None:
            return [subset]
        if _EACH.search(said.plain):
            return [self._of_each(said)]
        if means_group(said):
            return [self._about_group(said, pins)]
        if pins or resolved.unknown:
            return [Rewrite(said.text, follows=True, pinned=pins, open=resolved.unknown)]
        if is_fragment(said, self.schema, joined=bool(joiner)):
            return self._fragment(said, joiner)
        if asks_property(said, self.schema):
            return [*self._of_individuals(said), self._against(said, self._context())]
        return []

    # -- the earlier question asked again --------------------------------------------------------

    def _edited(self, said: Utterance, joiner: str) -> Rewrite | None:
        """More of the same, all of it, another number of it, or from the other end."""
        query = self.base.query
        if query is None:
            return None
        changed: Query | None = None
        if found := MORE.match(said.plain):
            size = number_of(found["n"] or found["m"] or "") or query.limit
            skip = query.skip + (query.limit or 0)
            changed = replace(query, skip=skip, limit=size) if query.limit else query
        elif ALL.match(said.plain) and query.form == "list":
            changed = replace(query, limit=None, skip=0)
        elif (found := TOP.match(said.plain)) and found["n"]:
            changed = self._cut(query, found["end"], number_of(found["n"]) or 1, joiner)
        elif (
            query.order
            and query.limit
            and (word := self._superlative_of(said.plain))
            and self._only_superlative(said, word)
            and self._flips(word)
        ):
            changed = reversed_order(query)
            if WHICH_VERB.match(said.plain):
                changed = replace(changed, limit=1)
        if changed is None:
            return None
        return Rewrite(said.text, follows=True, query=changed, pinned=self.base.linked)

    def _cut(self, query: Query, end: str, size: int, joiner: str) -> Query | None:
        """The first or last so many: of groups, or another number than was asked for."""
        if query.limit is None:
            grouped = top_groups(query, size, descending=end not in ("bottom", "worst", "last"))
            return grouped or self._part(query, end, size)
        if not joiner:
            return None
        changed = replace(query, limit=size)
        turned = opposite(end, self._superlative_of(self.base.question))
        return reversed_order(changed) if turned else changed

    def _part(self, query: Query, end: str, size: int) -> Query | None:
        """The first or last so many of a list as it was shown."""
        if query.form != "list" or end not in ("first", "last"):
            return None
        if end == "first":
            return replace(query, limit=size)
        some = self.base.mentions[-size:]
        if self.base.row_count != len(self.base.mentions) or not some or not some[0].label:
            return None
        return individuals(some[0].label, some[0].property, [m.value for m in some])

    @staticmethod
    def _superlative_of(text: str) -> str:
        return next((form for form in utterance(text).forms if superlative(form)), "")

    def _only_superlative(self, said: Utterance, word: str) -> bool:
        """Whether all that is said is a superlative and words of the earlier question."""
        known = {*utterance(self.base.question).forms, *utterance(self.base.standalone).forms}
        small = {"the", "one", "ones", "with", "and", "is", "which", "what", "who", "has", word}
        return "those" not in said.forms and all(f in known | small for f in said.forms)

    def _flips(self, word: str) -> bool:
        texts = (self.base.question, self.base.standalone)
        return any(opposite(word, self._superlative_of(text)) for text in texts)

    async def _put_in(self, resolved: Resolved, joiner: str) -> Rewrite | None:
        """Another value in the place of one of its kind, where the message only names that."""
        said = resolved.said
        same = _SAME.match(said.plain)
        asked = bool(same) or any(phrase in joiner for phrase in _ASKING)
        if same:
            said = said.drop(len(same.group().split()) - 1)
        plain = said.plain
        if not said.tokens or means_group(said) or RESTRICT.match(plain) or TOP.match(plain):
            return None
        if said.forms[0] in ("any", "some") and not asked:
            return None
        counted = said.forms[:2] == ("how", "many")
        short = said.drop(2) if counted else said
        if not short.tokens:
            return None
        tied = bool(asked or joiner)
        if _sentence(short):
            if not joiner or not await self._repeats(short, resolved.pinned):
                return None
        elif not tied and (said.forms[0] == "with" or names_subject(said, self.schema)):
            return None
        found = await self._substituted(short, resolved.pinned)
        if found is not None and resolved.pinned and found.context is not None:
            # "its runtime" asks something of the individual, it does not put it anywhere.
            return None
        counts = self.base.query is not None and self.base.query.form == "count"
        if found is None or not counted or counts:
            return found
        return replace(
            found, standalone="how many", query=None, context=found.query or found.context
        )

    async def _repeats(self, said: Utterance, pins: tuple[LinkedValue, ...]) -> bool:
        """Whether a sentence says the earlier one again, all but the values in it."""
        links = [*pins] or list(await self.look_up(said.text))
        known = base_words(self.base)
        rest = [
            token.form
            for token in said.tokens
            if token.form not in FUNCTION_WORDS
            and not any(token.start < link.end and link.start < token.end for link in links)
        ]
        return bool(links) and bool(rest) and all(stem(form) in known for form in rest)

    async def _substituted(
        self, said: Utterance, pins: tuple[LinkedValue, ...] = (), *, instead_of: str = ""
    ) -> Rewrite | None:
        """In the last question; where that followed up on another, in the one before it too."""
        for exchange in self.past.recent():
            found = await substitute(
                said, exchange, self.look_up, self.schema, pins, instead_of=instead_of
            )
            if found is not None:
                return found
            if fold(exchange.question) == fold(exchange.standalone):
                return None
        return None

    def _subset(self, said: Utterance) -> Rewrite | None:
        """Some of a list, by their places: "who directed the first two?"."""
        found = _SOME.search(said.text)
        group = self.past.group()
        if not found or group is None or TOP.match(said.plain):
            return None
        size = number_of(found["n"].lower()) or 0
        mentions = group.mentions
        some = mentions[:size] if found["end"].lower() == "first" else mentions[-size:]
        if not 0 < size <= len(mentions) or not some[0].label:
            return None
        text = said.text[: found.start()] + "them" + said.text[found.end() :]
        tree = individuals(some[0].label, some[0].property, [m.value for m in some])
        return Rewrite(text, follows=True, context=tree)

    # -- what was answered, narrowed or asked about ------------------------------------------------

    def _context(self) -> Query | None:
        return self.past.context(self.base)

    def _against(
        self, said: Utterance, context: Query | None, linked: Sequence[LinkedValue] | None = None
    ) -> Rewrite:
        text = plainly(said.text)
        if context is None:
            return Rewrite(text, follows=True, open=True)
        if ranks(said):
            context = as_list(context)
        pinned = tuple(self.base.linked if linked is None else linked)
        return Rewrite(text, follows=True, context=context, pinned=pinned)

    def _about_group(self, said: Utterance, pins: tuple[LinkedValue, ...]) -> Rewrite:
        exchange = self.past.group(group_noun(said)) or self.base
        if of_the := OF_THE.match(said.plain):
            last = said.forms.index(of_the[1])
            start, end = said.tokens[last - 1].start, said.tokens[last].end
            said = utterance(f"{said.text[:start]}them{said.text[end:]}")
        return self._against(said, self.past.context(exchange), (*pins, *exchange.linked))

    def _of_each(self, said: Utterance) -> Rewrite:
        """Each one of those answered: "how many films are in each?" after a list of genres."""
        exchange = self.past.group() or self.base
        noun = " ".join(split_name(subject_label(exchange))) or "of them"
        text = re.sub(
            r"\beach\b(?: one| of (?:them|those|these))?[\s?.!]*$", f"each {noun}", said.text
        )
        query = exchange.query
        if query is not None and not query.pattern.where:
            return Rewrite(text, follows=True)
        return self._against(utterance(text), self.past.context(exchange), exchange.linked)

    def _fragment(self, said: Utterance, joiner: str) -> list[Rewrite]:
        query = self.base.query
        sorts = query is not None and bool(query.order) and query.limit is not None
        again = joiner and any(superlative(form) for form in said.forms)
        if query is not None and sorts and again:
            # "and the oldest?" after "the longest film" asks anew of all that one was taken from.
            return [self._against(said, unordered(query))]
        if COUNT.match(said.plain) and query is not None and query.limit is None:
            return [self._against(utterance("how many?"), query)]
        if LIST.match(said.plain) and query is not None and query.form == "count":
            return [
                self._against(utterance("which ones?"), replace(query, form="list", columns=()))
            ]
        about = self._against(said, self._context())
        alone = [self._alone(said, joiner)] if _has_content(said) else []
        return [*self._of_individuals(said), about, *alone]

    def _of_individuals(self, said: Utterance) -> list[Rewrite]:
        """The director of "Alien", for "and the director?" where one film was spoken of."""
        if not _asks_for(said):
            return []
        nouns = [form for form in said.forms if form.isalpha()]
        person = bool(nouns) and noun_of_person(nouns[-1])
        label = subject_label(self.base)
        same_kind = person and bool(label) and is_person(label, self.schema)
        single = list(self.base.mentions) if len(self.base.mentions) == 1 else []
        others = [m for m in named(self.base) if m not in single]
        if same_kind:
            known = [m for m in others if not is_person(m.label, self.schema)] + single
        elif single:
            known = single + others
        else:
            known = []
        return [_of(said, mention) for mention in known[:3]]


def _sentence(said: Utterance) -> bool:
    plain = said.plain
    return bool(
        WH.search(plain)
        or IMPERATIVE.search(plain)
        or INVERTED.search(plain)
        or CLAUSE.search(plain)
    )


def _has_content(said: Utterance) -> bool:
    """Whether it could be a question of its own: "Great Expectations", but not "when?"."""
    return sum(form not in FUNCTION_WORDS for form in said.forms) > 1


def _asks_for(said: Utterance) -> bool:
    """Whether it is a bare noun phrase, or asks for one: "the director", "what is the budget"."""
    words = list(said.forms)
    if words[:1] in (["what"], ["which"]) and len(words) > 2:
        words = words[2:] if words[1] in ("is", "was", "are", "were", "'s") else []
    if words[:1] == ["the"]:
        words = words[1:]
    if not 0 < len(words) <= 3 or superlative(words[0]):
        return False
    return all(word.isalpha() and word not in FUNCTION_WORDS for word in words)


def _of(said: Utterance, mention: Mention) -> Rewrite:
    asked = said.text.rstrip(" ?.!")
    link = pin(mention, len(asked) + 5)
    return Rewrite(f'{asked} of "{link.text}"', follows=True, pinned=(link,))


def _chain(meanings: Sequence[Rewrite]) -> Rewrite | None:
    """The meanings, each with the next as its alternative."""
    chained: Rewrite | None = None
    for meaning in reversed(meanings):
        if chained is None or meaning != replace(chained, otherwise=None):
            chained = replace(meaning, otherwise=chained)
    return chained
