"""The words of operators, and groups of words that stand for each other; `lexicon.toml`."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from bot.words.data import load as load_list
from memory.text import fold

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a superlative ranks by: groups of words that name the measure, best first.

    `plain` says that the measure stands beside it (*highest budget*), `time` that it is a time.
    """

    descending: bool
    measures: tuple[str, ...]
    plain: bool
    time: bool


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words by the slot that they fill; phrases are tuples of folded words.

    `comparisons` and `closings` (behind a figure) have operators, `comparatives` an operator and
    the measures they compare; `units` the measures and seconds. `groups` tell for each phrase
    which groups of words it is in, and
    how near that is: 1 synonyms, 2 words of one field. `ends` tell for a noun the verbs of which
    relationships have it at their start (or else their end): whom one reports to is a boss.
    """

    comparisons: Mapping[Phrase, str]
    closings: Mapping[Phrase, str]
    comparatives: Mapping[Phrase, tuple[str, tuple[str, ...]]]
    rankings: Mapping[Phrase, Ranking]
    measures_asked: Mapping[Phrase, tuple[str, ...]]
    aggregates: Mapping[str, str]
    adding: Mapping[Phrase, str]
    negations: frozenset[str]
    others: frozenset[str]
    groupings: frozenset[str]
    function_words: frozenset[str]
    persons: frozenset[str]
    people: frozenset[str]
    places: frozenset[str]
    question_words: frozenset[str]
    auxiliaries: frozenset[str]
    within: frozenset[str]
    counting: frozenset[Phrase]
    onlys: frozenset[str]
    currencies: frozenset[str]
    shares: frozenset[Phrase]
    fractions: frozenset[Phrase]
    depths: frozenset[Phrase]
    orders: Mapping[Phrase, str]
    against: Mapping[str, str]
    ordinals: Mapping[str, int]
    parts: Mapping[str, str]
    symmetric: frozenset[str]
    months: Mapping[str, int]
    units: Mapping[str, tuple[tuple[str, ...], int]]
    numbers: Mapping[str, int | float]
    magnitudes: Mapping[str, int | float]
    irregular: Mapping[str, str]
    hollow: Mapping[str, frozenset[str]]
    text_tests: Mapping[str, str]
    languages: Mapping[str, str]
    demonyms: Mapping[str, tuple[str, ...]]
    abbreviations: Mapping[str, str]
    lasting: frozenset[Phrase]
    ending: frozenset[str]
    exclusions: frozenset[Phrase]
    unknowns: frozenset[str]
    limits: frozenset[str]
    decades: Mapping[str, int]
    nexts: frozenset[str]
    nearly: frozenset[str]
    removals: frozenset[str]
    removing: frozenset[Phrase]
    leftovers: frozenset[str]
    sames: frozenset[str]
    identifiers: frozenset[str]
    factors: Mapping[str, float]
    boths: frozenset[str]
    agains: Mapping[Phrase, str]
    pronouns: frozenset[str]
    singulars: frozenset[str]
    personal: frozenset[str]
    plurals: frozenset[str]
    joiners: frozenset[str]
    corrections: frozenset[str]
    additions: frozenset[str]
    listings: frozenset[str]
    temporal: frozenset[str]
    aged: frozenset[str]
    denials: frozenset[str]
    contraries: tuple[tuple[frozenset[str], ...], ...]
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    widenings: frozenset[str]
    answers: frozenset[str]
    numberings: frozenset[str]
    returns: frozenset[str]
    earlier: frozenset[Phrase]
    tops: Mapping[str, int]
    shortened: Mapping[str, str]
    things: frozenset[str]
    topics: frozenset[str]
    turns: frozenset[str]
    renewals: frozenset[str]
    differences: frozenset[str]
    receiving: frozenset[str]
    sharing: frozenset[str]
    arithmetic: Mapping[Phrase, str]
    signs: Mapping[str, str]
    groups: Mapping[Phrase, Mapping[str, int]]
    measure_words: Mapping[str, tuple[Phrase, ...]]
    ends: Mapping[Phrase, tuple[tuple[str, bool], ...]]


def _phrases(told: Mapping[str, list[str]]) -> dict[Phrase, str]:
    return {tuple(text.split()): slot for slot, texts in told.items() for text in texts}


def _groups(
    fields: Mapping[str, list[str]],
) -> tuple[dict[Phrase, dict[str, int]], dict[str, tuple[Phrase, ...]]]:
    groups: dict[Phrase, dict[str, int]] = {}
    measures: dict[str, tuple[Phrase, ...]] = {}
    for name, words in _synonyms():
        phrases = tuple(tuple(fold(word).split()) for word in words)
        measures[name] = phrases
        for phrase in (*phrases, tuple(name.split("_"))):
            groups.setdefault(phrase, {}).setdefault(f"s:{name}", 1)
    for name, words in (*_near(), *_ways(), *fields.items()):
        for word in words:
            groups.setdefault(tuple(fold(word).split()), {}).setdefault(f"n:{name}", 2)
    return groups, measures


def _ways() -> Iterator[tuple[str, list[str]]]:
    """Verbs with the names of what they may stand for: handle, look after, assigned to."""
    for nth, way in enumerate(load_list("standing_for")["way"]):
        if way["types"]:
            yield f"way{nth}", [*way["verbs"], *way["types"], *way.get("ends", ())]
    for nth, event in enumerate(load_list("events")["event"]):
        yield f"event{nth}", [*event["verbs"], *event["nouns"]]


def _synonyms() -> Iterator[tuple[str, list[str]]]:
    for section in load_list("synonyms").values():
        if isinstance(section, dict):
            yield from ((n, words) for n, words in section.items() if isinstance(words, list))


def _near() -> Iterator[tuple[str, list[str]]]:
    for section, lists in load_list("near").items():
        if not isinstance(lists, list):
            continue
        for nth, words in enumerate(lists):
            flat = [w for x in words for w in (x if isinstance(x, list) else [x])]
            yield f"{section}{nth}", [word for word in flat if isinstance(word, str)]


def _ends() -> dict[Phrase, tuple[tuple[str, bool], ...]]:
    near, found = load_list("near"), defaultdict[Phrase, list[tuple[str, bool]]](list)
    for told in near["ends"]:
        for noun, starts in [
            *((n, True) for n in told["start"]),
            *((n, False) for n in told["end"]),
        ]:
            found[tuple(fold(noun).split())] += [(verb, starts) for verb in told["verbs"]]
    for told in near["counterparts"]:
        for nouns, others in ((told["one"], told["other"]), (told["other"], told["one"])):
            # Whose parent one is, that is their child.
            for noun in nouns:
                found[tuple(fold(noun).split())] += [(f"{other} of", False) for other in others]
    return {noun: tuple(dict.fromkeys(verbs)) for noun, verbs in found.items()}


def _ranking(told: Mapping[str, Any]) -> Ranking:
    measures = tuple(told["measure"])
    named = tuple(m.lstrip("#") for m in measures if m not in ("*", "@time"))
    return Ranking(told["descending"], named, "*" in measures, "@time" in measures)


def _load() -> Lexicon:
    own = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text("utf-8"))
    scales, kinds = load_list("scales"), load_list("kinds")
    groups, measures = _groups(own["fields"])
    rankings = {tuple(k.split()): _ranking(v) for k, v in scales["superlatives"].items()}
    rankings |= {tuple(k.split()): _ranking(v) for k, v in own["rankings"].items()}
    comparatives = {
        tuple(k.split()): (v["operator"], tuple(m.lstrip("@#") for m in v["measure"]))
        for k, v in scales["comparatives"].items()
    }
    return Lexicon(
        comparisons=_phrases(own["comparisons"]),
        closings=_phrases(own["closings"]),
        comparatives=comparatives,
        rankings=rankings,
        measures_asked={
            tuple(k.split()): tuple(m for m in v["measure"] if m[0] not in "@#")
            for k, v in scales["questions"].items()
        },
        aggregates=own["aggregates"],
        adding=_phrases(own["adding"]),
        negations=frozenset(own["negations"]),
        others=frozenset(own["others"]),
        groupings=frozenset(own["groupings"]),
        function_words=frozenset(own["function_words"].split()),
        persons=frozenset(kinds["person"]) | frozenset(kinds["somebody"]),
        people=frozenset(own["people"]),
        places=frozenset(kinds["place"]),
        question_words=frozenset(own["question_words"]),
        auxiliaries=frozenset(own["auxiliaries"]),
        within=frozenset(own["within"]),
        counting=frozenset(tuple(text.split()) for text in own["counting"]),
        currencies=frozenset(own["currencies"]),
        onlys=frozenset(own["onlys"]),
        shares=frozenset(tuple(text.split()) for text in own["shares"]),
        fractions=frozenset((word,) for word in own["fractions"]),
        depths=frozenset(tuple(text.split()) for text in own["depths"]),
        orders=_phrases(own["orders"]),
        against={word: sign for sign, words in own["against"].items() for word in words},
        ordinals=scales["ordinals"],
        parts={word: part for part, words in own["parts"].items() for word in words},
        symmetric=frozenset(kinds["symmetric"]),
        months={m: n for n, names in enumerate(own["months"], 1) for m in names},
        units={k: (tuple(v["measure"]), v.get("seconds", 0)) for k, v in scales["units"].items()},
        numbers=scales["numbers"] | own["numbers"],
        magnitudes=scales["magnitudes"] | own["magnitudes"],
        irregular=own["irregular"],
        hollow={kind: frozenset(words.split()) for kind, words in own["hollow"].items()},
        text_tests={word: test for test, words in own["text_tests"].items() for word in words},
        languages={
            code: fold(names[-1])
            for two, names in load_list("languages").items()
            for code in (two, *(n for n in names if n.islower()))
        },
        demonyms={word: tuple(names) for word, names in load_list("demonyms").items()},
        abbreviations=load_list("abbreviations"),
        lasting=frozenset(
            tuple(text.split()) for text in (*own["lasting"], *load_list("states")["open"])
        ),
        ending=frozenset((*own["ending"], *load_list("states")["ending"])),
        exclusions=frozenset(tuple(text.split()) for text in own["exclusions"]),
        unknowns=frozenset(own["unknowns"]),
        limits=frozenset(own["limits"]),
        decades=own["decades"],
        nexts=frozenset(own["nexts"]),
        nearly=frozenset(own["nearly"]),
        removals=frozenset(own["removals"]),
        removing=frozenset(tuple(text.split()) for text in own["removing"]),
        leftovers=frozenset(own["leftovers"]),
        sames=frozenset(own["sames"]),
        identifiers=frozenset(own["identifiers"]),
        factors=own["factors"],
        boths=frozenset(own["boths"]),
        agains=_phrases(own["agains"]),
        pronouns=frozenset(own["pronouns"]),
        singulars=frozenset(own["singulars"]),
        personal=frozenset(own["personal"]),
        plurals=frozenset(own["plurals"]),
        joiners=frozenset(own["joiners"]),
        corrections=frozenset(own["corrections"]),
        additions=frozenset(own["additions"]),
        listings=frozenset(own["listings"]),
        temporal=frozenset(own["temporal"]),
        aged=frozenset(own["aged"]),
        denials=frozenset(own["denials"]),
        contraries=tuple(tuple(map(frozenset, sides)) for sides in own["contraries"]),
        opposites=tuple(
            (frozenset(one), frozenset(other)) for one, other in load_list("flags")["opposites"]
        ),
        widenings=frozenset(own["widenings"]),
        answers=frozenset(own["answers"]),
        numberings=frozenset(own["numberings"]),
        returns=frozenset(own["returns"]),
        earlier=frozenset(tuple(text.split()) for text in own["earlier"]),
        tops=own["tops"],
        shortened=own["shortened"],
        things=frozenset(own["things"]),
        topics=frozenset(own["topics"]),
        turns=frozenset(own["turns"]),
        renewals=frozenset(own["renewals"]),
        differences=frozenset(own["differences"]),
        receiving=frozenset(own["receiving"]),
        sharing=frozenset(own["sharing"]),
        arithmetic=_phrases(own["arithmetic"]),
        signs={word: sign for sign, words in own["signs"].items() for word in words},
        groups=groups,
        measure_words=measures,
        ends=_ends(),
    )


LEXICON = _load()
