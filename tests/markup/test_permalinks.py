"""Links of headings to themselves: their words are the heading's, their signs are none of the text."""

from __future__ import annotations

import time

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider import extract
from boilerspider.fingerprints import exact
from boilerspider.markup.permalinks import NONE, permalinks
from boilerspider.markup.tree import parse

URL = "https://paper.example/2026/harbour"
STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(6)]


def found(html: str) -> tuple[list[str], list[str]]:
    """What the links say that are the heading's words, and the signs."""
    document = parse(f"<html><body>{html}</body></html>", URL)
    links = permalinks(document)
    signs = document.transcript.texts(links.signs)
    return ["".join(link.itertext()) for link in document.transcript.of("a") if link in links.links], list(
        signs.values()
    )


@pytest.mark.parametrize(
    "html",
    [
        '<h2 id="roof"><a href="#roof">The roof</a></h2>',
        '<h2><a id="roof" href="#roof">The roof</a></h2>',
        '<h2><a name="roof"></a><a href="#roof">The roof</a></h2>',
        '<section id="roof"><h3><a href="#roof">The roof</a></h3></section>',
        f'<h2 id="roof"><b><a href="{URL}#roof">The roof</a></b></h2>',
        '<h2 id="le-toît"><a href="/2026/harbour#le-to%C3%AEt">The roof</a></h2>',
    ],
)
def test_a_heading_may_link_to_itself(html: str) -> None:
    assert found(html) == (["The roof"], [])


@pytest.mark.parametrize("sign", ["¶", "#", "§", "🔗", " <span>#</span> ", "\ue157"])
def test_a_sign_is_no_word_of_its_heading(sign: str) -> None:
    links, signs = found(f'<h2>The roof<a class="anchor" href="#roof">{sign}</a></h2>')
    assert links == []
    assert "".join(signs).strip() == sign.replace("<span>", "").replace("</span>", "").strip()


@pytest.mark.parametrize(
    "html",
    [
        '<h3><a href="#roof">The roof</a></h3><h2 id="roof">The roof</h2>',
        '<p id="roof"><a href="#roof">The roof</a></p>',
        '<h2 id="roof"><a href="/other#roof">The roof</a></h2>',
        '<h2 id="roof"><a href="https://other.example/#roof">The roof</a></h2>',
        '<h2 id=""><a href="#">The roof</a></h2>',
        '<h2>The roof <a href="/other#roof">#</a></h2>',
        '<p>The roof<sup><a href="#note">#</a></sup></p>',
        '<h2 id="roof"><a href="http://[#roof">The roof</a></h2>',
        '<h2>Why C<a href="#csharp">#</a> is older</h2>',
        '<h2>What <b>paragraph <a href="#law">§</a></b> 218 says</h2>',
        '<h2><i>Of</i> <a href="#law">§</a> <span>218</span></h2>',
    ],
)
def test_what_leads_elsewhere_is_a_link(html: str) -> None:
    assert permalinks(parse(f"<html><body>{html}</body></html>", URL)) is NONE


def page(heading: str) -> str:
    titles = ("The roof of the hall", "Tents beside the ferry", "What the clerk read")
    headings = (heading.format(title=title, place=title.split()[-1]) for title in titles)
    parts = (
        f"{next(headings)}<p>{text}</p>" if number % 2 == 0 else f"<p>{text}</p>" for number, text in enumerate(STORY)
    )
    return f"<html><body><main><article><h1>The harbour</h1>{''.join(parts)}</article></main></body></html>"


@pytest.mark.parametrize(
    "heading",
    [
        '<h2 id="{place}"><a href="#{place}">{title}</a></h2>',
        '<h2 id="{place}"><a href="#{place}">{title}</a> <a class="anchor" href="#{place}">#</a></h2>',
        '<h2 id="{place}">{title}<a class="headerlink" href="#{place}">¶</a></h2>',
        '<h2 id="{place}"><a href="#{place}">§</a>{title}</h2>',
    ],
)
def test_an_article_has_the_heading_and_no_sign(heading: str) -> None:
    plain, article = extract(page("<h2>{title}</h2>"), URL), extract(page(heading), URL)
    assert "The roof of the hall" in plain.text
    assert article.text == plain.text
    assert exact(article.text) == exact(plain.text)


@pytest.mark.parametrize(
    "html",
    [
        '<h2>The roof <span><a href="#a">#</a></span> <a href="#b">¶</a><!-- end --></h2>',
        '<h2><a id="z"></a><a href="#a">#</a><b><a href="#b">¶</a> The roof</b></h2>',
    ],
)
def test_several_signs_may_stand_at_one_edge(html: str) -> None:
    assert found(html) == ([], ["#", "¶"])


@pytest.mark.parametrize(("name", "signs"), [("x", 20_000), ("z", 1)])
def test_many_links_in_one_heading_take_linear_time(name: str, signs: int) -> None:
    links = " " * 100_000 + "<a href=#x>#</a><a href=#y>a</a>" * 20_000
    document = parse(f"<html><body><h2 id={name}>{links}</h2></body></html>", URL)
    start = time.process_time()
    assert len(permalinks(document).signs) == signs
    assert is_quick(time.process_time() - start, 0.5)
