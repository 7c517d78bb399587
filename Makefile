# Two targets matter: `make chat` and `make test`. Both work from a fresh clone.
SHELL := /bin/sh
PYTHON := $(shell for p in python3.12 python3.13 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& { echo $$p; break; }; done)
BIN := .venv/bin

.PHONY: chat test train check lint lock clean
chat: .venv/.ready
	@echo "Starting Cicerone ..."
	@$(BIN)/cicerone chat

test: .venv/.test-ready
	@sh tests/prepare.sh
	@$(BIN)/python -m tests.beside

train: .venv/.test-ready
	@$(BIN)/python -m tests.bench.train_reader --home .train --rounds 2

.venv/bin/uv:
	@test -n "$(PYTHON)" || { echo "Cicerone needs Python 3.11, 3.12 or 3.13 with venv (on Debian: apt-get install python3 python3-venv)."; exit 1; }
	@echo "Making .venv with $(PYTHON), and fetching what installs the rest ..."
	@$(PYTHON) -m venv .venv || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv

.venv/.ready: .venv/bin/uv requirements.lock pyproject.toml
	@echo "Installing Cicerone and its libraries into .venv; this is done once, and takes a minute or two ..."
	@$(BIN)/uv pip install -q --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps -e .
	@echo "Compiling it ..."
	@$(BIN)/python -m compileall -q bot guardrails memory
	@touch $@

.venv/.test-ready: .venv/.ready tests/requirements.lock
	@echo "Installing what the tests need ..."
	@$(BIN)/uv pip install -q --compile-bytecode --python $(BIN)/python --require-hashes -r tests/requirements.lock
	@touch $@

# The tests' lock first: it holds the most libraries, so it decides on versions that suit them all.
lock: .venv/bin/uv
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra test --extra slack --extra peers pyproject.toml -o tests/requirements.lock
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml -c tests/requirements.lock -o requirements.lock

clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
