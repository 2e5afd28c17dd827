# Two commands do everything on a fresh machine: `make crawl` and `make test`.
#
#   make crawl                                            crawl the embedded newspaper into articles.jsonl
#   make crawl SITES=https://example.com FEED=news.jsonl  crawl a real site, appending what is new
#   make test                                             linters, types, all tests
#   make quick                                            linters, types, fast tests
#   make lowest                                           fast tests with the oldest versions of what it runs on

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
FEED   ?= articles.jsonl
ARGS   ?=
PYTEST_ARGS ?= -n auto --dist worksteal
EXTRAS ?= test
PINS   ?= requirements.txt

.DEFAULT_GOAL := help
.PHONY: help crawl test quick fast lowest lint types clean

help:
	@sed -n 's/^#   //p' Makefile

$(VENV)/python.ok:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "boilerspider needs Python 3.10 or newer; say which: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade pip
	@touch $@

$(VENV)/run.ok: $(VENV)/python.ok $(PINS) pyproject.toml
	@echo "Installing what boilerspider runs on ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -r $(PINS) -e .
	@touch $@

$(VENV)/test.ok: $(VENV)/run.ok pyproject.toml
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c $(PINS) -e '.[$(EXTRAS)]'
	@touch $@

ifdef SITES
crawl: $(VENV)/run.ok
	@$(BIN)/scrapy crawl news -a "sites=$(SITES)" -o "$(FEED)" --loglevel WARNING $(ARGS)
else
crawl: $(VENV)/run.ok
	@! grep -Eqs '^(\{"url": ")?https?://([^1]|1[^2]|12[^7])' "$(FEED)" || { echo "$(FEED) holds articles of real sites, which the embedded newspaper would replace; name another: make crawl FEED=newspaper.jsonl" >&2; exit 1; }
	@echo "Crawling the embedded newspaper ..."
	@$(BIN)/scrapy crawl news -O "$(FEED)" --loglevel WARNING $(ARGS)
endif

lint: $(VENV)/test.ok
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .

# As Python 3.10 reads it; numpy of Python 3.15 comes with stubs that 3.10 cannot read.
types: $(VENV)/test.ok
	@$(BIN)/mypy $$($(BIN)/python -c 'import sys; print("--python-version=3.15" * (sys.version_info >= (3, 15)))')

# Tests begin hundreds of processes: what one has compiled no other need compile, whatever this shell says of bytecode.
fast test: export PYTHONDONTWRITEBYTECODE =

# Crawls wait more than they compute: two processes a core, but no more than four beyond their number, for each takes its memory.
fast test: export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell $(PYTHON) -c 'import os; cores = os.cpu_count() or 1; print(cores + min(cores, 4))')

fast: $(VENV)/test.ok
	@$(BIN)/python -m pytest -m "not slow" $(PYTEST_ARGS)

quick: lint types fast

lowest:
	@$(MAKE) --no-print-directory fast VENV=.venv-lowest PINS=.ci/lowest.txt

test: lint types
	@for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do command -v $$name >/dev/null && exit 0; done; echo "No Chromium here: the browser tests are skipped (Debian: apt-get install chromium)"
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

clean:
	rm -rf .venv .venv-lowest build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
