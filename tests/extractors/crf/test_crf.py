"""CRF: its contract, with and without transitions, and what becomes a block."""

from __future__ import annotations

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.crf import Crf
from boilerspider.markup.tree import parse
from tests.extractors.contract import PAGES, PROSE, ExtractorContract


class TestCrf(ExtractorContract):
    def make(self) -> Extractor:
        return Crf()


class TestCrfWithTransitions(ExtractorContract):
    def make(self) -> Extractor:
        return Crf(transitions=True)


@pytest.mark.parametrize("transitions", [False, True])
def test_running_text_is_kept_and_the_imprint_is_not(transitions: bool) -> None:
    blocks = Crf(transitions=transitions).label(parse(PAGES["article"]))
    kept = [block.text for block in blocks if block.is_content]
    assert sum(text.startswith("The mayor") for text in kept) == 2
    assert "Copyright © 2026" not in kept


def test_runs_that_are_no_text_nodes_are_no_blocks() -> None:
    page = f"<p>{PROSE}<img alt='A bridge'><b>&nbsp;</b>one<!-- x --> two</p><pre>a\nb\n\nc</pre>"
    assert [block.text for block in Crf().label(parse(page))] == [PROSE.strip(), "one two", "a\nb\nc"]


def test_wrong_parameters_are_told() -> None:
    with pytest.raises(BadConfiguration, match="unknown weights 'nobody'"):
        extractor("crf", {"weights": "nobody"})
    with pytest.raises(BadConfiguration, match="transitions is 1"):
        extractor("crf", {"transitions": 1})
