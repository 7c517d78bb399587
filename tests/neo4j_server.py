"""Real Neo4j servers for the tests: Community, run from the jars of Maven Central.

The jars (116 to 142 MB a version) are fetched once by Maven into the folder CICERONE_TEST_CACHE
(default `~/.cache/cicerone-tests`). Java is the one inside the `arcadedb-embedded` wheel, so only
Maven has to be installed. A server is ready in about six seconds and takes 350 MB.
"""

from __future__ import annotations

import ctypes
import fcntl
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import neo4j

# About six where nothing else runs; a loaded machine takes many times as long.
_START_SECONDS = 240
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cicerone.tests</groupId><artifactId>neo4j-jars</artifactId><version>1</version>
  <dependencies>{dependencies}</dependencies>
</project>
"""
_DEPENDENCY = (
    "<dependency><groupId>{0}</groupId><artifactId>{1}</artifactId><version>{2}</version>"
    "</dependency>"
)
_CONF = """server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
dbms.usage_report.enabled=false
server.memory.heap.max_size=512m
server.memory.pagecache.size=128m
dbms.security.procedures.unrestricted=apoc.*
{extra}
"""
# Compiling less takes a third off the start, which is most of a short test run.
_QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
_OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.lang", "java.util.concurrent")


class NotInstalled(RuntimeError):
    """Something the test servers need is missing; the message says what to install."""


@dataclass(frozen=True)
class Edition:
    """One kind of server the tests run against."""

    name: str
    version: str
    entry_point: str
    apoc: str | None = None


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition("neo4j-5.26", "5.26.20", "org.neo4j.server.CommunityEntryPoint"),
        # APOC core has no later patch version of 5.26 in Maven Central.
        Edition("neo4j-5.26-apoc", "5.26.20", "org.neo4j.server.CommunityEntryPoint", "5.26.5"),
        Edition("neo4j-2025", "2025.10.1", "org.neo4j.server.Neo4jCommunity"),
    )
}


def cache_folder() -> Path:
    """Where the jars are kept from run to run."""
    default = Path.home() / ".cache" / "cicerone-tests"
    return Path(os.environ.get("CICERONE_TEST_CACHE") or default)


def java() -> Path:
    """The Java runtime inside the embedded database's wheel (version 25 runs every edition)."""
    spec = importlib.util.find_spec("arcadedb_embedded")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        found = Path(folder) / "jre" / "bin" / "java"
        if found.exists():
            return found
    raise NotInstalled("The Java inside arcadedb-embedded is missing: install the dependencies.")


def _maven(folder: Path, *arguments: str) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise NotInstalled("Maven is missing, which fetches Neo4j: apt-get install maven.")
    done = subprocess.run(
        [maven, "-q", "-B", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotInstalled(f"Maven could not fetch Neo4j: {(done.stdout + done.stderr)[-2000:]}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time: test runs may share the cache."""
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def jars(edition: Edition) -> tuple[Path, Path | None]:
    """Fetches what is not there yet: (folder of the server's jars, folder with APOC or None).

    Raises:
        NotInstalled: Maven is missing, or what it was asked for cannot be had.
    """
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    with _locked(cache / "lock"):
        server = cache / f"neo4j-{edition.version}"
        if not server.exists():
            coordinates = [
                ("org.neo4j", "neo4j", edition.version),
                ("org.neo4j.app", "neo4j-server", edition.version),
            ]
            _fetch(server, "".join(_DEPENDENCY.format(*c) for c in coordinates))
        if edition.apoc is None:
            return server, None
        plugins = cache / f"apoc-{edition.apoc}"
        if not plugins.exists():
            core = _DEPENDENCY.format("org.neo4j.procedure", "apoc-core", edition.apoc)
            core = core.replace("</version>", "</version><classifier>core</classifier>")
            _fetch(plugins, core, "-DexcludeTransitive=true")
        return server, plugins


def _fetch(target: Path, dependencies: str, *options: str) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        (Path(folder) / "pom.xml").write_text(_POM.format(dependencies=dependencies))
        _maven(Path(folder), "dependency:copy-dependencies", "-DoutputDirectory=jars", *options)
        # Renamed last, so that an interrupted download is never taken for a whole one.
        (Path(folder) / "jars").rename(target)


def free_port() -> int:
    """A port of loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _die_with_parent() -> None:
    """In the child: SIGKILL when the test run dies without stopping its servers (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


@dataclass
class Neo4jServer:
    """One server in a folder of its own; `start` returns once it answers on its port."""

    edition: Edition
    settings: dict[str, str] = field(default_factory=dict)
    username: str = "neo4j"
    password: str = field(default_factory=lambda: secrets.token_hex(12))
    database: str = "neo4j"
    port: int = field(default_factory=free_port)
    _process: subprocess.Popen[bytes] | None = None
    _folder: Path | None = None

    @property
    def uri(self) -> str:
        """Its address, without encryption."""
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> Neo4jServer:
        """Starts the server, with a folder and password of its own the first time.

        Raises:
            NotInstalled: Java, Maven or the jars are missing.
            RuntimeError: it ended or did not answer in time; the message has its log's end.
        """
        server, plugins = jars(self.edition)
        new = self._folder is None
        self._folder = self._folder or self._prepare(plugins)
        log = (self._folder / "server.log").open("ab")
        command = [str(java()), "-Xmx512m", *_QUICK, *_opened_packages()]
        command += ["-cp", self._class_path(server, plugins), self.edition.entry_point]
        command += [f"--home-dir={self._folder}", f"--config-dir={self._folder / 'conf'}"]
        self._process = subprocess.Popen(
            command,
            env=self._environment(),
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            preexec_fn=_die_with_parent,
        )
        log.close()
        self._wait_for_port()
        if new:
            self._set_password()
        return self

    def stop(self) -> None:
        """Ends the server and removes its folder, so it need not end cleanly."""
        self.halt(signal.SIGKILL)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def halt(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends the process and keeps the folder; `start` brings it back on the same port."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _prepare(self, plugins: Path | None) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="cicerone-neo4j-"))
        (folder / "conf").mkdir()
        (folder / "plugins").mkdir()
        for jar in plugins.glob("*.jar") if plugins else ():
            (folder / "plugins" / jar.name).symlink_to(jar)
        extra = "\n".join(f"{name}={value}" for name, value in self.settings.items())
        (folder / "conf" / "neo4j.conf").write_text(_CONF.format(port=self.port, extra=extra))
        return folder

    def _set_password(self) -> None:
        """In place of the first one; over Bolt, since Neo4j's own tool starts a Java for it."""
        first = ("neo4j", "neo4j")
        with (
            neo4j.GraphDatabase.driver(self.uri, auth=first) as driver,
            driver.session(database="system") as session,
        ):
            change = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
            session.run(change, old=first[1], new=self.password).consume()

    def _class_path(self, server: Path, plugins: Path | None) -> str:
        folders = [server] if plugins is None else [server, plugins]
        return os.pathsep.join(f"{folder}/*" for folder in folders)

    def _environment(self) -> dict[str, str]:
        assert self._folder is not None
        home = {"NEO4J_HOME": str(self._folder), "NEO4J_CONF": str(self._folder / "conf")}
        return {**os.environ, **home}

    def _wait_for_port(self) -> None:
        assert self._process is not None and self._folder is not None
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        log = (self._folder / "server.log").read_text(errors="replace")[-3000:]
        self.stop()
        raise RuntimeError(f"{self.edition.name} did not start: {log}")


def _opened_packages() -> list[str]:
    return [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED]
