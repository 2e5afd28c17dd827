from __future__ import annotations

import json
import random

import pytest
from newsroom import TOPICS, page, slot, story

from boilerspider.extractors import extractor
from boilerspider.markup.tree import parse
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.reading import Reader

NAMES = ("news", "tree-filter", "justext", "boilerpipe-article", "everything")


def schooled(name: str) -> SiteMemory:
    memory, rng = SiteMemory(), random.Random(5)
    for topic in TOPICS[:25]:
        taught = TaughtExtractor(extractor(name), memory)
        taught.label(parse(page(story(topic), [slot(rng) for _ in range(3)], rng.randrange(99))))
        if taught.sighting is not None:
            memory.learn(taught.sighting)
    return memory


@pytest.mark.parametrize("name", NAMES)
def test_a_memory_that_knows_nothing_changes_nothing(name):
    html = page(story("volcano"), [slot(random.Random(1))])
    plug = extractor(name)
    assert TaughtExtractor(plug, SiteMemory()).label(parse(html)) == plug.label(parse(html))


@pytest.mark.parametrize("name", ["tree-filter", "justext"])
def test_the_blocks_name_the_nodes_of_the_whole_page(name):
    memory, rng = schooled(name), random.Random(8)
    html = page(story("volcano"), [slot(rng), slot(rng)], seed=1)
    taught = TaughtExtractor(extractor(name), memory)
    blocks = taught.label(parse(html))
    assert taught.removed == 2
    nodes = [node for block in blocks for node in block.nodes]
    assert len(nodes) == len(set(nodes))
    article = Reader(name, TaughtExtractor(extractor(name), memory)).read(html)
    assert article.text == Reader(name, extractor(name)).read(page(story("volcano"))).text
    assert "Promo" not in article.html
    assert sum(not block.is_content and block.score == 0.0 for block in article.blocks) >= 2


def test_what_stands_after_the_story_is_left_to_the_extractor():
    memory = schooled("justext")
    below = page(story("volcano")).replace("</article>", f"</article>{slot(random.Random(1))}")
    taught = TaughtExtractor(extractor("justext"), memory)
    assert taught.label(parse(below)) == extractor("justext").label(parse(below))
    assert taught.removed == 0


def test_the_title_and_the_dates_are_those_of_the_whole_page():
    memory = schooled("tree-filter")
    html = page(story("volcano"), [slot(random.Random(8))])
    article = Reader("tree-filter", TaughtExtractor(extractor("tree-filter"), memory)).read(html)
    assert article.title == Reader("tree-filter", extractor("tree-filter")).read(html).title == "Post"


@pytest.mark.parametrize("name", ["news", "justext"])
def test_an_extractor_goes_on_to_say_how_sure_it_is(name):
    html = page(story("volcano"))
    taught = Reader(name, TaughtExtractor(extractor(name), SiteMemory())).read(html)
    assert taught.confidence == Reader(name, extractor(name)).read(html).confidence


def test_a_story_that_stands_only_in_a_script_is_found_with_a_memory_too():
    body = " ".join(["The ferry sailed again on Tuesday, and the harbour was full of people who had waited."] * 12)
    data = json.dumps(
        {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Ferry", "articleBody": body}
    )
    html = f'<html><head><meta name="description" content="{body[:80]}"><script type="application/ld+json">{data}</script></head><body><p>Please enable scripts.</p></body></html>'
    assert "harbour was full" in Reader("news", extractor("news")).read(html).text
    assert "harbour was full" in Reader("news", TaughtExtractor(extractor("news"), SiteMemory())).read(html).text
