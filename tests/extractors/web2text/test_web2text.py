"""Web2Text: its contract, and pages that show what it keeps."""

from __future__ import annotations

import json

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.web2text import Web2Text
from boilerspider.extractors.web2text.network import SHIPPED, shipped
from boilerspider.markup.tree import parse
from tests.extractors.contract import PAGES, PROSE, ExtractorContract


class TestWeb2Text(ExtractorContract):
    def make(self) -> Extractor:
        return Web2Text()


def test_running_text_is_kept_and_navigation_is_not() -> None:
    blocks = Web2Text().label(parse(PAGES["article"]))
    kept = [block.text for block in blocks if block.is_content]
    assert sum(text.startswith("The mayor") for text in kept) == 2
    assert not {"Home", "More", "News"} & set(kept)


def test_each_leaf_is_a_block() -> None:
    blocks = Web2Text().label(parse(f"<p>{PROSE}<b>bold</b>{PROSE}<!-- x -->{PROSE}</p>"))
    assert [block.text for block in blocks] == [PROSE.strip(), "bold", PROSE.strip(), PROSE.strip()]


@pytest.mark.parametrize("lam", [0, 0.1, 10])
def test_any_weight_of_the_edges_does(lam: float) -> None:
    assert Web2Text(lam=lam).label(parse(PAGES["article"]))


def test_wrong_parameters_are_told() -> None:
    with pytest.raises(BadConfiguration, match="lam is -1"):
        extractor("web2text", {"lam": -1})
    with pytest.raises(BadConfiguration, match="unknown weights 'nobody'"):
        extractor("web2text", {"weights": "nobody"})


@pytest.mark.parametrize("weights", shipped())
def test_shipped_weights_know_running_text(weights: str) -> None:
    blocks = Web2Text(weights=weights).label(parse(PAGES["article"]))
    assert sum(block.text.startswith("The mayor") for block in blocks if block.is_content) == 2


@pytest.mark.parametrize("weights", shipped())
def test_shipped_weights_have_a_card(weights: str) -> None:
    card = json.loads((SHIPPED / f"{weights}.json").read_text(encoding="utf-8"))
    assert card["command"].startswith("scrapy train web2text --corpus cleaneval")
    assert {"pages", "corpora", "parameters", "scores"} <= set(card)
