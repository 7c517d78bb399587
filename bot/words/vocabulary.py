"""English that the lexicon draws on: synonym groups, abbreviations, nouns made from verbs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import TypeAlias

from bot.words.data import load
from bot.words.inflection import lemmas, participles, parts, plural
from memory.text import fold, split_name

Phrase: TypeAlias = tuple[str, ...]
# The sections of synonyms.toml whose words name things.
NOUN_SECTIONS = ("things", "measures", "times", "names", "roles")
PREPOSITIONS = frozenset(["in", "of", "by", "for", "to", "with", "at", "on", "from", "as", "into"])
_SYNONYM = 0.15


@cache
def groups() -> dict[Phrase, tuple[str, ...]]:
    """Word phrase -> names of the synonym groups it is in."""
    found: dict[Phrase, list[str]] = defaultdict(list)
    for section, held in load("synonyms").items():
        for name, words in held.items():
            for word in words:
                for variant in variants(tuple(fold(word).split())):
                    found[variant].append(group_key(section, name))
    return {phrase: tuple(dict.fromkeys(names)) for phrase, names in found.items()}


@cache
def members() -> dict[str, tuple[Phrase, ...]]:
    """Name of a synonym group -> its phrases."""
    found: dict[str, list[Phrase]] = defaultdict(list)
    for section, held in load("synonyms").items():
        for name, words in held.items():
            found[group_key(section, name)].extend(tuple(fold(word).split()) for word in words)
    return {name: tuple(dict.fromkeys(phrases)) for name, phrases in found.items()}


def group_key(section: str, name: str) -> str:
    """What a group goes by: measures and times by their names, which scales.toml uses."""
    return name if section in ("measures", "times") else f"{section}.{name}"


def groups_in(words: Phrase) -> dict[str, float]:
    """The groups of a name's parts, each with what it costs; the whole and its end first."""
    found: dict[str, float] = {}
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size + 1):
            cost = 0.0 if size == len(words) else 0.2 if start + size == len(words) else 0.3
            for variant in variants(words[start : start + size]):
                for group in groups().get(variant, ()):
                    found.setdefault(group, cost)
    return found


def in_one(words: Phrase, known: Collection[str]) -> Iterator[Phrase]:
    """The words with two of them written as one, where that is known: host name, hostname.

    >>> list(in_one(("host", "name"), {"hostname"}))
    [('hostname',)]
    """
    for i, (one, two) in enumerate(pairwise(words)):
        if one + two in known:
            yield (*words[:i], one + two, *words[i + 2 :])


@lru_cache(maxsize=50_000)
def variants(phrase: Phrase) -> tuple[Phrase, ...]:
    """A phrase in all combinations of its words' dictionary forms."""
    return tuple(product(*(lemmas(word)[:4] for word in phrase)))


@lru_cache(maxsize=50_000)
def said_otherwise(phrase: Phrase, sections: tuple[str, ...]) -> tuple[tuple[Phrase, float], ...]:
    """A phrase and those with others of some words' groups, in sections of synonyms.toml."""
    allowed, found = names_of(sections), dict.fromkeys(variants(phrase), 0.0)
    for size in range(len(phrase), 0, -1):
        for start in range(len(phrase) - size + 1):
            inner = phrase[start : start + size]
            for variant in variants(inner):
                for group in groups().get(variant, ()):
                    for other in members()[group] if group in allowed else ():
                        if other != inner:
                            said = (*phrase[:start], *other, *phrase[start + size :])
                            found |= {v: found.get(v, _SYNONYM) for v in variants(said)}
    return tuple(found.items())


def expand(words: Iterable[str]) -> Phrase:
    """Abbreviations written out.

    >>> expand(["nbr", "employees"])
    ('number', 'employees')
    """
    known = load("abbreviations")
    written = (str(known.get(word, word)).split() for word in words)
    return tuple(word for part in written for word in part)


_BEING = (("is",), ("are",), ("was",), ("were",), ("be",), ("has", "been"), ("been",), ("got",))


_PLACING = frozenset(
    ["in", "on", "at", "of", "by", "to", "for", "with", "from", "as", "up", "out", "under", "over"]
)
_MODAL = frozenset(["can", "could", "may", "might", "must", "should", "will", "would", "did"])


@cache
def type_words(type_: str) -> Phrase:
    """The words of a relationship type, without what only makes a verb passive.

    >>> type_words("WAS_FUNDED_BY"), type_words("IS_IN"), type_words("canTeach")
    (('funded', 'by'), ('is', 'in'), ('teach',))
    >>> type_words("ONCALL_FOR")
    ('on', 'call', 'for')
    """
    words = expand(split_name(type_))
    noun = words[0].removeprefix("on")
    if noun != words[0] and "NOUN" in parts(noun) and not parts(words[0]):
        words = ("on", noun, *words[1:])
    if words[0] in _MODAL and len(words) > 1 and "VERB" in parts(words[1]):
        return words[1:]
    for being in _BEING:
        rest = words[len(being) :]
        if words[: len(being)] == being and rest and rest[0] in participles(rest[0]):
            return rest
    return words


def without_end(words: Phrase, ends: Collection[str]) -> Phrase:
    """The words of a type less those that only repeat what is at its end, after an *of*.

    >>> without_end(("member", "of", "guild"), {"guild"}), without_end(("kind", "of"), {"wine"})
    (('member', 'of'), ('kind', 'of'))
    """
    after = words.index("of") + 1 if "of" in words[1:] else len(words)
    return words[:after] if set(words[after:]) <= {*ends} else words


def is_verb(word: str) -> bool:
    """Whether a type's first word is a verb: acted, knows, mentions; but not caller or family."""
    found = parts(word)
    if "VERB" not in found:
        return False
    if (
        word.endswith(("ed", "en", "es", "ts", "ws", "ns", "rs", "ks", "ds", "ls"))
        or "NOUN" not in found
    ):
        return True
    return any(form != word for form in lemmas(word)) or word in (
        "follow",
        "know",
        "like",
        "own",
        "contain",
        "include",
        "treat",
        "use",
    )


@cache
def object_of(type_: str) -> tuple[str, str]:
    """The verb of a type that has its own object, and that object; empty for others.

    >>> object_of("SCORED_GOAL"), object_of("ACTED_IN"), object_of("HAS_REACTION")
    (('scored', 'goal'), ('', ''), ('', ''))
    """
    verb, *rest = type_words(type_)
    if len(rest) != 1 or lemmas(verb)[-1] in ("have", "be") or not is_verb(verb):
        return "", ""
    noun = rest[0]
    made = "NOUN" in parts(noun) and plural(noun) != noun and noun not in _PLACING
    return (verb, noun) if made else ("", "")


def leads_to(end: str) -> str:
    """The word from what is done to what stands at a type's end: a goal in a match, an offer for.

    >>> leads_to("league match"), leads_to("house")
    ('in', 'for')
    """
    return "in" if end.split()[-1] in load("kinds")["occasions"] else "for"


@cache
def names_of(sections: tuple[str, ...]) -> frozenset[str]:
    """The groups of some sections of synonyms.toml."""
    return frozenset(group_key(s, name) for s in sections for name in load("synonyms")[s])


# They only look as if they were made of a verb.
_NO_DOING = frozenset(["department", "apartment", "compartment"])


@cache
def action_nouns(verb: str) -> tuple[Phrase, ...]:
    """Nouns for the doing: investigated -> investigation."""
    found = []
    for form in lemmas(verb):
        for stem in (form, form.removesuffix("e")):
            for suffix in ("ion", "ation", "ment", "ing"):
                if "NOUN" in parts(stem + suffix) and stem + suffix not in _NO_DOING:
                    found.append((stem + suffix,))
    return tuple(dict.fromkeys(found))


# Endings of nouns for a doing, each with what the verb has in its place.
_DOINGS = (
    ("tration", ("ter", "trate")),
    ("ication", ("ish", "y", "icate")),
    ("ation", ("ate", "e", "")),
    ("ption", ("be", "pt")),
    ("ution", ("ute", "ve")),
    ("ition", ("ite", "e", "")),
    ("ission", ("it",)),
    ("ection", ("ect",)),
    ("uction", ("uct", "uce")),
    ("ction", ("ct",)),
    ("sion", ("d", "de", "se", "t")),
    ("ion", ("e", "")),
    ("ment", ("",)),
    ("al", ("", "e")),
    ("ure", ("e", "")),
    ("ry", ("re",)),
    ("y", ("", "e")),
    ("ance", ("", "e")),
    ("ing", ("", "e")),
)
_SHORTEST_VERB = 3
# A verb of fewer letters is found in many a name: bar-or, cent-er.
_SHORT_STEM = 3


@cache
def action_verbs(noun: str) -> tuple[str, ...]:
    """Verbs of the dictionary for what a noun is the doing of.

    >>> action_verbs("incorporation"), action_verbs("approval"), action_verbs("admission")
    (('incorporate',), ('approve',), ('admit',))
    """
    for ending, replacements in _DOINGS:
        if noun.endswith(ending):
            stem = noun.removesuffix(ending)
            found = [stem + new for new in replacements]
            if new := [v for v in found if len(v) >= _SHORTEST_VERB and "VERB" in parts(v)]:
                return tuple(new)
    return ()


@cache
def nouns_of_doing(verb: str) -> tuple[Phrase, ...]:
    """Nouns for the doing, those too that change the verb's end.

    >>> nouns_of_doing("introduced"), nouns_of_doing("departs"), nouns_of_doing("published")
    ((('introduction',),), (('departure',),), (('publishing',), ('publication',)))
    """
    found = list(action_nouns(verb))
    for form in lemmas(verb):
        for ending, replacements in _DOINGS:
            stems = [form.removesuffix(new) for new in replacements if form.endswith(new)]
            nouns = (stem + ending for stem in stems)
            known = (n for n in nouns if "NOUN" in parts(n) and n not in _NO_DOING)
            found += [(n,) for n in known if form in action_verbs(n)]
    return tuple(dict.fromkeys(found))


@cache
def agentive(noun: str) -> str | None:
    """The verb that a noun for its doer is made from: caller -> call."""
    if not noun.endswith(("er", "or")) or "NOUN" not in parts(noun) or "VERB" in parts(noun):
        return None
    return next((verb for verb in _doing(noun) if (noun,) in agent_nouns(verb)), None)


def named_doer(word: str) -> str | None:
    """The verb of a doer that a schema names, though no dictionary may have the word.

    >>> named_doer("editor"), named_doer("issuer"), named_doer("sensor"), named_doer("vector")
    ('edit', 'issue', 'sense', None)
    """
    if parts(word) or not word.endswith(("er", "or")):
        return agentive(word)
    return next((verb for verb in _doing(word) if len(verb) > _SHORT_STEM), None)


def _doing(noun: str) -> Iterator[str]:
    """The verbs that a noun with such an ending may be made from."""
    stem = noun[:-2]
    for verb in (stem, stem + "e", noun[:-1], stem[:-1], stem[:-1] + "y"):
        if len(verb) >= _SHORTEST_VERB and "VERB" in parts(verb):
            yield verb


@cache
def agent_nouns(verb: str) -> tuple[Phrase, ...]:
    """Nouns for who does it: directed -> director; known nouns of the dictionary, and synonyms'."""
    names = {form for form in lemmas(verb)}
    for variant in list(names):
        for group in groups().get((variant,), ()):
            if group in names_of(("actions",)):
                names |= {phrase[0] for phrase in members()[group] if len(phrase) == 1}
    # Who judges is a judge; who wrote it, its author.
    found = [(form,) for form in sorted(names) if form in load("roles")["acting"]]
    for form in names:
        stems = {form, form.removesuffix("e"), form + form[-1]}
        for stem in stems:
            for suffix in ("er", "or"):
                noun = stem + suffix
                if "NOUN" in parts(noun):
                    found.append((noun,))
    return tuple(dict.fromkeys(found))


@cache
def named_for_it(noun: Phrase, verb: str) -> bool:
    """Whether a noun for a doer is made of this very verb: an advisor advises, a mentor mentors."""
    stems = {s for form in lemmas(verb) for s in (form, form.removesuffix("e"), form + form[-1])}
    return len(noun) == 1 and bool({noun[0], noun[0].removesuffix(noun[0][-2:])} & stems)


@cache
def initials(letters: str) -> tuple[Phrase, ...]:
    """Phrases of the word lists whose initials a short form can be: lw -> live with."""
    found = []
    for name in sorted(names_of(("actions", "roles"))):
        for phrase in members()[name]:
            if len(phrase) == len(letters) and all(
                w[0] == c for w, c in zip(phrase, letters, strict=True)
            ):
                found.append(phrase)
            for preposition in ("with", "at", "in", "for", "on", "to", "by"):
                both = (*phrase, preposition)
                if len(both) == len(letters) and all(
                    w[0] == c for w, c in zip(both, letters, strict=True)
                ):
                    found.append(both)
    return tuple(dict.fromkeys(found))


@cache
def said_so(flag: Phrase) -> tuple[tuple[Phrase, bool], ...]:
    """Other words for what a flag holds, and for what it denies, each with which of the two it is.

    >>> (("deceased",), False) in said_so(("alive",))
    True
    """
    found = []
    for sides in load("flags")["opposites"]:
        phrases = [[tuple(word.split()) for word in side] for side in sides]
        for own, other in (phrases, phrases[::-1]):
            if flag in own:
                found += [(phrase, True) for phrase in own if phrase != flag]
                found += [(phrase, False) for phrase in other]
    return tuple(found)
