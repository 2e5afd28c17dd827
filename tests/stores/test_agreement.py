"""Memory and SQLite give the same verdicts, whatever is admitted, confirmed, given back and opened anew."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from boilerspider.model import Scope
from boilerspider.stores import UrlOutcome
from boilerspider.stores.memory import MemoryStore
from boilerspider.stores.sqlite.store import SqliteStore
from tests.stores.helpers import Blocking, candidate, summary, visit

URLS = st.sampled_from([f"https://{site}.example/{page}" for site in ("news", "other") for page in "abc"])
PAGES = st.none() | st.sampled_from("abc")
TEXTS = st.sampled_from(["", "one", "two", "three"])
TITLES = st.sampled_from([None, "one", "two"])

LEFTOVERS = {
    "claims": "SELECT count(*) FROM claims",
    "runs": "SELECT count(*) FROM runs",
    "URLs of claims": "SELECT count(*) FROM claimed_urls",
    "stories without a text": "SELECT count(*) FROM stories WHERE id NOT IN (SELECT story FROM versions)",
    "texts without a story": "SELECT count(*) FROM versions WHERE story NOT IN (SELECT id FROM stories)",
    "stories without a URL": "SELECT count(*) FROM stories WHERE id NOT IN (SELECT story FROM urls WHERE story NOT NULL)",
    "URLs without a story": "SELECT count(*) FROM urls WHERE story NOT NULL AND story NOT IN (SELECT id FROM stories)",
    "URLs without anything": "SELECT count(*) FROM urls WHERE story IS NULL AND outcome IS NULL",
}


def numbers(store: Blocking, urls: list[str]) -> list[int]:
    """Those of the stories that addresses name: of two of one story its number twice."""
    return [story.number for url in urls if (story := store.story_of(url)) is not None]


class Agreement(RuleBasedStateMachine):
    """Two stores that are told the same."""

    claims = Bundle("claims")

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "articles.sqlite"
        self.stores = (Blocking(MemoryStore()), Blocking(SqliteStore(self.path)))
        for store in self.stores:
            store.open()

    @rule(target=claims, url=URLS, page=PAGES, text=TEXTS, title=TITLES, scope=st.sampled_from(Scope))
    def admit(self, url, page, text, title, scope):
        canonical = None if page is None else url[:-1] + page
        verdicts = [store.admit(candidate(url, text, canonical, title=title), scope) for store in self.stores]
        assert summary(verdicts[0]) == summary(verdicts[1])
        claims = tuple(verdict.claim for verdict in verdicts)
        return multiple() if None in claims else claims

    @rule(chosen=st.lists(consumes(claims), max_size=3))
    def confirm(self, chosen):
        for store, claims in zip(self.stores, zip(*chosen, strict=True), strict=False):
            store.confirm(claims)

    @rule(chosen=st.lists(claims, max_size=3))
    def release(self, chosen):
        for store, claims in zip(self.stores, zip(*chosen, strict=True), strict=False):
            store.release(claims)

    @rule(url=URLS, outcome=st.sampled_from(UrlOutcome))
    def note(self, url, outcome):
        for store in self.stores:
            store.note(visit(url, outcome))

    @rule(urls=st.none() | st.lists(URLS, max_size=4))
    def forget(self, urls):
        forgotten = [store.forget(None if urls is None else numbers(store, urls)) for store in self.stores]
        assert forgotten[0] == forgotten[1]

    @rule()
    def reopen(self):
        for store in self.stores:
            store.close()
        self.check_leftovers()
        for store in self.stores:
            store.open()

    @invariant()
    def remember_the_same(self):
        counts = [store.remembered() for store in self.stores]
        assert counts[0] == counts[1]
        told = [[(one.url, one.site, one.revision, one.copies) for one in store.stories()] for store in self.stores]
        assert told[0] == told[1]

    @rule(url=URLS)
    def recall(self, url):
        visits = [store.recall(url) for store in self.stores]
        assert visits[0] == visits[1]

    def check_leftovers(self):
        with closing(sqlite3.connect(self.path)) as connection:
            for what, query in LEFTOVERS.items():
                assert connection.execute(query).fetchone() == (0,), what

    def teardown(self):
        for store in self.stores:
            store.close()
        self.check_leftovers()
        shutil.rmtree(self.folder)


Agreement.TestCase.settings = settings(max_examples=6, stateful_step_count=25, deadline=None)
TestAgreement = Agreement.TestCase


@pytest.mark.slow
def test_long_agreement():
    run_state_machine_as_test(Agreement, settings=settings(max_examples=100, stateful_step_count=40, deadline=None))
