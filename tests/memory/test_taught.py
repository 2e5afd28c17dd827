from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from newsroom import PITCH, TOPICS, Wary, page, slot, story

from boilerspider.extractors import extractor
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import parse
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.model import Block, Label
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


def test_an_extractor_that_knows_boxes_reads_the_page_once():
    @dataclass(frozen=True)
    class Knowing(Wary):
        knows_boxes: ClassVar[bool] = True

        def label(self, document: Any) -> tuple[Block, ...]:
            labelled.append(document)
            return super().label(document)

    labelled: list[Any] = []
    memory, rng = SiteMemory(), random.Random(5)
    for topic in TOPICS[:25]:
        taught = TaughtExtractor(Wary(), memory)
        taught.label(parse(page(story(topic), [slot(rng) for _ in range(3)])))
        memory.learn(taught.sighting)
    taught = TaughtExtractor(Knowing(), memory)
    box = '<div class="promo-7"><p>Bargain cruise insurance trial upgrade.</p></div>'
    document = parse(page(story("volcano"), [box], seed=1))
    blocks = taught.label(document)
    assert labelled == [document]
    assert taught.removed == 1
    assert not any("cruise" in block.text for block in blocks if block.is_content)
    assert any("cruise" in block.text for block in blocks)


def test_no_memory_takes_most_of_a_story_out():
    class Greedy(SiteMemory):
        def foreign(self, page: Any, among: Any = None) -> Any:
            return tuple(unit for unit in among if len(unit.words) > 3)

    document = parse(page(story("volcano")))
    for plug in (extractor("news"), extractor("tree-filter")):
        taught = TaughtExtractor(plug, Greedy())
        assert taught.label(document) == plug.label(document)
        assert taught.removed == 0


def test_a_slot_in_a_line_is_taken_out_of_it_without_any_memory():
    lines = [f"The mayor opened bridge number {number} and spoke of the others." for number in range(8)]
    text = "<br><br>".join(lines).replace("number 4", 'number 4 <ins class="x7 adslot"><span>Buy a bridge</span></ins>')
    html = f"<html><body><div class='story'>{text}</div></body></html>".replace("number 5", "<ins>number 5</ins>")
    text = Reader("everything", TaughtExtractor(extractor("everything"), SiteMemory())).read(html).text
    assert "Buy" not in text
    assert all(line.removesuffix("others.") in text for line in lines[:4] + lines[5:])


def test_a_block_that_holds_a_box_loses_it():
    @dataclass(frozen=True)
    class Lumping:
        knows_boxes: ClassVar[bool] = True

        def label(self, document: Any) -> tuple[Block, ...]:
            nodes = tuple(leaf.number for leaf in leaves(document))
            return (Block("all of it", Label.CONTENT, nodes),)

    memory = schooled("tree-filter")
    document = parse(page(story("volcano"), [slot(random.Random(8))], seed=1))
    rest, box = TaughtExtractor(Lumping(), memory).label(document)
    assert rest.is_content
    assert "The volcano" in rest.text
    assert not box.is_content
    assert set(box.text.lower().rstrip(".").split()) <= set(PITCH)
    assert set(rest.nodes).isdisjoint(box.nodes)


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
