"""Reads one Cypher statement that only reads; anything else is `Unreadable`.

The grammar has reading clauses only: there is no way through it for CREATE, LOAD CSV, EXPLAIN or a
second statement, whatever the letters' case, comments, spaces or back-ticks around them. It covers
what `graphglot` leaves out (COUNT {} and COLLECT {}, map projections, NULLS LAST, NOT IN).

Grammar: https://s3.amazonaws.com/artifacts.opencypher.org/openCypher9.pdf and the Neo4j manual.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NoReturn, TypeGuard

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
from memory.catalogue import listed, say


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
# What an index or constraint may be asked for by; anything else behind SHOW is administration.
_SHOWN = ("INDEX", "INDEXES", "CONSTRAINT", "CONSTRAINTS")
_SHOWN_KINDS = words(
    "ALL FULLTEXT LOOKUP POINT RANGE TEXT VECTOR BTREE UNIQUE UNIQUENESS NODE RELATIONSHIP REL KEY "
    "PROPERTY EXISTENCE EXIST TYPE"
)


_NEWER = ("FILTER", "LET", "WHEN")

# A statement with one of these as a bare word, be it as a name, gets a second look.
SUSPECT = WRITES | _ADMINISTRATION | frozenset(_OTHER) | {"CALL", "TRANSACTIONS"}


class StatementReader(ExpressionReader):
    """Reads clauses one after the other.

    The newer clauses are read as what they mean in older ones: FILTER as `WITH * WHERE`, LET as
    `WITH *, value AS name`, `RETURN … NEXT` as WITH, and the arms of WHEN as branches that begin
    with their condition. `newer` has their names: only a server of Cypher 25 knows them.
    """

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        super().__init__(tokens)
        self.newer: dict[str, None] = {}

    def statement(self) -> Query:
        """The whole text as one query, with at most one semicolon behind it."""
        query = self._show() if self.token.is_word("SHOW") else self.query()
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
        if self.token.is_word("WHEN"):
            return self._when_then(start)
        branches = [self.branch()]
        distinct = True
        while self.take_word("UNION"):
            if self.take_word("ALL"):
                distinct = False
            else:
                self.take_word("DISTINCT")
            branches.append(self.branch())
        if len(branches) > 1 and "NEXT" in self.newer:
            raise Unreadable(say("it uses NEXT together with UNION"), start, self.last_end())
        return Query(tuple(branches), distinct, start=start, end=self.last_end())

    def branch(self) -> Branch:
        """Clauses up to UNION, a brace or the end."""
        start = self.token.start
        clauses = [self.clause()]
        while not (self.token.kind == "end" or self.token.is_symbol("}", ";")):
            if self.token.is_word("UNION", "WHEN", "ELSE"):
                break
            last = clauses[-1]
            if self.token.is_word("NEXT") and _returns(last):
                self._newer("NEXT")
                clauses[-1] = replace(last, keyword="WITH")
            clauses.append(self.clause())
        return Branch(tuple(clauses), start=start, end=self.last_end())

    def _newer(self, name: str) -> None:
        self.at += 1
        self.newer[name] = None

    def _when_then(self, start: int) -> Query:
        """`WHEN condition THEN query … ELSE query`, as branches."""
        branches: list[Branch] = []
        while self.token.is_word("WHEN"):
            at = self.token.start
            self._newer("WHEN")
            condition = self.expression()
            self.need_word("THEN")
            test = Projection("WITH", star=True, where=condition, start=at, end=self.last_end())
            branches += self._arm((test,))
        if self.take_word("ELSE"):
            branches += self._arm(())
        return Query(tuple(branches), False, start=start, end=self.last_end())

    def _arm(self, test: tuple[Clause, ...]) -> list[Branch]:
        braces = self.take_symbol("{")
        self._enter()
        query = self.query() if braces else Query((self.branch(),))
        self.depth -= 1
        if braces:
            self.need_symbol("}")
        return [replace(one, clauses=(*test, *one.clauses)) for one in query.branches]

    def _show(self) -> Query:
        """`SHOW INDEXES` and `SHOW CONSTRAINTS`, which tell no more than the schema."""
        start = self.token
        self.at += 1
        while self.token.kind == "word" and self.token.value in _SHOWN_KINDS:
            self.at += 1
        if not self.token.is_word(*_SHOWN):
            raise Forbidden("SHOW (administration)", start.start, start.end)
        name = "show indexes" if self.token.value.startswith("INDEX") else "show constraints"
        self.at += 1
        outputs = self._yielded() if self.take_word("YIELD") else ()
        clauses: list[Clause] = []
        if self.token.is_word("ORDER", "SKIP", "OFFSET", "LIMIT"):
            clauses.append(self.clause())
        where = self.expression() if self.take_word("WHERE") else None
        end = self.last_end()
        shown = CallProcedure(name, (), outputs, where, start=start.start, end=end)
        if self.take_word("RETURN"):
            clauses.append(self._projection("RETURN", self.token.start))
        branch = Branch((shown, *clauses), start=start.start, end=self.last_end())
        return Query((branch,), start=start.start, end=self.last_end())

    def subquery(self, start: int) -> Query:
        """The inside of EXISTS, COUNT or COLLECT: a query, or just paths with a WHERE."""
        if self.token.is_word(
            "MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL", *_NEWER
        ) and (
            not self.ahead().is_symbol("=", "(") or self.token.is_word("MATCH", "UNWIND", "RETURN")
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
        if token.is_word("FILTER", "LET"):
            return self._filter_or_let(start)
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
        self.fail(say("a reading clause"))

    def _filter_or_let(self, start: int) -> Projection:
        filters = self.token.is_word("FILTER")
        self._newer(self.token.value)
        if filters:
            _ = self.take_word("WHERE")
            where = self.expression()
            return Projection("WITH", star=True, where=where, start=start, end=self.last_end())
        items = [self._let_item()]
        while self.take_symbol(","):
            items.append(self._let_item())
        return Projection("WITH", tuple(items), star=True, start=start, end=self.last_end())

    def _let_item(self) -> Item:
        start = self.token.start
        name = self.need_name("a variable")
        self.need_symbol("=")
        return Item(self.expression(), name, start=start, end=self.last_end())

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
            self.fail(listed(["FIRST", "LAST"], "or"))
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
        outputs: tuple[tuple[str, str | None], ...] = ()
        where = None
        if self.take_word("YIELD"):
            outputs = self._yielded()
            where = self.expression() if self.take_word("WHERE") else None
        return CallProcedure(
            ".".join(words), tuple(arguments), outputs, where, start=start, end=self.last_end()
        )

    def _yielded(self) -> tuple[tuple[str, str | None], ...]:
        outputs: list[tuple[str, str | None]] = []
        while True:
            name = "*" if self.take_symbol("*") else self.need_name("a column")
            alias = self.need_name("a name") if self.take_word("AS") else None
            outputs.append((name, alias))
            if not self.take_symbol(","):
                return tuple(outputs)


def _returns(clause: Clause) -> TypeGuard[Projection]:
    return isinstance(clause, Projection) and clause.keyword == "RETURN"


def prefixed(tokens: tuple[Token, ...]) -> int:
    """How many tokens before the statement are EXPLAIN, PROFILE or the version of Cypher."""
    at = 0
    while at < len(tokens) - 1:
        if tokens[at].is_word("EXPLAIN", "PROFILE"):
            at += 1
        elif tokens[at].is_word("CYPHER") and tokens[at + 1].text in ("5", "25"):
            at += 2
        else:
            break
    return at


def read(tokens: tuple[Token, ...]) -> tuple[Query, tuple[str, ...]]:
    """The statement that the tokens make, and the clauses in it that only Cypher 25 has.

    Raises:
        Forbidden: where a clause stands that is not a reading one.
        Unreadable: where the text is no statement.
    """
    reader = StatementReader(tokens)
    return reader.statement(), tuple(reader.newer)
