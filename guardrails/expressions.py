"""Reads Cypher expressions by precedence climbing, each place at most once."""

from __future__ import annotations

from guardrails.cursor import MAX_DEPTH, PatternReader
from guardrails.syntax import (
    Binary,
    Call,
    Case,
    Constant,
    Expression,
    Index,
    IsNull,
    IsTyped,
    Labelled,
    ListComprehension,
    ListOf,
    MapOf,
    MapProjection,
    Name,
    Parameter,
    Path,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    Query,
    Reduce,
    RelationshipPattern,
    Slice,
    Subquery,
    Unary,
)
from guardrails.tokens import Token, Unreadable
from memory.catalogue import say

_COMPARISONS = ("=", "<>", "!=", "<", "<=", ">", ">=", "=~")
# How tightly operators bind, loosest first; NOT stands between AND and comparisons.
_COMPARISON, _PREDICATE = 5, 6
_WORD_LEVELS = {"OR": 1, "XOR": 2, "AND": 3}
_SYMBOL_LEVELS = {sign: _COMPARISON for sign in _COMPARISONS} | {"::": _PREDICATE}
_SYMBOL_LEVELS |= {"+": 7, "-": 7, "||": 7, "*": 8, "/": 8, "%": 8, "^": 9}
_WORD_OPERATORS = (
    *(("OR",), ("XOR",), ("AND",), ("IS",), ("IN",), ("CONTAINS",), ("STARTS", "WITH")),
    *(("ENDS", "WITH"), ("NOT", "IN"), ("NOT", "CONTAINS"), ("NOT", "STARTS", "WITH")),
    ("NOT", "ENDS", "WITH"),
)
# Operands in a row; each is a level of the tree.
MAX_CHAIN = 300
_QUANTIFIERS = ("ALL", "ANY", "NONE", "SINGLE")
_CONSTANTS = {"TRUE": True, "FALSE": False, "NULL": None, "INF": float("inf"), "NAN": float("nan")}


class ExpressionReader(PatternReader):
    """Reads expressions; where a parenthesis may open a pattern or a value, both are tried."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        super().__init__(tokens)
        self._known: dict[tuple[str, int], tuple[Expression, int] | Unreadable] = {}

    def subquery(self, start: int) -> Query:
        """Read what is inside `{ }` up to the brace; given by the statement reader."""
        raise NotImplementedError

    def expression(self) -> Expression:
        """The whole expression at the cursor."""
        self._enter()
        try:
            return self._operation(1)
        finally:
            self.depth -= 1

    def _operation(self, least: int) -> Expression:
        """Operands joined by operators that bind at least as tightly as `least`.

        One frame a level of binding would run into Python's recursion limit at fifty brackets;
        this climbs through the levels in a loop. `a < b < c` becomes `a < b AND b < c`.
        """
        start = self.token.start
        left = self._operand()
        compared: Expression | None = None
        for _ in range(MAX_CHAIN):
            operator, level, width = self._operator_here()
            if level < least:
                return left
            self.at += width
            if operator == "IS":
                left, compared = self._is(left, start), None
            elif operator == "::":
                self.at -= 1
                left, compared = self._typed(left, start, negated=False), None
            else:
                right = self._operation(level + 1)
                if level == _COMPARISON and compared is not None:
                    test = Binary(operator, compared, right, start=compared.start, end=right.end)
                    left = Binary("AND", left, test, start=start, end=self.last_end())
                else:
                    left = Binary(operator, left, right, start=start, end=self.last_end())
                compared = right if level == _COMPARISON else None
        raise Unreadable(say("it chains too many operators"), start, self.token.end)

    def _operator_here(self) -> tuple[str, int, int]:
        """The operator at the cursor, how tightly it binds (0: none), and its tokens."""
        token = self.token
        if token.kind == "symbol":
            return token.value, _SYMBOL_LEVELS.get(token.value, 0), 1
        if token.kind == "word":
            for words in _WORD_OPERATORS:
                if all(self.ahead(i).is_word(word) for i, word in enumerate(words)):
                    return " ".join(words), _WORD_LEVELS.get(words[0], _PREDICATE), len(words)
        return "", 0, 0

    def _operand(self) -> Expression:
        """A value with the NOT, - and + in front of it."""
        start = self.token.start
        if self.token.is_word("NOT") and not self.ahead().is_symbol(".", ","):
            self.at += 1
            self._enter()
            operand = self._operation(_COMPARISON)
            self.depth -= 1
            return Unary("NOT", operand, start=start, end=self.last_end())
        if self.token.is_symbol("-", "+"):
            operator = self.token.value
            self.at += 1
            self._enter()
            operand = self._operand()
            self.depth -= 1
            return Unary(operator, operand, start=start, end=self.last_end())
        return self._postfix()

    def _is(self, operand: Expression, start: int) -> Expression:
        negated = self.take_word("NOT")
        if self.take_word("NULL"):
            return IsNull(operand, negated, start=start, end=self.last_end())
        form = self.token.value
        if self.take_word("NFC") or self.take_word("NFD") or self.take_word("NFKC"):
            self.need_word("NORMALIZED")
            return IsTyped(operand, f"{form} NORMALIZED", negated, start=start, end=self.last_end())
        if self.take_word("NORMALIZED"):
            return IsTyped(operand, "NORMALIZED", negated, start=start, end=self.last_end())
        return self._typed(operand, start, negated=negated)

    def _typed(self, operand: Expression, start: int, *, negated: bool) -> Expression:
        if not self.take_symbol("::") and not self.take_word("TYPED"):
            self.fail("NULL")
        words = [self.need_name("a type")]
        while self.token.is_symbol("<", ">", "|") or self.token.is_word(
            *("NOT", "NULL", "LOCAL", "ZONED", "TIME", "DATETIME", "WITH", "WITHOUT", "TIMEZONE"),
            *("STRING", "INTEGER", "FLOAT", "BOOLEAN", "DATE", "DURATION", "POINT", "ANY", "VALUE"),
            *("NODE", "RELATIONSHIP", "EDGE", "VERTEX", "MAP", "PATH", "PROPERTY", "LIST"),
        ):
            if self.token.is_word("WITH") and not self.ahead().is_word("TIMEZONE"):
                break
            words.append(self.token.value)
            self.at += 1
        return IsTyped(operand, " ".join(words), negated, start=start, end=self.last_end())

    def _postfix(self) -> Expression:
        start = self.token.start
        value = self._atom()
        while True:
            if self.take_symbol("."):
                name = self.need_name("a property name")
                value = Property(value, name, start=start, end=self.last_end())
            elif self.token.is_symbol("["):
                value = self._index(value, start)
            elif self.token.is_symbol(":") and isinstance(value, (Name, Property, Index)):
                self.at += 1
                value = Labelled(value, self.labels(), start=start, end=self.last_end())
            elif self.token.is_symbol("{") and isinstance(value, (Name, Property)):
                value = self._map_projection(value, start)
            else:
                return value

    def _index(self, base: Expression, start: int) -> Expression:
        self.need_symbol("[")
        low = None if self.token.is_symbol("..") else self.expression()
        if self.take_symbol(".."):
            high = None if self.token.is_symbol("]") else self.expression()
            self.need_symbol("]")
            return Slice(base, low, high, start=start, end=self.last_end())
        self.need_symbol("]")
        assert low is not None
        return Index(base, low, start=start, end=self.last_end())

    def _map_projection(self, base: Expression, start: int) -> Expression:
        self.need_symbol("{")
        entries: list[tuple[str | None, Expression | None]] = []
        while not self.token.is_symbol("}"):
            if entries:
                self.need_symbol(",")
            if self.take_symbol("."):
                entries.append(
                    (None if self.take_symbol("*") else self.need_name("a property"), None)
                )
                continue
            at = self.token
            key = self.need_name("a key")
            value: Expression = Name(key, start=at.start, end=at.end)
            if self.take_symbol(":"):
                value = self.expression()
            entries.append((key, value))
        self.need_symbol("}")
        return MapProjection(base, tuple(entries), start=start, end=self.last_end())

    def _atom(self) -> Expression:
        token = self.token
        place = {"start": token.start, "end": token.end}
        if token.kind == "number":
            self.at += 1
            return Constant(_number(token.value), **place)
        if token.kind == "string":
            self.at += 1
            return Constant(token.value, **place)
        if token.kind == "parameter":
            self.at += 1
            return Parameter(token.value, **place)
        if token.is_symbol("("):
            return self._parenthesis()
        if token.is_symbol("["):
            return self._bracket()
        if token.is_symbol("{"):
            return self.map_of()
        if token.kind in ("word", "name"):
            return self._named()
        self.fail(say("a value"))

    def _named(self) -> Expression:
        """Anything that begins with a word: constants, CASE, sub-queries, calls, variables."""
        token, follows = self.token, self.ahead()
        if token.kind == "word":
            if token.value in _CONSTANTS and not follows.is_symbol("(", "."):
                self.at += 1
                return Constant(_CONSTANTS[token.value], start=token.start, end=token.end)
            if token.value == "CASE" and not follows.is_symbol(".", ",", ")"):
                return self._case()
            if token.value in ("EXISTS", "COUNT", "COLLECT") and follows.is_symbol("{"):
                self.at += 2
                query = self.subquery(self.token.start)
                self.need_symbol("}")
                return Subquery(token.value, query, start=token.start, end=self.last_end())
            if follows.is_symbol("("):
                special = self._special_call()
                if special is not None:
                    return special
        call = self._call()
        if call is not None:
            return call
        name = self.need_name("a variable")
        return Name(name, start=token.start, end=token.end)

    def _special_call(self) -> Expression | None:
        start, word = self.token.start, self.token.value
        if word in ("SHORTESTPATH", "ALLSHORTESTPATHS"):
            path = self.shortest(start)
            return PatternExpression(path, start=start, end=self.last_end())
        if word == "REDUCE":
            return self._reduce(start)
        if word == "TRIM" and self.ahead(2).is_word("LEADING", "TRAILING", "BOTH"):
            return self._trim(start)
        third = self.ahead(3)
        if word in _QUANTIFIERS and third.is_word("IN"):
            self.at += 2
            variable = self.need_name("a variable")
            self.at += 1
            source = self.expression()
            where = self.expression() if self.take_word("WHERE") else None
            self.need_symbol(")")
            return Quantified(
                word.lower(), variable, source, where, start=start, end=self.last_end()
            )
        return None

    def _reduce(self, start: int) -> Expression:
        self.at += 2
        accumulator = self.need_name("a variable")
        self.need_symbol("=")
        initial = self.expression()
        self.need_symbol(",")
        variable = self.need_name("a variable")
        self.need_word("IN")
        source = self.expression()
        self.need_symbol("|")
        step = self.expression()
        self.need_symbol(")")
        return Reduce(
            accumulator, initial, variable, source, step, start=start, end=self.last_end()
        )

    def _trim(self, start: int) -> Expression:
        self.at += 3
        arguments: list[Expression] = []
        if not self.token.is_word("FROM"):
            arguments.append(self.expression())
        self.need_word("FROM")
        arguments.insert(0, self.expression())
        self.need_symbol(")")
        return Call("trim", tuple(arguments), start=start, end=self.last_end())

    def _call(self) -> Expression | None:
        """`name(...)` or `space.name(...)`; None where no parenthesis follows the dotted name."""
        offset = 1
        while self.ahead(offset).is_symbol(".") and self.ahead(offset + 1).kind in ("word", "name"):
            offset += 2
        if not self.ahead(offset).is_symbol("("):
            return None
        start = self.token.start
        words = [self.need_name("a function")]
        while self.take_symbol("."):
            words.append(self.need_name("a function"))
        self.need_symbol("(")
        function = ".".join(words)
        if self.token.is_symbol("*") and self.ahead().is_symbol(")"):
            self.at += 2
            return Call(function, (), star=True, start=start, end=self.last_end())
        distinct = self.take_word("DISTINCT")
        if not distinct:
            self.take_word("ALL")
        arguments: list[Expression] = []
        while not self.token.is_symbol(")"):
            if arguments:
                self.need_symbol(",")
            arguments.append(self.expression())
        self.need_symbol(")")
        return Call(function, tuple(arguments), distinct, start=start, end=self.last_end())

    def _case(self) -> Expression:
        start = self.token.start
        self.at += 1
        subject = None if self.token.is_word("WHEN") else self.expression()
        branches = []
        while self.take_word("WHEN"):
            conditions = [self._when(subject)]
            while self.take_symbol(","):
                conditions.append(self._when(subject))
            self.need_word("THEN")
            branches.append((tuple(conditions), self.expression()))
        otherwise = self.expression() if self.take_word("ELSE") else None
        self.need_word("END")
        return Case(subject, tuple(branches), otherwise, start=start, end=self.last_end())

    def _when(self, subject: Expression | None) -> Expression:
        """A condition; `WHEN > 3` and `WHEN IS NULL` test the subject."""
        start = self.token.start
        if subject is not None and self.token.is_symbol(*_COMPARISONS):
            operator = self.token.value
            self.at += 1
            right = self._operation(_PREDICATE)
            return Binary(operator, subject, right, start=start, end=self.last_end())
        if subject is not None and self.take_word("IS"):
            return self._is(subject, start)
        return self.expression()

    def map_of(self) -> MapOf:
        """`{key: value, ...}`."""
        start = self.token.start
        self.need_symbol("{")
        entries: list[tuple[str, Expression]] = []
        while not self.token.is_symbol("}"):
            if entries:
                self.need_symbol(",")
            key = self.token.value if self.token.kind == "string" else None
            if key is None:
                key = self.need_name("a key")
            else:
                self.at += 1
            self.need_symbol(":")
            entries.append((key, self.expression()))
        self.need_symbol("}")
        return MapOf(tuple(entries), start=start, end=self.last_end())

    def _bracket(self) -> Expression:
        """A list, a list comprehension or a pattern comprehension."""
        start = self.token.start
        self.need_symbol("[")
        if self.token.kind in ("word", "name") and self.ahead().is_word("IN"):
            return self._list_comprehension(start)
        pattern = self._try("path", self.at)
        if isinstance(pattern, PatternExpression) and self.token.is_word("WHERE") | (
            self.token.is_symbol("|")
        ):
            where = self.expression() if self.take_word("WHERE") else None
            self.need_symbol("|")
            projection = self.expression()
            self.need_symbol("]")
            return PatternComprehension(
                pattern.path, where, projection, start=start, end=self.last_end()
            )
        if pattern is not None:
            self.at = self._index_of(pattern)
        items: list[Expression] = []
        while not self.token.is_symbol("]"):
            if items:
                self.need_symbol(",")
            items.append(self.expression())
        self.need_symbol("]")
        return ListOf(tuple(items), start=start, end=self.last_end())

    def _index_of(self, part: Expression) -> int:
        """The token at which the part begins, looking back from the cursor."""
        at = self.at
        while self.tokens[at].start > part.start:
            at -= 1
        return at

    def _list_comprehension(self, start: int) -> Expression:
        variable = self.need_name("a variable")
        self.need_word("IN")
        source = self.expression()
        where = self.expression() if self.take_word("WHERE") else None
        projection = self.expression() if self.take_symbol("|") else None
        self.need_symbol("]")
        return ListComprehension(
            variable, source, where, projection, start=start, end=self.last_end()
        )

    def _parenthesis(self) -> Expression:
        """A pattern with a relationship, or a value in parentheses."""
        pattern = self._try("path", self.at)
        if pattern is not None:
            return pattern
        found = self._try("value", self.at, reraise=True)
        assert found is not None
        return found

    def _try(self, kind: str, at: int, *, reraise: bool = False) -> Expression | None:
        """Read a pattern or a parenthesised value here; the outcome is remembered by place.

        Without that memory a text like `((((` would be read twice at every level: 2^50 times.
        """
        known = self._known.get((kind, at))
        if known is None:
            depth = self.depth
            try:
                value = self._path_expression() if kind == "path" else self._value_inside()
                known = (value, self.at)
            except Unreadable as error:
                known = error
                self.depth = depth
            self._known[(kind, at)] = known
        if isinstance(known, Unreadable):
            self.at = at
            if reraise:
                raise known
            return None
        self.at = known[1]
        return known[0]

    def _path_expression(self) -> Expression:
        start = self.token.start
        variable = None
        if self.token.kind in ("word", "name") and self.ahead().is_symbol("="):
            variable = self.need_name("a variable")
            self.at += 1
        if not self.token.is_symbol("(") or self.ahead().is_symbol("("):
            self.fail(say("a pattern"))
        elements = self.elements()
        if not any(isinstance(e, RelationshipPattern) for e in elements):
            self.fail(say("a relationship"))
        path = Path(elements, variable, start=start, end=self.last_end())
        return PatternExpression(path, start=start, end=self.last_end())

    def _value_inside(self) -> Expression:
        if self.depth > MAX_DEPTH:
            self.fail(say("less nesting"))
        self.need_symbol("(")
        inner = self.expression()
        self.need_symbol(")")
        return inner


def _number(text: str) -> int | float:
    lowered = text.lower()
    if lowered.startswith("0x"):
        return int(lowered, 16)
    if lowered.startswith("0o"):
        return int(lowered, 8)
    return int(text) if text.isdecimal() else float(text)
