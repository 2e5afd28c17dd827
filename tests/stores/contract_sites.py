"""The part of the contract that says what is kept of sites."""

from __future__ import annotations

from tests.stores.contract_verdicts import OpenedStore


class SitesContract(OpenedStore):
    """What was learnt of sites is kept as it is given, across runs."""

    def test_what_was_learnt_of_a_site_is_kept_across_runs(self) -> None:
        assert self.store.recall_site("https://news.example") is None
        self.store.remember_site("https://news.example", b"\x00\xffone")
        self.store.remember_site("https://other.example", b"")
        assert self.store.recall_site("https://news.example") == b"\x00\xffone"
        self.reopen()
        assert self.store.recall_site("https://news.example") == b"\x00\xffone"
        assert self.store.recall_site("https://other.example") == b""

    def test_the_latest_memory_of_a_site_counts(self) -> None:
        self.store.remember_site("https://news.example", b"one")
        self.store.remember_site("https://news.example", bytes(200_000))
        assert self.store.recall_site("https://news.example") == bytes(200_000)
