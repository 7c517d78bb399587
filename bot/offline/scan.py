"""From a question to the lattice of pieces it can be made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.offline.data import load
from bot.offline.items import (
    TIMES,
    Aggregation,
    Amount,
    Candidate,
    Compare,
    Difference,
    Flag,
    Function,
    Item,
    Limit,
    Match,
    Moment,
    Noun,
    Number,
    PropertyWord,
    RoleNoun,
    Skip,
    Superlative,
    Text,
    Value,
    Verb,
)
from bot.offline.kinds import NUMBER_KINDS
from bot.offline.lexicon import (
    FlagTarget,
    Lexicon,
    NounTarget,
    PropertyTarget,
    RelationTarget,
    Target,
)
from bot.offline.phrases import ROLES, function_words, phrases, without_hyphens
from bot.offline.quantities import dates, number_at, year
from bot.offline.vocabulary import Phrase, variants
from bot.offline.words import Token, is_plural, lemmas, participles, parts, tokenize
from memory.schema import LinkedValue
from memory.text import fold, split_name

_BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "get", "got", "gets"])
_DO = frozenset(
    [
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "having",
        "can",
        "will",
        "who",
        "that",
        "which",
        "to",
    ]
)
_EMPTY = frozenset(["occur", "happen", "take", "commit", "exist", "appear", "be"])
# The year they were born: which year that is.
_OF_WHOM = (("they",), ("he",), ("she",), ("it",))
_LENGTHS = frozenset(["days", "weeks", "months", "years", "hours", "minutes", "seconds"])
_ARTICLES = frozenset(["the", "a", "an", "all"])
_LITERAL = (("word",), ("phrase",), ("term",), ("string",), ("text",), ("words",), ("letter",))
_HOLDING = ("with", "containing", "contain", "contains", "having", "have", "has", "mentioning")
_HAVING = ("having", "have", "has")
_BEFORE_TEXT = ("the", "a", "an", "word", "words", "phrase", "term", "text", "string")
_TIMED = frozenset(["in", "on", "during", "since", "from", "of", "year", "and", "to"])
_APART = frozenset(["difference", "differences", "discrepancy", "gap", "disparity"])
_BETWEEN = (("between",), ("in",), ("of",))
_PROFIT = frozenset(["profit", "profits", "profitable", "profitability"])
# Nouns that only say what sort of thing a property is: a poster URL, the budget field.
_SORTS = frozenset(["url", "link", "path", "property", "properties", "field", "attribute"])
_CLOSING = ((), ("and",), ("or",), ("but",), (",",), (".",), ("?",), (")",))
_ASKERS = frozenset(["i", "you", "we", "me", "us", "to", "please", "and", "can", "could", ","])
_PROPERLY = 0.06
_WEAK = 0.35
_OWN = 0.4
_VAGUE = 0.9
_MEANT = 0.6
_MAX_PHRASE = 6


@dataclass(frozen=True, slots=True)
class Lattice:
    """All pieces by the token they start at, and the words that no piece covers."""

    tokens: tuple[Token, ...]
    items: tuple[tuple[Item, ...], ...]
    unread: tuple[str, ...]
    schema_words: tuple[str, ...]


def _without_genitive(link: LinkedValue) -> LinkedValue:
    """A link of "Harry's" as one of "Harry", so that what is his can follow."""
    ends = next((end for end in ("'s", "’s") if link.text.endswith(end)), None)
    if ends is None or str(link.value).endswith(ends) or not isinstance(link.value, str):
        return link
    text = link.text.removesuffix(ends)
    same = fold(text) == fold(link.value)
    score, method = (1.0, "exact") if same else (link.score, link.method)
    return replace(link, text=text, end=link.end - len(ends), score=score, method=method)


class Scanner:
    """Cuts one question into pieces; the parser makes one for each question."""

    def __init__(self, question: str, linked: Sequence[LinkedValue], lexicon: Lexicon) -> None:
        self.question = question
        self.lexicon = lexicon
        self._misspelt: dict[int, str] = {}
        self.tokens = without_hyphens(tokenize(question))
        linked = [*linked, *lexicon.paraphrases(self.tokens, linked), *self._quoted(linked)]
        linked = [link for link in linked if not self._covered(link, linked)]
        self._linked = [span for link in linked if (span := self._span(link.start, link.end))]
        self.forms = tuple(self._corrected(i) for i in range(len(self.tokens)))
        self._items: list[list[Item]] = [[] for _ in self.tokens]
        self._schema: set[int] = set()
        self._phrases: dict[int, list[tuple[int, str]]] = {}
        self._values(linked)

    def _quoted(self, linked: Sequence[LinkedValue]) -> list[LinkedValue]:
        """Listed values that a quotation says in other words."""
        found = []
        for token in (t for t in self.tokens if t.kind == "quote"):
            start, end = token.start + 1, token.end - 1
            if any(link.start < end and start < link.end for link in linked):
                continue
            inner = self.lexicon.paraphrases(tokenize(token.text[1:-1]), ())
            found += [
                replace(x, start=start, end=end) for x in inner if 2 * len(x.text) > end - start
            ]
        return found

    def _corrected(self, at: int) -> str:
        """A word's form; a misspelt one's nearest known word, where there is just one."""
        token = self.tokens[at]
        known = token.kind != "word" or token.form in function_words()
        if known or any(start <= at < end for start, end in self._linked):
            return token.form
        if self.lexicon.knows(token.form):
            return token.form
        fixed = self.lexicon.correct(token.form)
        if fixed is None:
            return token.form
        self._misspelt[at] = fixed
        return fixed

    def lattice(self) -> Lattice:
        """All pieces."""
        for at in range(len(self.tokens)):
            self._phrases[at] = self._phrases_at(at)
        for at in range(len(self.tokens)):
            self._words(at)
        self._compounds()
        self._modifiers()
        self._moments()
        self._differences()
        self._sames()
        self._both()
        for at in range(len(self.tokens)):
            self._amounts(at)
        for at in range(len(self.tokens)):
            self._functions(at)
            self._quotes(at)
        covered = {i for items in self._items for it in items for i in range(it.start, it.end)}
        unread = tuple(
            token.text
            for i, token in enumerate(self.tokens)
            if i not in covered and token.kind != "mark"
        )
        words = tuple(self.tokens[i].text for i in sorted(self._schema))
        return Lattice(self.tokens, tuple(map(tuple, self._items)), unread, words)

    def _add(self, item: Item) -> None:
        self._items[item.start].append(item)

    def _span(self, start: int, end: int) -> tuple[int, int] | None:
        """Token positions of a stretch of characters; a whole quotation where that is meant."""
        first = [i for i, t in enumerate(self.tokens) if t.start < end and t.end > start]
        if not first:
            return None
        head, tail = self.tokens[first[0]], self.tokens[first[-1]]
        quoted = len(first) == 1 and head.kind == "quote"
        left = self.question[head.start + 1 : start] + self.question[end : head.end - 1]
        if quoted and any(c.isalnum() for c in left):
            return None
        if not quoted and (head.start != start or tail.end != end):
            return None
        return first[0], first[-1] + 1

    def _values(self, linked: Sequence[LinkedValue]) -> None:
        for link in linked:
            link = _without_genitive(link)
            span = self._span(link.start, link.end)
            if span is None:
                continue
            quoted = span[1] - span[0] == 1 and self.tokens[span[0]].kind == "quote"
            cost = self._value_cost(link, quoted)
            if self._minor(link, linked):
                cost += 0.15
            if self.forms[span[0] - 1 : span[0]] in _LITERAL:
                cost += 1.0
            if not quoted and link.text.islower() and self._verbal_property(link.text):
                # Have been released: a status; but released in a country is none.
                cost = 0.12 if self.forms[span[1] : span[1] + 1] in _CLOSING else 1.3
            self._add(Value(*span, cost, link, quoted))

    def _covered(self, link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
        """Whether a broader label bears the same value: a person's name, as an actor's.

        Of two labels that the same nodes bear the first holds it.
        """
        labels = self.lexicon.schema.labels
        label = labels.get(link.label)
        return label is not None and any(
            (o.start, o.end, o.property, o.value)
            == (link.start, link.end, link.property, link.value)
            for nth, o in enumerate(linked)
            if o.label in label.implies
            and (link.label not in labels[o.label].implies or nth < linked.index(link))
        )

    def _verbal_property(self, word: str) -> bool:
        """Whether a value is written like a verb that a property answers: released, founded."""
        found = self.lexicon.lookup((fold(word),)) if word.isalpha() else {}
        verbal = "VERB" in parts(fold(word)) and word.endswith("ed")
        return verbal and any(isinstance(target, PropertyTarget) for target in found)

    def _minor(self, link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
        """Whether the same words are the same node's name as well."""
        label = self.lexicon.schema.labels.get(link.label)
        if label is None:
            return False
        shown = self.lexicon.shown(link.label)
        rank = shown.index(link.property) if link.property in shown else len(shown)
        return any(
            (o.start, o.end, o.label) == (link.start, link.end, link.label)
            and o.property in shown[:rank]
            for o in linked
        )

    def _value_cost(self, link: LinkedValue, quoted: bool) -> float:
        cost = (1.0 - link.score) * 2.0
        if str(link.value) != link.text:
            cost += 0.08
        if link.text.isdigit() and len(link.text) < 5 and not quoted:
            return cost + 0.9
        if link.text.islower() and any(
            role in ("free", "auxiliaries", "connectors", "relatives", "and", "or", "negation")
            for role in phrases().get(tuple(fold(link.text).split()), ())
        ):
            return cost + 1.5
        if quoted or link.method == "chosen":
            return cost + 0.02
        if str(link.value) == link.text and (link.text[:1].isupper() or not link.text.isalpha()):
            return cost + 0.1
        return cost + (0.1 if " " in link.text else 0.45)

    def _phrases_at(self, at: int) -> list[tuple[int, str]]:
        if self.forms[at : at + 2] == ("about", "to"):
            # About to expire: soon, for which there is no rule.
            return []
        known = phrases()
        found = []
        for size in range(1, min(_MAX_PHRASE, len(self.tokens) - at) + 1):
            for role in known.get(self.forms[at : at + size], ()):
                if role not in ("naming", "weak") or not self._rings(at, at + size):
                    found.append((at + size, role))
        return found

    def _words(self, at: int) -> None:
        if self.tokens[at].kind == "mark":
            return
        for size in range(1, min(self.lexicon.longest + 1, 5, len(self.tokens) - at) + 1):
            span = self.tokens[at : at + size]
            if any(token.kind in ("mark", "quote") for token in span):
                return
            forms = self.forms[at : at + size]
            price = 0.4 * sum(at <= i < at + size for i in self._misspelt)
            self._targets(at, at + size, self.lexicon.lookup(forms), price)
            inner = tuple(
                f for f in forms[1:-1] if f not in ("the", "a", "an", "'s", "of", "their")
            )
            if size > 2 and len(inner) < size - 2:
                bare = (forms[0], *inner, forms[-1])
                self._targets(at, at + size, self.lexicon.lookup(bare), 0.05)

    def _targets(self, start: int, end: int, found: dict[Target, float], extra: float) -> None:
        if not found:
            return
        if not any(
            role in ("free", "auxiliaries") and e == end for e, role in self._phrases[start]
        ):
            self._schema.update(range(start, end))
        plural = is_plural(self.forms[end - 1])
        properties, verbs, roles, flags = [], [], [], []
        for target, cost in self._likely(end - 1, found):
            match target:
                case NounTarget(label):
                    price = extra + self._kept_beside(label, found)
                    price += _MEANT if self._past(end - 1, found) else 0.0
                    self._add(Noun(start, end, cost + price, label, plural))
                case PropertyTarget(owner, name, of_relationship):
                    properties.append(Candidate(owner, name, of_relationship, cost))
                case RelationTarget(type_, "verb"):
                    verbs.append((type_, cost))
                case RelationTarget(type_, form):
                    roles.append((type_, form, cost))
                case FlagTarget(owner, name, _):
                    flags.append(Candidate(owner, name, False, cost))
        if properties:
            self._property_word(start, end, extra, tuple(properties), found)
        if verbs:
            # Crimes take place; but what someone takes is something.
            empty = bool(_EMPTY & set(lemmas(self.forms[start])))
            empty = empty and not ("take" in lemmas(self.forms[start]) and end == start + 1)
            nominal = any(isinstance(t, NounTarget) and cost <= 0.2 for t, cost in found.items())
            price = extra + (0.6 if nominal and self._object_at(start) else 0.0)
            voice = self._voice_of(start, end, [type_ for type_, _ in verbs])
            self._add(Verb(start, end, price, tuple(verbs), voice, empty))
        if roles and any(isinstance(t, NounTarget) and cost <= 0.1 for t, cost in found.items()):
            exact = any(isinstance(t, NounTarget) and cost <= 0.02 for t, cost in found.items())
            price = 0.6 if exact else 0.2
            roles = [(type_, form, cost + price) for type_, form, cost in roles]
        if roles:
            follows = self.forms[end : end + 1] in (("of",), ("at",), ("in",), ("to",))
            self._add(RoleNoun(start, end, extra, tuple(roles), plural, follows))
        if flags:
            self._add(Flag(start, end, extra, tuple(flags), True))
            self._whole_flag(start, end, extra, flags)

    def _whole_flag(self, start: int, end: int, extra: float, flags: list[Candidate]) -> None:
        """With a public status; are public companies: the noun adds nothing."""
        after = self.forms[end : end + 1]
        said = [c for c in flags if NounTarget(c.owner) in self.lexicon.lookup(after)]
        if after in (("status",), ("state",), ("flag",)):
            said = flags
        if said:
            self._add(Flag(start, end + 1, extra + 0.02, tuple(said), True, whole=True))

    def _past(self, at: int, found: dict[Target, float]) -> bool:
        """Whether a word is only the past of a verb, no noun: called, for calls."""
        kinds = parts(self.forms[at])
        verbal = any(isinstance(t, RelationTarget) and t.form == "verb" for t in found)
        return verbal and "VERB" in kinds and "NOUN" not in kinds

    def _likely(self, last: int, found: dict[Target, float]) -> Iterator[tuple[Target, float]]:
        """Without nouns and properties that the form of a verb cannot be."""
        for target, cost in found.items():
            noun = isinstance(target, NounTarget) and self._done(last, target.label, found)
            named = isinstance(target, PropertyTarget) and self._finite(last, target.property)
            if not noun and not named:
                yield target, cost

    def _done(self, at: int, label: str, found: dict[Target, float]) -> bool:
        """Whether a word says that something is done, so is no noun: answered; ordered."""
        form = self.forms[at]
        verbal = form.endswith("ed") and "NOUN" not in parts(form)
        related = any(isinstance(target, RelationTarget) for target in found)
        return verbal and related and form not in split_name(label)

    def _finite(self, at: int, name: str) -> bool:
        """Whether a verb is told from a property named for the doing: follow, following."""
        form = self.forms[at]
        doing = [w for w in split_name(name) if w.endswith("ing") and form in lemmas(w)]
        verb = RelationTarget
        return (
            form not in split_name(name)
            and bool(doing)
            and any(isinstance(t, verb) and t.form == "verb" for t in self.lexicon.lookup((form,)))
        )

    def _kept_beside(self, label: str, found: dict[Target, float]) -> float:
        """What a noun costs that is its own property, or of what is joined: a postcode."""
        near = {j.start for _, j in self.lexicon.schema.joins() if j.end == label}
        owners = {t.owner for t, c in found.items() if isinstance(t, PropertyTarget) and c < 0.05}
        return 0.2 if label in owners else _PROPERLY if owners & near else 0.0

    def _object_at(self, at: int) -> bool:
        """Whether a noun is due: after an article, a number, or a light verb (made calls)."""
        before = self.forms[at - 1] if at else ""
        light = any(r in ("agent", "patient") and e == at for _, e, r in self._before(at))
        return before in ("a", "an", "the", "many", "any", "of") or before.isdigit() or light

    def _before(self, at: int) -> list[tuple[int, int, str]]:
        """The phrases that end right before a token."""
        return [
            (start, end, role)
            for start in range(max(0, at - 2), at)
            for end, role in self._phrases_at(start)
            if end == at
        ]

    def _property_word(
        self,
        start: int,
        end: int,
        extra: float,
        properties: tuple[Candidate, ...],
        found: dict[Target, float],
    ) -> None:
        """A property's word; dearer where the same word names a label or counts things."""
        first = self.forms[start]
        if self._rings(start, end):
            return
        if first in _LENGTHS and self.forms[start - 1 : start] == ("many",):
            # How many days something takes: no date of it, nor the number of its dates.
            properties = tuple(
                c for c in properties if self.lexicon.kind(c.owner, c.property) in NUMBER_KINDS
            )
            if not properties:
                return
        if any(isinstance(t, NounTarget) and cost <= 0.15 for t, cost in found.items()):
            extra += 0.25
        if first == "number" and end - start > 1:
            extra += 0.2
        verbal = "VERB" in parts(first) and (
            first.endswith(("ed", "n", "s", "ing")) or not parts(first) - {"VERB", "AUX", "ADJ"}
        )
        plural = is_plural(self.forms[end - 1])
        self._add(PropertyWord(start, end, extra, properties, plural, verbal))
        after = self.forms[end] if end < len(self.forms) else ""
        if after in _SORTS and not verbal:
            self._add(PropertyWord(start, end + 1, extra + 0.02, properties, plural))

    def _compounds(self) -> None:
        """Knows X's phone number; people whose phone number X knows, or is known to X."""
        for compound in self.lexicon.compounds:
            verbs = [
                span for at in range(len(self.forms)) for span in self._spans(at, compound.verbs)
            ]
            if not verbs:
                continue
            things = [s for at in range(len(self.forms)) for s in self._spans(at, compound.objects)]
            typed = ((compound.type, 0.0),)
            for start, end in verbs:
                for first, last in things:
                    if self.forms[first - 1 : first] == ("'s",) and 0 < first - end < 12:
                        self._add(Verb(start, end, 0.0, typed, self._voice(start, end)))
                        self._add(Function(first - 1, last, 0.0, "object", compound.type))
                    elif self.forms[first - 1 : first] == ("whose",) and 0 <= start - last < 3:
                        self._add(Verb(first - 1, end, 0.0, typed, self._voice(start, end)))

    def _modifiers(self) -> None:
        """Marks the nouns that another noun follows, of which they only tell which."""
        for items in self._items:
            for i, item in enumerate(items):
                follows = self._items[item.end] if item.end < len(self._items) else []
                if isinstance(item, Noun) and not item.plural:
                    heads = [it for it in follows if isinstance(it, Noun)]
                    if any(it.label != item.label for it in heads):
                        items[i] = replace(item, modifies=True)

    def _spans(self, at: int, among: frozenset[Phrase]) -> list[tuple[int, int]]:
        """Where a phrase of a set stands at a token, whatever the form of its words."""
        found = []
        for size in range(1, 4):
            forms = self.forms[at : at + size]
            if len(forms) == size and any(v in among for v in variants(forms)):
                found.append((at, at + size))
        return found

    def _voice(self, start: int, end: int) -> str:
        after = self.forms[end] if end < len(self.forms) else ""
        if after == "by" or self.forms[end - 1] == "by":
            return "passive"
        word = self.forms[start]
        for before in reversed(self.forms[max(0, start - 3) : start]):
            if before in _BE:
                return "active" if word.endswith("ing") else "passive"
            if before in _DO:
                return "active"
            if "ADV" not in parts(before):
                break
        return "active" if not word.endswith(("ed", "en", "n")) else "either"

    def _voice_of(self, start: int, end: int, types: list[str]) -> str:
        """The voice, but active where "is" makes something the start of a relationship."""
        voice = self._voice(start, end)
        begins = self._is_one(self.forms[start], types) or self._whole_name(start, end, types)
        return "active" if voice == "passive" and begins else voice

    def _whole_name(self, start: int, end: int, types: list[str]) -> bool:
        """Whether what is said is the type's own name, which is passive: is sworn to X."""
        said, after = self.forms[start:end], self.forms[end : end + 1]
        named = len(said) > 1 and all(tuple(split_name(t)) == said for t in types)
        return named and said[-1] != "by" and after not in (("by",), ("?",), (".",), ())

    @staticmethod
    def _is_one(word: str, types: list[str]) -> bool:
        """Whether a noun says what stands at the start: a reply to, but not a competitor of."""
        noun = "NOUN" in parts(word) and word not in participles(word)
        return noun and all(split_name(t)[-1] in ("to", "of", "for") for t in types)

    def _moments(self) -> None:
        for start, end, moment in dates(self.question):
            span = self._span(start, end)
            if span is not None:
                stored = any(
                    isinstance(it, Value) and it.end == span[1] for it in self._items[span[0]]
                )
                self._add(Amount(*span, 0.25 if stored else 0.05, moment))

    def _amounts(self, at: int) -> None:
        found = number_at(self.tokens, at)
        if found is not None:
            end, number = found
            self._add(Amount(at, end, 0.1, number))
            whole = isinstance(number.value, int) and end == at + 1
            if whole and 1000 <= number.value <= 2200 and "," not in self.forms[at]:
                self._add(Amount(at, end, 0.08, year(int(number.value)), self._fronts(at, end)))
            if whole and not number.measures and 0 < number.value < 1000:
                self._add(Limit(at, end, 0.2, int(number.value), False))
        for end, role in self._phrases[at]:
            self._comparison(at, end, role)

    def _fronts(self, at: int, end: int) -> bool:
        """Whether a year stands right before a noun, and after no preposition of time."""
        nouns = self._items[end] if end < len(self._items) else []
        timed = self.forms[at - 1] in _TIMED if at else False
        return not timed and any(isinstance(it, Noun) for it in nouns)

    def _amount_at(self, at: int) -> list[tuple[int, Number | Moment]]:
        """Amounts that start at a token, small words before them skipped."""
        while at < len(self.forms) and self.forms[at] in (
            "a",
            "an",
            "the",
            "year",
            "of",
            "day",
            "about",
            "$",
            "just",
        ):
            if self.forms[at] == "a" and number_at(self.tokens, at):
                break
            if self.forms[at] == "$":
                break
            at += 1
        if at >= len(self.forms):
            return []
        found = [(it.end, it.amount) for it in self._items[at] if isinstance(it, Amount)]
        number = number_at(self.tokens, at)
        if number is not None and not any(isinstance(a, Number) for _, a in found):
            found.append(number)
            if (
                isinstance(number[1].value, int)
                and 1000 <= number[1].value <= 2200
                and number[0] == at + 1
                and "," not in self.forms[at]
            ):
                found.append((number[0], year(number[1].value)))
        return found

    def _comparison(self, at: int, end: int, role: str) -> None:
        kind, _, name = role.partition(":")
        if kind == "operators":
            self._compare(at, end, name, ())
        elif kind == "comparatives":
            scale = load("scales")["comparatives"][name]
            if self.forms[end : end + 1] == ("than",):
                self._compare(at, end + 1, scale["operator"], tuple(scale["measure"]))

    def _compare(self, at: int, end: int, operator: str, measures: tuple[str, ...]) -> None:
        timely = operator in ("after", "before", "since", "until") or "@time" in measures
        for stop, amount in self._amount_at(end):
            if isinstance(amount, Moment) and amount.is_year and not timely:
                continue
            self._add(Compare(at, stop, 0.0, operator, amount, None, measures))
            if self.forms[stop : stop + 1] == ("times",) and isinstance(amount, Number):
                self._add(Compare(at, stop + 1, 0.0, operator, amount, None, TIMES))
        if end < len(self.forms):
            stop, factor = self._factor(end)
            self._add(Compare(at, stop, 0.3, operator, None, None, measures, factor))

    def _factor(self, at: int) -> tuple[int, float]:
        """Twice, three times: where it ends, and how many times what comes next is meant."""
        named = load("scales")["factors"].get(self.forms[at])
        if named is not None:
            return at + 1, named
        number = number_at(self.tokens, at)
        if number is not None and self.forms[number[0] : number[0] + 1] == ("times",):
            return number[0] + 1, number[1].value
        return at, 1

    def _sames(self) -> None:
        """The same city as; the same year as."""
        for at in (i for i, form in enumerate(self.forms) if form == "same"):
            items = self._items[at + 1] if at + 1 < len(self._items) else []
            for item in items:
                if self.forms[item.end : item.end + 1] not in (("as",), ("of",)):
                    continue
                if isinstance(item, Noun):
                    self._add(Function(at, item.end + 1, item.cost, "same", item.label))
                elif isinstance(item, PropertyWord):
                    names = dict.fromkeys(c.property for c in item.candidates)
                    for name in names:
                        self._add(Function(at, item.end + 1, item.cost, "same", "." + name))

    def _both(self) -> None:
        """Marks Y in "both X and Y": not one of the two."""
        for at in (i for i, form in enumerate(self.forms) if form == "both"):
            joint = next((i for i in range(at, len(self.forms)) if self.forms[i] == "and"), at)
            for items in self._items[joint : joint + 3] if joint > at else []:
                items[:] = [replace(it, each=True) if isinstance(it, Value) else it for it in items]

    def _differences(self) -> None:
        """The difference between budget and revenue; profit, which is what remains of revenue."""
        for at, form in enumerate(self.forms):
            if form in _APART:
                first = at + 1 + (self.forms[at + 1 : at + 2] in _BETWEEN)
                for one in self._property_at(first):
                    if self.forms[one.end : one.end + 1] in (("and",), ("to",)):
                        for two in self._property_at(one.end + 1):
                            self._add(Difference(at, two.end, 0.0, one, two))
            if form in _PROFIT and not self._property_at(at):
                takings, costs = (self._meant(at, name) for name in ("revenue", "budget"))
                if takings.candidates and costs.candidates:
                    self._add(Difference(at, at + 1, 0.05, takings, costs, signed=True))

    def _property_at(self, at: int) -> list[PropertyWord]:
        """The properties named at a token, articles and possessives skipped."""
        while self.forms[at : at + 1] and self.forms[at] in ("the", "its", "their", "a"):
            at += 1
        items = self._items[at] if at < len(self._items) else []
        return [it for it in items if isinstance(it, PropertyWord)]

    def _meant(self, at: int, measure: str) -> PropertyWord:
        """The properties that measure something that is not named."""
        found = tuple(
            Candidate(label, name, False, price)
            for label in self.lexicon.schema.labels
            for name, price in self.lexicon.measures(label, (measure,))
        )
        return PropertyWord(at, at + 1, 0.0, found, False)

    def _functions(self, at: int) -> None:
        for end, role in self._phrases[at]:
            word = " ".join(self.forms[at:end])
            if role in ("free", "weak", "vague"):
                self._skip(at, end, role)
            elif role == "top":
                self._limit(at, end)
            elif role == "multiple":
                self._add(Compare(at, end, 0.0, ">", Number(1)))
            elif role.startswith("aggregate:"):
                if not self._named_so(at, end):
                    self._add(Aggregation(at, end, 0.0, role.partition(":")[2]))
            elif role.startswith("superlatives:"):
                scale = load("scales")["superlatives"][role.partition(":")[2]]
                after = self._items[end] if end < len(self._items) else []
                fronts = bool(after) and all(isinstance(it, Noun | Function) for it in after)
                ranked = Superlative(
                    at, end, 0.0, tuple(scale["measure"]), scale["descending"], fronts
                )
                self._add(ranked)
            elif role.startswith("comparatives:"):
                self._which_is_more(at, end, role.partition(":")[2])
            elif role.startswith("questions:"):
                self._add(Function(at, end, 0.0, "measure", role.partition(":")[2]))
            elif role in ("contains", "starts", "ends"):
                self._match(at, end, role)
            elif role in ROLES:
                self._role(at, end, role, word)
        self._marks(at)
        self._range(at)
        self._contained(at)

    def _rings(self, at: int, end: int) -> bool:
        """Whether called is what someone did: who called a phone, that called X; no name."""
        if self.forms[end - 1 : end] != ("called",):
            return False
        named = end < len(self._items) and any(isinstance(it, Value) for it in self._items[end])
        acted = self.forms[end - 2 : end - 1] in (("that",), ("who",), ("which",))
        return acted or (self.forms[end : end + 1] in (("a",), ("an",), ("the",)) and not named)

    def _meant_by_others(self, at: int) -> bool:
        """Whether a verb is none of the asker's: do you know; but people who know someone."""
        asker = at == 0 or self.forms[at - 1] in _ASKERS
        return not asker and any(isinstance(it, Verb) for it in self._items[at])

    def _skip(self, at: int, end: int, role: str) -> None:
        """Passes over words, at a price where they may say something."""
        if role == "free":
            self._add(Skip(at, end, _MEANT if self._meant_by_others(at) else 0.0))
        elif role == "weak" and not self._joins_on(at, end):
            self._add(Skip(at, end, _WEAK + (_OWN if self._relates(at, end) else 0.0)))
        elif role == "vague" and self.forms[end : end + 1] not in _OF_WHOM:
            self._add(Skip(at, end, _VAGUE))

    def _role(self, at: int, end: int, role: str, word: str) -> None:
        own = role in ("agent", "patient", "connectors") and self._relates(at, end)
        if role == "thing" and not self._asks_what(end):
            return
        if role == "both" and self._both_roles(at, end):
            return
        if role == "count" and self.forms[at] == "number" and self._numbered(at):
            # A phone number: the phone itself.
            self._add(Skip(at, at + 1, 0.05))
            return
        own_noun = any(
            isinstance(it, Noun) and it.end == end and it.cost < 0.05 for it in self._items[at]
        )
        if (own or own_noun) and role in ("agent", "patient"):
            # Who answered: the schema's own answering, not who got something; answers are things.
            return
        if role == "connectors" and self._quoted_after(at, end):
            return
        self._add(Function(at, end, _OWN if own else 0.0, role, word))

    def _both_roles(self, at: int, end: int) -> bool:
        """Whether what follows stands in two relationships: both a supplier and a competitor of."""
        after = self._items[end] if end < len(self._items) else []
        values = any(isinstance(it, Value) for it in after)
        done = self.forms[end : end + 1] and "NOUN" not in parts(self.forms[end])
        return not values and not done and any(isinstance(it, RoleNoun) for it in after)

    def _numbered(self, at: int) -> bool:
        """Whether a property is named right before the word number."""
        before = self._items[at - 1] if at else []
        return any(
            isinstance(it, PropertyWord)
            and it.end == at
            and any(c.cost < 0.1 and "number" not in split_name(c.property) for c in it.candidates)
            for it in before
        )

    def _asks_what(self, at: int) -> bool:
        """Whether "what" stands alone: what did X direct; but what product, what are the films."""
        being = self.forms[at : at + 1] and self.forms[at] in _BE
        while at < len(self.forms) and (self.forms[at] in _BE or self.forms[at] in _ARTICLES):
            at += 1
        items = self._items[at] if at < len(self._items) else []
        named = any(isinstance(it, Noun | PropertyWord | RoleNoun) for it in items)
        return not named or (bool(being) and any(isinstance(it, Verb) for it in items))

    def _relates(self, at: int, end: int) -> bool:
        """Whether words are a relationship's own verb."""
        return any(
            isinstance(it, Verb) and it.end == end and min(c for _, c in it.types) + it.cost < 0.05
            for it in self._items[at]
        )

    def _joins_on(self, at: int, end: int) -> bool:
        """Whether a word that may say little joins what follows: related to."""
        after = self.forms[end : end + 1]
        return self.forms[at:end] == ("related",) and after in (("to",), ("with",))

    def _marks(self, at: int) -> None:
        form = self.forms[at]
        if form in (",", ";"):
            self._add(Function(at, at + 1, 0.0, self._comma(at), form))
        elif form in ("(", ")"):
            self._add(Function(at, at + 1, 0.0, "bracket", form))
        elif self.tokens[at].kind == "mark" and not self._items[at]:
            self._add(Skip(at, at + 1, 0.0))
        elif form == "'s":
            self._add(Function(at, at + 1, 0.0, "genitive", form))

    def _comma(self, at: int) -> str:
        """A comma in a list stands for the word that closes the list."""
        for form in self.forms[at + 1 : at + 8]:
            if form == "or":
                return "comma_or"
            if form == "and":
                return "comma_and"
        return "comma"

    def _limit(self, at: int, end: int) -> None:
        found = number_at(self.tokens, end) if end < len(self.tokens) else None
        word = self.forms[end - 1]
        if found is not None and isinstance(found[1].value, int) and not found[1].measures:
            self._add(Limit(at, found[0], 0.0, found[1].value, word in ("top", "best")))
        elif word == "top":
            self._add(Skip(at, end, 0.2))
        if word == "first":
            self._add(Superlative(at, end, 0.25, ("@time",), False))

    def _range(self, at: int) -> None:
        form = self.forms[at]
        if form in ("between", "from"):
            joint = ("and",) if form == "between" else ("to", "until", "till", "through", "and")
            for middle, low in self._amount_at(at + 1):
                if middle < len(self.forms) and self.forms[middle] in joint:
                    for end, high in self._amount_at(middle + 1):
                        if type(low) is type(high):
                            self._add(Compare(at, end, 0.0, ">=", low, high))
        for item in [it for it in self._items[at] if isinstance(it, Amount)]:
            for end, role in self._phrases.get(item.end, []):
                kind, _, operator = role.partition(":")
                if kind == "suffixes":
                    self._add(Compare(at, end, 0.0, operator, item.amount))
            after = self.forms[item.end : item.end + 2]
            if after[:1] == ("to",) or after[:1] == ("-",):
                for end, high in self._amount_at(item.end + 1):
                    if type(high) is type(item.amount):
                        self._add(Compare(at, end, 0.05, ">=", item.amount, high))

    def _match(self, at: int, end: int, role: str) -> None:
        operator = {"contains": "CONTAINS", "starts": "STARTS WITH", "ends": "ENDS WITH"}[role]
        while (
            end < len(self.forms)
            and self.tokens[end].kind == "word"
            and self.forms[end]
            in (
                "the",
                "a",
                "an",
                "word",
                "phrase",
                "letter",
                "term",
                "string",
                "text",
            )
        ):
            end += 1
        if end >= len(self.tokens):
            return
        token = self.tokens[end]
        vague = self.forms[at] in ("with", "in", "about", "involving", "featuring", "related")
        if token.kind == "quote":
            self._add(Match(at, end + 1, 0.25 if vague else 0.05, operator, token.text[1:-1]))
        elif (
            token.kind == "word"
            and not vague
            and not any(
                role in ("free", "auxiliaries", "connectors") for _, role in self._phrases[end]
            )
        ):
            self._add(Match(at, end + 1, 0.5, operator, token.text))

    def _which_is_more(self, at: int, end: int, word: str) -> None:
        """Which is longer, X or Y: the longest of the two."""
        scale = load("scales")["superlatives"].get(word.removesuffix("er") + "est")
        if scale and self.forms[end : end + 1] != ("than",) and "or" in self.forms[end:]:
            self._add(Superlative(at, end, 0.0, tuple(scale["measure"]), scale["descending"]))

    def _contained(self, at: int) -> None:
        """With love in the title: the words between are looked for in the property after them."""
        if self.forms[at] not in _HOLDING:
            return
        first = at + 1
        while self.forms[first : first + 1] and self.forms[first] in _BEFORE_TEXT:
            first += 1
        for within in range(first + 1, min(first + 5, len(self.forms) - 1)):
            if self.forms[within] != "in":
                continue
            end = within + 1 + (self.forms[within + 1] in ("the", "its", "their", "a"))
            quoted = self.tokens[first].kind == "quote" or self.forms[first - 1 : first] in _LITERAL
            named = end < len(self.forms) and any(
                isinstance(it, PropertyWord) and (quoted or self._prose(it))
                for it in self._items[end]
            )
            if named and (quoted or self.forms[at] not in _HAVING):
                start, stop = self.tokens[first].start, self.tokens[within - 1].end
                text = self.question[start:stop].strip("\"'“”‘’")
                self._add(Match(at, end, 0.2, "CONTAINS", text))
            return

    def _prose(self, word: PropertyWord) -> bool:
        """Whether a property holds texts in which anything can be looked for."""
        return any(self.lexicon.kind(c.owner, c.property) == "text" for c in word.candidates)

    def _named_so(self, at: int, end: int) -> bool:
        """Whether a property's own name starts with the word: an average vote, a total price."""
        return any(
            isinstance(it, PropertyWord)
            and it.end > end
            and any(len(split_name(c.property)) > 1 and c.cost < 0.05 for c in it.candidates)
            for start in range(at, end)
            for it in self._items[start]
        )

    def _quoted_after(self, at: int, end: int) -> bool:
        """Whether a verb of containing is followed by the text that is contained."""
        if self.forms[at] not in ("containing", "contains", "contain"):
            return False
        while end < len(self.forms) and self.forms[end] in ("the", "a", *(x[0] for x in _LITERAL)):
            end += 1
        return end < len(self.tokens) and self.tokens[end].kind == "quote"

    def _quotes(self, at: int) -> None:
        token = self.tokens[at]
        if token.kind == "quote":
            self._add(Text(at, at + 1, 0.6, token.text[1:-1]))
