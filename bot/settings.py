"""Everything a person can set: name, environment variable, safe default and a help text.

`docs/settings.md` is made from this file, and held against it by a test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.errors import UsageError
from bot.layer.address import Server, server_of
from bot.layer.read import layer_of
from guardrails.privacy import Hidden, hidden
from memory.catalogue import marked

Flow: TypeAlias = Literal["naive", "retry", "check", "plan", "vote", "agent"]
FLOWS: tuple[str, ...] = get_args(Flow)
# The OPENAI_BASE_URL of whatever runs on this computer.
AUTO = "auto"


def _env(name: str) -> AliasChoices:
    return AliasChoices(name, name.lower())


class _OwnNames(PydanticBaseSettingsSource):
    """The environment or `.env`, read by the settings' own names: HOME and PORT are others'."""

    def __init__(self, settings: type[BaseSettings], source: PydanticBaseSettingsSource) -> None:
        super().__init__(settings)
        self._source = source

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return self._source.get_field_value(field, field_name)

    def __call__(self) -> dict[str, Any]:
        fields = self.settings_cls.model_fields
        return {name: value for name, value in self._source().items() if name not in fields}


def _sureness(default: float, name: str, description: str) -> Any:
    """A setting that says how sure something must be, 0 to 1."""
    return Field(default, ge=0, le=1, validation_alias=_env(name), description=description)


class Settings(BaseSettings):
    """All settings, read from the environment and from `.env` in the working folder."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        env_ignore_empty=True,
        populate_by_name=True,
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What was given, then the environment, then `.env`."""
        return (
            init_settings,
            _OwnNames(settings_cls, env_settings),
            _OwnNames(settings_cls, dotenv_settings),
        )

    home: Path = Field(
        Path("~/.cicerone"),
        validation_alias=_env("CICERONE_HOME"),
        description="Folder of the embedded graphs, the threads and the search index.",
    )
    graph: str | None = Field(
        None,
        validation_alias=_env("CICERONE_GRAPH"),
        description="Graph to ask: the one that its file describes, else the embedded one of that "
        "name, even where NEO4J_URI is set; `films` is the sample.",
    )
    graphs: str = Field(
        "",
        validation_alias=_env("CICERONE_GRAPHS"),
        description="Graphs that people may choose beside that one, separated by commas; by "
        "default all that are loaded, and all whose file has an address.",
    )
    idle_seconds: float = Field(
        1800,
        ge=1,
        validation_alias=_env("CICERONE_IDLE_SECONDS"),
        description="How long such a graph stays open that nobody asks, in seconds.",
    )
    neo4j_uri: str | None = Field(
        None,
        validation_alias=_env("NEO4J_URI"),
        description="Address of your Neo4j, for example neo4j+s://host; else the embedded graph.",
    )
    neo4j_username: str = Field(
        "neo4j",
        validation_alias=_env("NEO4J_USERNAME"),
        description="User; give it read rights only.",
    )
    neo4j_password: SecretStr = Field(
        SecretStr(""), validation_alias=_env("NEO4J_PASSWORD"), description="Its password."
    )
    neo4j_database: str | None = Field(
        None,
        validation_alias=_env("NEO4J_DATABASE"),
        description="Database to ask; the user's home database by default.",
    )
    ingest_uri: str | None = Field(
        None,
        validation_alias=_env("CICERONE_INGEST_URI"),
        description="Address of a Neo4j that `cicerone documents` writes into; the chat never "
        "opens it.",
    )
    ingest_username: str = Field(
        "neo4j",
        validation_alias=_env("CICERONE_INGEST_USERNAME"),
        description="Its user, who may write.",
    )
    ingest_password: SecretStr = Field(
        SecretStr(""),
        validation_alias=_env("CICERONE_INGEST_PASSWORD"),
        description="The password of that user.",
    )
    ingest_database: str | None = Field(
        None,
        validation_alias=_env("CICERONE_INGEST_DATABASE"),
        description="Database to write into; the user's home database by default.",
    )
    hide: str = Field(
        "",
        validation_alias=_env("CICERONE_HIDE"),
        description="What nobody gets to see, beside what the graph's file hides: labels, "
        "relationship types and properties, as in `Secret, Person.email, *.password`.",
    )
    send: Literal["schema", "values", "rows"] = Field(
        "rows",
        validation_alias=_env("CICERONE_SEND"),
        description="The most a model is sent: schema (no stored values), values (linked values "
        "and samples, too, but none of people's names, numbers, addresses or birth dates) or rows "
        "(results, too).",
    )
    link_hosts: str = Field(
        "",
        validation_alias=_env("CICERONE_LINK_HOSTS"),
        description="Hosts that links in a model's answers may lead to, separated by commas; none "
        "by default.",
    )
    terminology: Path | None = Field(
        None,
        validation_alias=_env("CICERONE_TERMINOLOGY"),
        description="File of your own words and what they mean on this graph; `terminology.yaml` "
        "in the home folder by default.",
    )
    layers: Path | None = Field(
        None,
        validation_alias=_env("CICERONE_LAYERS"),
        description="Folder of the files that describe the graphs, `NAME.yaml` for each; `graphs` "
        "in the home folder by default.",
    )
    impersonate: bool = Field(
        False,
        validation_alias=_env("NEO4J_IMPERSONATE"),
        description="Run each question as the person signed in, who must be a user of the "
        "database.",
    )
    engine: Literal["auto", "offline", "llm"] = Field(
        "auto",
        validation_alias=_env("CICERONE_ENGINE"),
        description="Who writes Cypher: auto (parser, then model), offline or llm.",
    )
    flow: Flow = Field(
        "check",
        validation_alias=_env("CICERONE_FLOW"),
        description="naive writes once (what it wrote is repaired, as in every flow), retry "
        "corrects errors, check also doubtful results, plan also splits a question into at most "
        "three steps (where CICERONE_SEND is rows), vote takes what most of three drafts come to, "
        "agent lets a model with tools look around, at most eight steps.",
    )
    sure: float = _sureness(
        0.6,
        "CICERONE_SURE",
        "How sure (0 to 1) the reader must be of what a question means to answer it; else you are "
        "asked.",
    )
    sure_following: float = _sureness(
        0.5,
        "CICERONE_SURE_FOLLOWING",
        "The same for messages after the first of a conversation.",
    )
    sure_before_model: float = _sureness(
        0.82,
        "CICERONE_SURE_BEFORE_MODEL",
        "How sure the reader must be, where there is a model, to answer in its place; of a model "
        "that `cicerone model check` has found right less often, no surer than that.",
    )
    sure_following_before_model: float = _sureness(
        0.96,
        "CICERONE_SURE_FOLLOWING_BEFORE_MODEL",
        "The same for messages after the first of a conversation.",
    )
    judge: Literal["rules", "model"] = Field(
        "rules",
        validation_alias=_env("CICERONE_JUDGE"),
        description="Who decides in flow check where rules are not sure that a query answers: "
        "rules (the query is corrected) or the model (one more short call).",
    )
    understand: Literal["together", "apart", "one"] = Field(
        "together",
        validation_alias=_env("CICERONE_UNDERSTAND"),
        description="How the model is asked what a message means: together in one call, apart, in "
        "a short call for each thing that is open, or one, in one call that also writes the query.",
    )
    corrections: int = Field(
        1,
        ge=0,
        le=2,
        validation_alias=_env("CICERONE_CORRECTIONS"),
        description="How often a failed draft goes back to the model.",
    )
    openai_api_key: SecretStr = Field(
        SecretStr(""),
        validation_alias=_env("OPENAI_API_KEY"),
        description="Key of the model's endpoint.",
    )
    openai_base_url: str | None = Field(
        None,
        validation_alias=_env("OPENAI_BASE_URL"),
        description="Any OpenAI-compatible endpoint: Ollama, LM Studio, vLLM, a gateway; auto for "
        "the first of Ollama, LM Studio, llama.cpp and vLLM that runs on this computer.",
    )
    model: str = Field(
        "gpt-4.1-mini",
        validation_alias=_env("CICERONE_MODEL"),
        description="Name of the chat model.",
    )
    model_file: Path | None = Field(
        None,
        validation_alias=_env("CICERONE_MODEL_FILE"),
        description="A GGUF file to serve by llama.cpp on this computer, rather than ask an "
        "endpoint; needs `cicerone[local]`.",
    )
    model_threads: int | None = Field(
        None,
        ge=1,
        validation_alias=_env("CICERONE_MODEL_THREADS"),
        description="Cores that it may use; by default all but one.",
    )
    model_context: int = Field(
        8192,
        ge=2048,
        validation_alias=_env("CICERONE_MODEL_CONTEXT"),
        description="Tokens that it holds at once; more take more memory.",
    )
    model_hub: str = Field(
        "https://huggingface.co",
        validation_alias=_env("CICERONE_MODEL_HUB"),
        description="Where `cicerone model get` gets models from: the Hugging Face hub, or a "
        "mirror of it.",
    )
    write_model: str = Field(
        "",
        validation_alias=_env("CICERONE_WRITE_MODEL"),
        description="Another model that only writes Cypher; CICERONE_MODEL by default. It also "
        "works without one: rules then do the rest.",
    )
    write_base_url: str | None = Field(
        None,
        validation_alias=_env("CICERONE_WRITE_BASE_URL"),
        description="Its endpoint; OPENAI_BASE_URL by default.",
    )
    write_api_key: SecretStr = Field(
        SecretStr(""),
        validation_alias=_env("CICERONE_WRITE_API_KEY"),
        description="Its key; OPENAI_API_KEY by default, where the endpoint is the same.",
    )
    write_form: Literal["auto", "chat", "text2cypher"] = Field(
        "auto",
        validation_alias=_env("CICERONE_WRITE_FORM"),
        description="How it is asked: chat, text2cypher (as Neo4j's fine-tuned models are), or "
        "auto by its name.",
    )
    embed_model: str = Field(
        "",
        validation_alias=_env("CICERONE_EMBED_MODEL"),
        description="Name of an embedding model; the word vectors inside this package by default.",
    )
    embed_base_url: str | None = Field(
        None,
        validation_alias=_env("CICERONE_EMBED_BASE_URL"),
        description="Its OpenAI-compatible endpoint; OPENAI_BASE_URL by default.",
    )
    embed_api_key: SecretStr = Field(
        SecretStr(""),
        validation_alias=_env("CICERONE_EMBED_API_KEY"),
        description="Its key; OPENAI_API_KEY by default, where the endpoint is the same.",
    )
    prices: str = Field(
        "",
        validation_alias=_env("CICERONE_PRICES"),
        description="Prices of a million prompt and completion tokens by model, to tell what "
        "answers cost: `MODEL=0.40/1.60`, separated by commas.",
    )
    currency: str = Field(
        "USD",
        min_length=1,
        max_length=8,
        validation_alias=_env("CICERONE_CURRENCY"),
        description="Currency of CICERONE_PRICES and CICERONE_DAY_MONEY, as it is to be shown; "
        "nothing is converted.",
    )
    turn_tokens: int = Field(
        30_000,
        ge=0,
        validation_alias=_env("CICERONE_TURN_TOKENS"),
        description="Tokens that one question may take of a model, 0 for any number; then rules "
        "go on alone.",
    )
    day_tokens: int = Field(
        0,
        ge=0,
        validation_alias=_env("CICERONE_DAY_TOKENS"),
        description="Tokens that a day (UTC) may take, for all who share the database; 0 for any "
        "number.",
    )
    day_money: float = Field(
        0,
        ge=0,
        validation_alias=_env("CICERONE_DAY_MONEY"),
        description="Money that a day may take, by CICERONE_PRICES; 0 for any amount.",
    )
    schema_tokens: int = Field(
        2000,
        ge=200,
        validation_alias=_env("CICERONE_SCHEMA_TOKENS"),
        description="Above this size only the part of the schema that a question needs is used.",
    )
    max_rows: int = Field(
        1000,
        ge=1,
        validation_alias=_env("CICERONE_MAX_ROWS"),
        description="Rows fetched for an answer; the rest is counted, and downloadable.",
    )
    max_bytes: int = Field(
        1_000_000,
        ge=10_000,
        validation_alias=_env("CICERONE_MAX_BYTES"),
        description="Bytes fetched for an answer.",
    )
    max_export: int = Field(
        100_000,
        ge=1,
        validation_alias=_env("CICERONE_MAX_EXPORT"),
        description="Rows in a downloaded file (CSV, Excel or JSON).",
    )
    answer_from: Literal["both", "graph", "passages"] = Field(
        "both",
        validation_alias=_env("CICERONE_ANSWER_FROM"),
        description="What answers over documents: the graph and, where all there are is asked for "
        "or the graph has nothing, the passages (`both`), or one of them alone.",
    )
    passages: int = Field(
        64,
        ge=1,
        validation_alias=_env("CICERONE_PASSAGES"),
        description="Passages of documents that a question has a model read at most.",
    )
    read_documents: Literal["together", "apart"] = Field(
        "together",
        validation_alias=_env("CICERONE_READ_DOCUMENTS"),
        description="How a model reads documents: together, a passage in one call and, for a "
        "question, many passages at once; or apart, in a short call for each kind of the schema "
        "and passage by passage, which takes more calls and has small models find more.",
    )
    charts: bool = Field(
        True,
        validation_alias=_env("CICERONE_CHARTS"),
        description="Whether rows that call for it are drawn as a chart above the table.",
    )
    statement_seconds: float = Field(
        10,
        gt=0,
        validation_alias=_env("CICERONE_STATEMENT_SECONDS"),
        description="Time limit of one database statement, in seconds.",
    )
    lookup_seconds: float = Field(
        1,
        gt=0,
        validation_alias=_env("CICERONE_LOOKUP_SECONDS"),
        description="How long a name that the index lacks is looked up in the database, in "
        "seconds; what is not found by then is said to be unknown, not absent.",
    )
    refresh_seconds: float = Field(
        300,
        gt=0,
        validation_alias=_env("CICERONE_REFRESH_SECONDS"),
        description="How often at most the database is looked at for changes, beside the "
        "questions, in seconds.",
    )
    watermark: str = Field(
        "",
        validation_alias=_env("CICERONE_WATERMARK"),
        description="Properties that tell when a node was changed, as in `Product.updatedAt, "
        "Person.changed`: what is newer is read at each look.",
    )
    turn_seconds: float = Field(
        60,
        gt=0,
        validation_alias=_env("CICERONE_TURN_SECONDS"),
        description="Time limit of a whole turn, in seconds.",
    )
    first_token_seconds: float = Field(
        30,
        gt=0,
        validation_alias=_env("CICERONE_FIRST_TOKEN_SECONDS"),
        description="How long the model may take to its first token, in seconds.",
    )
    workers: int | None = Field(
        None,
        ge=0,
        validation_alias=_env("CICERONE_WORKERS"),
        description="Processes that read questions beside the chat, so that nobody waits for "
        "another; as many as there are cores by default, 0 for none.",
    )
    read_seconds: float = Field(
        10,
        gt=0,
        validation_alias=_env("CICERONE_READ_SECONDS"),
        description="How long reading one question may take of the processor, in seconds.",
    )
    embedded_memory_mb: int = Field(
        768,
        ge=256,
        validation_alias=_env("CICERONE_EMBEDDED_MEMORY_MB"),
        description="Memory of the embedded database's heap, in MB.",
    )
    host: str = Field(
        "127.0.0.1",
        validation_alias=_env("CICERONE_HOST"),
        description="Address the chat listens on; any but loopback needs CICERONE_AUTH.",
    )
    port: int = Field(
        8000,
        ge=1,
        le=65535,
        validation_alias=_env("CICERONE_PORT"),
        description="Port of the chat.",
    )
    auth: str = Field(
        "",
        validation_alias=_env("CICERONE_AUTH"),
        description="Who may sign in: `password:FILE` (lines of name:hash, made by `cicerone "
        "password NAME`) or `header:NAME` (a header your proxy sets).",
    )
    allowed_origins: str = Field(
        "",
        validation_alias=_env("CICERONE_ALLOWED_ORIGINS"),
        description="Sites that may embed the chat, separated by commas; only its own by default.",
    )
    allowed_hosts: str = Field(
        "",
        validation_alias=_env("CICERONE_ALLOWED_HOSTS"),
        description="Names the chat answers to beside this computer's own, separated by commas: "
        "those under which your proxy is reached. By default any on an open address, and on "
        "loopback none.",
    )
    trusted_proxies: str = Field(
        "",
        validation_alias=_env("CICERONE_TRUSTED_PROXIES"),
        description="Addresses or networks of your proxies, separated by commas: only from these "
        "are X-Forwarded-For, X-Forwarded-Proto and the header of CICERONE_AUTH believed.",
    )
    auth_secret: SecretStr = Field(
        SecretStr(""),
        validation_alias=_env("CHAINLIT_AUTH_SECRET"),
        description="What signs the login cookies, at least 32 characters, the same for all "
        "replicas; made once in the home folder by default.",
    )
    messages_a_minute: int = Field(
        30,
        ge=0,
        validation_alias=_env("CICERONE_MESSAGES_A_MINUTE"),
        description="Messages a minute of one person, or of one session where nobody signs in, and "
        "a quarter of the clicks that draw; 0 for any number.",
    )
    questions_at_once: int = Field(
        2,
        ge=1,
        validation_alias=_env("CICERONE_QUESTIONS_AT_ONCE"),
        description="Questions of theirs that are answered at once; the rest waits in line.",
    )
    questions_in_all: int = Field(
        0,
        ge=0,
        validation_alias=_env("CICERONE_QUESTIONS_IN_ALL"),
        description="Questions of all people that are answered at once; by default as many as the "
        "cores and one, with a model eight times the cores.",
    )
    connections: int = Field(
        200,
        ge=1,
        validation_alias=_env("CICERONE_CONNECTIONS"),
        description="Sockets that one address may hold, and open in a minute; each open page has "
        "one.",
    )
    sign_in_tries: int = Field(
        10,
        ge=4,
        validation_alias=_env("CICERONE_SIGN_IN_TRIES"),
        description="So many wrong passwords of one name from one address, the last ones with "
        "growing delays, lock it out there; three times as many lock the address out.",
    )
    lockout_seconds: float = Field(
        900,
        gt=0,
        validation_alias=_env("CICERONE_LOCKOUT_SECONDS"),
        description="For so long, in seconds, or until `cicerone unlock`.",
    )
    sharing: bool = Field(
        False,
        validation_alias=_env("CICERONE_SHARING"),
        description="Let people share a conversation, to be read by whoever signs in and has its "
        "link.",
    )
    curators: str = Field(
        "",
        validation_alias=_env("CICERONE_CURATORS"),
        description="Who may approve and refuse lessons and words for everybody, under Review: "
        "names as they sign in, separated by commas; where nobody signs in, whoever is there.",
    )
    api_docs: bool = Field(
        False,
        validation_alias=_env("CICERONE_API_DOCS"),
        description="Show the page's own addresses at /docs, /redoc and /openapi.json.",
    )
    database_url: str | None = Field(
        None,
        validation_alias=_env("DATABASE_URL"),
        description="PostgreSQL address for threads and examples; SQLite in the home folder else.",
    )
    qdrant_url: str | None = Field(
        None,
        validation_alias=_env("QDRANT_URL"),
        description="A Qdrant server for the search index; in-process by default.",
    )
    qdrant_api_key: SecretStr = Field(
        SecretStr(""), validation_alias=_env("QDRANT_API_KEY"), description="Its key."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning", validation_alias=_env("CICERONE_LOG_LEVEL"), description="How much is logged."
    )

    @property
    def folder(self) -> Path:
        """The folder `home`, with ~ expanded."""
        return self.home.expanduser()

    @property
    def embedded(self) -> bool:
        """Whether the embedded database is asked.

        Raises:
            UsageError: the graph's file has a mistake, so that nobody can tell.
        """
        return not self._is_set_server and not layer_of(self).layer.is_on_server

    @property
    def _is_set_server(self) -> bool:
        return self.graph is None and self.neo4j_uri is not None

    @property
    def server(self) -> Server | None:
        """The server that is asked, of NEO4J_URI or of the graph's file; None where it is embedded.

        Raises:
            UsageError: the file has a mistake, or a variable that it names is not set.
        """
        if self.embedded:
            return None
        if self._is_set_server:
            name = self.neo4j_database
            return Server(self.neo4j_uri or "", self.neo4j_username, self.neo4j_password, name)
        return server_of(layer_of(self), self.neo4j_username, self.neo4j_password)

    @property
    def graph_name(self) -> str:
        """Name of the graph asked: that which was given, or the Neo4j database."""
        if self._is_set_server:
            return self.neo4j_database or "neo4j"
        return self.graph or "films"

    def of_graph(self, name: str) -> Settings:
        """The same, to ask the graph of that name; "" is the one that is asked already."""
        return self if name in ("", self.graph_name) else self.model_copy(update={"graph": name})

    @property
    def graph_key(self) -> str:
        """What indexes and examples of the graph asked are filed under."""
        if self.embedded:
            return self.graph_name
        if self._is_set_server:
            return f"{self.graph_name}@{urlsplit(self.neo4j_uri or '').netloc}"
        layer = layer_of(self).layer
        other = f"/{layer.database}" if layer.database not in ("", self.graph_name) else ""
        return f"{self.graph_name}@{urlsplit(layer.address).netloc}{other}"

    @property
    def layer_file(self) -> Path:
        """The file that describes the graph asked, which need not be there."""
        return self.layers_folder / f"{Path(self.graph_name).name}.yaml"

    @property
    def layers_folder(self) -> Path:
        """The folder of the files that describe the graphs."""
        return self.layers.expanduser() if self.layers else self.folder / "graphs"

    @property
    def graphs_named(self) -> frozenset[str]:
        """The names in CICERONE_GRAPHS."""
        return frozenset(name.strip() for name in self.graphs.split(",") if name.strip())

    @property
    def hidden(self) -> Hidden:
        """What CICERONE_HIDE and the graph's file name.

        Raises:
            UsageError: the file has a mistake, so that nobody can tell what it hides.
        """
        return hidden(", ".join((self.hide, *layer_of(self).layer.hidden)))

    @property
    def link_hosts_allowed(self) -> frozenset[str]:
        """The hosts of CICERONE_LINK_HOSTS."""
        return frozenset(
            host.strip().lower() for host in self.link_hosts.split(",") if host.strip()
        )

    @property
    def behind_proxy(self) -> bool:
        """Whether others come in through a proxy."""
        return bool(self.trusted_proxies.strip() or self.allowed_hosts.strip())

    @property
    def sent_to_model(self) -> str:
        """What CICERONE_SEND lets a model see, in words."""
        return {
            "schema": marked("the names and types of the schema, no stored values"),
            "values": marked(
                "the schema, linked values, samples of others but personal ones, no results"
            ),
            "rows": marked(
                "the schema, linked values, samples of others but personal ones, and results"
            ),
        }[self.send]

    @property
    def has_model(self) -> bool:
        """Whether a language model is set."""
        return bool(
            self.openai_base_url or self.openai_api_key.get_secret_value() or self.model_file
        )

    @property
    def in_house(self) -> bool:
        """Whether a model is to be found on this computer, or served from a file."""
        return bool(self.model_file) or self.finds_model

    @property
    def finds_model(self) -> bool:
        """Whether a model that runs on this computer is to be found."""
        return self.openai_base_url == AUTO

    def without_model(self) -> Settings:
        """With no chat model, nor a key: what was meant for one in the house goes nowhere else."""
        none = {"model_file": None, "openai_base_url": None, "openai_api_key": SecretStr("")}
        return self.model_copy(update=none)

    @property
    def model_named(self) -> bool:
        """Whether CICERONE_MODEL was set, rather than left as it is."""
        return "model" in self.model_fields_set

    @property
    def models_folder(self) -> Path:
        """Where models are kept that were fetched."""
        return self.folder / "models"

    @property
    def has_writer(self) -> bool:
        """Whether a model of its own writes Cypher."""
        return bool(self.write_model and (self.write_base_url or self.has_model))

    @property
    def model_name(self) -> str | None:
        """The model that is asked, or else the one that only writes; None where none is."""
        if self.engine == "offline" or not (self.has_model or self.has_writer):
            return None
        return self.model if self.has_model else self.write_model

    @property
    def has_embedder(self) -> bool:
        """Whether an embedding model is set."""
        return bool(self.embed_model and (self.embed_base_url or self.has_model))

    @property
    def embeds_texts(self) -> bool:
        """Whether the embedding model may be sent what is stored in the graph."""
        return self.has_embedder and self.send == "rows"

    @property
    def writes_as(self) -> Literal["chat", "text2cypher"]:
        """The form in which CICERONE_WRITE_MODEL is asked."""
        if self.write_form != "auto":
            return self.write_form
        name = self.write_model.lower().replace("-", "").replace("_", "")
        fine_tuned = "text2cypher" in name or "texttocypher" in name
        return "text2cypher" if fine_tuned else "chat"


def load_settings(**overrides: object) -> Settings:
    """The settings of this process; keyword arguments win over the environment.

    Raises:
        UsageError: a variable has a value that cannot be used; the message names it.
    """
    try:
        return Settings(**{k: v for k, v in overrides.items() if v is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        field = Settings.model_fields.get(name)
        alias = field.validation_alias if field else None
        shown = alias.choices[0] if isinstance(alias, AliasChoices) else name.upper()
        raise UsageError(f"{shown} cannot be used: {first['msg']}.") from None
    except UnicodeDecodeError:
        raise UsageError("The file .env is not UTF-8 text; save it as UTF-8.") from None
