"""At least 20,000 extractions of damaged and invented pages: each ends in an article as documented, or in UnreadablePage.

How many there were is said at the end of the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from fuzz.judging import judge, parsed_once
from fuzz.markup import PAGES
from fuzz.mutations import mutants, rare_pages, seeds, sprinkled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boilerspider.extractors import EXTRACTORS
from boilerspider.reading import DEFAULT_EXTRACTOR

pytestmark = pytest.mark.slow

LEAST = 20_000
"""Extractions of damaged pages; each page is read by every extractor."""

BATCHES = 16
PAGES_A_BATCH = -(-LEAST // (BATCHES * len(EXTRACTORS.rows)))

SPRINKLED = 20
RARE = 300
"""Extractions of each page, and of each that is read in a way of its own, by the default extractor."""

INVENTED = 1_000
"""Extractions of invented pages, in each of two forms."""

EXAMPLES = settings(max_examples=INVENTED, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

Record = Callable[[str, object], None]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_pages_of_our_own(batch: int, record_property: Record) -> None:
    read = refused = 0
    names = list(EXTRACTORS.rows)
    for number, (page, encoding) in enumerate(mutants(batch * PAGES_A_BATCH, PAGES_A_BATCH)):
        # Each comes first to a page that nobody has read in its turn.
        first = number % len(names)
        with parsed_once():
            for extractor in names[first:] + names[:first]:
                article = judge(page, extractor, encoding)
                read += 1
                refused += article is None
    record_property("extractions", read)
    assert read * BATCHES >= LEAST
    assert refused < read / 4, "mutations that are mostly refused test nothing"


def test_signs_that_markup_cannot_hold(record_property: Record) -> None:
    pages = [*seeds() * SPRINKLED, *rare_pages() * RARE]
    read = [judge(sprinkled(page, Random(number)), DEFAULT_EXTRACTOR) for number, page in enumerate(pages)]
    record_property("extractions", len(read))
    assert None not in read


def test_invented_pages(record_property: Record) -> None:
    read = 0

    @EXAMPLES
    @given(PAGES, st.sampled_from(sorted(EXTRACTORS.rows)))
    def read_one(page: str, extractor: str) -> None:
        nonlocal read
        judge(page, extractor)
        read += 1

    read_one()
    record_property("extractions", read)
    assert read >= INVENTED


def test_invented_bytes(record_property: Record) -> None:
    read = 0

    @EXAMPLES
    @given(
        PAGES,
        st.sampled_from(sorted(EXTRACTORS.rows)),
        st.sampled_from(["utf-8", "utf-16", "latin-1", "cp1251", "shift_jis", "gb18030", "utf-7"]),
        st.sampled_from([None, "utf-8", "utf-16", "iso-8859-1", "gb18030", "iso-2022-jp", "nonsense"]),
        st.binary(max_size=12),
    )
    def read_one(page: str, extractor: str, codec: str, label: str | None, junk: bytes) -> None:
        nonlocal read
        body = page.encode(codec, "replace" if codec != "utf-8" else "surrogatepass")
        middle = len(body) // 2
        judge(body[:middle] + junk + body[middle:], extractor, label)
        read += 1

    read_one()
    record_property("extractions", read)
    assert read >= INVENTED
