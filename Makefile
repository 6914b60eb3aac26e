# Each target sets up what it needs first: the virtual environment .venv, the package with its extras, a Chromium.
PYTHON ?= python3
EXTRAS := browser,crawl,warc,search,parquet,postgres,evaluate,scrapy,datatrove,mcp,web,apply,s3,ray,dev
BIN := .venv/bin
STAMP := .venv/.installed-$(shell cksum pyproject.toml Makefile | cksum | cut -d' ' -f1)
WORKERS ?= 2

.PHONY: demo test test-extras check bench docs setup clean

demo: setup
	$(BIN)/intaglio demo

test: setup
	@scripts/setup-postgres || true
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m 'not extras'

# The integrations with the real packages, all of it; `make test` has one smoke test of each.
test-extras: $(STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup tests/integrations

check: $(STAMP)
	$(BIN)/ruff check src tests bench scripts
	$(BIN)/ruff format --check src tests bench scripts
	$(BIN)/mypy

docs: $(STAMP)
	$(BIN)/python scripts/references.py

bench: setup
	@status=0; for file in bench/bench_*.py; do $(BIN)/python $$file || status=1; done; exit $$status

# Bytecode is what an installed package has, too: without it every process compiles what it loads.
setup: $(STAMP)
	@$(BIN)/python -m compileall -q src
	@scripts/setup-browser || true

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed: make PYTHON=python3.12' >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	rm -f .venv/.installed-*
	touch $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache
