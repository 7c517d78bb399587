"""Reads one Cypher statement that only reads; anything else is `Unreadable`.

The grammar has reading clauses only: there is no way through it for CREATE, LOAD CSV, EXPLAIN or a
second statement, whatever the letters' case, comments, spaces or back-ticks around them. It covers
what `graphglot` leaves out (COUNT {} and COLLECT {}, map projections, NULLS LAST, NOT IN).

Grammar: https://s3.amazonaws.com/artifacts.opencypher.org/openCypher9.pdf and the Neo4j manual.
"""

from __future__ import annotations

from typing import Literal, NoReturn

from guardrails.expressions import ExpressionReader
from guardrails.syntax import (
    Branch,
    CallProcedure,
    CallSubquery,
    Clause,
    Expression,
    Item,
    Match,
    Projection,
    Query,
    SortKey,
    Unwind,
)
from guardrails.tokens import Token, Unreadable
from guardrails.words import words


class Forbidden(Unreadable):
    """A clause that is known, and not allowed; `clause` is its name."""

    def __init__(self, clause: str, start: int, end: int) -> None:
        super().__init__(f"{clause} is not allowed here", start, end)
        self.clause = clause


WRITES = words("CREATE MERGE SET DELETE DETACH NODETACH REMOVE INSERT FOREACH DROP ALTER RENAME")
_ADMINISTRATION = words(
    "GRANT DENY REVOKE SHOW TERMINATE START STOP ENABLE DEALLOCATE REALLOCATE DRYRUN"
)
_OTHER = {
    "LOAD": "LOAD CSV",
    "USE": "USE",
    "EXPLAIN": "EXPLAIN",
    "PROFILE": "PROFILE",
    "CYPHER": "the CYPHER prefix",
    "NEXT": "NEXT",
    "WHEN": "WHEN",
    "FINISH": "FINISH",
    "LET": "LET",
    "FILTER": "FILTER",
    "USING": "USING",
}


# A statement with one of these as a bare word, be it as a name, gets a second look.
SUSPECT = WRITES | _ADMINISTRATION | frozenset(_OTHER) | {"CALL", "TRANSACTIONS"}


class StatementReader(ExpressionReader):
    """Reads clauses one after the other."""

    def statement(self) -> Query:
        """The whole text as one query, with at most one semicolon behind it."""
        query = self.query()
        while self.take_symbol(";"):
            pass
        if self.token.kind != "end":
            if self.tokens[self.at - 1].is_symbol(";"):
                raise Forbidden("a second statement", self.token.start, self.tokens[-1].end)
            self.refuse_here()
        return query

    def query(self) -> Query:
        """Branches joined by UNION."""
        start = self.token.start
        branches = [self.branch()]
        distinct = True
        while self.take_word("UNION"):
            if self.take_word("ALL"):
                distinct = False
            else:
                self.take_word("DISTINCT")
            branches.append(self.branch())
        return Query(tuple(branches), distinct, start=start, end=self.last_end())

    def branch(self) -> Branch:
        """Clauses up to UNION, a brace or the end."""
        start = self.token.start
        clauses = [self.clause()]
        while not (self.token.kind == "end" or self.token.is_symbol("}", ";")):
            if self.token.is_word("UNION"):
                break
            clauses.append(self.clause())
        return Branch(tuple(clauses), start=start, end=self.last_end())

    def subquery(self, start: int) -> Query:
        """The inside of EXISTS, COUNT or COLLECT: a query, or just paths with a WHERE."""
        if self.token.is_word("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL") and (
            not self.ahead().is_symbol("=")
        ):
            return self.query()
        if self.token.kind == "word" and not self.ahead().is_symbol("=", "("):
            self.refuse_here()
        paths = self.paths()
        where = self.expression() if self.take_word("WHERE") else None
        match = Match(paths, where=where, start=start, end=self.last_end())
        branch = Branch((match,), start=start, end=self.last_end())
        return Query((branch,), start=start, end=self.last_end())

    def clause(self) -> Clause:
        """The clause at the cursor."""
        token = self.token
        start = token.start
        if self.take_word("OPTIONAL"):
            if self.take_word("CALL"):
                return self._call_clause(start)
            self.need_word("MATCH")
            return self._match(start, optional=True)
        if self.take_word("MATCH"):
            return self._match(start)
        if self.take_word("UNWIND"):
            source = self.expression()
            self.need_word("AS")
            variable = self.need_name("a variable")
            return Unwind(source, variable, start=start, end=self.last_end())
        if self.take_word("WITH"):
            return self._projection("WITH", start)
        if self.take_word("RETURN"):
            return self._projection("RETURN", start)
        if self.take_word("CALL"):
            return self._call_clause(start)
        if token.is_word("ORDER", "SKIP", "OFFSET", "LIMIT"):
            order, skip, limit = self._page()
            return Projection(
                "", order=order, skip=skip, limit=limit, start=start, end=self.last_end()
            )
        self.refuse_here()

    def refuse_here(self) -> NoReturn:
        """Say what stands at the cursor where a reading clause should be."""
        token = self.token
        if token.kind == "word":
            if token.value in WRITES:
                raise Forbidden(token.value, token.start, token.end)
            if token.value in _ADMINISTRATION:
                raise Forbidden(f"{token.value} (administration)", token.start, token.end)
            if token.value in _OTHER:
                raise Forbidden(_OTHER[token.value], token.start, token.end)
        self.fail("a reading clause")

    def _match(self, start: int, *, optional: bool = False) -> Match:
        if not self.take_word("REPEATABLE", "ELEMENTS"):
            self.take_word("DIFFERENT", "RELATIONSHIPS")
        paths = self.paths()
        while self.token.is_word("USING"):
            self._hint()
        where = self.expression() if self.take_word("WHERE") else None
        return Match(paths, optional, where, start=start, end=self.last_end())

    def _hint(self) -> None:
        """`USING INDEX n:Label(property)` and its kin choose a plan, not a result."""
        self.at += 1
        if self.take_word("JOIN"):
            self.need_word("ON")
            self._names("a variable")
            return
        if not self.take_word("SCAN"):
            _ = self.take_word("TEXT") or self.take_word("RANGE") or self.take_word("POINT")
            if not self.take_word("INDEX"):
                self.refuse_here()
            self.take_word("SEEK")
        self.need_name("a variable")
        self.need_symbol(":")
        self.need_name("a label")
        if self.take_symbol("("):
            self._names("a property")
            self.need_symbol(")")

    def _names(self, what: str) -> None:
        self.need_name(what)
        while self.take_symbol(","):
            self.need_name(what)

    def _projection(self, keyword: Literal["WITH", "RETURN"], start: int) -> Projection:
        distinct = self.take_word("DISTINCT")
        star = self.take_symbol("*")
        items = [] if star and not self.take_symbol(",") else [self._item()]
        while self.take_symbol(","):
            items.append(self._item())
        order, skip, limit = self._page()
        where = self.expression() if keyword == "WITH" and self.take_word("WHERE") else None
        return Projection(
            keyword,
            tuple(items),
            distinct,
            star,
            order,
            skip,
            limit,
            where,
            start=start,
            end=self.last_end(),
        )

    def _item(self) -> Item:
        start = self.token.start
        expression = self.expression()
        alias = self.need_name("a name") if self.take_word("AS") else None
        return Item(expression, alias, start=start, end=self.last_end())

    def _page(self) -> tuple[tuple[SortKey, ...], Expression | None, Expression | None]:
        order: tuple[SortKey, ...] = ()
        skip = limit = None
        if self.take_word("ORDER"):
            self.need_word("BY")
            keys = [self._sort_key()]
            while self.take_symbol(","):
                keys.append(self._sort_key())
            order = tuple(keys)
        if self.take_word("SKIP") or self.take_word("OFFSET"):
            skip = self.expression()
        if self.take_word("LIMIT"):
            limit = self.expression()
        return order, skip, limit

    def _sort_key(self) -> SortKey:
        start = self.token.start
        expression = self.expression()
        descending = self.take_word("DESC") or self.take_word("DESCENDING")
        if not descending:
            _ = self.take_word("ASC") or self.take_word("ASCENDING")
        if self.take_word("NULLS") and not (self.take_word("FIRST") or self.take_word("LAST")):
            self.fail("FIRST or LAST")
        return SortKey(expression, descending, start=start, end=self.last_end())

    def _call_clause(self, start: int) -> CallSubquery | CallProcedure:
        if self.token.is_symbol("{", "("):
            return self._call_subquery(start)
        return self._call_procedure(start)

    def _call_subquery(self, start: int) -> CallSubquery:
        imports: tuple[str, ...] | None = None
        if self.take_symbol("("):
            names: list[str] = []
            while not self.token.is_symbol(")"):
                if names:
                    self.need_symbol(",")
                names.append("*" if self.take_symbol("*") else self.need_name("a variable"))
            self.need_symbol(")")
            imports = tuple(names)
        self.need_symbol("{")
        self._enter()
        query = self.query()
        self.depth -= 1
        self.need_symbol("}")
        token = self.token
        if token.is_word("IN"):
            raise Forbidden("CALL … IN TRANSACTIONS", token.start, self.ahead().end)
        return CallSubquery(query, imports, start=start, end=self.last_end())

    def _call_procedure(self, start: int) -> CallProcedure:
        words = [self.need_name("a procedure")]
        while self.take_symbol("."):
            words.append(self.need_name("a procedure"))
        arguments: list[Expression] = []
        if self.take_symbol("("):
            while not self.token.is_symbol(")"):
                if arguments:
                    self.need_symbol(",")
                arguments.append(self.expression())
            self.need_symbol(")")
        outputs: list[tuple[str, str | None]] = []
        where = None
        if self.take_word("YIELD"):
            while True:
                name = "*" if self.take_symbol("*") else self.need_name("a column")
                alias = self.need_name("a name") if self.take_word("AS") else None
                outputs.append((name, alias))
                if not self.take_symbol(","):
                    break
            where = self.expression() if self.take_word("WHERE") else None
        return CallProcedure(
            ".".join(words),
            tuple(arguments),
            tuple(outputs),
            where,
            start=start,
            end=self.last_end(),
        )


def read(tokens: tuple[Token, ...]) -> Query:
    """The statement that the tokens make.

    Raises:
        Forbidden: where a clause stands that is not a reading one.
        Unreadable: where the text is no statement.
    """
    return StatementReader(tokens).statement()
