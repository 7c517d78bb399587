"""Phrases that name a property: birth date, date of birth; published by, for a publisher."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bot.stored.kinds import DATED, TIME_KINDS, Kind, kind_of
from bot.words.data import load
from bot.words.inflection import inflect, is_plural, lemmas, participles, parts
from bot.words.units import CURRENCIES, SPANNING, unit_of, without_unit
from bot.words.vocabulary import (
    NOUN_SECTIONS,
    PREPOSITIONS,
    Phrase,
    expand,
    groups_in,
    named_doer,
    nouns_of_doing,
    said_otherwise,
    said_so,
    variants,
)
from memory.schema import Property
from memory.text import split_name

# Nouns that only say what sort of thing is told: a release date is when something is released.
_SORTS = frozenset(
    {"date", "time", "year", "day", "month", "at", "on", "count", "number", "total", "amount"}
    | {"value", "level", "text", "type", "status", "size", "length", "flag", "description"}
)
# How a text is written down: its body is kept as body_html.
_WRITTEN = frozenset(["markdown", "md", "html", "plain", "raw", "xml", "tex", "latex"])
# What is told of somebody: nobody calls a company type a company.
_TOLD_OF = frozenset(["type", "status", "level", "size", "flag", "text", "description"])
_SOMEBODY = frozenset(load("kinds")["person"] + load("kinds")["body"] + load("kinds")["venue"])
_MEANS = (("average",), ("mean",), ("typical",))
_WHEN = frozenset(["year", "date", "on", "at"])
# What holds something, where a number says how much: a disk's is its capacity.
_HOLDING = frozenset(
    ["disk", "disc", "ram", "memory", "storage", "cache", "drive", "tank", "battery", "seats"]
)
# No name by themselves: opened in, sent to.
_PLACED = frozenset(["in", "on", "at", "to", "by", "of", "for", "from", "with"])
_DOERS = frozenset(load("kinds")["person"]) | frozenset(load("roles")["people"])
_BEARERS = _DOERS | {*load("kinds")["somebody"], *load("kinds")["body"], "contact"}
# What is done by whom nobody calls the doer of it, and in which language.
_DONE = {
    "brand": ("made", "manufactured", "produced"),
    "manufacturer": ("made", "built"),
    "maker": ("made", "built"),
    "vendor": ("made", "sold", "supplied"),
    "supplier": ("provided", "delivered"),
    "author": ("written",),
    "artist": ("performed", "recorded"),
    "studio": ("produced", "made"),
    "label": ("released", "published"),
    "contractor": ("built",),
    "architect": ("designed", "built"),
}
_IN = {"language": ("written", "programmed", "coded", "implemented")}


# Published by, for a publisher.
_DOER = 0.05
# When someone was born is not called their date.
_LIFE = frozenset(["birth", "death"])


def the_one_date(properties: Mapping[str, Property]) -> list[Property]:
    """What "the date" of a thing is: what alone tells one, under another name (booked)."""
    dated = [p for p in properties.values() if kind_of(p) in DATED]
    words = {word for p in dated for word in expand(split_name(p.name))}
    if len(dated) != 1 or "date" in words or groups_in(tuple(words)).keys() & _LIFE:
        return []
    return dated


@lru_cache(maxsize=20_000)
def called(owner: str, name: str, kind: Kind, worded: bool) -> tuple[tuple[Phrase, float], ...]:
    """All that a property is called, synonyms too, each with its cost.

    Where some of its values are `worded`, an identifier tells what things have in common.
    """
    found: dict[Phrase, float] = {}
    # Bought, for purchased_on.
    single = len([word for word in split_name(name) if word not in PREPOSITIONS]) == 1
    for phrase, cost in _phrases(owner, name, kind, worded=worded).items():
        done = single and "VERB" in parts(phrase[0])
        for variant, more in said_otherwise(
            phrase, (*NOUN_SECTIONS, "actions") if done else NOUN_SECTIONS
        ):
            found[variant] = min(cost + more, found.get(variant, 9.0))
    for phrase in _doers_phrases(name, kind):
        for variant in variants(phrase):
            found[variant] = min(_DOER, found.get(variant, 9.0))
    return tuple(found.items())


def _doers_phrases(name: str, kind: Kind) -> tuple[Phrase, ...]:
    """How it is said who did it, where a text tells: published by; written in Rust."""
    last = expand(split_name(name))[-1]
    found: list[Phrase] = [(done, "in") for one in lemmas(last) for done in _IN.get(one, ())]
    if kind != "text":
        return tuple(found) if kind == "list" else ()
    done = set(_DONE.get(last, ()))
    verb = named_doer(last)
    if verb is not None:
        done |= participles(verb)
    elif last in _DOERS and "VERB" in parts(last):
        done |= participles(last)
    return (*found, *((one, "by") for one in sorted(done)))


# Of how many letters a unit's sign is at most, what it costs not to know it, and what is none.
_CODE = 4
_UNKNOWN = 0.05
_KEYS = frozenset(["pk", "fk", "idx", "lat", "lon", "lng", "ytd", "yoy", "std", "est", "ext"])

# What stands behind "per" in a name: its own word, or a number at once.
_FIGURES = frozenset(["", *"0123456789"])
# What a flag's name begins with says nothing by itself.
_BEING = (("is",), ("has",), ("was",), ("can",), ("are",), ("does",))


# Where somebody has a page or an account, of which only a name or a number is kept.
_SITES = frozenset(
    ["wikipedia", "twitter", "facebook", "instagram", "youtube", "linkedin", "github", "tiktok"]
)
_PAGES = ("page", "account", "profile", "entry", "handle")
_KEPT_OF_PAGES = frozenset(["id", "handle", "username", "url", "account", "page", "link"])

# Behind who does something, and before "name": filerOrgName.
_ORGANIZED = frozenset(["organization", "organisation", "company", "institution", "firm"])

# Before "name", of a name that belongs to what keeps it.
_OWN_NAMES = frozenset(
    ["user", "display", "screen", "family", "given", "middle", "nick", "pen", "stage", "maiden"]
) | {"birth", "pet", "host", "domain", "file", "code", "login", "account", "trade", "short"}


def _phrases(owner: str, name: str, kind: Kind, *, worded: bool) -> dict[Phrase, float]:
    """What a property is called by its name and its owner's, each with its cost."""
    words, raw = expand(split_name(name)), tuple(split_name(name))
    phrases = {words: 0.0, raw: 0.0}
    phrases |= _without_its_unit(name, raw, kind)
    if len(raw) > 1:
        phrases["".join(raw),] = 0.0
    if words[0] == "number" and len(words) > 1:
        phrases |= {words[1:]: 0.0, ("number", "of", *words[1:]): 0.0}
        phrases[(*words[1:], "count")] = 0.1
    elif len(words) > 1:
        if words[-1] == "number":
            phrases |= {(*words[:-1], "id"): 0.1, (*words[:-1], "identifier"): 0.1}
        if words[-1] == "count":
            phrases |= {words[:-1]: 0.05, ("number", "of", *words[:-1]): 0.0}
        phrases = {**_tails(words), **phrases}
        owner_words = expand(split_name(owner))
        told = words[-1] in _SORTS or "VERB" in parts(words[-2])
        told = told and words[-1] not in ("id", "path", "url", "name")
        if (
            (told or (worded and words[-1] == "id"))
            and words[:-1] not in _BEING
            and not (set(words[:-1]) <= set(owner_words))
            and not (words[-1] in _TOLD_OF and words[-2] in _SOMEBODY)
        ):
            phrases.setdefault(words[:-1], 0.3)
        if words[0] in owner_words:
            phrases[words[1:]] = 0.05
    if len(words) == 2 and kind == "number" and _had_done(words):
        # The number of seats sold, for seatsSold.
        phrases[("number", "of", *words)] = 0.0
    if kind == "number" and is_plural(words[-1]):
        phrases = {**_numbers(phrases, words[-1]), **phrases}
    rate = next((i for i, word in enumerate(raw) if word.startswith("per")), 0)
    if rate and kind == "number" and raw[rate].removeprefix("per")[:1] in _FIGURES:
        # Prevalence, for prevalence_per_100k.
        phrases[words[:rate]] = 0.05
    if len(words) == 2 and words[-1] in ("at", "on") and kind in TIME_KINDS:
        phrases |= {("date", words[0]): 0.0, (words[0], "date"): 0.0}
    bare = expand(without_unit(name))
    if bare[-1:] and bare[-1] in _HOLDING and kind == "number":
        # How much disk: its capacity.
        phrases |= {(*bare, room): 0.05 for room in ("capacity", "size", "space")}
    phrases |= _kept_of(words)
    for noun in _doings(words, kind):
        sort = "year" if words[-1] == "year" else "date"
        phrases |= {(*noun, sort): 0.05, (sort, "of", *noun): 0.05}
    return _with_owner(phrases, words, owner)


def _kept_of(words: Phrase) -> dict[Phrase, float]:
    """What else a page is called of which an identifier is kept, and a doer that is a firm."""
    if words[0] in _SITES and {*words[1:]} <= _KEPT_OF_PAGES:
        # Without a Wikipedia page, where wikipediaID is kept.
        return {(words[0], page): 0.05 for page in _PAGES if page not in words}
    if len(words) == 3 and words[2] == "name" and words[1] in _ORGANIZED and named_doer(words[0]):
        return {(words[0], "name"): 0.05, (words[0],): 0.1}
    return {}


def _with_owner(phrases: dict[Phrase, float], words: Phrase, owner: str) -> dict[Phrase, float]:
    """The same words behind those of their owner: a product's unit price, product price."""
    own = expand(split_name(owner))
    if len(words) == 1:
        for whole in (own, own[-1:]):
            phrases.setdefault((*whole, *words), 0.0)
        phrases |= {(likeness, *words): 0.0 for likeness in _likenesses(owner)}
    elif own[-1] not in words:
        tails = (tail for tail in (words, words[1:], words[-1:]) if tail in phrases)
        for tail in list(tails):
            phrases.setdefault((*own[-1:], *tail), phrases[tail])
    return phrases


def _likenesses(owner: str) -> list[str]:
    """The noun for what a relationship says that its ends are: similarity, for SIMILAR_TO."""
    (first, *rest) = split_name(owner)
    if "ADJ" not in parts(first) or len(rest) > 1:
        return []
    nouns = (first + "ity", first.removesuffix("e") + "ity", first + "ness")
    return [noun for noun in dict.fromkeys(nouns) if "NOUN" in parts(noun)]


def bearer(words: Phrase) -> Phrase:
    """Whose name a text is: the contact, for contactName; none where that is nobody's.

    >>> bearer(("contact", "name")), bearer(("street", "name"))
    (('contact',), ())
    """
    *whose, last = words
    return tuple(whose) if last == "name" and whose and whose[-1] in _BEARERS else ()


def named_by(property: str) -> Phrase:
    """What is known only by a name that is kept; none where the name is of what keeps it.

    >>> named_by("sender_name"), named_by("filerOrgName"), named_by("firstName"), named_by("name")
    (('sender',), ('filer', 'organization'), (), ())
    """
    *words, last = expand(split_name(property)) or ("",)
    own = not words or words[-1] in _OWN_NAMES or "NOUN" not in parts(words[-1])
    return () if last != "name" or own or "ADJ" in parts(words[-1]) else tuple(words)


def worded(property: Property) -> bool:
    """Whether some of a property's few values are words, without a number in them."""
    named = (value for value in property.values or () if isinstance(value, str))
    return any(not any(c.isdigit() for c in value) for value in named)


def _tails(words: Phrase) -> dict[Phrase, float]:
    """What a name of several words ends with, where that says something by itself."""
    if words[-1] in _WRITTEN:
        return {words[:-1]: 0.05}
    tails = {words[-1:]: 0.35, words[1:]: 0.3}
    return {tail: cost for tail, cost in tails.items() if tail[0] not in _PLACED or tail[1:]}


def _times(name: str) -> list[Phrase]:
    """How long it takes: cook time and cooking time, for cook_minutes."""
    unit, bare = unit_of(name), expand(without_unit(name))
    if unit is None or unit.dimension != "time" or bare[-1] in SPANNING:
        return []
    doing = [inflect(bare[-1], "VBG")] if "VERB" in parts(bare[-1]) else []
    return [(*bare[:-1], last, "time") for last in (bare[-1], *doing)]


def _prices(name: str) -> list[Phrase]:
    """The hammer price and the hammer amount, for hammer_eur; a budget is no price."""
    unit, bare = unit_of(name), expand(without_unit(name))
    if unit is None or unit.dimension not in CURRENCIES or groups_in(bare):
        return []
    return [(*bare, "price"), (*bare, "amount")]


def _without_its_unit(name: str, words: Phrase, kind: Kind) -> dict[Phrase, float]:
    """What a figure is called where its name ends with what it is measured in."""
    if unit_of(name) is not None and kind in ("number", "number_text"):
        said = (*_times(name), *_prices(name))
        return _measured(without_unit(name)) | dict.fromkeys(said, 0.0)
    if _no_word(words, kind):
        # Salinity, for salinity_psu: what no dictionary has is what it is measured in.
        return {p: cost + _UNKNOWN for p, cost in _measured(words[:-1]).items()}
    return {}


def _no_word(words: Phrase, kind: Kind) -> bool:
    """Whether a number's name ends with letters that are no word, nor short for one."""
    if len(words) < 2 or kind != "number" or "per" in words:
        return False
    last = words[-1]
    coded = last.isalpha() and 1 < len(last) <= _CODE and last not in _KEYS
    return coded and not parts(last) and expand((last,)) == (last,)


def _had_done(words: Phrase) -> bool:
    """Whether a figure counts what something was done to: goalsScored, customersAffected."""
    thing, done = words
    return is_plural(thing) and "NOUN" in parts(thing) and done in participles(done)


def _measured(bare: Phrase) -> dict[Phrase, float]:
    """What is measured, by a property's name without its unit: memory, for memory_gb."""
    phrases = {expand(bare): 0.0, bare: 0.0}
    if bare[:1] in _MEANS and bare[1:]:
        # Weighs 40 kg on average, for averageWeightKg.
        phrases[bare[1:]] = 0.1
        phrases |= {(*bare[1:], "on", *bare[:1]): 0.0}
    elif bare[1:]:
        # Budget, for annual_budget_eur.
        phrases |= {expand(bare[1:]): 0.3, expand(bare[-1:]): 0.35}
    return phrases


def _doings(words: Phrase, kind: Kind) -> tuple[Phrase, ...]:
    """Nouns for what was done at a time: establishment, for establishedYear."""
    alone = len(words) == 1 and "VERB" in parts(words[0]) and kind in DATED
    done = words[0] in participles(words[0]) and len(words) == 2 and words[-1] in _WHEN
    timed = kind in TIME_KINDS
    return nouns_of_doing(words[0]) if timed and (done or alone) else ()


def _numbers(phrases: Mapping[Phrase, float], last: str) -> dict[Phrase, float]:
    """How many there are: the number of votes, for votes and for usefulVotes."""
    return {("number", "of", *p): cost for p, cost in phrases.items() if p[-1] == last}


def letting(flag: Phrase) -> list[tuple[Phrase, bool]]:
    """How it is said what is allowed: allow dogs, for dogsAllowed.

    >>> letting(("dogs", "allowed"))
    [(('allow', 'dogs'), True)]
    """
    *thing, last = flag
    verbs = [v for v in lemmas(last) if v != last and last in participles(v)]
    if not thing or not verbs or "NOUN" not in parts(thing[-1]) or not is_plural(thing[-1]):
        return []
    return [((verbs[-1], *thing), True)]


def having(flag: Phrase) -> list[tuple[Phrase, bool]]:
    """How it is said what is had: lunch, for lunch_included; each with which of the two it is.

    >>> having(("lunch", "included"))[:1]
    [(('lunch',), True)]
    >>> having(("backup", "enabled"))[:3]
    [(('backup',), True), (('backup', 'on'), True), (('backup', 'off'), False)]
    """
    *thing, last = flag
    if not thing or last not in _THERE or "NOUN" not in (parts(thing[-1]) or ("NOUN",)):
        return []
    other: list[tuple[Phrase, bool]] = [
        ((word,), so) for word, so in _SWITCHED.items() if last in _ON
    ]
    other += said_so((last,))
    said = [((*thing, *words), so) for words, so in other]
    # Where MFA is off.
    being = [((*thing, "is", *words), so) for words, so in (((last,), True), *other)]
    return [(tuple(thing), True), *said, *being]


# What a flag's name says of something that is there, or is at work.
_ON = frozenset(["enabled", "activated"])
_THERE = _ON | {"installed", "fitted", "included", "provided", "available", "present"}
_SWITCHED = {"on": True, "off": False}
# What a flag's name says of something that is asked for: prescription only, visa required.
_NEEDED = frozenset(
    {
        "only",
        "required",
        "requires",
        "require",
        "needed",
        "needs",
        "need",
        "mandatory",
        "obligatory",
    }
)


def needing(flag: Phrase) -> list[tuple[Phrase, bool]]:
    """Other words for what a flag says is needed, each with which of the two it is.

    >>> needing(("prescription", "only"))[:2]
    [(('without', 'prescription'), False), (('need', 'prescription'), True)]
    """
    thing = tuple(word for word in flag if word not in _NEEDED)
    if not thing or len(thing) == len(flag):
        return []
    found = [(("without", *thing), False)]
    return [*found, *(((verb, *thing), True) for verb in ("need", "require", "demand"))]
