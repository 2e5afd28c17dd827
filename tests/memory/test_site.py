from __future__ import annotations

import random
import struct
import zlib

import pytest
from newsroom import PITCH, TOPICS, Wary, page, pitch, slot, story

from boilerspider.markup.tree import parse
from boilerspider.markup.units import Unit, units
from boilerspider.memory.site import FULL_PAGES, MIN_PAGES, Sighting, SiteMemory, sight
from boilerspider.memory.taught import TaughtExtractor
from boilerspider.model import Block


def teach(memory: SiteMemory, html: str) -> tuple[Block, ...]:
    taught = TaughtExtractor(Wary(), memory)
    blocks = taught.label(parse(html, f"http://post.example/{hash(html)}"))
    if taught.sighting is not None:
        memory.learn(taught.sighting)
    return blocks


def read(memory: SiteMemory, html: str) -> str:
    """The text of a page, with what is known of its site."""
    blocks = TaughtExtractor(Wary(), memory).label(parse(html))
    return "\n".join(block.text for block in blocks if block.is_content)


def schooled(pages: int = 20, box=slot) -> SiteMemory:
    memory, rng = SiteMemory(), random.Random(3)
    for topic in TOPICS[:pages]:
        teach(memory, page(story(topic), [box(rng) for _ in range(3)], rng.randrange(1_000)))
    return memory


def removed(memory: SiteMemory, html: str) -> list[str]:
    return [" ".join(unit.words) for unit in memory.foreign(units(parse(html)))]


def test_a_box_that_the_extractor_keeps_now_and_then_never_reaches_the_text():
    memory, rng = schooled(), random.Random(9)
    fooling = [f'<div class="promo-77"><p>Bargain! {pitch(rng)}</p></div>' for _ in range(2)]
    clean = read(memory, page(story("volcano")))
    assert read(SiteMemory(), page(story("volcano"), fooling)) != clean
    assert read(memory, page(story("volcano"), fooling)) == clean


def test_boxes_without_any_class_are_known_by_their_words():
    memory = schooled(30, lambda rng: f"<div><p>{pitch(rng)}</p></div>")
    rng = random.Random(9)
    boxes = [f"<section>{pitch(rng)}</section>", f"<p>{pitch(rng)}</p>"]
    assert len(removed(memory, page(story("volcano"), boxes))) == 2


def test_a_box_in_the_wrapper_of_a_paragraph_does_not_take_the_paragraph_with_it():
    memory = schooled(30, lambda rng: f"<div><p>{pitch(rng)}</p></div>")
    paragraphs, rng = story("volcano"), random.Random(9)
    short = " ".join(story("volcano", 12)[0].split()[:6])
    box = f"<section>{pitch(rng, 40)}</section>"
    wrapped = f"<div><div><p>{short}.</p></div>{box}</div>"
    (alone,) = removed(memory, page([*paragraphs, box]))
    assert removed(memory, page([*paragraphs, wrapped])) == [alone]


def test_nothing_is_removed_from_a_site_that_is_hardly_known():
    memory, rng = schooled(MIN_PAGES - 1), random.Random(9)
    assert removed(memory, page(story("volcano"), [slot(rng)])) == []


@pytest.mark.parametrize("words", [6, 12, 30])
def test_a_story_about_what_is_advertised_keeps_its_words(words):
    memory, rng = schooled(), random.Random(4)
    market = [f"{paragraph} {pitch(rng, 8)}" for paragraph in story("volcano", 12)]
    quote = f"{pitch(rng, words)}"
    assert removed(memory, page([*market, quote])) == []


def test_new_words_in_the_template_of_the_story_are_never_removed():
    memory = schooled()
    strange = [" ".join(f"{a}{b}ish" for b in "xyzuvw") + "." for a in TOPICS]
    assert removed(memory, page([*story("volcano"), *strange])) == []


def test_a_name_that_holds_the_story_on_this_page_says_nothing_against_a_part_of_it():
    memory = schooled()
    body = "".join(f'<div class="promo-1"><p>{paragraph}</p></div>' for paragraph in story("volcano"))
    assert removed(memory, f"<html><body><article>{body}</article></body></html>") == []


def test_a_syndicated_story_teaches_once():
    memory = SiteMemory()
    for number in range(20):
        teach(memory, page(story("bridge"), [slot(random.Random(number))], number))
    assert memory.pages == 1


def test_a_page_without_a_story_teaches_nothing():
    teasers = "".join(f"<div class=card><h3>{topic}</h3><p>{story(topic)[0]}</p></div>" for topic in TOPICS)
    memory = SiteMemory()
    teach(memory, f"<html><body><main>{teasers}</main></body></html>")
    assert memory.pages == 0


def test_an_error_of_the_memory_cannot_confirm_itself():
    memory = schooled()
    turned = page(story("volcano"), [f'<p class="story__text">{pitch(random.Random(1))}</p>'])
    taught = TaughtExtractor(Wary(), memory)
    taught.label(parse(turned))
    assert taught.removed == 1
    assert taught.sighting is not None
    units_of_page = units(parse(turned))
    (box,) = [unit for unit in units_of_page if unit.words and set(unit.words) <= set(PITCH)]
    everything_kept = {
        node for unit in units_of_page if ".story-text" in unit.traits or unit is box for node in unit.nodes
    }
    told = sight(units_of_page, everything_kept, ())
    assert told is not None
    assert taught.sighting.kept | taught.sighting.dropped == told.kept | told.dropped


def test_after_a_redesign_the_old_evidence_fades():
    memory, rng = schooled(), random.Random(2)
    words = tuple(PITCH[:12])
    for number in range(3 * FULL_PAGES):
        run = Unit(1, 2, (0,), (*(f"w{number}x{n}" for n in range(80)), *words), 92, (".promo-#", "<p()"), leaf=True)
        told = sight([run], {0}, ())
        assert told is not None
        memory.learn(told)
    assert memory.pages < FULL_PAGES
    assert removed(memory, page(story("volcano"), [slot(rng)])) == []


def test_bytes_and_back():
    memory, rng = schooled(), random.Random(9)
    again = SiteMemory.from_bytes(memory.to_bytes())
    html = page(story("volcano"), [slot(rng), slot(rng)])
    assert removed(again, html) == removed(memory, html) != []
    assert again.pages == memory.pages
    again.learn(Sighting((1, 2, 3), frozenset({1}), frozenset({2})))
    assert again.pages == memory.pages + 1


def test_a_memory_of_the_first_form_is_read_on():
    """It had the same parts, but for the lines at the end."""
    memory, rng = schooled(), random.Random(9)
    rest = zlib.decompress(memory.to_bytes())[2:].removesuffix(memory.lines.to_bytes())
    again = SiteMemory.from_bytes(zlib.compress(struct.pack("<H", 1) + rest))
    html = page(story("volcano"), [slot(rng), slot(rng)])
    assert removed(again, html) == removed(memory, html) != []
    assert (again.pages, again.lines.to_bytes()) == (memory.pages, SiteMemory().lines.to_bytes())


@pytest.mark.parametrize("data", [b"", b"rubbish", schooled(2).to_bytes()[:-20]], ids=["none", "rubbish", "cut"])
def test_damaged_bytes_are_an_empty_memory(data):
    assert SiteMemory.from_bytes(data).pages == 0


def test_what_is_kept_does_not_grow():
    memory = SiteMemory()
    for number in range(400):
        words = [f"w{number}x{n}" for n in range(300)]
        run = Unit(1, 2, (0,), tuple(words), 300, (f".c{number}", "<p()"), leaf=True)
        told = sight([run], {0}, ())
        assert told is not None
        memory.learn(told)
    assert len(memory.to_bytes()) < 150_000
