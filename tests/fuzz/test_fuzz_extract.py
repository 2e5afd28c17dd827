"""At least 20,000 extractions of damaged and invented pages: each ends in an article as documented, or in UnreadablePage."""

from __future__ import annotations

import pytest
from fuzz.judging import judge
from fuzz.markup import PAGES
from fuzz.mutations import mutants
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boilerspider.extractors import EXTRACTORS

pytestmark = [pytest.mark.slow, pytest.mark.stress]

BATCHES = 16
PAGES_A_BATCH = 260
"""Each page is read by every extractor."""

INVENTED = 1_000
"""Extractions of invented pages, in each of two forms."""

LEAST = 20_000

EXAMPLES = settings(
    max_examples=INVENTED, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def test_the_cases_are_as_many_as_promised(record_property) -> None:
    count = BATCHES * PAGES_A_BATCH * len(EXTRACTORS.rows)
    record_property("extractions", count + 2 * INVENTED)
    assert count >= LEAST


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_pages_of_our_own(batch: int) -> None:
    read = refused = 0
    for page, encoding in mutants(batch * PAGES_A_BATCH, PAGES_A_BATCH):
        for extractor in EXTRACTORS.rows:
            article = judge(page, extractor, encoding)
            read += 1
            refused += article is None
    assert read == PAGES_A_BATCH * len(EXTRACTORS.rows)
    assert refused < read / 4, "mutations that are mostly refused test nothing"


@EXAMPLES
@given(PAGES, st.sampled_from(sorted(EXTRACTORS.rows)))
def test_invented_pages(page: str, extractor: str) -> None:
    judge(page, extractor)


@EXAMPLES
@given(
    PAGES,
    st.sampled_from(sorted(EXTRACTORS.rows)),
    st.sampled_from(["utf-8", "utf-16", "latin-1", "cp1251", "shift_jis", "gb18030", "utf-7"]),
    st.sampled_from([None, "utf-8", "utf-16", "iso-8859-1", "gb18030", "iso-2022-jp", "nonsense"]),
    st.binary(max_size=12),
)
def test_invented_bytes(page: str, extractor: str, codec: str, label: str | None, junk: bytes) -> None:
    body = page.encode(codec, "replace" if codec != "utf-8" else "surrogatepass")
    middle = len(body) // 2
    judge(body[:middle] + junk + body[middle:], extractor, label)
