"""Words amid a line that its readers do not see."""

from __future__ import annotations

import pytest
from loopback import sentences

from boilerspider import extract
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.inputs.unseen import unseen
from boilerspider.markup.tree import parse


def texts(html: str) -> list[str]:
    seen = view(parse(f"<html><body>{html}</body></html>"))
    assert seen is not None
    return seen.texts


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (
            '<p>To <a href="/x">the wall<span class="sr-only"> (new window)</span></a> it goes</p>',
            "To the wall it goes",
        ),
        ('<p>The wall<span class="u-visuallyHidden">, external</span> is hollow</p>', "The wall is hollow"),
        ('<p>The wall <span class="Link_visually-hidden__x3">, external</span></p>', "The wall"),
        ('<p><span class="screen-reader-text">Now: </span>the wall</p>', "the wall"),
        ('<p>The <span>pier<span role="tooltip">Where ships lie.</span></span> is new</p>', "The pier is new"),
        ('<p><a href="/x"><b>The wall</b><span class="sr-only">, external</span></a></p>', "The wall"),
        ('<p><a href="/x">The wall<!-- --><span class="sr-only">, external</span></a></p>', "The wall"),
        ('<p><a href="/x"><!-- -->The wall<!-- --><!-- --><span class="sr-only">, too</span></a></p>', "The wall"),
        ('<p><a href="/x"><b>The wall</b><!-- --><?x?><span class="sr-only">, too</span></a></p>', "The wall"),
        (
            '<p>The <i class="tooltip">pier<span class="tooltip-text">Where ships lie.</span></i> is new</p>',
            "The pier is new",
        ),
        (
            '<p>A <i class="ToolTip__box"><span class="tooltip">pier</span><span class="tool-tip__body">Wood.</span></i></p>',
            "A pier",
        ),
        ('<p>A <i class="tooltip">pier<span class="tooltip">Wood.</span></i> stood</p>', "A pier stood"),
        ('<p>A <i class="tooltip">pier<span class="tooltip-note">Wood.</span></i></p>', "A pier"),
        ('<p>A <i class="tooltip">pier<span class="tooltip_tip below">Wood.</span></i></p>', "A pier"),
        ('<p>A <i class="sea-tooltip">pier<span class="sea-tooltip__definition">Wood.</span></i></p>', "A pier"),
        ('<p>A <i class="tooltip">pier<span class="tooltipDescription">Wood.</span></i></p>', "A pier"),
        ('<p>A <i class="tooltip">pier<span class="tooltip-explanation">Wood.</span></i></p>', "A pier"),
        ('<p>A <i class="tooltip">pier<span class="casino-tooltip-text">Wood.</span></i></p>', "A pier"),
        ('<div class="tooltip">A pier <span class="tooltiptext">Wood.</span></div>', "A pier"),
        (
            '<p><span class="sr-only">T</span><span aria-hidden="true" class="cap">T</span>he pier is new</p>',
            "The pier is new",
        ),
        ('<p><span aria-hidden="true">T</span><span class="sr-only">T</span>he pier is new</p>', "The pier is new"),
        (
            '<p><span class="sr-only">The</span><b aria-hidden="true"><i>T</i>he</b> pier is new</p>',
            "The pier is new",
        ),
        ("<p>The pier<span hidden> is old and</span> is new</p>", "The pier is new"),
        ('<p>The pier<span style="display: none">[update]</span> is new</p>', "The pier is new"),
        ("<p>The pier<span hidden> is <b>old</b> <span>and</span></span> is new</p>", "The pier is new"),
    ],
)
def test_beside_text_they_are_none(html: str, text: str) -> None:
    assert texts(html) == [text]


@pytest.mark.parametrize(
    "words",
    [
        "<del>three</del><ins>four</ins>",
        "<s>three</s> <ins datetime='2026-11-24'><b>four</b></ins>",
        "<strike><i>three</i></strike><!-- corrected --> <ins> four </ins>",
        "<del><span>three</span> <b>or five</b></del><ins>four</ins>",
    ],
)
def test_what_was_struck_out_for_other_words_is_not_read(words: str) -> None:
    assert texts(f"<p>He had {words} dogs.</p>") == ["He had four dogs."]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("<del>three</del> four", "three four"),
        ("<del>three</del>, <ins>four</ins>", "three, four"),
        ("<del>three</del> <b>four</b>", "three four"),
        ("<s>three</s><ins class='ads'> <i></i></ins>", "three"),
        ("<ins>four</ins> <del>three</del>", "four three"),
        ("th<del>ee</del><ins>ree</ins>", "theeree"),
        ("<u>three</u> <ins>four</ins>", "three four"),
    ],
    ids=["none put in", "apart", "no ins", "an advertisement", "before", "part of a word", "underlined"],
)
def test_what_was_struck_out_without_others_is(words: str, text: str) -> None:
    assert texts(f"<p>He had {words} dogs.</p>") == [f"He had {text} dogs."]


@pytest.mark.parametrize(
    "html",
    [
        '<p><span class="sr-only">The wall</span></p>',
        '<p><span class="sr-only">The wall</span><b>is hollow</b></p>',
        "<p><span hidden>The wall</span></p>",
        "<p><!-- --><span hidden>The wall</span><!-- --></p>",
        "<p><br><span hidden>The wall</span></p>",
        '<p>The <span class="sr-only md:not-sr-only">wall</span></p>',
        '<p>The <span class="not-sr-only">wall</span></p>',
        '<p>The <span class="sr-only-focusable">wall</span></p>',
        '<p>The <b class="sr-only">wall</b></p>',
        '<p>The <span style="display: inline">wall</span></p>',
        '<p>The <span aria-hidden="true">wall</span></p>',
        '<p><span class="sr-only">The wall</span><span aria-hidden="true">The wall</span></p>',
        '<p><span class="sr-only">Now</span><span aria-hidden="true">+</span> the wall</p>',
        '<p><span class="sr-only">The</span><span>The</span> wall</p>',
        '<p>The <span class="tooltip" title="Of stone">wall</span></p>',
        '<p>The <b>wall<span class="tooltip">s</span></b></p>',
        '<p>The <b class="tooltip"><span class="tooltip">wall</span></b></p>',
        '<p class="with-tooltip">The <span class="tooltip">wall</span></p>',
        '<p>The <a class="tooltip-link">old <span class="tooltip-term">wall</span></a></p>',
        '<p>The <span style="text-transform:none; display: inline !important; float:none">wall</span></p>',
        '<p>The <b class="tooltip">wall<span class="has-tooltip">s</span></b></p>',
        '<p>The <b class="tooltip">old <span class="tooltip-content-trigger">wall</span></b></p>',
        '<p>The <b class="tooltip-wrapper"><i>old</i> <span class="tooltip__text-link">wall</span></b></p>',
        '<p>The <b class="tooltip">old <span class="tooltip-text__word">wall</span></b></p>',
        '<p>The <b class="tooltip">old <span class="no-tooltip-text">wall</span></b></p>',
        '<p>The <b class="tooltip">old <span class="has-tooltip-text">wall</span></b></p>',
        '<p>The <b class="tooltips">old <span class="tooltip">wall</span></b></p>',
        '<p>The <b class="tooltip">old <span class="tooltip-link">wall</span></b></p>',
        '<p class="tooltip">The <b>wall</b> <span class="tooltiptext">is hollow.</span></p>',
        '<ul><li class="tooltip">The wall <span class="tooltip">is hollow.</span></li></ul>',
    ],
)
def test_what_is_said_otherwise_stays(html: str) -> None:
    assert unseen(parse(f"<html><body>{html}</body></html>").transcript) == frozenset()


@pytest.mark.parametrize(
    ("cell", "is_text"),
    [
        ('<th><span class="sr-only">Column 1</span></th>', False),
        ('<td> <span class="visually-hidden">Row 1, column 1</span> </td>', False),
        ('<td><i class="tick"></i><span class="sr-only">Yes</span></td>', True),
        ('<td><span class="tick">Yes</span></td>', True),
        ("<td><span hidden>Yes</span></td>", True),
        ('<td><p><span class="sr-only">Yes</span></p></td>', True),
    ],
    ids=["a header", "a cell", "a sign is seen", "seen", "hidden for now", "a paragraph"],
)
def test_what_ears_alone_are_told_in_a_cell_that_shows_nothing_is_none(cell: str, *, is_text: bool) -> None:
    assert len(texts(f"<table><tr>{cell}<td>Height</td></tr></table>")) == 1 + is_text


def test_a_dressed_initial_that_is_there_twice_begins_its_word_once() -> None:
    eyes, ears = '<span class="cap" aria-hidden="true">T</span>', '<span class="sr-only">T</span>'
    story = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
    for initial in (eyes + ears, ears + eyes):
        paragraphs = "".join(f"<p>{text}</p>" for text in (f"{initial}he master said so. {story[0]}", *story[1:]))
        article = extract(f"<html><body><main><h1>The wall</h1>{paragraphs}</main></body></html>")
        assert article.text.startswith("The master said so. ")


def test_an_article_has_no_space_where_they_stood_before_a_stop() -> None:
    story = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
    heard = '<span class="sr-only"> (opens in a new window)</span>'
    linked = f'The master told <a href="/x">the paper{heard}</a>, and <a href="/y">the council{heard}</a> said so, too.'
    html = f"<html><body><main><h1>The wall</h1>{''.join(f'<p>{text}</p>' for text in (story[0], linked, *story[1:]))}</main></body></html>"
    assert "The master told the paper, and the council said so, too." in extract(html).text
