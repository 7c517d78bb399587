"""neo4j-graphrag's Text2CypherRetriever: one prompt, EXPLAIN, then the statement."""

from __future__ import annotations

import httpx
import neo4j
from neo4j_graphrag.llm import OpenAILLM
from neo4j_graphrag.retrievers import Text2CypherRetriever
from neo4j_graphrag.retrievers.text2cypher import extract_cypher
from neo4j_graphrag.schema import get_schema

from bot.evaluation.peers.bounded_read import bounded_driver
from bot.evaluation.peers.metered import Meter
from bot.evaluation.peers.peer import Asked
from bot.settings import Settings


class GraphRAG:
    """The retriever with its own prompt; it writes no answer."""

    def __init__(
        self,
        settings: Settings,
        http: httpx.Client,
        temperature: float,
        meter: Meter,
        max_rows: int,
    ) -> None:
        """Connects and reads the schema through APOC.

        Raises:
            Exception: whatever library or driver raise where a part cannot be reached.
        """
        login = (settings.neo4j_username, settings.neo4j_password.get_secret_value())
        driver = neo4j.GraphDatabase.driver(
            settings.neo4j_uri or "", auth=login, telemetry_disabled=True
        )
        self._driver = bounded_driver(driver, settings.statement_seconds, max_rows)
        self._meter = meter
        model = OpenAILLM(
            settings.model,
            model_params={"temperature": temperature},
            base_url=settings.openai_base_url,
            api_key=settings.openai_api_key.get_secret_value() or "none",
            timeout=settings.turn_seconds,
            max_retries=1,
            http_client=http,
        )
        self._retriever = Text2CypherRetriever(
            self._driver,
            model,
            neo4j_schema=get_schema(self._driver, database=settings.neo4j_database),
            neo4j_database=settings.neo4j_database,
        )

    def ask(self, question: str) -> Asked:
        """Retrieves; where it fails, its statement is read from what the model replied."""
        try:
            found = self._retriever.get_search_results(question)
        except Exception as error:
            text = self._meter.first_text
            return Asked(self.draft(text) if text else None, error=error)
        return Asked(str((found.metadata or {})["cypher"]).strip() or None)

    def draft(self, reply: str) -> str:
        """The Cypher in a reply."""
        return str(extract_cypher(reply))

    def close(self) -> None:
        """Close the driver."""
        self._driver.close()
