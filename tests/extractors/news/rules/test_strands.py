"""Words of a sentence in elements of a site's own: they stay in their sentence."""

from __future__ import annotations

import time

import numpy as np
import pytest
from loopback import sentences

from boilerspider import extract
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.strands import strands
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]


def page(inside: str) -> str:
    body = [f"<p>{text}</p>" for text in STORY]
    return f"<html><body><main><h1>Harbour road to close</h1>{''.join((*body[:2], inside, *body[2:]))}</main></body></html>"


def found(inside: str, *kept: str) -> list[str]:
    """The blocks of paragraphs with words of their own elements, where these and the story are kept."""
    seen = view(parse(page(inside)))
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    return [seen.texts[number] for number in strands(seen, keep)]


FERRY, GOES, ON = "The ferry, said", "the harbour master, leaves at nine", "from the new pier."
SENTENCE = f"<p>{FERRY} <x-name>Ida Holm,</x-name> {GOES} <x-day>on Sundays</x-day> {ON}</p>"
WHOLE = [FERRY, "Ida Holm,", GOES, "on Sundays", ON]


@pytest.mark.parametrize("kept", [[FERRY], [ON], [GOES], WHOLE])
def test_a_sentence_is_kept_whole(kept: list[str]) -> None:
    assert found(SENTENCE, *kept) == WHOLE


CURVE = "yield curve,"
TERM = f"<p>{FERRY} <button aria-expanded='false'>{CURVE}</button> {GOES} <em><button>on Sundays</button></em> {ON}</p>"
EXPLAINED = [FERRY, CURVE, GOES, "on Sundays", ON]


@pytest.mark.parametrize("kept", [[FERRY], [ON], [GOES], EXPLAINED])
def test_a_button_amid_a_sentence_explains_its_words(kept: list[str]) -> None:
    assert found(TERM, *kept) == EXPLAINED


@pytest.mark.parametrize("tag", ["h2", "h3", "h6", "li"])
def test_headings_and_items_hold_sentences_too(tag: str) -> None:
    assert found(SENTENCE.replace("<p>", f"<{tag}>").replace("</p>", f"</{tag}>"), GOES) == WHOLE


@pytest.mark.parametrize("sign", [",", ";", "،"])
def test_a_button_with_a_capital_is_a_word_where_a_comma_stands_behind_it(sign: str) -> None:
    inside = f"<p>{FERRY} <button>Ida Holm</button>{sign} {GOES}</p>"
    assert found(inside, FERRY) == [FERRY, "Ida Holm", f"{sign} {GOES}"]


@pytest.mark.parametrize(
    "inside",
    [
        f"<p><button>listen</button> {ON}</p>",
        f"<p>{FERRY} <button>share</button></p>",
        f"<p>{FERRY} <button>Show more</button> {ON}</p>",
        f"<p>{FERRY} <button>i</button> {ON}</p>",
        f"<p>{FERRY} <button>share</button><button>print</button> {ON}</p>",
        f"<p><button>share</button><button>print</button><button>save</button> {ON}</p>",
    ],
)
def test_buttons_that_do_something_else(inside: str) -> None:
    assert found(inside, FERRY, ON) == []


def test_of_a_sentence_with_buttons_at_its_ends_the_rest_is_whole() -> None:
    inside = f"<p><button>listen</button> {FERRY} <button>{CURVE}</button> {GOES} <button>share</button></p>"
    assert found(inside, FERRY) == [FERRY, CURVE, GOES]
    text = extract(page(inside)).text
    assert f"{FERRY} {CURVE} {GOES}" in text
    assert "listen" not in text
    assert "share" not in text


@pytest.mark.parametrize(
    ("inside", "kept"),
    [
        (SENTENCE, []),
        (SENTENCE.replace("x-name", "span").replace("x-day", "em"), [" ".join(WHOLE)]),
        (f"<p>{ON} <x-offer>Tickets are half the price</x-offer></p>", [ON]),
        (f"<p>{FERRY}<br><x-offer>Tickets are half the price</x-offer></p>", [FERRY]),
        (f"<p>{FERRY}</p><x-offer>Tickets are half the price</x-offer>", [FERRY]),
        (f"<p>{FERRY} <x-offer><section>Tickets are half the price</section></x-offer></p>", [FERRY]),
        (f"<p>{FERRY} <math><mrow><mi>a</mi></mrow></math></p>", [FERRY]),
    ],
    ids=[
        "nothing kept",
        "known elements",
        "behind a sentence",
        "behind a line",
        "behind it",
        "a block within",
        "a formula",
    ],
)
def test_what_no_sentence_holds_is_none_of_it(inside: str, kept: list[str]) -> None:
    assert found(inside, *kept) == []


def test_an_article_has_the_words_where_they_stand() -> None:
    text = "Ferries of <x-line><a href='/line'>Holm Line</a></x-line> brought <x-count>3,200</x-count> people to the harbour on Sunday, the master said, and nobody had to wait."
    article = extract(page(f"<p>{text}</p>"))
    assert "Ferries of Holm Line brought 3,200 people to the harbour on Sunday" in article.text


def test_thousands_of_them_are_looked_through_in_linear_time() -> None:
    def took(count: int) -> float:
        seen = view(parse(page(f"<p>{'<x-a>' * 15}{'word <x-b>more</x-b> ' * count}</p>")))
        assert seen is not None
        keep = np.ones(len(seen.texts), bool)
        start = time.process_time()
        strands(seen, keep)
        return time.process_time() - start

    assert took(8_000) < 10 * max(took(2_000), 0.01)
