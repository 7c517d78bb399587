"""A cursor over the tokens of a statement, and the patterns it reads."""

from __future__ import annotations

from typing import Literal, NoReturn

from guardrails.syntax import (
    Element,
    Expression,
    GroupPattern,
    LabelExpression,
    LabelName,
    LabelOperation,
    MapOf,
    NodePattern,
    Parameter,
    Path,
    RelationshipPattern,
)
from guardrails.tokens import Token, Unreadable
from memory.catalogue import in_quotes, marked, say

# Brackets are counted before reading starts; this bounds what nests without brackets (NOT, CASE).
MAX_DEPTH = 120
# Characters of a token that are shown to people.
_SHOWN = 30
# What a name can be wanted for.
NAMED = frozenset(
    {
        marked("a column"),
        marked("a function"),
        marked("a key"),
        marked("a label"),
        marked("a label or type"),
        marked("a name"),
        marked("a procedure"),
        marked("a property"),
        marked("a property name"),
        marked("a type"),
        marked("a variable"),
    }
)


class Cursor:
    """Where the reader stands among the tokens, and the small steps it takes."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        """The token under the cursor."""
        return self.tokens[self.at]

    def ahead(self, count: int = 1) -> Token:
        """The token `count` further on (the end token past the end)."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def last_end(self) -> int:
        """Where the token before the cursor ends."""
        return self.tokens[max(self.at - 1, 0)].end

    def fail(self, expected: str) -> NoReturn:
        """Give up at the cursor."""
        token = self.token
        found = say("the end") if token.kind == "end" else in_quotes(_brief(token.text))
        told = say("{expected} was expected where it has {found}", expected=expected, found=found)
        raise Unreadable(told, token.start, token.end)

    def take_word(self, *keywords: str) -> bool:
        """Step over these keywords, in this order, if they are all there."""
        for offset, keyword in enumerate(keywords):
            if not self.ahead(offset).is_word(keyword):
                return False
        self.at += len(keywords)
        return True

    def take_symbol(self, symbol: str) -> bool:
        """Step over the symbol if it is there."""
        if self.token.is_symbol(symbol):
            self.at += 1
            return True
        return False

    def need_word(self, keyword: str) -> None:
        """Step over the keyword or give up."""
        if not self.take_word(keyword):
            self.fail(keyword)

    def need_symbol(self, symbol: str) -> None:
        """Step over the symbol or give up."""
        if not self.take_symbol(symbol):
            self.fail(in_quotes(symbol))

    def need_name(self, what: str) -> str:
        """A name, bare or back-ticked, as written."""
        token = self.token
        if token.kind not in ("word", "name"):
            self.fail(say(what))
        self.at += 1
        return token.text if token.kind == "word" else token.value


def _brief(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


class PatternReader(Cursor):
    """Reads paths: nodes, relationships, quantified groups, label expressions."""

    def expression(self) -> Expression:
        """Read an expression; given by the expression reader."""
        raise NotImplementedError

    def map_of(self) -> MapOf:
        """Read a map; given by the expression reader."""
        raise NotImplementedError

    def paths(self) -> tuple[Path, ...]:
        """One path or several, with commas."""
        paths = [self.path()]
        while self.take_symbol(","):
            paths.append(self.path())
        return tuple(paths)

    def path(self) -> Path:
        """`variable = selector elements`."""
        start = self.token.start
        variable = None
        if self.token.kind in ("word", "name") and self.ahead().is_symbol("="):
            variable = self.need_name("a variable")
            self.at += 1
        if self.token.is_word("SHORTESTPATH", "ALLSHORTESTPATHS"):
            return self.shortest(start, variable)
        selector = self._selector()
        elements = self.elements()
        return Path(elements, variable, selector, start=start, end=self.last_end())

    def shortest(self, start: int, variable: str | None = None) -> Path:
        """`shortestPath(...)` or `allShortestPaths(...)`."""
        selector = self.token.value
        self.at += 1
        self.need_symbol("(")
        elements = self.elements()
        self.need_symbol(")")
        return Path(elements, variable, selector, start=start, end=self.last_end())

    def _selector(self) -> str:
        words: list[str] = []
        while self.token.is_word(
            *("ANY", "ALL", "SHORTEST", "PATH", "PATHS", "GROUP", "GROUPS"),
            *("TRAIL", "WALK", "ACYCLIC", "SIMPLE"),
        ) or (words and self.token.kind == "number"):
            words.append(self.token.value)
            self.at += 1
        return " ".join(words)

    def elements(self) -> tuple[Element, ...]:
        """Nodes (or groups) with relationships between them."""
        elements: list[Element] = [self._node_or_group()]
        while self._at_relationship():
            elements.append(self.relationship())
            elements.append(self._node_or_group())
        while self.token.is_symbol("("):  # a group may touch the next node
            elements.append(self._node_or_group())
            while self._at_relationship():
                elements.append(self.relationship())
                elements.append(self._node_or_group())
        return tuple(elements)

    def _at_relationship(self) -> bool:
        if self.token.is_symbol("-"):
            return self.ahead().is_symbol("-", "[")
        return self.token.is_symbol("<") and self.ahead().is_symbol("-")

    def _node_or_group(self) -> NodePattern | GroupPattern:
        follows = self.ahead()
        named = follows.kind in ("word", "name") and self.ahead(2).is_symbol("=")
        if self.token.is_symbol("(") and (follows.is_symbol("(") or named):
            return self._group()
        return self.node()

    def _group(self) -> GroupPattern:
        start = self.token.start
        self.need_symbol("(")
        self._enter()
        path = self.path()
        where = self.expression() if self.take_word("WHERE") else None
        self.depth -= 1
        self.need_symbol(")")
        at = self.token.start
        hops = self._quantifier()
        span = (at, self.last_end())
        return GroupPattern(path, where, hops, span, start=start, end=self.last_end())

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable(say("it is nested too deeply"), self.token.start, self.token.end)

    def node(self) -> NodePattern:
        """`(variable:Label {properties} WHERE condition)`."""
        start = self.token.start
        self.need_symbol("(")
        variable, labels = self._variable()
        properties, where = self._conditions()
        self.need_symbol(")")
        return NodePattern(variable, labels, properties, where, start=start, end=self.last_end())

    def _variable(self) -> tuple[str | None, LabelExpression | None]:
        variable = None
        if self.token.kind in ("word", "name") and not self._starts_filter():
            variable = self.need_name("a variable")
        labels = None
        if self.take_symbol(":") or self.take_word("IS"):
            labels = self.labels()
        return variable, labels

    def _conditions(self) -> tuple[MapOf | Parameter | None, Expression | None]:
        properties = self._properties()
        return properties, self.expression() if self.take_word("WHERE") else None

    def _starts_filter(self) -> bool:
        """WHERE or IS as a keyword here, not as a variable of that name."""
        return self.token.is_word("WHERE", "IS") and not self.ahead().is_symbol(
            ":", ")", "]", "{", "*"
        )

    def _properties(self) -> MapOf | Parameter | None:
        if self.token.is_symbol("{"):
            return self.map_of()
        token = self.token
        if token.kind == "parameter":
            self.at += 1
            return Parameter(token.value, start=token.start, end=token.end)
        return None

    def relationship(self) -> RelationshipPattern:
        """`-[...]->`, `-->`, with an optional quantifier behind."""
        start = self.token.start
        left = self.take_symbol("<")
        self.need_symbol("-")
        variable = labels = properties = where = hops = None
        span = (0, 0)
        if self.take_symbol("["):
            variable, labels = self._variable()
            at = self.token.start
            hops = self._star()
            span = (at, self.last_end())
            properties, where = self._conditions()
            self.need_symbol("]")
        self.need_symbol("-")
        right = self.take_symbol(">")
        at = self.token.start
        quantified = self._quantifier()
        if quantified is not None:
            hops, span = quantified, (at, self.last_end())
        direction: Literal[">", "<", ""] = "" if left == right else ">" if right else "<"
        return RelationshipPattern(
            variable,
            labels,
            direction,
            hops,
            properties,
            where,
            span,
            start=start,
            end=self.last_end(),
        )

    def _star(self) -> tuple[int | None, int | None] | None:
        if not self.take_symbol("*"):
            return None
        low = self._whole_number()
        if not self.take_symbol(".."):
            return (1, None) if low is None else (low, low)
        return (1 if low is None else low, self._whole_number())

    def _quantifier(self) -> tuple[int | None, int | None] | None:
        if self.take_symbol("+"):
            return (1, None)
        if self.take_symbol("*"):
            return (0, None)
        if not self.token.is_symbol("{"):
            return None
        self.at += 1
        low = self._whole_number()
        if not self.take_symbol(","):
            self.need_symbol("}")
            return (low, low)
        high = self._whole_number()
        self.need_symbol("}")
        return (0 if low is None else low, high)

    def _whole_number(self) -> int | None:
        token = self.token
        if token.kind != "number":
            return None
        if not token.value.isdecimal():
            self.fail(say("a whole number"))
        self.at += 1
        return int(token.value)

    def labels(self) -> LabelExpression:
        """A label expression: names with `|`, `&`, `:`, `!`, `%` and parentheses."""
        start = self.token.start
        operands = [self._label_and()]
        while self.take_symbol("|"):
            self.take_symbol(":")  # `[:A|:B]`, the old form
            operands.append(self._label_and())
        return self._join_labels("|", operands, start)

    def _label_and(self) -> LabelExpression:
        start = self.token.start
        operands = [self._label_not()]
        while self.take_symbol("&") or self.take_symbol(":"):
            operands.append(self._label_not())
        return self._join_labels("&", operands, start)

    def _label_not(self) -> LabelExpression:
        start = self.token.start
        if self.take_symbol("!"):
            self._enter()
            operand = self._label_not()
            self.depth -= 1
            return LabelOperation("!", (operand,), start=start, end=self.last_end())
        if self.take_symbol("("):
            self._enter()
            inner = self.labels()
            self.depth -= 1
            self.need_symbol(")")
            return inner
        if self.take_symbol("%"):
            return LabelName("%", start=start, end=self.last_end())
        return LabelName(self.need_name("a label or type"), start=start, end=self.last_end())

    def _join_labels(
        self, operator: str, operands: list[LabelExpression], start: int
    ) -> LabelExpression:
        if len(operands) == 1:
            return operands[0]
        return LabelOperation(operator, tuple(operands), start=start, end=self.last_end())
