"""What names a table of data: its own caption, and that of the figure around it."""

from __future__ import annotations

import pytest
from kept import render_kept

from boilerspider.markup.render import to_markdown

ROWS = "<tr><th>keep a<th>keep b<tr><td>keep 1<td>keep 2"
TABLE = f"<table>{ROWS}</table>"
WRITTEN = "<tbody><tr><th>keep a</th><th>keep b</th></tr><tr><td>keep 1</td><td>keep 2</td></tr></tbody></table>"
NAMED = f"<table><caption>Catches</caption>{ROWS}</table>"
SAID = "<figcaption>Catches</figcaption>"

NAMES = [
    ("its own", NAMED, f"<table><caption>Catches</caption>{WRITTEN}"),
    (
        "with elements",
        NAMED.replace("Catches", "<p>Catches <b>of</b><br>fish <span class=sr-only>(open)</span></p>"),
        f"<table><caption>Catches of fish</caption>{WRITTEN}",
    ),
    ("below", f"<figure>{TABLE}{SAID}</figure>", f"<figure><table>{WRITTEN}{SAID}</figure>"),
    ("below its frame", f"<figure><div>{TABLE}</div>{SAID}</figure>", f"<figure><table>{WRITTEN}{SAID}</figure>"),
    ("above", f"<figure>{SAID}<div>{TABLE}</div></figure>", f"<figure>{SAID}<table>{WRITTEN}</figure>"),
    (
        "both",
        f"<figure>{NAMED}<figcaption>Of last week</figcaption></figure>",
        f"<figure><table><caption>Catches</caption>{WRITTEN}<figcaption>Of last week</figcaption></figure>",
    ),
    ("the same", f"<figure>{NAMED}{SAID}</figure>", f"<figure><table>{WRITTEN}{SAID}</figure>"),
    (
        "in a quote",
        f"<blockquote><figure>{TABLE}{SAID}</figure></blockquote>",
        f"<blockquote><figure><table>{WRITTEN}{SAID}</figure></blockquote>",
    ),
    ("without words", NAMED.replace("Catches", " – "), f"<table>{WRITTEN}"),
    ("too long", NAMED.replace("Catches", "x" * 2_001), f"<table>{WRITTEN}"),
    ("of two tables", f"<figure>{TABLE}{TABLE}{SAID}</figure>", f"<table>{WRITTEN}\n<table>{WRITTEN}"),
    ("two captions", f"<figure>{TABLE}{SAID}{SAID}</figure>", f"<table>{WRITTEN}"),
    ("in no figure", f"{TABLE}{SAID}", f"<table>{WRITTEN}"),
    ("hidden", NAMED.replace("<caption", "<caption style='display: none'"), f"<table>{WRITTEN}"),
]
"""Tables, and what is written of them."""


@pytest.mark.parametrize(("page", "html"), [case[1:] for case in NAMES], ids=[case[0] for case in NAMES])
def test_names_of_tables_are_no_text(page: str, html: str) -> None:
    rendered = render_kept(page)
    assert rendered.html == html
    assert rendered.text.split("\n\n")[:2] == ["keep a\tkeep b", "keep 1\tkeep 2"]


def test_of_a_table_that_is_left_out_nothing_is_written() -> None:
    page = f"<p>keep</p><figure>{NAMED.replace('keep', '')}{SAID}</figure>"
    assert render_kept(page).html == "<p>keep</p>"


def test_a_caption_that_is_text_stands_once() -> None:
    assert render_kept(NAMED.replace("Catches", "keep it")).html.count("keep it") == 1
    assert render_kept(f"<figure>{TABLE}<figcaption>keep it</figcaption></figure>").html.endswith("<p>keep it</p>")
    rendered = render_kept(
        f"<h3>keep it</h3>{NAMED.replace('Catches', 'keep it').replace('caption>keep', 'caption>k<!-- -->eep')}"
    )
    assert rendered.html == f"<h3>keep it</h3>\n<table>{WRITTEN}"


def test_a_picture_in_the_figure_has_its_caption() -> None:
    rendered = render_kept(f"<p>keep</p><figure><img src=/a.jpg>{TABLE}{SAID}</figure><p>keep</p>")
    assert rendered.images[0].caption == "Catches"
    assert rendered.html.count(SAID) == 1
    assert rendered.html.index(SAID) < rendered.html.index("<table>")


@pytest.mark.parametrize("rows", [ROWS, f"<tbody>{ROWS}", f"<thead>{ROWS.replace('<tr><td>', '<tbody><tr><td>')}"])
def test_markdown_has_them_slanted_and_the_table_its_head(rows: str) -> None:
    page = f"<figure><table><caption>Catches</caption>{rows}</table><figcaption>Of last week</figcaption></figure>"
    table = "| keep a | keep b |\n| --- | --- |\n| keep 1 | keep 2 |"
    assert to_markdown(render_kept(page).html) == f"_Catches_\n\n{table}\n\n_Of last week_"


def test_markdown_makes_up_a_head_below_a_caption() -> None:
    page = NAMED.replace("th>", "td>")
    table = "|  |  |\n| --- | --- |\n| keep a | keep b |\n| keep 1 | keep 2 |"
    assert to_markdown(render_kept(page).html) == f"_Catches_\n\n{table}"
