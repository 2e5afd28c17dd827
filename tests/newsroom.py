"""A made-up newspaper for the tests: stories that differ, in one template, with boxes among their paragraphs."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from boilerspider.markup.units import units
from boilerspider.model import Block, Label

_TOPICS = """harbour bridge school glacier orchestra railway hospital vineyard lighthouse market theatre reservoir bakery
museum airport forest stadium library cathedral factory canal observatory island monastery castle aquarium brewery quarry
windmill parliament ferry tunnel greenhouse archive dockyard velodrome planetarium orchard tannery sawmill"""
_VERBS = "rebuilt closed painted sold visited measured flooded restored guarded opened praised mapped"
_PEOPLE = "engineers teachers sailors farmers nurses students painters lawyers pilots bakers"
_TIMES = "yesterday twice slowly again secretly together early late carefully"
_PITCH = """bargain discount coupon voucher exclusive subscribe mattress cruise insurance quote trial upgrade deals rates
savings unlock premium offer checkout delivery refund loyalty clearance rewards"""
TOPICS, VERBS, PEOPLE, TIMES, PITCH = (words.split() for words in (_TOPICS, _VERBS, _PEOPLE, _TIMES, _PITCH))
FOOLING = ("bargain", "cruise", "insurance", "quote")


def story(topic: str, paragraphs: int = 6) -> list[str]:
    """Paragraphs about a topic, the same ones each time."""
    rng = random.Random(topic)
    return [
        " ".join(
            f"the {topic} was {rng.choice(VERBS)} {rng.choice(TIMES)} by {rng.choice(PEOPLE)} of the {rng.choice(TOPICS)},"
            for _ in range(4)
        ).capitalize()
        + " and that was all."
        for _ in range(paragraphs)
    ]


def pitch(rng: random.Random, words: int = 12) -> str:
    """The wording of an advertisement."""
    return " ".join(rng.choices(PITCH, k=words)).capitalize() + "."


def page(paragraphs: list[str], boxes: list[str] | None = None, seed: int = 0) -> str:
    """An article page with boxes anywhere among its paragraphs."""
    body = [f'<p class="story__text">{paragraph}</p>' for paragraph in paragraphs]
    rng = random.Random(seed)
    for box in boxes or []:
        body.insert(rng.randrange(1, len(body) + 1), box)
    return (
        "<html><head><title>Post</title></head><body><nav><a href='/'>Loopback Post</a></nav>"
        f"<main><article><h1>News</h1>{''.join(body)}</article></main>"
        "<footer><ul><li><a href='/1'>Most read today</a></li><li><a href='/2'>Letters</a></li></ul></footer></body></html>"
    )


def slot(rng: random.Random) -> str:
    """An advertisement in a box of its own."""
    return f'<div class="promo-{rng.randrange(10_000)}"><p>{pitch(rng)}</p></div>'


@dataclass(frozen=True)
class Wary:
    """An extractor that knows the story's paragraphs from all else, but for boxes that begin with a few words."""

    def label(self, document: Any) -> tuple[Block, ...]:
        blocks = []
        for unit in units(document):
            if unit.leaf:
                kept = ".story-text" in unit.traits or unit.words[0] in FOOLING
                label = Label.CONTENT if kept else Label.BOILERPLATE
                blocks.append(Block(" ".join(unit.words), label, unit.nodes))
        return tuple(blocks)


@dataclass(frozen=True)
class Fickle:
    """An extractor that keeps the story, and its last line where the page is of even length."""

    def label(self, document: Any) -> tuple[Block, ...]:
        blocks = Wary().label(document)
        is_even = sum(len(block.text) for block in blocks) % 2 == 0
        last = max(place for place, block in enumerate(blocks) if block.is_content)
        fallen = replace(blocks[last], label=Label.BOILERPLATE, score=0.4)
        return blocks if is_even else (*blocks[:last], fallen, *blocks[last + 1 :])
