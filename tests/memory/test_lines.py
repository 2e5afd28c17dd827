from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from newsroom import TOPICS, page, story

from boilerspider.extractors import extractor
from boilerspider.markup.tree import parse
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.memory.lines import MOST_LINES, MOST_STORIES, Lines, lines_of, without_lines
from boilerspider.model import Block, BlockType, Label

PROMOTION = "Join the channel of the Post, and never miss what happens here."
BACKGROUND = "The old bridge was opened by the mayor a hundred years ago."
SCHOOL = TOPICS[:16]


def with_lines(topic: str, *lines: str) -> list[str]:
    """A story with lines among its paragraphs, in the markup that these have."""
    first, *rest = story(topic, 12)
    return [first, *lines, *rest]


def schooled(pages: Sequence[Sequence[str]]) -> SiteMemory:
    memory = SiteMemory()
    for paragraphs in pages:
        taught = TaughtExtractor(extractor("everything"), memory)
        taught.label(parse(page(list(paragraphs))))
        assert taught.sighting is not None
        memory.learn(taught.sighting)
    return memory


def read(memory: SiteMemory, paragraphs: Sequence[str]) -> list[str]:
    taught = TaughtExtractor(extractor("everything"), memory)
    blocks = taught.label(parse(page(list(paragraphs))))
    assert (taught.removed > 0) == any(not block.is_content for block in blocks)
    kept = [block.text for block in blocks if block.is_content]
    return kept[kept.index("News") + 1 : kept.index("Most read today")]


@pytest.mark.parametrize(
    "line",
    [
        PROMOTION,
        "Got a tip? Write to <a href='mailto:tips@post.example'>tips@post.example</a> at any time",
        "<em>The Post may earn a commission if you buy through links.</em>",
        "毎朝その日の主なニュースをお届けしますので、ご登録ください。",
    ],
)
def test_a_bare_line_of_story_after_story_goes(line: str) -> None:
    memory = schooled([with_lines(topic, line) for topic in SCHOOL])
    text = story("volcano", 12)
    assert read(memory, with_lines("volcano", line)) == text == read(memory, text)


@pytest.mark.parametrize(
    ("line", "others"),
    [
        (PROMOTION, 8),
        (BACKGROUND, 11),
        ("What we think", 16),
        ("まとめ", 16),
        ("<strong>What the Post thinks of it all</strong>", 0),
    ],
    ids=["few stories", "the background of an affair", "a heading", "a short one without spaces", "a new one"],
)
def test_what_a_story_needs_stays(line: str, others: int) -> None:
    memory = schooled([with_lines(topic, *[line] * (place < others)) for place, topic in enumerate(SCHOOL)])
    before = read(SiteMemory(), with_lines("volcano", line))
    assert read(memory, with_lines("volcano", line)) == before


LONG = " ".join(f"It says {word} again to whoever reads this alone." for word in "abcdefghi")


@pytest.mark.parametrize(("words", "stays"), [(80, False), (81, True), (200, True)])
def test_a_long_paragraph_that_explains_an_affair_stays(words: int, stays: bool) -> None:
    line = " ".join((LONG + LONG + LONG).split()[:words])
    memory = schooled([with_lines(topic, line, PROMOTION) for topic in SCHOOL])
    text = story("volcano", 12)
    kept = with_lines("volcano", line) if stays else text
    assert read(memory, with_lines("volcano", line, PROMOTION)) == kept


def test_the_first_pages_of_a_site_lose_nothing() -> None:
    memory = schooled([with_lines(topic, PROMOTION) for topic in SCHOOL[:8]])
    assert PROMOTION in read(memory, with_lines("volcano", PROMOTION))


def test_a_note_above_the_story_and_a_credit_below_it_stay() -> None:
    pages = [[PROMOTION, *story(topic, 12), BACKGROUND] for topic in SCHOOL]
    told = [PROMOTION, *story("volcano", 12), BACKGROUND]
    assert read(schooled(pages), told) == told


def test_lines_that_differ_in_a_number_are_not_one() -> None:
    rates = [f"The index of the exchange rose by {number} points on the day." for number in range(len(SCHOOL) + 1)]
    memory = schooled([with_lines(topic, rate) for topic, rate in zip(SCHOOL, rates, strict=False)])
    assert rates[-1] in read(memory, with_lines("volcano", rates[-1]))


def updates(number: int) -> list[str]:
    """A live blog whose later forms have lost what the first ones said."""
    return [
        f"At {hour} it was said that {'so ' * (hour % 7 + 2)} it is." for hour in range(3 * number, 3 * number + 20)
    ]


@pytest.mark.parametrize(
    "copies",
    [
        [with_lines("volcano")] * 20,
        [[*with_lines("volcano"), f"Update {number}: nobody knows what comes next here."] for number in range(20)],
        [with_lines("volcano")[: 12 - number % 6] for number in range(20)],
        [updates(number) for number in range(20)],
    ],
    ids=["on several URLs", "updated", "shortened", "live"],
)
def test_a_story_that_is_told_again_and_again_is_not_eaten(copies: list[list[str]]) -> None:
    lines = Lines()
    for copy in copies:
        lines.learn(lines_of([Block(text, Label.CONTENT) for text in copy]))
    assert len(lines.to_bytes()) < 4 * 5 * MOST_LINES
    for copy in copies:
        assert not lines.foreign(lines_of([Block(text, Label.CONTENT) for text in copy]))


def test_a_page_that_is_little_else_is_left_alone() -> None:
    memory = schooled([with_lines(topic, PROMOTION, BACKGROUND) for topic in SCHOOL])
    assert read(memory, [*story("volcano", 2), PROMOTION, BACKGROUND, *story("glacier", 1)])[2:4] == [
        PROMOTION,
        BACKGROUND,
    ]


def test_headings_lists_and_what_was_left_out_are_no_lines() -> None:
    kinds = [BlockType.SUBHEAD, BlockType.LIST_ITEM, BlockType.TABLE, BlockType.CODE, BlockType.STANDFIRST]
    blocks = [*(Block(PROMOTION, Label.CONTENT, type=kind) for kind in kinds), Block(PROMOTION, Label.BOILERPLATE)]
    assert lines_of(blocks) == ()
    paragraph = Block(BACKGROUND, Label.CONTENT)
    (number,) = lines_of([Block(PROMOTION, Label.CONTENT)])
    among = (paragraph, *blocks, paragraph)
    assert without_lines(among, frozenset({number})) == among


def test_after_a_redesign_a_line_is_no_longer_the_sites() -> None:
    lines = Lines()
    for number in range(2 * MOST_STORIES):
        own = range(100 + 20 * number, 120 + 20 * number)
        lines.learn([*own, 1] if number < MOST_STORIES else own)
        assert lines.foreign([1, *range(20, 30)]) == ({1} if 8 <= number < 2 * MOST_STORIES - 48 else frozenset())


def test_what_every_second_story_of_a_site_says_stays() -> None:
    lines = Lines()
    for number in range(36):
        own = range(100 + 20 * number, 120 + 20 * number)
        lines.learn(own if number % 2 else [*own, 1, 2, 3])
    assert lines.foreign([1, 2, 3, *range(20, 40)]) == frozenset()


def test_bytes_and_back_and_no_growth() -> None:
    lines, rng = Lines(), random.Random(4)
    for _ in range(3 * MOST_STORIES):
        lines.learn([1, *(rng.getrandbits(32) for _ in range(MOST_LINES - 1))])
    data = lines.to_bytes()
    assert len(data) == 4 + 4 * MOST_STORIES * (MOST_LINES + 1)
    again = Lines.from_bytes(data)
    assert again.to_bytes() == data
    assert again.foreign([1, 2, 3, 4]) == lines.foreign([1, 2, 3, 4]) == {1}
    assert Lines.from_bytes(Lines().to_bytes()).to_bytes() == Lines().to_bytes()


@pytest.mark.parametrize("data", [b"", b"x", b"\x02\0\0\0\x01\0\0\0", b"\x01\0\0\0\x02\0\0\0\x07\0\0\0", bytes(8)])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        Lines.from_bytes(data)
