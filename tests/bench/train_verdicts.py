"""Learn what messages want from those of this repository: the weights of `guardrails/intent.npz`.

    python -m tests.bench.train_verdicts [--home FOLDER]

Each message is heard by the whole turn, without a model, up to where its verdict is reached; what
was known there is kept in `--home` for the next run. The weights are those of a multinomial
logistic regression (Adam, L2, a fixed order); a message of which only the verdict is known counts
for all intents of that verdict. Figures on the development side are of weights that were learned
from the training side; what is written is learned from both. The test side is never read here.
"""

from __future__ import annotations

import argparse
import asyncio
import pickle
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from guardrails import intent
from guardrails.intent import EVERY, INTENTS, Weights
from guardrails.intent_features import (
    BUCKETS,
    NAMED,
    PLACEHOLDERS,
    Features,
    Known,
    features_from,
    features_of,
)
from guardrails.scope import Evidence, known_of
from memory.schema import Schema
from tests.bench.verdicts import SIDES, Case, cases, decide, report

FILE = Path(__file__).parents[2] / "guardrails" / "intent.npz"
DATA = Path(__file__).parents[1] / "data"
LANGUAGES = DATA / "languages.toml"
PATTERNS = DATA / "verdict_patterns.toml"
_VECTOR = 512
_BATCH = 256
_Floats = NDArray[np.float32]
# So many messages of each pattern.
_TIMES = 9
# What a made message counts, beside one that somebody wrote.
_OF_WORDS, _OF_PATTERNS = 0.1, 0.4
_PHRASES = {
    "greet": "greeting",
    "thanks": "thanks",
    "bye": "farewell",
    "help": "capability",
    "secret": "secret",
    "override": "override",
}


@dataclass(frozen=True, slots=True)
class Taught:
    """The features of a message, and which intents it may have."""

    features: Features
    right: NDArray[np.float64]
    weight: float = 1.0


def right_of(case: Case) -> NDArray[np.float64]:
    """Return 1 for each intent that a message may have."""
    kind = {"help": "capability"}.get(case.kind, case.kind)
    intents = INTENTS[case.verdict]
    held = (kind,) if kind in intents else intents
    if case.verdict == "answerable" and kind not in intents:
        held = ("question",)
    return np.array([float(intent in held) for intent in EVERY])


def _dense(taught: Sequence[Taught]) -> tuple[_Floats, _Floats, _Floats]:
    given = np.zeros((len(taught), BUCKETS + len(NAMED) + _VECTOR), dtype=np.float32)
    for row, one in zip(given, taught, strict=True):
        row[one.features.hashed] = one.features.weights
        row[BUCKETS:] = [*one.features.named, *one.features.vector]
    right = np.array([one.right for one in taught], dtype=np.float32)
    return given, right, np.array([[one.weight] for one in taught], dtype=np.float32)


def fit(
    taught: Sequence[Taught], *, rounds: int = 14, rate: float = 0.02, pull: float = 1e-3
) -> Weights:
    """Return the weights that make the right intents likeliest.

    Args:
        taught: The messages.
        rounds: How often each message is seen.
        rate: The learning rate of Adam, which falls to nought.
        pull: How strongly weights are held to nought (L2).
    """
    size = BUCKETS + len(NAMED) + _VECTOR, len(taught[0].right)
    table, mean, spread = (np.zeros(size, dtype=np.float32) for _ in range(3))
    orders = np.random.default_rng(7)
    total = sum(one.weight for one in taught) / len(taught)
    batches = -(-len(taught) // _BATCH)
    step, last = 0, rounds * batches
    for _ in range(rounds):
        for part in np.array_split(orders.permutation(len(taught)), batches):
            step += 1
            given, right, share = _dense([taught[n] for n in part])
            scores = given @ table
            mass = np.exp(scores - scores.max(axis=1, keepdims=True))
            held = mass * right
            errors = mass / mass.sum(axis=1, keepdims=True) - held / held.sum(axis=1, keepdims=True)
            slope = given.T @ (errors * share / (total * len(part))) + pull * table
            mean = 0.9 * mean + 0.1 * slope
            spread = 0.99 * spread + 0.01 * slope * slope
            fitted = mean / (1 - 0.9**step), spread / (1 - 0.99**step)
            table -= rate * (1 - step / last) * fitted[0] / (np.sqrt(fitted[1]) + 1e-6)
    table = table.astype(np.float64)
    named = BUCKETS + len(NAMED)
    return Weights(table[:BUCKETS], table[BUCKETS:named], table[named:])


def of_languages() -> Iterator[tuple[str, str]]:
    """Messages of a word or two in many languages, with what they want."""
    for entry in tomllib.loads(LANGUAGES.read_text("utf-8")).values():
        for key, wanted in _PHRASES.items():
            for phrase in entry.get(key, "").split(";"):
                if phrase.strip():
                    yield phrase.strip(), wanted
        data, shown = entry["data"].split(), entry.get("shown", "").split()
        for key in ("destroy", "change"):
            for nth, verb in enumerate(entry.get(key, "").split()):
                yield _joined(verb, data[nth % len(data)], entry), "change"
                if key == "destroy":
                    yield _joined(verb, data[(nth + 3) % len(data)], entry), "change"
                elif shown:
                    yield _joined(verb, shown[nth % len(shown)], entry), "question"


def _joined(verb: str, thing: str, entry: dict[str, str]) -> str:
    unspaced = entry.get("script", "latin") in ("han", "kana", "hangul", "thai")
    return f"{thing}{verb}" if unspaced else f"{verb} {thing}".replace("-", " ")


def of_patterns(file: Path = PATTERNS, once: int = 1) -> Iterator[tuple[list[str], str]]:
    """Messages made from patterns, as words and placeholders, with what they want.

    Those of which nothing is made but themselves come so often as `once` says.
    """
    held = tomllib.loads(file.read_text("utf-8"))
    slots = held["slots"]
    for verdict in (one for one in INTENTS if one in held):
        for wanted, patterns in held[verdict].items():
            for nth, pattern in enumerate(patterns):
                for turn in range(_TIMES if "{" in pattern else once):
                    yield _filled(pattern, slots, nth * 7 + turn).split(), wanted


def _filled(pattern: str, slots: dict[str, list[str]], turn: int) -> str:
    for at, (name, words) in enumerate(slots.items()):
        pattern = pattern.replace(f"{{{name}}}", words[(turn * (2 * at + 1) + at) % len(words)])
    return pattern


async def heard(names: Sequence[str], home: Path) -> list[tuple[Schema, Case, Evidence]]:
    """Return what is known of each message when its verdict is reached."""
    found: list[tuple[Schema, Case, Evidence]] = []
    for name in names:
        kept = home / f"{name}.heard"
        said = list(cases(name, conversations=True))
        if not kept.exists():
            schema, decided = await decide(name, home, said, only_hear=not _talks(said))
            print(f"{name}: {len(decided)} messages heard", flush=True)
            kept.write_bytes(pickle.dumps((schema, decided)))
        schema, decided = pickle.loads(kept.read_bytes())
        found += [(schema, one.case, one.heard) for one in decided if one.heard is not None]
    return found


def _talks(said: Sequence[Case]) -> bool:
    """Whether some of the messages follow others, whose answers they lean on."""
    return len({case.thread for case in said}) < len(said)


def taught_by(found: Sequence[tuple[Schema, Case, Evidence]]) -> list[Taught]:
    """Return what messages teach that were heard."""
    return [
        Taught(
            features_of(case.text, known_of(case.text, evidence, schema), schema), right_of(case)
        )
        for schema, case, evidence in found
    ]


def taught_by_words() -> list[Taught]:
    """Return what words of other languages and patterns teach; a half of the former is plenty."""
    words = [
        Taught(features_of(said, Known(), Schema()), _only(intent), _OF_WORDS)
        for said, intent in list(of_languages())[::2]
    ]
    return words + [
        Taught(
            features_from(
                said, " ".join(said), Known(schema_words=[w for w in said if w in PLACEHOLDERS])
            ),
            _only(intent),
            _OF_PATTERNS,
        )
        for said, intent in of_patterns()
    ]


def _only(intent: str) -> NDArray[np.float64]:
    return np.array([float(intent == one) for one in EVERY])


def figures(weights: Weights, found: Sequence[tuple[Schema, Case, Evidence]]) -> Iterator[str]:
    """Lines with how well verdicts are told from intents alone."""
    keep(weights)
    intent.weights.cache_clear()
    decided = []
    for schema, case, evidence in found:
        told = intent.intents_of(case.text, known_of(case.text, evidence, schema), schema)
        decided.append((case, told.verdict))
    yield from report(decided)


def keep(weights: Weights, file: Path = FILE) -> None:
    """Write the weights, each of them in a byte."""
    parts: dict[str, NDArray[np.generic]] = {}
    for name in ("hashed", "named", "vector"):
        part = getattr(weights, name)
        step = max(float(np.abs(part).max()), 1e-9) / 127
        parts[name] = np.round(part / step).astype(np.int8)
        parts[f"{name} step"] = np.array(step)
    np.savez_compressed(file, **parts)


def blank(intents: int = len(EVERY)) -> Weights:
    """Return the weights before anything is learned."""
    sizes = (BUCKETS, len(NAMED), _VECTOR)
    return Weights(*(np.zeros((size, intents)) for size in sizes))


@contextmanager
def chosen_home(description: str) -> Iterator[Path]:
    """The folder of --home, else one that is gone afterwards."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--home", type=Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        home = given.home or Path(temporary)
        home.mkdir(exist_ok=True, parents=True)
        yield home


async def main() -> None:
    """Hear, learn, tell how well, and write the weights."""
    with chosen_home(__doc__.partition("\n")[0]) as home:
        if not FILE.exists():
            keep(blank())
        train = await heard(SIDES["train"], home)
        development = await heard(SIDES["development"], home)
    learned, words = taught_by(train), taught_by_words()
    print(f"{len(learned)} messages and {len(words)} made of words teach")
    print("development, told by the training side:")
    print("\n".join(figures(fit(learned + words), development)))
    keep(fit(learned + taught_by(development) + words))
    print(f"written, told by both: {FILE.name}, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    asyncio.run(main())
