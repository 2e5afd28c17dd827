"""Captions and credits by what figures and their parts are called."""

from __future__ import annotations

import re
import time

import pytest
from kept import render_kept
from pace import is_quick

from boilerspider.markup.render.credits import split_credit
from boilerspider.model import Image

A = "https://example.org/a.jpg"
IMG = "<img src=/a.jpg>"

UNCAPTIONED = [
    ("a class", f"<figure>{IMG}<div class=caption>A cat</div></figure>", "A cat", ""),
    ("a line", f"<figure>{IMG}<span class=img-caption>A cat</span></figure>", "A cat", ""),
    (
        "with a credit inside",
        f"<figure><div>{IMG}</div><div class='box caption'><i class=caption__text>A cat.</i><i class=caption__credit>Ada</i></div></figure>",
        "A cat.",
        "Ada",
    ),
    (
        "with a credit beside it",
        f"<figure>{IMG}<div><div class=figure-caption>A cat</div><div class=figure-credit>(Ada / The Courier)</div></div></figure>",
        "A cat",
        "Ada / The Courier",
    ),
    ("in noscript", f"<figure><noscript>{IMG}</noscript><p class=caption>A cat</p></figure>", "A cat", ""),
    ("a credit alone", f"<figure>{IMG}<p class=credit>Photo: Ada</p></figure>", "", "Ada"),
    ("without words", f"<figure>{IMG}<p class=caption>.</p></figure>", "", ""),
    ("around the picture", f"<figure><div class=with-caption>{IMG}<p>A cat</p></div></figure>", "", ""),
    ("without a class", f"<figure>{IMG}<p>A cat</p></figure>", "", ""),
    ("behind the figure", f"<div><figure>{IMG}</figure><figcaption>A cat</figcaption></div>", "A cat", ""),
    ("behind its frame", f"<div><div><figure>{IMG}</figure></div><figcaption>A cat</figcaption></div>", "A cat", ""),
    (
        "a credit in a frame",
        f"<div><div>{IMG}</div><div><figcaption>Courtesy of Ada</figcaption></div></div>",
        "",
        "Courtesy of Ada",
    ),
    ("of another", f"<figure>{IMG}</figure><p class=caption>A dog</p>", "", ""),
]
"""Figures without `figcaption`: what is told of their picture."""


@pytest.mark.parametrize(
    ("markup", "caption", "credit"), [row[1:] for row in UNCAPTIONED], ids=[row[0] for row in UNCAPTIONED]
)
def test_a_figure_without_figcaption(markup: str, caption: str, credit: str) -> None:
    assert render_kept(f"<p>keep</p>{markup}<p>keep").images == (Image(A, caption, credit),)


def test_such_a_caption_stands_in_the_html() -> None:
    page = f"<p>keep</p><figure>{IMG}<p class=caption>A cat</p><p class=credit>Ada</p></figure><p>keep"
    assert "<figcaption>A cat Ada</figcaption></figure>" in render_kept(page).html


def test_a_figcaption_around_figures_is_said_of_their_pictures() -> None:
    inner = "".join(f"<figure><img src=/{name}.jpg></figure>" for name in "ab")
    rendered = render_kept(f"<p>keep</p><figure>{inner}<figcaption>Cats</figcaption></figure><p>keep")
    assert [image.caption for image in rendered.images] == ["Cats", "Cats"]


AROUND = [
    ("<figcaption>A cat</figcaption>", "A cat", "Ada Lovelace", "A cat Ada Lovelace"),
    ("<figcaption>A cat. Photo: Ada</figcaption>", "A cat.", "Ada", "A cat. Photo: Ada"),
    ("<figcaption> </figcaption>", "", "Ada Lovelace", "Ada Lovelace"),
    ("", "", "Ada Lovelace", "Ada Lovelace"),
]
"""What a figure says around one with a credit: the caption, the credit, and what stands below the picture."""


@pytest.mark.parametrize(("said", "caption", "credit", "shown"), AROUND)
def test_a_figure_around_one_with_a_credit_says_what_it_shows(said: str, caption: str, credit: str, shown: str) -> None:
    inner = f"<figure>{IMG}<span class=photo-credit>Ada Lovelace</span></figure>"
    rendered = render_kept(f"<p>keep</p><figure>{inner}{said}</figure><p>keep")
    assert rendered.images == (Image(A, caption, credit),)
    assert f"<figcaption>{shown}</figcaption>" in rendered.html


def test_a_figure_around_several_with_credits_says_what_they_show() -> None:
    inner = "".join(f"<figure><img src=/{name}.jpg><i class=photo-credit>{name} Ross</i></figure>" for name in "ab")
    rendered = render_kept(f"<p>keep</p><figure>{inner}<figcaption>Cats</figcaption></figure><p>keep")
    assert [(image.caption, image.credit) for image in rendered.images] == [("Cats", "a Ross"), ("Cats", "b Ross")]
    assert re.findall("<figcaption>(.*?)</figcaption>", rendered.html) == ["a Ross", "Cats b Ross"]


CALLED = [
    ("<p>A cat.</p><i class=image__source>Ada</i>", "A cat.", "Ada"),
    ("<i>A cat.</i><b class=author>Ada</b>", "A cat.", "Ada"),
    ("A cat. <i class=media__attributions>Ada</i>", "A cat.", "Ada"),
    ("<i class=figure-caption-text>A cat.</i> <i class=figure-caption-owner>Ada</i>", "A cat.", "Ada"),
    ("A cat. <i class=imageByline>Ada</i>", "A cat.", "Ada"),
    ("<p>A cat.</p><ul><li><i class=tnt-byline>Ada</i></li></ul>", "A cat.", "Ada"),
    ("A cat. <i class=byline>Ada</i> <i class=credit>AP</i>", "A cat.", "Ada AP"),
    ("A cat. <i itemprop=creator>Ada</i>", "A cat.", "Ada"),
    ("A cat. <i class=credit>/ Ada</i>", "A cat.", "Ada"),
    ("A cat. <i class=credit><i>Image: </i>(Image: Ada)</i>", "A cat.", "Ada"),
    ("<i class=quote-author>Ada,</i> a cat", "Ada, a cat", ""),
    ("A cat. <i class=resources>Ada</i>", "A cat. Ada", ""),
    ("A cat. <i class=homeowners>Ada</i>", "A cat. Ada", ""),
]
"""What stands in a `figcaption`, its caption, its credit."""


@pytest.mark.parametrize(("markup", "caption", "credit"), CALLED)
def test_what_credits_are_called_inside_a_caption(markup: str, caption: str, credit: str) -> None:
    page = f"<p>keep</p><figure>{IMG}<figcaption>{markup}</figcaption></figure><p>keep"
    assert render_kept(page).images == (Image(A, caption, credit),)


def test_a_credit_that_holds_the_caption() -> None:
    said = "<figcaption class=lead__credit><i class=lead__caption>A cat</i> <i itemprop=creator>Ada</i></figcaption>"
    assert render_kept(f"<p>keep</p><figure>{IMG}{said}</figure><p>keep").images == (Image(A, "A cat", "Ada"),)


def test_a_figcaption_that_is_the_author_of_the_picture() -> None:
    said = "<figcaption itemprop=caption>A cat</figcaption><figcaption itemprop=author>Ada</figcaption>"
    assert render_kept(f"<p>keep</p><figure>{IMG}<div>{said}</div></figure><p>keep").images == (
        Image(A, "A cat", "Ada"),
    )


LABELLED = [
    ("배가 서 있다. [사진=연합뉴스]", "배가 서 있다.", "연합뉴스"),
    ("배가 서 있다. /사진=뉴스1", "배가 서 있다.", "뉴스1"),
    ("船停在码头。 摄影：李刚", "船停在码头。", "李刚"),
    ("船停在码头（图源：新华社）", "船停在码头", "新华社"),
    ("船停在码头。图片来源：路透社", "船停在码头。", "路透社"),
    ("船停在碼頭。（圖／王小明攝）", "船停在碼頭。", "王小明"),
    ("图：船停在码头，人们在等。", "图：船停在码头，人们在等。", ""),
    ("船 写真＝共同通信", "船", "共同通信"),
    ("Statek. Fot. Anna Ros / PAP", "Statek.", "Anna Ros / PAP"),
    ("Con tàu. Ảnh: Anh Tuấn", "Con tàu.", "Anh Tuấn"),
    ("Gemi iskelede. Fotoğraf: Ayşe Yılmaz", "Gemi iskelede.", "Ayşe Yılmaz"),
    ("הספינה (צילום: דנה לוי)", "הספינה", "דנה לוי"),
    ("Το πλοίο. Φωτογραφία: Άννα Ρήγα", "Το πλοίο.", "Άννα Ρήγα"),
    ("जहाज (फोटो: पीटीआई)", "जहाज", "पीटीआई"),
    ("السفينة. تصوير: أحمد حسن", "السفينة.", "أحمد حسن"),
    ("Het schip. Beeld: Anna Roos", "Het schip.", "Anna Roos"),
    ("Der Frachter. (Archivbild) Quelle: imago images/Hafen", "Der Frachter. (Archivbild)", "imago images/Hafen"),
    ("O navio no cais — Foto: Ana Reis/g1", "O navio no cais", "Ana Reis/g1"),
    ("O navio no cais Imagem: Ana Reis/UOL", "O navio no cais", "Ana Reis/UOL"),
    ("The ship. Courtesy of the Port Authority", "The ship.", "Courtesy of the Port Authority"),
    ("The mayor. Courtesy of a friend who was there.", "The mayor. Courtesy of a friend who was there.", ""),
    ("The ship. / Getty Images", "The ship.", "Getty Images"),
    ("The ship. — Reuters", "The ship.", "Reuters"),
]
"""What stands below a picture, its caption, its credit."""


@pytest.mark.parametrize(("said", "caption", "credit"), LABELLED)
def test_labels_of_credits_in_many_languages(said: str, caption: str, credit: str) -> None:
    page = f"<p>keep</p><figure>{IMG}<figcaption>{said}</figcaption></figure><p>keep"
    assert render_kept(page).images == (Image(A, caption, credit),)


@pytest.mark.parametrize("sign", ["(", "사진=", "图：", "Fot. ", "Courtesy of ", "/ ", "— "])
def test_labels_again_and_again_take_no_time(sign: str) -> None:
    start = time.process_time()
    split_credit(sign * (100_000 // len(sign)))
    assert is_quick(time.process_time() - start, 1.5)


NAMED = [
    "legende",
    "media__legend",
    "didascalia",
    "pie-foto",
    "bildunterschrift",
    "bildtext",
    "leyenda",
    "image-description",
    "tr-caption",
]


@pytest.mark.parametrize("name", NAMED)
def test_what_captions_are_called_in_other_languages(name: str) -> None:
    page = f"<p>keep</p><div>{IMG}<p class={name}>A cat</p></div><p>keep"
    assert render_kept(page).images == (Image(A, "A cat", ""),)


def test_a_class_that_only_begins_like_one_is_none() -> None:
    page = f"<p>keep</p><div>{IMG}<p class=legendary>A cat</p></div><p>keep"
    assert render_kept(page).images == (Image(A, "", ""),)


def test_a_caption_in_the_next_row_of_a_table() -> None:
    rows = f"<tr><td><a href=/b.jpg>{IMG}</a></td></tr><tr><td class=tr-caption>A cat</td></tr>"
    assert render_kept(f"<p>keep</p><table>{rows}</table><p>keep").images == (Image(A, "A cat", ""),)


def test_the_portrait_of_who_wrote_the_story_is_none_of_its_pictures() -> None:
    said = "<figcaption>Von <a rel=author href=/ada>Ada</a><br>1. Mai, 10 Uhr</figcaption>"
    portrait = f"<figure><a rel=author href=/ada>{IMG}</a>{said}</figure>"
    assert render_kept(f"{portrait}<p>keep<p>keep").images == ()
    assert render_kept(f"<p>keep</p>{portrait}<p>keep").images == ()
