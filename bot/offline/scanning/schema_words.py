"""Words of the schema: nouns, properties, verbs and roles, by what their forms can be."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import Candidate, Flag, Noun, PropertyWord, RoleNoun, Verb
from bot.offline.lexicon import FlagTarget, NounTarget, PropertyTarget, RelationTarget, Target
from bot.offline.literal import literally
from bot.offline.near import converse
from bot.offline.scanning.sheet import Sheet
from bot.offline.scanning.voice import number_of, voice_of
from bot.offline.telling_types import owned_by
from bot.stored.kinds import NUMBER_KINDS, TIME_KINDS
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, participles, parts, plural
from bot.words.vocabulary import is_verb
from memory.text import split_name

_EMPTY = frozenset(["occur", "happen", "take", "commit", "exist", "appear", "be"])
_LENGTHS = frozenset(["days", "weeks", "months", "years", "hours", "minutes", "seconds"])
# Nouns that only say what sort of thing a property is: a poster URL, the budget field.
_SORTS = frozenset(["url", "link", "path", "property", "field", "attribute", "code"])
# Of a text that is short: an ISBN number.
_NUMBERED = frozenset(["number", "id", "identifier"])
_HELD = (("held", "in"), ("held", "at"))
# What two words of a name may have between them.
_SMALL = frozenset(["the", "a", "an", "'s", "of", "their"])
_DONE_ALONE = frozenset(load("kinds")["intransitive"])
_TIMES = frozenset(["date", "dates", "year", "years", "time", "times", "day", "month"])
_PLACES = frozenset(load("kinds")["place"])
_HELPING = (("did",), ("do",), ("does",))
_RINGING = frozenset(["call", "calls"])
_ARTICLES = (
    (),
    ("the",),
    ("a",),
    ("'s",),
    ("their",),
    ("its",),
    ("our",),
    ("my",),
    ("her",),
    ("his",),
)
_PROPERLY = 0.06
_GUESSED = 0.3
_MEANT = 0.6
_STORED = 0.5
_BEING = frozenset(["is", "are", "was", "were", "be", "been", "being"])
_TURNED = {"active": "passive", "passive": "active", "either": "either"}
# A synonym costs so much; a relationship's own noun no more than that.
_ALIKE = 0.15
_OWN = 0.1


_SOMEBODY = frozenset(load("kinds")["somebody"])
_WHICH = frozenset(["which", "what", "all"])
_PAYING = frozenset(["who", "that", "which", "do", "does", "did", "can", "will", "must", "to"])


def put_words(sheet: Sheet, at: int) -> None:
    """Everything in the schema that the words at a token name."""
    if sheet.tokens[at].kind == "mark":
        return
    for size in range(1, min(sheet.lexicon.longest + 1, 5, len(sheet.tokens) - at) + 1):
        if sheet.tokens[at + size - 1].kind in ("mark", "quote"):
            return
        forms = sheet.forms[at : at + size]
        price = 0.4 * sum(at <= i < at + size for i in sheet.misspelt)
        _targets(sheet, at, at + size, sheet.lexicon.lookup(forms), price)
        if size > 2 and not _SMALL.isdisjoint(forms[1:-1]):
            inner = tuple(f for f in forms[1:-1] if f not in _SMALL)
            bare = (forms[0], *inner, forms[-1])
            _targets(sheet, at, at + size, sheet.lexicon.lookup(bare), 0.05)


def _targets(sheet: Sheet, start: int, end: int, found: dict[Target, float], extra: float) -> None:
    if not found:
        return
    if not any(role in ("free", "auxiliaries") and e == end for e, role in sheet.phrases[start]):
        sheet.schema.update(range(start, end))
    plural = is_plural(sheet.forms[end - 1])
    properties, verbs, roles = [], [], []
    in_property = literally(sheet.forms[end - 1], found)
    flags: dict[bool, list[Candidate]] = {True: [], False: []}
    for target, cost in _likely(sheet, end - 1, found):
        match target:
            case NounTarget(label):
                price = extra + _kept_beside(sheet, label, found)
                price += _MEANT if _past(sheet, end - 1, found) else 0.0
                price += _GUESSED if cost >= _ALIKE and (in_property or _in_role(found)) else 0.0
                sheet.add(Noun(start, end, cost + price, label, plural))
            case PropertyTarget(owner, name, of_relationship):
                properties.append(Candidate(owner, name, of_relationship, cost))
            case RelationTarget(type_, "verb"):
                verbs.append((type_, cost))
            case RelationTarget(type_, form) if not _replied(sheet, end - 1, found):
                roles.append((type_, form, cost))
            case FlagTarget(owner, name, value):
                linked = owner in sheet.lexicon.schema.relationships
                flags[value].append(Candidate(owner, name, linked, cost))
    properties = [c for c in properties if not _flags_next(sheet, end, c, flags[True])]
    properties = _no_number(sheet, start, properties, found)
    if properties:
        _property_word(sheet, start, end, extra, tuple(properties), found)
    if verbs:
        nominal = any(isinstance(t, NounTarget) and cost <= 0.2 for t, cost in found.items())
        _verbs(
            sheet, start, end, extra + (0.6 if nominal and _object_at(sheet, start) else 0), verbs
        )
    roles = _people_first(sheet, end - 1, roles)
    if roles and any(isinstance(t, NounTarget) and cost <= 0.1 for t, cost in found.items()):
        exact = any(isinstance(t, NounTarget) and cost <= 0.02 for t, cost in found.items())
        price = 0.6 if exact else 0.2
        roles = [(type_, form, cost + price) for type_, form, cost in roles]
    if roles:
        types = {type_ for type_, _, _ in roles}
        # The parent company: no company of the parent's.
        sheet.items[start] = [
            it
            for it in sheet.items[start]
            if not (isinstance(it, RoleNoun) and it.end < end and {x[0] for x in it.types} <= types)
        ]
        follows = sheet.forms[end : end + 1] in (("of",), ("at",), ("in",), ("to",))
        sheet.add(RoleNoun(start, end, extra, tuple(roles), plural, follows))
    for value, held in flags.items():
        if held and not _asking(sheet, start, end):
            sheet.add(Flag(start, end, extra, tuple(held), value))
            _whole_flag(sheet, start, end, extra, held, value=value)


def _people_first(
    sheet: Sheet, at: int, roles: list[tuple[str, str, float]]
) -> list[tuple[str, str, float]]:
    """Without roles that no people have, where the word is only ever said of people: offenders."""
    if not roles or _SOMEBODY.isdisjoint(lemmas(sheet.forms[at])):
        return roles
    schema = sheet.lexicon.schema
    people = {*sheet.lexicon.pronouns.people}
    if len(people) == len(schema.labels):
        return roles
    joins = {type_: schema.relationships[type_].joins for type_, _, _ in roles}
    return [
        (type_, end, cost)
        for type_, end, cost in roles
        if any((join.start if end == "start" else join.end) in people for join in joins[type_])
    ]


def _no_number(
    sheet: Sheet, at: int, properties: list[Candidate], found: dict[Target, float]
) -> list[Candidate]:
    """Without numbers of them where things are asked for by their own noun: which employees."""
    asked = is_plural(sheet.forms[at]) and (not at or sheet.forms[at - 1] in _WHICH)
    if not asked or not any(isinstance(t, NounTarget) and not cost for t, cost in found.items()):
        return properties
    kind = sheet.lexicon.kind
    return [c for c in properties if kind(c.owner, c.property) != "number"]


def _asking(sheet: Sheet, start: int, end: int) -> bool:
    """Whether a word asks for something: *list* all firms, which need not be listed."""
    free = any(role == "free" and e == end for e, role in sheet.phrases[start])
    return start == 0 and free and parts(sheet.forms[0]) >= {"VERB"}


def _opened(form: str, name: str) -> bool:
    """Whether a word tells what was done, where a flag tells what is: opened, open."""
    known = split_name(name)
    verbal = form.endswith("ed") and form not in known
    return verbal and any(form != word and word in lemmas(form) for word in known)


def _verbs(
    sheet: Sheet, start: int, end: int, price: float, verbs: list[tuple[str, float]]
) -> None:
    # Crimes take place; but what someone takes is something.
    empty = bool(_EMPTY & set(lemmas(sheet.forms[start])))
    empty = empty and not ("take" in lemmas(sheet.forms[start]) and end == start + 1)
    # Auctions held in Paris, too.
    empty = empty or sheet.forms[start : end + 1] in _HELD
    empty = empty and min(cost for _, cost in verbs) < _GUESSED
    said = sheet.forms[start:end]
    if end == start + 1:
        verbs = [v for v in verbs if owned_by(sheet.forms[start], v[0])]
        verbs = _not_for_another(sheet, start, verbs)
    if not verbs:
        return
    turned = [v for v in verbs if any(converse(said, word) for word in split_name(v[0])[:2])]
    plain = [v for v in verbs if v not in turned]
    one = sheet.forms[max(0, start - 2) : start] in (("with", "a"), ("with", "an"))
    if one and end == start + 1 and parts(said[0]) == {"NOUN"}:
        # Lives with a friend: nobody is befriended.
        return
    if parts(said[0]) == {"NOUN"} and is_plural(said[0]) and sheet.forms[start - 1] == "the":
        # The judges and the clerks: not those that are both.
        return
    if said == ("living",) and sheet.forms[start - 1 : start] == ("a",):
        # Done for a living: that is a job, and nobody lives anywhere.
        return
    own = any(_said_by(sheet.forms[start], t) for t, _ in verbs)
    if sheet.stores(start, end) and (not own or _being_so(sheet, start)):
        # An Action film: its genre, not that anybody acts; what is still open was not opened.
        price += _STORED
    voice = voice_of(sheet, start, end, [type_ for type_, _ in verbs])
    done = "VERB" in parts(sheet.forms[start]) and not sheet.forms[start].endswith("ing")
    # Somebody party to a case: a noun, of no main clause.
    stands = len(said) > 1 and said[-1] == "to" and not is_verb(said[0])
    finite = voice == "active" and done and not stands
    if plain:
        number = number_of(sheet.forms, start) if finite else ""
        sheet.add(Verb(start, end, price, tuple(plain), voice, empty, finite=finite, number=number))
    if turned:
        # Who employs X: for whom X works.
        sheet.add(Verb(start, end, price, tuple(turned), _TURNED[voice], empty))


def _not_for_another(
    sheet: Sheet, at: int, verbs: list[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Without synonyms of a verb that joins the same two things: wrote is not produced."""
    own = [(t, cost) for t, cost in verbs if cost < _OWN and _said_by(sheet.forms[at], t)]
    if not own or len(own) == len(verbs):
        return verbs
    schema = sheet.lexicon.schema
    joins = {
        t: {(join.start, join.end) for join in schema.relationships[t].joins} for t, _ in verbs
    }
    told = set().union(*(joins[t] for t, _ in own))
    return [v for v in verbs if v[1] < _GUESSED or not joins[v[0]] <= told]


def _being_so(sheet: Sheet, at: int) -> bool:
    """Whether a word says how something is, which no verb does in this form: is still open."""
    word = sheet.forms[at]
    if word in participles(word) or word.endswith("ing"):
        return False
    before = at - 1
    while before > 0 and "ADV" in parts(sheet.forms[before]):
        before -= 1
    return before >= 0 and sheet.forms[before] in _BEING


def _said_by(form: str, type_: str) -> bool:
    """Whether a word is a form of a type's own verb, not derived from it: acting, not action."""
    return bool(set(lemmas(form)) & set(lemmas(split_name(type_)[0])))


def _in_role(found: dict[Target, float]) -> bool:
    """Whether a word is a relationship's own for who stands in it: members, of MEMBER_OF."""
    return any(
        isinstance(target, RelationTarget)
        and target.form != "verb"
        and cost <= _OWN
        # Of HAS_POSTCODE a postcode is the thing itself.
        and split_name(target.type)[0] not in ("has", "have")
        for target, cost in found.items()
    )


def _whole_flag(
    sheet: Sheet, start: int, end: int, extra: float, flags: list[Candidate], *, value: bool
) -> None:
    """With a public status; are public companies: the noun adds nothing."""
    after = sheet.forms[end : end + 1]
    if not after:
        return
    said = [c for c in flags if NounTarget(c.owner) in sheet.lexicon.lookup(after)]
    if after in (("status",), ("state",), ("flag",)):
        said = flags
    if after in (("site",), ("sites",)) and not sheet.lexicon.lookup(after):
        # World heritage sites: such parks.
        said = [c for c in flags if set(split_name(c.owner)[-1:]) & _PLACES]
    if said:
        sheet.add(Flag(start, end + 1, extra + 0.02, tuple(said), value, whole=True))


def _flags_next(sheet: Sheet, end: int, named: Candidate, flags: list[Candidate]) -> bool:
    """Whether a flag's word says of what sort the next noun is: public companies."""
    after = sheet.lexicon.lookup(sheet.forms[end : end + 1])
    same = any((c.owner, c.property) == (named.owner, named.property) for c in flags)
    owned = NounTarget(named.owner) in after
    return same and (owned or any(isinstance(t, NounTarget) and not c for t, c in after.items()))


def _past(sheet: Sheet, at: int, found: dict[Target, float]) -> bool:
    """Whether a word is only the past of a verb, no noun: called, for calls."""
    kinds = parts(sheet.forms[at])
    verbal = any(isinstance(t, RelationTarget) and t.form == "verb" for t in found)
    labels = {split_name(t.label)[-1] for t in found if isinstance(t, NounTarget)}
    named = sheet.forms[at] in {*labels, *map(plural, labels)}
    done = verbal or sheet.forms[at].endswith("ed")
    return done and not named and "VERB" in kinds and "NOUN" not in kinds


def _replied(sheet: Sheet, at: int, found: dict[Target, float]) -> bool:
    """Whether somebody has replied, who is nobody's reply."""
    return sheet.forms[at].endswith("ed") and _past(sheet, at, found)


def _likely(sheet: Sheet, last: int, found: dict[Target, float]) -> Iterator[tuple[Target, float]]:
    """Without nouns and properties that the form of a verb cannot be, and verbs that no form is.

    The nearest is not whatever is near.
    """
    ranks = sheet.forms[last] in load("scales")["superlatives"]
    for target, cost in found.items():
        if ranks and isinstance(target, RelationTarget):
            continue
        noun = isinstance(target, NounTarget) and _done(sheet, last, target.label)
        named = isinstance(target, PropertyTarget) and _finite(sheet, last, target.property)
        told = isinstance(target, FlagTarget) and _opened(sheet.forms[last], target.property)
        if not noun and not named and not told:
            yield target, cost


def _done(sheet: Sheet, at: int, label: str) -> bool:
    """Whether a word says that something is done, so is no noun: answered; ordered."""
    form = sheet.forms[at]
    verbal = form.endswith("ed") and "NOUN" not in parts(form)
    return verbal and form not in split_name(label)


def _finite(sheet: Sheet, at: int, name: str) -> bool:
    """Whether a verb is told from a property named for the doing: follow, following."""
    form = sheet.forms[at]
    doing = [w for w in split_name(name) if w.endswith("ing") and form in lemmas(w)]
    verb = RelationTarget
    return (
        form not in split_name(name)
        and bool(doing)
        and any(isinstance(t, verb) and t.form == "verb" for t in sheet.lexicon.lookup((form,)))
    )


def _kept_beside(sheet: Sheet, label: str, found: dict[Target, float]) -> float:
    """What a noun costs that is its own property, or of what is joined: a postcode."""
    near = {j.start for _, j in sheet.lexicon.schema.joins() if j.end == label}
    owners = {t.owner for t, c in found.items() if isinstance(t, PropertyTarget) and c < 0.05}
    return 0.2 if label in owners else _PROPERLY if owners & near else 0.0


def _object_at(sheet: Sheet, at: int) -> bool:
    """Whether a noun is due: after an article, a number, or a light verb (made calls)."""
    before = sheet.forms[at - 1] if at else ""
    light = any(
        (r in ("agent", "patient", "commonest") or r.startswith("superlatives"))
        for _, _, r in _before(sheet, at)
    )
    return before in ("a", "an", "the", "many", "any", "of") or before.isdigit() or light


def _before(sheet: Sheet, at: int) -> list[tuple[int, int, str]]:
    """The phrases that end right before a token."""
    return [
        (start, end, role)
        for start in range(max(0, at - 3), at)
        for end, role in sheet.phrases_at(start)
        if end == at
    ]


def _pays(sheet: Sheet, at: int) -> bool:
    """Whether somebody is said to pay, which is no pay of theirs."""
    if sheet.forms[at] in ("pays", "paying"):
        return True
    return sheet.forms[at] == "pay" and at > 0 and sheet.forms[at - 1] in _PAYING


def _earners(sheet: Sheet) -> tuple[str, ...]:
    return sheet.lexicon.pronouns.people


def _property_word(
    sheet: Sheet,
    start: int,
    end: int,
    extra: float,
    properties: tuple[Candidate, ...],
    found: dict[Target, float],
) -> None:
    """A property's word; dearer where the same word names a label or counts things."""
    first = sheet.forms[start]
    # An optional ingredient is one that is; nobody asks for its optional, or for contractors as
    # a property.
    properties = tuple(
        c
        for c in properties
        if not (c.of_relationship or is_plural(sheet.forms[end - 1]))
        or sheet.lexicon.kind(c.owner, c.property) != "flag"
    )
    if sheet.rings(end) or not properties:
        return
    if first == "since" and sheet.forms[end : end + 1] and sheet.forms[end][0].isdigit():
        # Since 2020: from then on, not in that year.
        return
    if sheet.forms[start:end] == ("last",) and sheet.forms[start - 1 : start] in _ARTICLES:
        # The last flight: not how long it lasts.
        return
    if sheet.forms[start:end] in _HELPING:
        # Did they win: not what was done.
        return
    if first in _RINGING:
        # Who is on call: not what someone is called.
        properties = tuple(c for c in properties if first in split_name(c.property))
        if not properties:
            return
    if first in _LENGTHS and sheet.forms[start - 1 : start] == ("many",):
        # How many days something takes: no date of it, nor the number of its dates.
        properties = tuple(
            c for c in properties if sheet.lexicon.kind(c.owner, c.property) in NUMBER_KINDS
        )
        if not properties:
            return
    if _pays(sheet, start):
        properties = tuple(c for c in properties if c.owner not in _earners(sheet))
        if not properties:
            return
    alike = any(isinstance(t, NounTarget) and cost <= _ALIKE for t, cost in found.items())
    if alike and not literally(sheet.forms[end - 1], found):
        extra += 0.25
    counted = sheet.forms[end : end + 1] == ("of",) and end + 1 < len(sheet.items)
    if first == "number" and end - start == 1 and counted:
        # The number of products is how many there are.
        extra += 0.5
    if first == "number" and end - start > 1:
        things = sheet.lexicon.lookup(sheet.forms[start + 2 : end])
        nodes = any(isinstance(t, NounTarget) and cost < _MEANT for t, cost in things.items())
        extra += 0.2 if nodes or sheet.forms[start + 1] != "of" else 0.05
    verbal = "VERB" in parts(first) and (
        first.endswith(("ed", "n", "s", "ing")) or not parts(first) - {"VERB", "AUX", "ADJ"}
    )
    # How many die: they do, though a die is a thing as well.
    verbal = verbal or (
        end - start == 1
        and bool(_DONE_ALONE & set(lemmas(first)))
        and all(sheet.lexicon.kind(c.owner, c.property) in TIME_KINDS for c in properties)
    )
    # Founding years and opening dates are no doing.
    verbal = verbal and (end - start == 1 or sheet.forms[end - 1] not in _TIMES)
    plural = is_plural(sheet.forms[end - 1])
    sheet.add(PropertyWord(start, end, extra, properties, plural, verbal))
    after = sheet.forms[end] if end < len(sheet.forms) else ""
    forms = set(lemmas(after))
    texts = tuple(c for c in properties if sheet.lexicon.kind(c.owner, c.property) == "text")
    sorted_ = properties if forms & _SORTS else texts if forms & _NUMBERED else ()
    if sorted_ and not verbal:
        several = plural or is_plural(after)
        sheet.add(PropertyWord(start, end + 1, extra + 0.02, sorted_, several))
