"""How the ArcadeDB server is called: the bundled runtime, its memory, the engine's settings."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

from bot.graph.embedded.folder import Folder, ServerState

_MESSAGE_BYTES = str(64 << 20)
# Loopback only, for Bolt and for HTTP. The admission gate is off because four stuck statements
# would fill it and keep out the very request that ends them; what a statement may hold in memory
# is still bounded by the engine. Registration at a vendor's portal is off, and so is reading CSV.
_SETTINGS = {
    "server.httpIncomingHost": "127.0.0.1",
    "bolt.host": "127.0.0.1",
    "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
    "server.mode": "development",
    "support.autoRegister": "false",
    "serverMetrics": "false",
    "polyglotEngineEnabled": "false",
    "backup.enabled": "false",
    "queryMaxConcurrent": "0",
    "opencypher.loadCsv.allowFileUrls": "false",
    "opencypher.loadCsv.allowRemoteUrls": "false",
    "bolt.maxMessageSize": _MESSAGE_BYTES,
    "bolt.packstream.maxValueLength": _MESSAGE_BYTES,
    "server.saltIterations": "1000",
}
_JVM = (
    "-XX:+UseSerialGC",
    "-XX:+UseCompactObjectHeaders",
    "-XX:-UsePerfData",
    "-XX:+DisableAttachMechanism",
    "-XX:MaxMetaspaceSize=192m",
    "-XX:ReservedCodeCacheSize=96m",
    "-XX:MaxDirectMemorySize=128m",
    "--add-modules=jdk.incubator.vector",
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/java.nio.channels.spi=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "-Dpolyglot.engine.WarnInterpreterOnly=false",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-Duser.timezone=UTC",
)


class StartFailed(Exception):
    """The server did not start; the text is one sentence, `remedy` what to do about it."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


def java_command(
    folder: Folder, state: ServerState, memory_mb: int, password_file: Path, logging: Path
) -> list[str]:
    """The command line; the root password stands in a file, for anybody can read this line.

    Raises:
        StartFailed: the package is not installed.
    """
    package = _package()
    settings = _SETTINGS | {
        "server.rootPath": str(folder.root),
        "server.logsDirectory": str(folder.log.parent),
        "server.rootPasswordPath": str(password_file),
        "server.httpIncomingPort": str(state.http_port),
        "bolt.port": str(state.bolt_port),
    }
    return [
        str(package / "jre" / "bin" / "java"),
        f"-Xmx{memory_mb}m",
        *_JVM,
        f"-Djava.util.logging.config.file={logging}",
        f"-XX:ErrorFile={folder.log.parent}/java-%p.log",
        *(f"-Darcadedb.{name}={value}" for name, value in settings.items()),
        "-cp",
        str(package / "jars" / "*"),
        "com.arcadedb.server.ArcadeDBServer",
    ]


def bare_environment() -> dict[str, str]:
    """What a child needs of the environment: no keys, no options of other programs."""
    kept = ("PATH", "HOME", "TMPDIR", "SYSTEMROOT")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    # Java names files in the locale's encoding: "C" would lose every letter beyond ASCII.
    return environment | {"LC_ALL": "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"}


def _package() -> Path:
    spec = importlib.util.find_spec("arcadedb_embedded")
    if spec is None or not spec.submodule_search_locations:
        raise StartFailed(
            "The embedded database is not installed.", "Install the package arcadedb-embedded."
        )
    return Path(spec.submodule_search_locations[0])
