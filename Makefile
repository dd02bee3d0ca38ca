# Needs python3 (3.11 or later), make, and for the checks node (18.18 or later) and npm; everything else is installed into
# .venv and node_modules, pinned by hash. `make test` needs no node.

PYTHON ?= python3
STORE ?= sqlite:///tavern.db
WORKERS ?= 2
# Thorough tests often wait for processes, databases and pages: one worker more than processors is not idle.
TESTERS ?= $(shell expr $(WORKERS) + 1)

VENV := .venv
BIN := $(VENV)/bin
NODE := node_modules
PIP := $(BIN)/python -m pip --disable-pip-version-check
ROOMS := events projections games replays server tavern_client tavern_table tools
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe \
	--strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

# What npm says of its own updates and of funding is not for us.
NPM := npm --no-update-notifier --loglevel=error

PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile
# With the lines counted that the tests of the rules run.
AT_LENGTH := $(BIN)/python -m pytest -n $(TESTERS) --dist loadfile --cov
# The quick checks of the sources.
READ := eslint ruff imports prettier tsc docs
# Of the server's tests, what also runs on two servers.
ON_SEVERAL := idempotency live secrecy

# Whatever the environment says: each process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test check thorough all sources needs_npm windows windows_python servers campaign faults mutants several \
	collected ruff mypy pyright imports prettier eslint tsc foundry-types dice3d docs lock clean
.DEFAULT_GOAL := help

help:
	@echo "make serve     run the server (STORE=$(STORE))"
	@echo "make test      the tests that find most in three minutes; needs Python alone"
	@echo "make check     before every commit: format, lint, types, imports, docs, and all tests that are not thorough; minutes"
	@echo "make thorough  the tests that need a browser, a database, a network, many processes or minutes (marked thorough, named"
	@echo "               in tests/scheduling.py, or with a fixture of a database); pyright; and how much of the rules is"
	@echo "               covered"
	@echo "make all       a check and the thorough tests, each test once. CI runs this"
	@echo "make windows   run the program with a Windows Python under Wine, which it sets up in build/windows"
	@echo "make servers   run the server's tests with two servers on one PostgreSQL database"
	@echo "make campaign  run the long tests for rare faults: kills and store failures under load"
	@echo "make faults    the campaign of docs/reliability.md: kills, power cuts, damaged pages, clock steps, faulty load"
	@echo "make mutants   change single operators of the most important modules, and see whether their tests notice; hours"
	@echo "make foundry-types  check the module for Foundry by the published types of its versions 12 and 13; downloads 130 MB"
	@echo "make dice3d    bundle the dice that roll, server/static/page/dice3d, into server/static/vendor/dice3d.mjs"
	@echo "make docs      build the site of the docs into build/site, and check its links"
	@echo "make lock      update the pinned requirements; use the oldest supported Python"
	@echo "make clean     remove the environment, caches and build results"

serve: $(VENV)/.server
	$(BIN)/tavern serve --store $(STORE)

test: $(VENV)/.dev
	$(PYTEST) -m "not long and not thorough and not campaign"

# The tests run last, so that their closing line ends the output.
check: sources
	$(PYTEST) -m "not thorough and not campaign"

thorough: needs_npm $(VENV)/.dev $(NODE)/.made
	$(MAKE) --no-print-directory --jobs $(WORKERS) several pyright
	$(AT_LENGTH) -m "(thorough or counted) and not campaign"

all: needs_npm
	$(MAKE) --no-print-directory --jobs $(WORKERS) several pyright mypy collected \
		$(if $(shell command -v wine),windows_python) $(READ)
	$(AT_LENGTH) -m "not campaign"

# What reads the sources runs side by side, the docs among them.
sources: needs_npm
	$(MAKE) --no-print-directory --jobs $(WORKERS) mypy $(READ)

needs_npm:
	@command -v node >/dev/null && command -v npm >/dev/null || \
		{ echo "This needs Node and npm (Debian: nodejs npm). make test needs Python alone."; exit 1; }

windows: windows_python
	$(PYTEST) -m thorough tests/windows

windows_python: $(VENV)/.dev
	$(BIN)/python -m tools.development.windows

servers: $(VENV)/.dev
	TAVERN_TEST_SERVERS=two $(PYTEST) tests/server

campaign: $(VENV)/.dev $(NODE)/.made
	$(PYTEST) -m campaign

faults: $(VENV)/.dev
	$(BIN)/python -m tests.durability.campaign

mutants: $(VENV)/.dev build/mutation/.made
	nice -n 10 $(BIN)/python -m tools.development.mutants --tool build/mutation/bin

build/mutation/.made: requirements/mutation.txt
	$(PYTHON) -m venv build/mutation
	build/mutation/bin/pip --disable-pip-version-check install --quiet --no-deps --require-hashes -r requirements/mutation.txt
	touch $@

# With --quiet, --strict would not fail on a broken link.
docs: $(VENV)/.dev build/docs/.made
	$(BIN)/python -m tools.development.site.routes
	NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --strict --config-file tools/development/site/mkdocs.yml

build/docs/.made: requirements/docs.txt
	$(PYTHON) -m venv build/docs
	build/docs/bin/pip --disable-pip-version-check install --quiet --no-deps --no-compile --require-hashes -r requirements/docs.txt
	touch $@

several: $(VENV)/.dev
	TAVERN_TEST_SERVERS=two $(PYTEST) $(ON_SEVERAL:%=tests/server/test_%.py)

# Compiles the tests' modules once, instead of in every test process at the same time.
collected: $(VENV)/.dev
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only --quiet -m "not campaign" > build/collected || { cat build/collected; exit 1; }

ruff: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

mypy: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows --exclude '^tools/(bench|development)/' $(ROOMS)
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/macos $(ROOMS)

pyright: $(VENV)/.dev
	$(BIN)/pyright

imports: $(VENV)/.dev
	$(BIN)/lint-imports

prettier: $(NODE)/.made
	$(NODE)/.bin/prettier --check --log-level warn "**/*.{js,mjs,mts,css}"

eslint: $(NODE)/.made
	$(NODE)/.bin/eslint .

tsc: $(NODE)/.made
	$(NODE)/.bin/tsc --project tsconfig.json
	$(NODE)/.bin/tsc --project tsconfig.verifier.json

# What touches Foundry's globals, by the types that its community publishes for versions 12 and 13: 130 MB to download.
foundry-types: build/foundry_types/.made
	build/foundry_types/node_modules/.bin/tsc --project tools/development/foundry_types/v12.json
	build/foundry_types/node_modules/.bin/tsc --project tools/development/foundry_types/v13.json

build/foundry_types/.made: tools/development/foundry_types/package.json tools/development/foundry_types/package-lock.json
	mkdir -p build/foundry_types
	cp .npmrc $^ build/foundry_types
	cd build/foundry_types && $(NPM) ci --ignore-scripts
	touch $@

dice3d: $(VENV)/.dev $(NODE)/.made
	$(BIN)/python -m tools.development.dice_bundle

lock: $(VENV)/.dev
	$(COMPILE) --output-file requirements/server.txt requirements/server.in
	$(COMPILE) --output-file requirements/postgres.txt requirements/postgres.in
	$(COMPILE) --output-file requirements/dev.txt requirements/dev.in
	$(COMPILE) --output-file requirements/mutation.txt requirements/mutation.in
	$(COMPILE) --output-file requirements/docs.txt requirements/docs.in
	$(NPM) update --package-lock-only

clean:
	rm -rf $(VENV) $(NODE) build dist *.egg-info .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp stands for a finished installation; a changed pin or project file makes it stale. The pinned lists are
# complete, and pip resolves nothing: its resolver would ask for a pin of every extra that a package names.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed: make PYTHON=..." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "Python lacks venv (Debian: python3-venv)."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.server: $(VENV)/.made requirements/server.txt pyproject.toml setup.py
	$(PIP) install --quiet --no-deps --require-hashes -r requirements/server.txt
	$(PIP) install --quiet --no-deps -e .
	touch $@

$(VENV)/.dev: $(VENV)/.server requirements/dev.txt tavern_client/pyproject.toml
	$(PIP) install --quiet --no-deps --no-compile --require-hashes -r requirements/dev.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e tavern_client
	touch $@

$(NODE)/.made: package.json package-lock.json .npmrc
	$(NPM) ci
	touch $@
