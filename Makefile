# `make play` sets up what is needed and starts the table in the browser; `make test` checks everything.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check --quiet
TESTS := $(BIN)/python -m pytest -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play test quick web web-check chromium postgresql lint types layers bench schema diagrams pictures lock clean

help:
	@echo "make play   set up, then start the table: open the address that it prints"
	@echo "make quick  check what changes most: style, types, floors, and the quick tests of rules, engine and commands"
	@echo "make test   set up, then run every check and test"
	@echo "make web    build the pages of the browser, where their sources have changed"
	@echo "make bench  compare speed with OpenSpiel, in one run"
	@echo "make schema write docs/wire.schema.json from the messages of the wire"
	@echo "make diagrams draw the diagrams of docs/architecture.md from the code"
	@echo "make pictures make the pictures of the pages anew"
	@echo "make lock   pin the newest versions that fit, in requirements/"
	@echo "make clean  remove the environment and all caches"

play: web
	@echo "Open this address in a browser; Ctrl-C ends. In this terminal instead: $(BIN)/hollygin play"
	@trap : INT; $(BIN)/hollygin serve || [ $$? -eq 130 ]

test: lint types layers web web-check chromium postgresql
	$(TESTS)

# Needs no browser, no PostgreSQL and no pages.
quick: lint types layers
	$(TESTS) --hypothesis-profile quick -m "not (slow or browser or postgres or cluster)" \
		tests/*.py tests/rules tests/engine tests/cli

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

layers: $(VENV)/dev.stamp
	$(BIN)/lint-imports --no-cache

# Builds the pages, where their sources have changed.
web: $(VENV)/play.stamp
	@$(BIN)/python hatch_build.py

web-check: $(VENV)/dev.stamp
	$(BIN)/python hatch_build.py --check

# The tests of the pages need a browser: Debian's is installed where none is found.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
		echo "Installing Chromium for the tests of the pages ..."; \
		root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		command -v apt-get >/dev/null && { $$root apt-get -q update && $$root apt-get -q install -y chromium; } >/dev/null; \
	} || { echo "make test needs Chromium; install it, on Debian: apt-get install chromium" >&2; exit 1; }

# The tests of several workers need a PostgreSQL, of which they start a private one.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
		echo "Installing PostgreSQL for the tests of several workers ..."; \
		root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		command -v apt-get >/dev/null && { $$root apt-get -q update && $$root apt-get -q install -y postgresql; } >/dev/null; \
	} || { echo "make test needs PostgreSQL; install it, on Debian: apt-get install postgresql" >&2; exit 1; }

# The environment is made without its own pip, so that a system without ensurepip will do.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("hollygin needs Python 3.11 or newer; try make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/play.stamp: requirements/play.txt pyproject.toml | $(BIN)/python
	@echo "Setting up, the first time only: about 200 MB to download, two or three minutes"
	@echo "  1 of 3: Python packages, 90 MB ..."
	@$(PIP) install --require-hashes -r requirements/play.txt
	@$(BIN)/python hatch_build.py --has-node || { echo "  2 of 3: Node.js, 60 MB ..."; \
		$(PIP) install --require-hashes -r requirements/node.txt; }
	@echo "  3 of 3: the pages and what builds them, 30 MB ..."
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/play.stamp
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

COMPILE := uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
	--no-emit-index-url --python-version 3.11 --upgrade

lock: | $(BIN)/python
	@$(PIP) install uv
	for set in play node dev bench; do \
		$(BIN)/$(COMPILE) requirements/$$set.in -o requirements/$$set.txt || exit 1; done

# The pictures in README.md and docs/tour.md, of the real pages.
pictures: $(VENV)/dev.stamp web chromium
	$(BIN)/python docs/pictures/make.py

# The diagrams of docs/architecture.md: the floors and the phases of a deal.
diagrams: $(VENV)/play.stamp
	$(BIN)/python docs/pictures/diagrams.py

schema: $(VENV)/play.stamp
	$(BIN)/python -m hollygin.wire > docs/wire.schema.json

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist web/node_modules src/hollygin/server/static

bench: $(VENV)/bench.stamp
	$(BIN)/python benchmarks/peers.py

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@
