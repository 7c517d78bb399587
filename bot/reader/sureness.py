"""How surely a reading is right: by what was believed, by the order of words, and by its rows.

What the rules read is held against it: two ways that come to the same are rarely wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.reader.alike import Core
from bot.reader.order import neighbours
from bot.reader.outcome import Outcome
from bot.reader.past import asked_of
from bot.reader.reader import Learned, Likely
from bot.reader.sketch import Features
from memory.conversation import Exchange

_MOST = 3.0
# What leaves such words unread is asked about at most, unless the rules read the same.
_UNREAD = 0.35
# What tells an earlier answer again, and leaves such words unread, has not heard the message.
_UNHEARD = 0.2
_LEFT = ("capital", "value", "value_name", "number", "negation", "rank", "operator")
_GOES_ON = ("past.kept", "past.set", "past.onward", "past.counted", "value.past_", "value.spoken_")
# In what goes on from nothing these may be what is asked for, and not there: its phone number.
_LEFT_ALONE = (*_LEFT, "content", "schema_word")


@dataclass(frozen=True, slots=True)
class Typed:
    """A message as it was typed, in its conversation.

    `follows` says that something was asked before, `broken` that this had no answer.
    """

    text: str
    follows: bool = False
    broken: bool = False

    @classmethod
    def after(cls, text: str, history: Sequence[Exchange]) -> Typed:
        """Return a message after earlier turns, of which the last may have had no answer.

        What was said beside the graph, or asked of the program, is passed over.
        """
        asked = asked_of(history)
        return cls(text, bool(asked), bool(asked) and asked[-1].cypher is None)

    def evidence(self) -> dict[str, float]:
        """Return how it is typed: rules know how people write, less how they talk."""
        words = len(self.text.split()) / 10
        return {
            "words": words,
            "small": float(self.text[:1].islower()),
            "unclosed": float(not self.text.rstrip().endswith((".", "?", "!"))),
            "follows": float(self.follows),
            "follows in words": words * self.follows,
            "broken": float(self.broken),
            "broken in words": words * self.broken,
        }


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules read: its core, what it had to believe, and what running it told."""

    core: Core
    cost: float
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What is meant, and how surely; `likely` is None where it is what the rules read."""

    likely: Likely | None
    sureness: float


def weighed(found: Sequence[Likely], weights: Features) -> list[Likely]:
    """Return meanings that were run, best first by what their rows tell as well."""
    mass = [one.share * math.exp(_by_outcome(one.outcome, weights)) for one in found]
    total = sum(mass) or 1.0
    ranked = sorted(zip(mass, found, strict=True), key=lambda each: -each[0])
    return [replace(one, share=part / total) for part, one in ranked]


def _by_outcome(outcome: Outcome | None, weights: Features) -> float:
    if outcome is None:
        return 0.0
    return sum(weights.get(name, 0.0) * value for name, value in outcome.features.items())


def evidence(found: Sequence[Likely], nth: int, message: Typed) -> dict[str, float]:
    """Return what speaks for and against one of the meanings that were found, by name."""
    one = found[nth]
    told = {name: min(value, _MOST) for name, value in one.features.items()}
    told |= one.outcome.features if one.outcome is not None else {}
    told |= neighbours(one.roles)
    told |= message.evidence()
    told["unrun"] = float(one.outcome is None)
    told["share"] = one.share
    told["rival"] = max((x.share for n, x in enumerate(found) if n != nth), default=0.0)
    told["odds"] = math.log((one.share + 1e-3) / (1 - one.share + 1e-3)) / 3
    told["same rows"] = sum(x.share for x in found if x is one or _alike(x, one.outcome))
    return told


def evidence_of_rules(
    found: Sequence[Likely], ruled: Ruled, likely: float, message: Typed
) -> dict[str, float]:
    """Return what speaks for and against what the rules read.

    Args:
        found: The meanings that were found by search, best first.
        ruled: What the rules read.
        likely: How surely the first of them is right by itself.
        message: As it was typed.
    """
    agree = bool(found) and agrees(found[0], ruled)
    rows = ruled.outcome.features if ruled.outcome is not None else {}
    told = {
        "cost": ruled.cost,
        **message.evidence(),
        "likely": likely,
        "agree": float(bool(found) and found[0].core.like(ruled.core)),
        "agree in rows": float(bool(found) and _alike(found[0], ruled.outcome)),
        "among": sum(x.share for x in found if x.core.like(ruled.core)),
        "among in rows": sum(x.share for x in found if agrees(x, ruled)),
        "agree surely": likely * agree,
        "differ surely": likely * (not agree),
        "follows alone": float(message.follows and not agree),
        "broken alone": float(message.broken and not agree),
        "complete": float(message.follows and bool(found) and _is_complete(found[0])),
        "empty": float(any(name.startswith("out.rows:none") for name in rows)),
    }
    kept = ("out.failed", "out.null", "out.repeated", "out.zero")
    return told | {name: rows.get(name, 0.0) for name in kept}


def evidence_beside_rules(
    found: Sequence[Likely], ruled: Ruled | None, likely: float, message: Typed
) -> dict[str, float]:
    """Return what speaks for and against the first that was found, since the rules read otherwise.

    The arguments are those of `evidence_of_rules`; what the rules cannot read is harder to read.
    """
    ruled = heard_by_rules(found, ruled)
    odds = math.log((likely + 1e-3) / (1 - likely + 1e-3))
    typed = message.evidence()
    told = {} if ruled else {f"{name} unread": value for name, value in typed.items()}
    told |= {
        "likely": odds,
        "unread": float(ruled is None),
        "differ": float(ruled is not None and not agrees(found[0], ruled)),
        **typed,
    }
    if not message.follows:
        return told
    going_on = float(goes_on(found[0]))
    # Rules know of no answer but the last one.
    recalled = float("past.recalled" in found[0].features)
    told |= {"going on": going_on, "likely going on": odds * going_on, "recalled": recalled}
    return told | {"complete": float(_is_complete(found[0]))}


def agrees(one: Likely, ruled: Ruled) -> bool:
    """Return whether a meaning is what the rules read, or comes to the same rows."""
    return one.core.like(ruled.core) or _alike(one, ruled.outcome)


def _alike(one: Likely, outcome: Outcome | None) -> bool:
    return one.outcome is not None and one.outcome.like(outcome)


def surely(told: Mapping[str, float], weights: Features) -> float:
    """Return how likely a reading is right by its evidence, 0 to 1."""
    summed = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in told.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, summed))))


def decided(
    found: Sequence[Likely], ruled: Ruled | None, message: Typed, told: Learned
) -> Decision:
    """Return which of the meanings is meant: what the rules read, or the first that was found.

    Args:
        found: The meanings that were found by search and run, best first.
        ruled: What the rules read.
        message: As it was typed.
        told: What training found.
    """
    ruled = heard_by_rules(found, ruled)
    if ruled is not None and found and _is_fresh(found[0], ruled, message):
        # What is whole by itself, and read by the rules, is read as if it came first.
        rest = [one for one in found if not goes_on(one)]
        mass = sum(one.share for one in rest) or 1.0
        anew = [replace(one, share=one.share / mass) for one in rest]
        return decided(anew, ruled, Typed(message.text), told)
    likely = surely(evidence(found, 0, message), told.read) if found else 0.0
    beside = _beside(found, ruled, likely, message, told) if found else 0.0
    if ruled is None:
        return Decision(found[0] if found else None, beside)
    seen = evidence_of_rules(found, ruled, likely, message)
    sureness = surely(seen, told.beside(follows=message.follows).ruled)
    if not found or agrees(found[0], ruled) or sureness >= beside:
        return Decision(None, sureness)
    return Decision(found[0], beside)


def heard_by_rules(found: Sequence[Likely], ruled: Ruled | None) -> Ruled | None:
    """Return what the rules read, unless they did not hear what the message goes on from.

    They read each message as if nothing had been said before; and they do not hear that other, else
    and besides leave out who was spoken of.
    """
    if ruled is None or not found:
        return ruled
    if goes_on(found[0]) and not _is_complete(found[0]) and not _alike(found[0], ruled.outcome):
        # The thing that is named is not its price, which was asked for of another.
        return None
    return None if _leaves_out(found[0]) and not agrees(found[0], ruled) else ruled


def _is_fresh(one: Likely, ruled: Ruled, message: Typed) -> bool:
    """Return whether a message is whole by itself, unless it may ask again what had no answer."""
    if goes_on(one):
        return not agrees(one, ruled)
    return message.follows and not message.broken and _is_complete(one)


def _is_complete(one: Likely) -> bool:
    """Return whether the message says itself what it asks, and of which."""
    return any(name.endswith(":complete") for name in one.features)


def goes_on(one: Likely) -> bool:
    """Return whether a meaning goes on from an earlier answer, or names one of those in it."""
    return any(name.startswith(_GOES_ON) for name in one.features)


def _leaves_out(one: Likely) -> bool:
    """Return whether a meaning is without those that were spoken of."""
    return bool({"other.linked", "other.answered"} & one.features.keys())


def _beside(
    found: Sequence[Likely], ruled: Ruled | None, likely: float, message: Typed, told: Learned
) -> float:
    """How surely the first that was found is right, since the rules do not read the same."""
    seen = evidence_beside_rules(found, ruled, likely, message)
    sureness = surely(seen, told.beside(follows=message.follows).found)
    believed = found[0].features
    if believed.get("left.content") and ("past.no_more" in believed or "past.repeats" in believed):
        return min(sureness, _UNHEARD)
    # What says itself what it asks, and of which, may ask just that.
    leans = message.follows and goes_on(found[0]) and not _is_complete(found[0])
    kinds = _LEFT if leans else _LEFT_ALONE
    unread = any(believed.get(f"left.{kind}") for kind in kinds)
    return min(sureness, _UNREAD) if unread else sureness
