"""The control keeps every visible text, and nothing else."""

from __future__ import annotations

import pytest

from boilerspider.extractors import Extractor
from boilerspider.extractors.everything import Everything
from boilerspider.markup.tree import parse
from tests.extractors.contract import ExtractorContract


class TestEverything(ExtractorContract):
    def make(self) -> Extractor:
        return Everything()


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<p>one <b>two</b> three</p><p>four", ["one two three", "four"]),
        ("<title>t</title><h1>head</h1>", ["head"]),
        ("<p>a<script>b</script>c<style>d</style><noscript>e</noscript>", ["ac"]),
        ("<template><p>a</p></template>b", ["b"]),
        ("a<br>b", ["a", "b"]),
        ("<nav><a href=/>home</a> <a href=/x>news</a></nav>", ["home news"]),
        ("<p>a<!-- b -->c</p>", ["ac"]),
    ],
)
def test_texts(page: str, texts: list[str]) -> None:
    assert [block.text for block in Everything().label(parse(page))] == texts


def test_all_is_content() -> None:
    assert all(block.is_content for block in Everything().label(parse("<nav>a</nav><p>b</p><footer>©</footer>")))
