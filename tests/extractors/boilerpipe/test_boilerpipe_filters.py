from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.extractors.boilerpipe import filters
from boilerspider.extractors.boilerpipe.blocks import Mark, TextBlock, merge
from boilerspider.extractors.boilerpipe.filters import Blocks
from boilerspider.extractors.boilerpipe.variants import VARIANTS

JAVA, PORT = VARIANTS["1.2"], VARIANTS["boilerpy3"]


def block(words: int = 10, *, linked: int = 0, density: int | None = None, at: int = 0, **facts: object) -> TextBlock:
    """A block of that many words; of that density, or with all its words on one line."""
    full = words if density is None else density
    made = TextBlock("text", (at,), words, linked, full, 1, at, at)
    return made._replace(**facts)


def row(*blocks: TextBlock) -> Blocks:
    """The blocks as a page has them: each in its place."""
    return tuple(made._replace(nodes=(at,), first=at, last=at) for at, made in enumerate(blocks))


def content(blocks: Blocks) -> list[bool]:
    return [made.content for made in blocks]


LINKS = block(9, linked=6)  # link density 2/3: above both thresholds
HALF = block(4, linked=2)  # link density 1/2: boilerplate, but no list of links


@pytest.mark.parametrize(
    ("previous", "words", "following", "expected"),
    [
        (block(0), 16, block(15), False),
        (block(0), 17, block(15), True),
        (block(0), 16, block(16), True),
        (block(4), 16, block(15), False),
        (block(5), 16, block(15), True),
        (HALF, 17, block(0), True),
        (LINKS, 40, block(17), False),
        (LINKS, 41, block(17), True),
        (LINKS, 40, block(18), True),
    ],
)
def test_num_words_rules(previous: TextBlock, words: int, following: TextBlock, *, expected: bool) -> None:
    assert content(filters.num_words_rules((previous, block(words), following)))[1] is expected


@pytest.mark.parametrize(
    ("previous", "density", "following", "expected"),
    [
        (block(density=4), 9, block(density=10), False),
        (block(density=4), 9, block(density=11), True),
        (block(density=5), 9, block(density=10), True),
        (block(density=5), 10, block(0), False),
        (block(density=1), 10, block(1), True),
        (HALF, 10, block(1), True),
        (LINKS, 10, block(density=11), False),
        (LINKS, 1, block(density=12), True),
    ],
)
def test_density_rules(previous: TextBlock, density: int, following: TextBlock, *, expected: bool) -> None:
    assert content(filters.density_rules((previous, block(density=density), following)))[1] is expected


@pytest.mark.parametrize("rules", [filters.num_words_rules, filters.density_rules])
@pytest.mark.parametrize(("linked", "expected"), [(29, True), (30, False)])
def test_linked_blocks_are_boilerplate(rules: filters.Pass, linked: int, *, expected: bool) -> None:
    assert content(rules((block(50), block(90, linked=linked), block(50))))[1] is expected


def test_blocks_at_the_ends_have_neighbours_of_nothing() -> None:
    assert content(filters.num_words_rules((block(17),))) == [True]
    assert content(filters.num_words_rules((block(16),))) == [False]
    assert content(filters.density_rules((block(20, density=12),))) == [False]
    assert content(filters.density_rules((block(20, density=12), block(20, density=8)))) == [True, True]


@pytest.mark.parametrize(
    ("densities", "expected"),
    [
        ([], []),
        ([3], [3]),
        ([3, 3, 4, 3], [6, 4, 3]),
        ([2, 2, 2], [6]),
        ([0, 0, 1], [0, 1]),
    ],
)
def test_simple_block_fusion(densities: list[int], expected: list[int]) -> None:
    fused = filters.simple_block_fusion(row(*(block(density) for density in densities)))
    assert [made.words for made in fused] == expected


YES, NO = block(20, content=True), block(2)


@pytest.mark.parametrize(
    ("options", "blocks", "places", "expected"),
    [
        ({}, [YES, YES], [0, 1], [(0, 1, True)]),
        ({}, [YES, YES], [0, 2], [(0, 2, True)]),
        ({}, [YES, YES], [0, 3], [(0, 0, True), (3, 3, True)]),
        ({"max_distance": 2}, [YES, YES], [0, 3], [(0, 3, True)]),
        ({}, [NO, YES], [0, 1], [(0, 1, True)]),
        ({}, [YES, NO, YES], [0, 1, 2], [(0, 0, True), (1, 2, True)]),
        ({}, [NO, NO], [0, 1], [(0, 0, False), (1, 1, False)]),
        ({"content_only": True}, [NO, YES], [0, 1], [(0, 0, False), (1, 1, True)]),
        ({"content_only": True}, [NO, YES, YES], [0, 1, 2], [(0, 0, False), (1, 2, True)]),
        ({}, [YES], [0], [(0, 0, True)]),
    ],
)
def test_proximity_fusion(
    options: dict[str, int], blocks: list[TextBlock], places: list[int], expected: list[tuple[int, int, bool]]
) -> None:
    placed = tuple(made._replace(first=at, last=at) for made, at in zip(blocks, places, strict=True))
    fused = filters.proximity_fusion(placed, **options)
    assert [(made.first, made.last, made.content) for made in fused] == expected


@pytest.mark.parametrize(
    ("text", "java", "port"),
    [
        ("Comments (3)", True, True),
        ("comments", True, True),
        ("comment", False, False),
        ("12 Comments", True, True),
        ("12 users responded in this post", True, True),
        ("12 readers", False, False),
        ("no comments", False, False),
        ("Post a comment", True, True),
        ("Please rate this article", True, True),
        ("Tell us WHAT YOU THINK...", True, True),
        ("Now add your comment", True, True),
        ("add comment", True, True),
        ("All reader views", True, True),
        ("Have your say now", True, True),
        ("Reader comments", True, True),
        ("© Reuters 2007", True, False),
        ("Rätta artikeln", True, False),
        ("Rtta artikeln", False, True),
        ("Thanks for your comments - this feedback is now closed", True, True),
        ("> Thanks for your comments - this feedback is now closed", False, False),
        ("Reuters said", False, False),
    ],
)
def test_terminating_blocks(text: str, *, java: bool, port: bool) -> None:
    blocks = (block(3, text=text),)
    assert (Mark.END in filters.terminating_blocks(blocks, JAVA)[0].marks) is java
    assert (Mark.END in filters.terminating_blocks(blocks, PORT)[0].marks) is port


def test_long_blocks_end_nothing() -> None:
    assert filters.terminating_blocks((block(14, text="Comments (3)"),), JAVA)[0].marks
    assert not filters.terminating_blocks((block(15, text="Comments (3)"),), JAVA)[0].marks


@pytest.mark.parametrize(
    ("text", "java", "port"),
    [("Big News", True, True), ("BIG NEWS", False, True), ("Big News today", False, False), ("Example", False, False)],
)
def test_title_match(text: str, *, java: bool, port: bool) -> None:
    blocks = (block(text=text),)
    assert (Mark.TITLE in filters.title_match(blocks, "Big News | Example", JAVA)[0].marks) is java
    assert (Mark.TITLE in filters.title_match(blocks, "Big News | Example", PORT)[0].marks) is port


def test_a_page_without_title_has_no_headline() -> None:
    assert not filters.title_match((block(text=""), block(text="x")), "", JAVA)[0].marks


END = frozenset({Mark.END})


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([YES, block(40, content=True), block(5, content=True, marks=END), YES], [True, True, False, False]),
        ([YES, block(39, content=True), block(5, content=True, marks=END), YES], [True, True, True, True]),
        ([block(60), block(5, content=True, marks=END), YES], [False, True, True]),
        ([block(60, density=8, content=True), block(5, content=True, marks=END), YES], [True, True, True]),
        ([block(51, content=True), block(9, content=True, marks=END), YES], [True, False, False]),
        ([block(60, content=True), YES], [True, True]),
        ([block(9, marks=END, content=True), block(60, content=True), block(9, marks=END)], [True, True, False]),
        ([], []),
    ],
)
def test_ignore_after_content(blocks: list[TextBlock], expected: list[bool]) -> None:
    assert content(filters.ignore_after_content(tuple(blocks), min_words=60, min_density=9)) == expected


def test_boilerplate_blocks_keep_their_gaps() -> None:
    assert [made.first for made in filters.boilerplate_blocks(row(YES, NO, YES))] == [0, 2]


@pytest.mark.parametrize(
    ("blocks", "expected", "might"),
    [
        ([YES, block(30, content=True), NO], [False, True, False], [True, False, True]),
        ([YES, block(30), NO], [True, False, False], [False, True, True]),
        ([YES, YES], [True, False], [False, True]),
        ([NO, NO], [False, False], [True, True]),
        ([NO], [False], [False]),
    ],
)
def test_keep_largest(blocks: list[TextBlock], expected: list[bool], might: list[bool]) -> None:
    kept = filters.keep_largest(row(*blocks))
    assert content(kept) == expected
    assert [Mark.MIGHT in made.marks for made in kept] == might


MAYBE, HEADLINE = block(marks=frozenset({Mark.MIGHT})), block(marks=frozenset({Mark.MIGHT, Mark.TITLE}))


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([MAYBE, HEADLINE, MAYBE, NO, YES, MAYBE], [False, True, True, False, True, False]),
        ([HEADLINE, HEADLINE, YES], [False, True, True]),
        ([YES, HEADLINE, MAYBE], [True, False, False]),
        ([HEADLINE, HEADLINE._replace(content=True), MAYBE], [False, True, False]),
        ([MAYBE, YES], [False, True]),
        ([HEADLINE, MAYBE], [False, False]),
        ([], []),
    ],
)
def test_expand_title(blocks: list[TextBlock], expected: list[bool]) -> None:
    assert content(filters.expand_title(row(*blocks))) == expected


FACTS = st.builds(
    lambda words, extra, lines, linked, is_content: block(
        words,
        linked=min(words, linked),
        lines=lines if words else 1,
        density=max(words - extra, 0) or words,
        content=is_content,
    ),
    st.integers(0, 60),
    st.integers(0, 12),
    st.integers(1, 4),
    st.integers(0, 60),
    st.booleans(),
)
PAGES = st.lists(FACTS, max_size=12).map(lambda blocks: row(*blocks))


def one_by_one(blocks: Blocks, joins: Callable[[TextBlock, TextBlock], bool]) -> Blocks:
    """The original's way to fuse: into the last kept block, as it then is."""
    kept: list[TextBlock] = []
    for made in blocks:
        if kept and joins(kept[-1], made):
            kept[-1] = merge([kept[-1], made])
        else:
            kept.append(made)
    return tuple(kept)


@given(PAGES)
def test_simple_block_fusion_is_the_originals(blocks: Blocks) -> None:
    expected = one_by_one(blocks, lambda last, made: last.text_density == made.text_density)
    assert filters.simple_block_fusion(blocks) == expected


@given(PAGES, st.booleans(), st.integers(0, 2))
def test_proximity_fusion_is_the_originals(blocks: Blocks, content_only: bool, distance: int) -> None:
    blocks = tuple(made._replace(first=made.first * 2, last=made.first * 2) for made in blocks)
    expected = one_by_one(
        blocks,
        lambda last, made: (
            made.content and made.first - last.last - 1 <= distance and (last.content or not content_only)
        ),
    )
    assert filters.proximity_fusion(blocks, max_distance=distance, content_only=content_only) == expected


@given(st.lists(FACTS, min_size=1, max_size=8).map(lambda blocks: row(*blocks)))
def test_merge_adds_up(blocks: Blocks) -> None:
    merged = merge(blocks)
    assert merged.text.split("\n") == [made.text for made in blocks]
    assert merged.nodes == tuple(range(len(blocks)))
    assert (merged.first, merged.last) == (0, len(blocks) - 1)
    assert merged.words == sum(made.words for made in blocks)
    assert merged.linked == sum(made.linked for made in blocks)
    assert merged.wrapped_words == sum(made.wrapped_words for made in blocks)
    assert merged.content is any(made.content for made in blocks)
    densities = [made.text_density for made in blocks if made.words]
    assert merged.text_density <= max(densities, default=0) + 1e-9


def test_blocks_without_words_have_one_line_together() -> None:
    assert merge(row(block(0), block(0), block(1))).lines == 2
    assert merge(row(block(1), block(0), block(0))).lines == 3


def test_merge_keeps_marks_and_the_lowest_level() -> None:
    merged = merge([block(level=3, marks=END), block(level=2, marks=frozenset({Mark.TITLE}))])
    assert merged.marks == {Mark.END, Mark.TITLE}
    assert merged.level == 2
