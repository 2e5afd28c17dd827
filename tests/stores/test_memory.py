"""The store in memory."""

from __future__ import annotations

from boilerspider.fingerprints import near
from boilerspider.stores import open_store
from tests.stores.contract import StoreContract
from tests.stores.helpers import A, candidate


class TestMemory(StoreContract):
    def make(self):
        return open_store("memory:")

    def test_nothing_is_left_of_what_was_released(self):
        for number in range(10):
            sketch = near(" ".join(f"{number}x{word}" for word in range(60)))
            self.store.release([self.claim(f"{A}{number}", "one", canonical=A, sketch=sketch)])
        store = self.store.store
        assert not any(
            (store._stories, store._urls, store._texts, [*store._claims], store._claimed_urls, store._keys, store._seen)
        )

    def test_two_stores_know_nothing_of_each_other(self):
        self.admit(A)
        assert self.open().admit(candidate(A)).claim is not None
