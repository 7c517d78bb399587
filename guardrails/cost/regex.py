"""Which regular expressions cannot blow up: Java's syntax, read far enough to tell.

Java backtracks, and nothing stops it once it has begun. What is repeated must therefore be a single
character, or be read in one way only: the next character always tells which part of the pattern it
belongs to (Brüggemann-Klein and Wood, *One-unambiguous regular languages*, 1998). Repeats one after
the other multiply, so their number is bounded by what they can cost on a text of a given length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

MAX_PATTERN = 200
# Characters that stand for all: ASCII as it is, and one each for a letter and a sign beyond it.
_ALL = frozenset([chr(i) for i in range(9, 127)] + ["é", "…"])
_DIGITS = frozenset(c for c in _ALL if c.isdecimal())
_WORD = frozenset(c for c in _ALL if c.isalnum() or c == "_")
_SPACE = frozenset(c for c in _ALL if c.isspace())
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE, "h": _SPACE, "v": _SPACE, "R": _SPACE}
_CLASSES |= {name.upper(): _ALL - found for name, found in _CLASSES.items() if name != "R"}
_MANY = 1_000
# A repeat of so many more or less is a choice of its own.
_FEW = 20
# Characters of a stored text that a pattern may have to go through.
STORED = 1_000.0
# Characters that a matcher reads in the time of one step of Cypher.
_CHEAP = 200


class Unsafe(ValueError):
    """The expression may take time without end, or cannot be read."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of an expression, as its Glushkov automaton: sets of characters, and what follows.

    `first`, `last` are numbers of positions; `follow` pairs of them. `loops` are the open repeats
    that a text goes through one after the other: how many characters must stand behind each.
    `ways` is in how many ways the choices in it can be made.
    """

    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    follow: frozenset[tuple[int, int]] = frozenset()
    empty: bool = True
    least: int = 0
    fixed: bool = True
    loops: tuple[int, ...] = ()
    single: bool = False
    opens: bool = False
    ways: float = 1.0


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.sets: list[frozenset[str]] = []

    def fail(self, why: str) -> NoReturn:
        raise Unsafe(why)

    def take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def alternatives(self) -> _Piece:
        pieces = [self.sequence()]
        while self.take("|"):
            pieces.append(self.sequence())
        if len(pieces) == 1:
            return pieces[0]
        starts = [self._characters(p.first) for p in pieces]
        apart = sum(map(len, starts)) == len(frozenset().union(*starts))
        ways = [p.ways for p in pieces]
        return _Piece(
            frozenset().union(*(p.first for p in pieces)),
            frozenset().union(*(p.last for p in pieces)),
            frozenset().union(*(p.follow for p in pieces)),
            any(p.empty for p in pieces),
            min(p.least for p in pieces),
            False,
            max((p.loops for p in pieces), key=len),
            opens=any(p.opens for p in pieces),
            ways=max(ways) if apart else sum(ways),
        )

    def _characters(self, places: frozenset[int]) -> frozenset[str]:
        """The characters of these positions, in both cases."""
        found = frozenset[str]().union(*(self.sets[place] for place in places))
        return frozenset(c for one in found for c in (one.lower(), one.upper()))

    def sequence(self) -> _Piece:
        whole = _Piece()
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            whole = self._joined(whole, self._repeated(self._atom()))
        return whole

    def _joined(self, one: _Piece, other: _Piece) -> _Piece:
        loops = (*one.loops, *other.loops)
        touch = one.loops and one.loops[-1] == 0 and other.opens
        if touch and self._characters(one.last) & self._characters(other.first):
            self.fail("two open repeats in it stand side by side")
        if one.loops and not other.loops:
            loops = (*one.loops[:-1], one.loops[-1] + other.least)
        return _Piece(
            one.first | other.first if one.empty else one.first,
            one.last | other.last if other.empty else other.last,
            one.follow | other.follow | {(a, b) for a in one.last for b in other.first},
            one.empty and other.empty,
            one.least + other.least,
            one.fixed and other.fixed,
            loops,
            opens=one.opens or (one.empty and other.opens),
            ways=one.ways * other.ways,
        )

    def _atom(self) -> _Piece:
        if self.take("("):
            return self._group()
        if self.take("["):
            return self._one(self._class())
        if self.take("."):
            return self._one(_ALL)
        if self.take("\\"):
            return self._escape()
        sign = self.text[self.at]
        self.at += 1
        if sign in "^$":
            return _Piece()
        if sign in "*+?{":
            self.fail("it cannot be read")
        return self._one(frozenset(sign.lower() + sign.upper()))

    def _one(self, found: frozenset[str]) -> _Piece:
        self.sets.append(found)
        if len(self.sets) > _MANY:
            self.fail("it is too long")
        here = frozenset({len(self.sets) - 1})
        return _Piece(here, here, frozenset(), False, 1, True, (), True)

    def _escape(self) -> _Piece:
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign in ("b", "B", "A", "z", "Z", "G"):
            return _Piece()
        if sign == "Q":
            end = self.text.find("\\E", self.at)
            quoted = self.text[self.at : end if end >= 0 else None]
            self.at = end + 2 if end >= 0 else len(self.text)
            whole = _Piece()
            for one in quoted:
                whole = self._joined(whole, self._one(frozenset(one.lower() + one.upper())))
            return whole
        if sign.isdecimal() or sign == "k":
            self.fail("it refers back to what it found before")
        return self._one(self._escaped(sign))

    def _escaped(self, sign: str) -> frozenset[str]:
        if sign in ("p", "P"):
            end = self.text.find("}", self.at)
            self.at = (
                end + 1 if self.text[self.at : self.at + 1] == "{" and end > 0 else self.at + 1
            )
            return _ALL
        if sign in _CLASSES:
            return _CLASSES[sign]
        if sign in ("x", "u", "0", "c", "N", "X"):
            self.fail("it holds a coded character")
        control = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}.get(sign, sign)
        return frozenset(control.lower() + control.upper())

    def _class(self) -> frozenset[str]:
        negated = self.take("^")
        found: set[str] = set()
        first = True
        while first or not self.take("]"):
            if self.at >= len(self.text):
                self.fail("a bracket in it is not closed")
            first = False
            if self.take("&&"):
                continue  # an intersection is no more than its first part
            if self.take("["):
                found |= self._class()
                continue
            found |= self._range()
        return _ALL - found if negated else frozenset(found)

    def _range(self) -> frozenset[str]:
        start = self._member()
        if len(start) > 2 or not self.take("-"):
            return start
        if self.text[self.at : self.at + 1] in ("]", ""):
            return start | {"-"}
        end = self._member()
        low, high = min(start), max(end)
        found = {c for c in _ALL if low <= c <= high or low <= c.swapcase() <= high}
        return frozenset(found) if max(start | end) < "\x7f" else _ALL

    def _member(self) -> frozenset[str]:
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign == "\\":
            sign = self.text[self.at : self.at + 1]
            self.at += 1
            return self._escaped(sign)
        return frozenset({sign})

    def _group(self) -> _Piece:
        around = False
        if self.take("?"):
            around = self._group_kind()
        if self.text[self.at - 1] == ")":  # only flags
            return _Piece()
        inner = self.alternatives()
        if not self.take(")"):
            self.fail("a bracket in it is not closed")
        if not around:
            return inner
        if inner.loops or not inner.fixed:
            self.fail("it repeats something while looking around")
        return _Piece()

    def _group_kind(self) -> bool:
        """Step over what stands behind `(?`; returns whether it looks around."""
        for sign in ("<=", "<!", "=", "!"):
            if self.take(sign):
                return True
        if self.take(":") or self.take(">"):
            return False
        end = next((i for i in range(self.at, len(self.text)) if self.text[i] in ":>)"), None)
        if end is None:
            self.fail("a bracket in it is not closed")
        self.at = end + 1
        return False

    def _repeated(self, piece: _Piece) -> _Piece:
        while self.text[self.at : self.at + 1] in ("*", "+", "?", "{"):
            low, high = self._bounds()
            _ = self.take("?") or self.take("+")  # lazy or possessive: as many ways, or fewer
            piece = self._repeat(piece, low, high)
        return piece

    def _bounds(self) -> tuple[int, int | None]:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : max(end, self.at)].partition(",")
        if end < 0 or not low.isdecimal() or not (high.isdecimal() or not high):
            self.fail("it cannot be read")
        self.at = end + 1
        return int(low), int(high) if high else None if comma else int(low)

    def _repeat(self, piece: _Piece, low: int, high: int | None) -> _Piece:
        many = high is None or high > 1
        follow = piece.follow
        if many:
            again = {(a, b) for a in piece.last for b in piece.first}
            if again & follow:
                self.fail("a repeat in it holds another repeat or choice")
            follow |= again
        if many and not (piece.fixed and piece.single):
            self._must_be_told(piece, follow)
        is_open = high is None or high > low + _FEW
        # What is repeated is told by its next character: it is no more than one open repeat.
        loops = (0,) if is_open or (many and piece.loops) else piece.loops
        choices = 1 if is_open or high is None else high - low + 1
        return _Piece(
            piece.first,
            piece.last,
            follow,
            piece.empty or low == 0,
            piece.least * min(low, _MANY),
            piece.fixed and high == low,
            loops,
            piece.single and high == low == 1,
            is_open or piece.opens,
            piece.ways * choices,
        )

    def _must_be_told(self, piece: _Piece, follow: frozenset[tuple[int, int]]) -> None:
        """Raise unless what is repeated can be read in one way only."""
        if piece.empty:
            self.fail("it repeats what can be nothing")
        follows: dict[int, list[int]] = {-1: sorted(piece.first)}
        for a, b in sorted(follow):
            follows.setdefault(a, []).append(b)
        for places in follows.values():
            seen: frozenset[str] = frozenset()
            for place in places:
                found = self._characters(frozenset({place}))
                if seen & found:
                    self.fail("a repeat in it holds another repeat or choice")
                seen |= found


def steps(pattern: str, length: float, *, stored: bool, anywhere: bool = False) -> float:
    """How many steps a pattern takes on a text at most, roughly.

    Args:
        pattern: in Java's syntax.
        length: characters of the text.
        stored: whether the text is one of the data; characters of such differ, so that a repeat
            that ends at a certain text can end in few places.
        anywhere: whether it is looked for at each place of the text.

    Raises:
        Unsafe: it may take time without end.

    >>> steps("(?i).*top gun.*", 200, stored=True)
    1.0
    >>> steps("(a|aa)+$", 50, stored=False)
    Traceback (most recent call last):
    guardrails.cost.regex.Unsafe: a repeat in it holds another repeat or choice
    """
    if len(pattern) > MAX_PATTERN:
        raise Unsafe(f"it is longer than {MAX_PATTERN} characters")
    reader = _Reader(pattern)
    piece = reader.alternatives()
    if reader.at < len(pattern):
        raise Unsafe("it cannot be read")
    ways = piece.ways * (length if anywhere else 1.0)
    for place, behind in enumerate(piece.loops):
        if place == len(piece.loops) - 1 and not anywhere and behind == 0:
            continue  # nothing behind the last one can fail, but the end
        ends = length / 10.0 ** min(behind, 3) if stored else length
        ways *= max(ends / (place + 1), 1.0)
    return max(ways * length / _CHEAP, 1.0)
