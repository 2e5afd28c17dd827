"""The extractors on the worked examples, which the original in Java 1.2.0 was run on too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import EXTRACTORS, Extractor, extractor
from boilerspider.extractors.boilerpipe import (
    BoilerpipeArticle,
    BoilerpipeCanola,
    BoilerpipeDefault,
    BoilerpipeLargest,
    BoilerpipeNumWords,
    BoilerpipeSentences,
)
from boilerspider.extractors.boilerpipe.recipes import Boilerpipe
from boilerspider.extractors.boilerpipe.segment import segment
from boilerspider.extractors.boilerpipe.variants import VARIANTS
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType, Label
from tests.extractors.contract import ExtractorContract

FULL_LINES = "about " * 13 + "said " * 16
"""29 words on two full lines: with a few words more, a density of 14.5."""
P1 = FULL_LINES + "then"
P2 = FULL_LINES + "and so on"
P3 = ("said " * 22).strip()
PAGE = (
    "<title>Big News - Example</title><body><div><a>Home</a> | <a>News</a></div><h1>Big News</h1><p>By A. Writer</p>"
    f"<p>{P1}</p><p>Work should start in June.</p><p>{P2}</p><p>Comments (3)</p><p>{P3}</p></body>"
)
SMALL = (
    "<p>Short intro text here now.</p><table><tr><td>&nbsp;</td></tr></table>"
    "<p>One two three four five six seven eight nine ten eleven twelve.</p><p>don't re-use e-mail a+b 100% (ok)</p>"
)


def kept(plug: Extractor, page: str) -> list[str]:
    return [block.text for block in plug.label(parse(page)) if block.is_content]


def test_facts_of_the_article_page() -> None:
    blocks = segment(parse(PAGE).transcript).blocks
    assert [(block.words, block.linked, block.text_density) for block in blocks] == [
        (2, 2, 2),
        (2, 0, 2),
        (3, 0, 3),
        (30, 0, 14.5),
        (5, 0, 5),
        (32, 0, 14.5),
        (2, 0, 2),
        (22, 0, 16),
    ]


def test_article_is_one_block_that_ends_at_the_comments() -> None:
    labelled = BoilerpipeArticle().label(parse(PAGE))
    assert [block.is_content for block in labelled] == [False, True, False, False]
    assert labelled[1].text == f"Big News\nBy A. Writer\n{P1}\nWork should start in June.\n{P2}"
    assert labelled[1].nodes == (4, 5, 6, 7, 8)
    assert [block.text for block in labelled if not block.is_content] == ["Home | News", "Comments (3)", P3]
    _, decided = BoilerpipeArticle().decide(parse(PAGE))
    assert [(block.first, block.last, block.words) for block in decided] == [(1, 5, 72)]


def test_default_loses_the_last_block() -> None:
    labelled = BoilerpipeDefault().label(parse(PAGE))
    assert [(block.text, block.is_content) for block in labelled] == [
        ("Home | News\nBig News", False),
        ("By A. Writer", True),
        (P1, True),
        ("Work should start in June.", True),
        (P2, True),
        ("Comments (3)", True),
        (P3, False),
    ]


def test_num_words_decides_block_by_block() -> None:
    labelled = BoilerpipeNumWords().label(parse(PAGE))
    assert [block.is_content for block in labelled] == [False, False, True, True, True, True, True, True]


def test_largest_is_one_run_to_the_end() -> None:
    _, decided = BoilerpipeLargest().decide(parse(PAGE))
    assert [(block.first, block.last, block.words) for block in decided if block.content] == [(1, 7, 96)]
    labelled = BoilerpipeLargest().label(parse(PAGE))
    assert [block.text for block in labelled if not block.is_content] == ["Home | News"]


def test_canola_takes_short_text_before_long_text() -> None:
    labelled = BoilerpipeCanola().label(parse(PAGE))
    # "By A. Writer" has few words, but what follows it has more than 19, and neither neighbour has links.
    assert [block.is_content for block in labelled] == [False, False, True, True, True, True, True, True]


SENTENCES = PAGE.replace("then</p>", "then.</p>").replace("so on</p>", "so on.</p>")


def test_sentences_are_paragraphs_of_the_article() -> None:
    labelled = BoilerpipeSentences().label(parse(SENTENCES))
    assert [(block.text, block.is_content) for block in labelled] == [
        ("Home | News", False),
        ("Big News", False),
        ("By A. Writer", False),
        (f"{P1}.", True),
        ("Work should start in June.", True),
        (f"{P2}.", True),
        ("Comments (3)", False),
        (P3, False),
    ]
    assert [block.nodes for block in labelled[1:6]] == [(4,), (5,), (6,), (7,), (8,)]


def test_a_clause_may_be_shorter_where_the_parameter_says() -> None:
    texts = kept(BoilerpipeSentences(min_clause_words=6), SENTENCES)
    assert texts == [f"{P1}.", f"{P2}."]
    assert kept(BoilerpipeSentences(min_clause_words=1), PAGE) == ["By A. Writer", "Work should start in June."]


def test_the_port_splits_at_the_sources_line_breaks() -> None:
    page = f"<body><p>{P3}\nThis line is a sentence, it says.\n{P3}</p></body>"
    _, original = BoilerpipeSentences().decide(parse(page))
    assert [block.content for block in original] == [True]
    plug = BoilerpipeSentences(variant="boilerpy3")
    _, port = plug.decide(parse(page))
    assert [block.content for block in port] == [False, True, False]
    # A text node cannot be divided between blocks: what holds a sentence stays whole.
    assert [(block.is_content, block.nodes) for block in plug.label(parse(page))] == [(True, (0,))]


def test_a_no_break_space_is_a_neighbour() -> None:
    cut, decided = BoilerpipeDefault().decide(parse(SMALL))
    assert [block.words for block in cut] == [5, 0, 12, 7]
    assert [block.content for block in decided] == [False, True, True, True]
    assert [block.is_content for block in BoilerpipeDefault().label(parse(SMALL))] == [False, True, True]
    _, port = BoilerpipeDefault("boilerpy3").decide(parse(SMALL))
    assert [(block.words, block.content) for block in port] == [(5, True), (12, True), (7, True)]


@pytest.mark.parametrize(
    ("params", "texts"),
    [
        (
            {"end_min_words": 63},
            [f"Big News\nBy A. Writer\n{P1}\nWork should start in June.\n{P2}\nComments (3)\n{P3}"],
        ),
        (
            {"min_fulltext_density": 15},
            [f"Big News\nBy A. Writer\n{P1}\nWork should start in June.\n{P2}\nComments (3)\n{P3}"],
        ),
        ({"end_min_words": 62}, [f"Big News\nBy A. Writer\n{P1}\nWork should start in June.\n{P2}"]),
    ],
)
def test_article_parameters(params: dict[str, float], texts: list[str]) -> None:
    assert kept(extractor("boilerpipe-article", params), PAGE) == texts


def test_max_line_changes_the_densities() -> None:
    assert kept(BoilerpipeDefault(max_line=20), PAGE) != kept(BoilerpipeDefault(), PAGE)


def test_labels_carry_type_and_score() -> None:
    for block in BoilerpipeArticle().label(parse(PAGE)):
        assert (block.type is BlockType.BOILERPLATE) is (block.label is Label.BOILERPLATE)
        assert block.score == float(block.is_content)


@pytest.mark.parametrize("name", [name for name in EXTRACTORS.rows if name.startswith("boilerpipe-")])
@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"variant": "1.3"}, "variant is '1.3'; use one of 1.2, boilerpy3"),
        ({"max_line": 0}, "max_line is 0; use a whole number of at least 1"),
        ({"max_line": "80"}, "max_line is '80'"),
        ({"max_line": True}, "max_line is True"),
        ({"max_line": 80.5}, "max_line is 80.5"),
        ({"max_line": float("nan")}, "max_line is nan"),
    ],
)
def test_bad_parameters(name: str, params: dict[str, object], says: str) -> None:
    with pytest.raises(BadConfiguration, match=says):
        extractor(name, params)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"min_fulltext_density": -1}, "min_fulltext_density is -1; use a number of at least 0"),
        ({"min_fulltext_density": float("nan")}, "min_fulltext_density is nan"),
        ({"end_min_words": -1}, "end_min_words is -1; use a whole number of at least 0"),
        ({"end_min_words": 9.5}, "end_min_words is 9.5"),
    ],
)
def test_bad_article_parameters(params: dict[str, float], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        BoilerpipeArticle(**params)


@pytest.mark.parametrize("words", [0, "5", 2.5, True])
def test_bad_sentence_parameters(words: object) -> None:
    with pytest.raises(BadConfiguration, match=r"min_clause_words is "):
        extractor("boilerpipe-sentences", {"min_clause_words": words})


FAMILY: tuple[type[Boilerpipe], ...] = (
    BoilerpipeArticle,
    BoilerpipeSentences,
    BoilerpipeDefault,
    BoilerpipeLargest,
    BoilerpipeCanola,
    BoilerpipeNumWords,
)
LONG = "a good many words that go on for some time, as an article's sentences do, and then some more. "
TAGS = ("<p>", "<div>", "<a>", "</a>", "</div>", "<h1>Big News</h1>", "<p>Comments (3)</p>")
PIECES = st.sampled_from((*TAGS, LONG, f"{LONG}\n{LONG}", "few words ", "\u00a0", "|"))


@given(st.lists(PIECES, max_size=30).map("".join), st.sampled_from(sorted(VARIANTS)))
def test_every_text_is_labelled_once(markup: str, variant: str) -> None:
    document = parse(f"<title>Big News</title><body>{markup}")
    cut = segment(document.transcript, VARIANTS[variant]).blocks
    for plug in (recipe(variant) for recipe in FAMILY):
        labelled = plug.label(document)
        numbers = [number for block in labelled for number in block.nodes]
        assert len(set(numbers)) == len(numbers)
        visible = {number for block in cut if block.text.strip() for number in block.nodes}
        assert visible <= set(numbers) <= {number for block in cut for number in block.nodes}


class TestArticle(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeArticle()


class TestArticleOfThePort(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeArticle(variant="boilerpy3")


class TestDefault(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeDefault()


class TestSentences(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeSentences()


class TestSentencesOfThePort(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeSentences(variant="boilerpy3")


class TestLargest(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeLargest()


class TestCanola(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeCanola()


class TestNumWords(ExtractorContract):
    def make(self) -> Extractor:
        return BoilerpipeNumWords()
