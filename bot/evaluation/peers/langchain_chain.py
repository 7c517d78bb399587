"""langchain-neo4j's GraphCypherQAChain: schema and question in one prompt, then a corrector."""

from __future__ import annotations

from typing import Any

import httpx
import neo4j
from langchain_neo4j import GraphCypherQAChain, Neo4jGraph
from langchain_openai import ChatOpenAI
from neo4j_graphrag.retrievers.text2cypher import extract_cypher
from pydantic import SecretStr

from bot.evaluation.peers.peer import Asked
from bot.settings import Settings


class LangChain:
    """The chain with its own prompts and `validate_cypher`, which turns relationships round."""

    def __init__(self, settings: Settings, http: httpx.Client, temperature: float) -> None:
        """Connects and reads the schema through APOC.

        Raises:
            Exception: whatever library or driver raise where a part cannot be reached.
        """
        self._graph = _ReadGraph(settings)
        model = ChatOpenAI(
            model=settings.model,
            base_url=settings.openai_base_url,
            api_key=SecretStr(settings.openai_api_key.get_secret_value() or "none"),
            temperature=temperature,
            timeout=settings.turn_seconds,
            max_retries=1,
            http_client=http,
        )
        self._chain = GraphCypherQAChain.from_llm(
            model,
            graph=self._graph,
            validate_cypher=True,
            return_intermediate_steps=True,
            allow_dangerous_requests=True,
        )

    def ask(self, question: str) -> Asked:
        """Runs the chain; it runs nothing where its corrector finds a draft impossible."""
        self._graph.last = None
        try:
            found = self._chain.invoke({"query": question})
        except Exception as error:
            return Asked(self._graph.last, error=error)
        steps = found["intermediate_steps"]
        return Asked(steps[0]["query"] or None, answer=str(found["result"]))

    def draft(self, reply: str) -> str:
        """The Cypher in a reply, before the corrector."""
        return str(extract_cypher(reply))

    def close(self) -> None:
        """Close the driver."""
        self._graph.close()


class _ReadGraph(Neo4jGraph):
    """The library's graph, reading only, and only as many rows as the chain looks at."""

    def __init__(self, settings: Settings) -> None:
        self.last: str | None = None
        super().__init__(
            settings.neo4j_uri,
            settings.neo4j_username,
            settings.neo4j_password.get_secret_value(),
            database=settings.neo4j_database,
            timeout=settings.statement_seconds,
            driver_config={"telemetry_disabled": True},
        )

    def query(
        self,
        query: str,
        params: dict[str, Any] | None = None,
        session_params: dict[str, Any] | None = None,
    ) -> list[dict[str, Any]]:
        """The first rows of a statement."""
        self.last = query
        with self._driver.session(
            database=self._database, default_access_mode=neo4j.READ_ACCESS
        ) as session:
            result = session.run(neo4j.Query(query, timeout=self.timeout), params or {})
            return [record.data() for record in result.fetch(_CONTEXT_ROWS)]


_CONTEXT_ROWS = GraphCypherQAChain.model_fields["top_k"].default
