"""Who took a picture, in words of many languages; what stands in a caption and is none of it."""

from __future__ import annotations

import time

import pytest
from kept import render_kept
from lxml import html
from pace import is_quick

from boilerspider.markup.render.controls import without_counts
from boilerspider.markup.render.credits import split_credit
from boilerspider.model import Image

A = "https://example.org/a.jpg"
IMG = "<img src=/a.jpg>"


def captioned(markup: str) -> tuple[Image, ...]:
    return render_kept(f"<p>keep</p><figure>{IMG}<figcaption>{markup}</figcaption></figure><p>keep").images


WORDS = [
    ("A cat. Photos: Ada Ross", "A cat.", "Ada Ross"),
    ("A cat. Photographs by Ada Ross", "A cat.", "Ada Ross"),
    ("A cat | Photos by Ada Ross", "A cat", "Ada Ross"),
    ("Fotos: Ada Ross", "", "Ada Ross"),
    ("Foto: bild verein", "", "bild verein"),
    ("Photo: ada_ross on catpics", "", "ada_ross on catpics"),
    ("A cat Picture credit: Ada Ross", "A cat", "Ada Ross"),
    ("Photo: courtesy of the cat's friends", "", "courtesy of the cat's friends"),
    ("Photo: cat pictures / Ada Ross and friends", "", "cat pictures / Ada Ross and friends"),
    ("Photo credit: the friends of the cat", "", "the friends of the cat"),
    ("Graphic: Ada Ross/EPA", "", "Ada Ross/EPA"),
    ("A cat Photo: Ada Ross", "A cat", "Ada Ross"),
    ("A cat. Photo illustration by Ada Ross", "A cat.", "Ada Ross"),
    ("CreditPhoto Illustration by Ada Ross", "", "Ada Ross"),
    ("A cat. Photo/Video: Ada Ross", "A cat.", "Ada Ross"),
    ("A cat (Graphic: Ada Ross)", "A cat", "Ada Ross"),
    ("Screenshot: The Courier", "", "The Courier"),
    ("Cats. Source: Office of Cats", "Cats.", "Office of Cats"),
    ("Un gatto. Fonte foto: Ada Ross", "Un gatto.", "Ada Ross"),
    ("Eine Katze, Foto: Ada Ross", "Eine Katze", "Ada Ross"),
    ("„Eine Katze“ – Grafik: Ada Ross", "„Eine Katze“", "Ada Ross"),
    ("Kissa. Kuvat: Ada Ross", "Kissa.", "Ada Ross"),
    ("Η γάτα ΦΩΤΟ: ΑΔΑ ΡΟΣΣ", "Η γάτα", "ΑΔΑ ΡΟΣΣ"),
    ("बिल्ली सो रही है। फोटो: आदा रॉस", "बिल्ली सो रही है।", "आदा रॉस"),
    ("बिल्ली सो रही है। फ़ोटो: आदा रॉस", "बिल्ली सो रही है।", "आदा रॉस"),
    ("बिल्ली सो रही है (रॉयटर्स)", "बिल्ली सो रही है", "रॉयटर्स"),
    ("חתול ישן צילום: עדה רוס", "חתול ישן", "עדה רוס"),
    ("חתול ישן. צילם: עדה רוס", "חתול ישן.", "עדה רוס"),
    ("قطة نائمة (رويترز)", "قطة نائمة", "رويترز"),
    ("قطة نائمة صورة/(رويترز)", "قطة نائمة", "رويترز"),
    ("แมวนอน (ภาพ: เอดา รอส)", "แมวนอน", "เอดา รอส"),
    ("고양이가 잔다. [사진 고양이]", "고양이가 잔다.", "고양이"),
    ("고양이가 잔다. [사진 출처 = 고양이]", "고양이가 잔다.", "고양이"),
    ("猫在睡觉。新华社记者 李小猫 摄", "猫在睡觉。", "新华社记者 李小猫"),
    ("猫在睡觉 李小猫摄", "猫在睡觉", "李小猫"),
    ("李小猫 摄", "", "李小猫"),
    ("猫在睡觉。（李小猫 摄影）", "猫在睡觉。", "李小猫"),
    ("猫在睡觉（李小猫 摄）", "猫在睡觉", "李小猫"),
    ("ねこ（共同）", "ねこ", "共同"),
    ("Photo: A cat at the old mill. Ada Ross/EPA", "Photo: A cat at the old mill.", "Ada Ross/EPA"),
    # None of these tells it.
    ("Fotos: Die Katze im Schnee", "Fotos: Die Katze im Schnee", ""),
    ("Pictures: the cat that sleeps.", "Pictures: the cat that sleeps.", ""),
    ("Foto: Die Katze im Jahr 1930", "Foto: Die Katze im Jahr 1930", ""),
    ("Image: The Life of Cats, a film", "Image: The Life of Cats, a film", ""),
    ("Video: Cat Climbs Wall", "Video: Cat Climbs Wall", ""),
    ("Video by Cats", "Video by Cats", ""),
    ("A cat in front of the Photo by Ada Ross", "A cat in front of the Photo by Ada Ross", ""),
    ("In the Picture: Ada and Tom Ross", "In the Picture: Ada and Tom Ross", ""),
    ("Cats sing Pictures by Ada", "Cats sing Pictures by Ada", ""),
    ("Cats of Bron: Ada, Tom and Piet", "Cats of Bron: Ada, Tom and Piet", ""),
    ("On show: Photographs by Ada Ross", "On show: Photographs by Ada Ross", ""),
    (
        "צילום: חתול ישן על הקיר הישן של הנמל הגדול בעיר הלבנה",
        "צילום: חתול ישן על הקיר הישן של הנמל הגדול בעיר הלבנה",
        "",
    ),
    ("Video: the cat walks", "Video: the cat walks", ""),
    ("A cat in this video: Ada Ross", "A cat in this video: Ada Ross", ""),
    ("A photo by Ada Ross of a cat", "A photo by Ada Ross of a cat", ""),
    ("Source: cats that were asked", "Source: cats that were asked", ""),
    ("صورة: قطة نائمة في الميناء الكبير القديم", "صورة: قطة نائمة في الميناء الكبير القديم", ""),
    ("猫 无人机拍摄", "猫 无人机拍摄", ""),
    ("大猫咪李小猫摄", "大猫咪李小猫摄", ""),
    ("猫。他喜欢风光摄影", "猫。他喜欢风光摄影", ""),
    ("[사진 고양이]가 잔다", "[사진 고양이]가 잔다", ""),
]
"""What stands below a picture, its caption, its credit."""


@pytest.mark.parametrize(("said", "caption", "credit"), WORDS)
def test_what_announces_and_signs_pictures(said: str, caption: str, credit: str) -> None:
    assert captioned(said) == (Image(A, caption, credit),)


SIDE_BY_SIDE = [
    ("さくら町<small>星野あい撮影</small>", "さくら町", "星野あい"),
    ("ねこ、さくら町<small>星野あい撮影</small>", "ねこ、さくら町", "星野あい"),
    ("<div>ねこ、さくら町</div><div>星野 あい撮影</div>", "ねこ、さくら町", "星野 あい"),
    ("<i>ねこ、さくら町</i><i><i>Credit...</i><i>星野 あい</i></i>", "ねこ、さくら町", "星野 あい"),
    ("<i>猫在睡觉</i><i>李小猫 摄</i>", "猫在睡觉", "李小猫"),
    ("<i>बिल्ली सो रही है।</i><i>फोटो: आदा रॉस</i>", "बिल्ली सो रही है।", "आदा रॉस"),
    ("<i>बिल्ली</i><i>फोटो: आदा रॉस</i>", "बिल्ली", "आदा रॉस"),
    ("<p>A cat</p><p>Photos by Ada Ross</p>", "A cat", "Ada Ross"),
    ("<p>A cat</p><p>Fotos: Die Katze im Schnee</p>", "A cat Fotos: Die Katze im Schnee", ""),
    ("<p>A cat</p><p>Photo: the cat's friends</p>", "A cat", "the cat's friends"),
    ("<p>A cat</p><p>Photo: Ada Ross. The cat sleeps.</p>", "A cat The cat sleeps.", "Ada Ross"),
    ("さくら<b>町</b>のねこ", "さくら町のねこ", ""),
]
"""Elements of a caption that only their style parts, its caption, its credit."""


@pytest.mark.parametrize(("markup", "caption", "credit"), SIDE_BY_SIDE)
def test_a_credit_in_an_element_without_a_name(markup: str, caption: str, credit: str) -> None:
    assert captioned(markup) == (Image(A, caption, credit),)


def test_such_a_credit_stands_apart_in_the_html() -> None:
    page = f"<p>keep</p><figure>{IMG}<figcaption>さくら町<small>星野あい撮影</small></figcaption></figure><p>keep"
    assert "<figcaption>さくら町 星野あい撮影</figcaption>" in render_kept(page).html


def test_sentences_side_by_side_have_a_space_between_where_their_script_has_spaces() -> None:
    assert captioned("<i>बिल्ली है।</i><i>पानी</i>") == (Image(A, "बिल्ली है। पानी", ""),)
    assert captioned("<i>猫在睡觉。</i><i>下雨了。</i>") == (Image(A, "猫在睡觉。下雨了。", ""),)


PARTS = [
    ("A cat. <i class=credit>Photo: Ada</i> /<i class=distributor>AP</i>", "A cat.", "Ada / AP"),
    ("A cat. <i class=credit>Ada</i> <i class=mediaAgency>/AP</i>", "A cat.", "Ada /AP"),
    ("A cat / <i class=agency>Bron</i>", "A cat", "Bron"),
    ("<i>A cat</i> <i class=agency>Bron</i> <i class=credit>Ada</i>", "A cat", "Bron Ada"),
    ("<i class=agency>Bron</i> | A cat", "A cat", "Bron"),
    ("<i class=agency>Bron</i><p>A cat", "A cat", "Bron"),
    ("A cat. <i class=credit>-</i> /<i class=distributor>AP</i>", "A cat.", "AP"),
    ("A cat. | <i class=credit>Ada</i>", "A cat.", "Ada"),
    ("A cat - <i class=credit>Ada</i>", "A cat", "Ada"),
    ("A cat. <b class=credit>Ada/AP</b> <p><i class=credit>Ada/AP</i>", "A cat.", "Ada/AP"),
]
"""A caption with a credit in several elements, or signs beside it, and what is told."""


@pytest.mark.parametrize(("markup", "caption", "credit"), PARTS)
def test_a_credit_in_parts(markup: str, caption: str, credit: str) -> None:
    assert captioned(markup) == (Image(A, caption, credit),)


AMID = [
    "The goods of <a class=company-provider href=/bron>Bron AG</a> in town",
    "A cat of <i class=agency>Bron</i>",
    "<i class=agency>Bron</i> shows a cat",
    "<i class=agency>Bron</i> Katzen",
    "<i class=distributor>Bron</i><p>and its cats",
]
"""Captions of which a name is a part."""


@pytest.mark.parametrize("markup", AMID)
def test_a_name_amid_a_caption_is_no_credit(markup: str) -> None:
    text = " ".join(html.fromstring(markup.replace("<p>", " ")).text_content().split())
    assert captioned(markup) == (Image(A, text, ""),)


def test_a_credit_said_twice_stands_in_the_html_once() -> None:
    said = "A cat. <b class=credit>Ada/AP</b> <p><i class=credit>Ada/AP</i></p>"
    page = f"<p>keep</p><figure>{IMG}<figcaption>{said}</figcaption></figure><p>keep"
    assert "<figcaption>A cat. Ada/AP</figcaption>" in render_kept(page).html


PRESSED = [
    ("A cat. <b class=hide-caption><b>hide caption</b></b>", "A cat."),
    ("<a class=enlarge-link href=/a.jpg>Enlarge</a> <i class=sep>/</i> A cat.", "A cat."),
    ("<a class=enlarge-link href=/a.jpg>Enlarge</a>", ""),
    ("<i class=image-toggle>A cat that sleeps on the wall.</i>", "A cat that sleeps on the wall."),
    ("<i class='caption show'>A cat</i>", "A cat"),
    ("<i class=show-caption>A cat</i>", "A cat"),
    ("<a class=image-expand href=/big.jpg>A cat</a> in winter", "A cat in winter"),
    ("The friend of <a class=open-link href=/ada>Ada Ross</a>", "The friend of Ada Ross"),
    ("<i class=view-link>猫在旧桥旁睡觉，居民在看。</i>", "猫在旧桥旁睡觉，居民在看。"),
    ("<button>猫在旧桥旁睡觉，居民们都在看它。</button>", "猫在旧桥旁睡觉，居民们都在看它。"),
    ("<button>查看大图</button>猫在睡觉", "猫在睡觉"),
    ("<i class=counter>1 / 6</i><i>A cat</i>", "A cat"),
    ("<i class=slide-count>1 von 6</i> Katze", "Katze"),
    ("<p>1/6</p><p>A cat</p>", "A cat"),
    ("<i>A cat</i> <i class=count><b>1</b>/<b>6</b></i>", "A cat"),
    ("<b>1/6</b> of all cats sleep", "1/6 of all cats sleep"),
    ("A share of <b>3/4</b>", "A share of 3/4"),
    ("<i>24/11</i> <i>A cat</i>", "24/11 A cat"),
    ("1 of 6 cats", "1 of 6 cats"),
    ("<b>3 in 6</b><p>cats sleep</p>", "3 in 6 cats sleep"),
    ("<p>3 in 6</p><p>Cats sleep</p>", "3 in 6 Cats sleep"),
    ("<b>2/3</b><br>of all cats", "2/3 of all cats"),
    ("<b class=number>5 of 6</b> Katzen", "5 of 6 Katzen"),
    ("Asleep for <i class=count>5/6</i> hours", "Asleep for 5/6 hours"),
    ("Asleep for <i class=count>5/6</i>", "Asleep for 5/6"),
    ("<i class=count>5/6</i> of all cats", "5/6 of all cats"),
]
"""What stands in a caption, and what of that is told of the picture."""


@pytest.mark.parametrize(("markup", "caption"), PRESSED)
def test_what_is_pressed_and_what_counts_is_none_of_a_caption(markup: str, caption: str) -> None:
    assert captioned(markup) == (Image(A, caption, ""),)


COUNTED = [
    (["1/3 A", "2/3 B", "3/3 C"], ["A", "B", "C"]),
    (["1 of 9: A", "2 of 9 – B", "Cats", "3 of 9. C"], ["A", "B", "Cats", "C"]),
    (["Photo 1 of 2: A", "Photo 2 of 2: B"], ["A", "B"]),
    (["2/3", "A", "1/3 B"], ["2/3", "A", "1/3 B"]),
    (["2 in 5: cats", "3 in 5: dogs"], ["2 in 5: cats", "3 in 5: dogs"]),
    (["1/3: cup", "1/3: cup", "1/3: cup"], ["1/3: cup", "1/3: cup", "1/3: cup"]),
    (["4/5 A", "5/5 B", "6/5 C"], ["4/5 A", "5/5 B", "6/5 C"]),
    (["1 of 3 cats", "2 of 3 cats", "3 of 3 cats"], ["1 of 3 cats", "2 of 3 cats", "3 of 3 cats"]),
    (["1 von 3 Katzen", "2 von 3 Katzen", "3 von 3 Katzen"], ["1 von 3 Katzen", "2 von 3 Katzen", "3 von 3 Katzen"]),
    (["1/3 of A", "2/3 of B", "3/3 of C"], ["1/3 of A", "2/3 of B", "3/3 of C"]),
]
"""Captions of a story, and the same without numbers that count them."""


@pytest.mark.parametrize(("captions", "expected"), COUNTED)
def test_captions_that_are_counted(captions: list[str], expected: list[str]) -> None:
    assert without_counts(captions, captions) == expected


def test_the_end_of_a_line_parts_a_count_from_what_is_shown() -> None:
    assert without_counts(["1 of 2 cats", "2 of 2 dogs"], ["1 of 2", "2 of 2"]) == ["cats", "dogs"]


def test_the_captions_of_a_story_are_counted_together() -> None:
    for count, behind in (("{}/3", " Cat"), ("<p>{} von 3</p>", "Cat"), ("{} of 3 –", " Cat")):
        captions = [count.format(number) + behind for number in "123"]
        figures = "".join(
            f"<figure><img src=/{at}.jpg><figcaption>{caption}</figcaption></figure>"
            for at, caption in enumerate(captions)
        )
        images = render_kept(f"<p>keep</p>{figures}<p>keep").images
        assert [image.caption for image in images] == ["Cat"] * 3


AGENCIES = [
    (f"<figure>{IMG}<i>EPA</i></figure>", "", "EPA"),
    (f"<figure><div>{IMG}<i>EPA</i></div><figcaption>A cat</figcaption></figure>", "A cat", "EPA"),
    (f"<figure>{IMG}<p class=caption>A cat</p><i>Getty Images</i></figure>", "A cat", "Getty Images"),
    (f"<figure>{IMG}<i>Getty Images of cats</i></figure>", "", ""),
    (f"<figure>{IMG}<div><i>EPA</i></div><figcaption>The EPA men</figcaption></figure>", "The EPA men", ""),
    (f"<figure><b>School</b><i>EPA</i>{IMG}<figcaption>The men</figcaption></figure>", "The men", ""),
    (f"<figure>{IMG}<i>EPA</i><p class=credit>Ada</p></figure>", "", "Ada"),
    (f"<div>{IMG}<i>EPA</i></div>", "", ""),
]
"""Where an agency's name stands alone, caption and credit."""


@pytest.mark.parametrize(("markup", "caption", "credit"), AGENCIES)
def test_an_agency_alone_in_a_figure(markup: str, caption: str, credit: str) -> None:
    assert render_kept(f"<p>keep</p>{markup}<p>keep").images == (Image(A, caption, credit),)


@pytest.mark.parametrize("sign", ["Photo ", "source of the ", "Foto/", "صورة ", "摄 ", "Credit ", "1/6 "])
def test_words_again_and_again_take_no_time(sign: str) -> None:
    start = time.process_time()
    split_credit(sign * (100_000 // len(sign)))
    without_counts([sign * 1_000] * 100, [sign] * 100)
    assert is_quick(time.process_time() - start, 1.5)


CROWDED = [
    "<i>" * 5_000 + "1" + "</i>" * 5_000,
    "<i>1</i><i>/</i><i>6</i>" * 5_000,
    "<i class=count>" * 2_000 + "1/6" + "</i>" * 2_000,
    "<i class=hide-caption> </i>" * 10_000,
    "<i>Photo: Ada</i>" * 10_000,
]
"""Captions of many elements."""


@pytest.mark.parametrize("markup", CROWDED, ids=[markup[:20] for markup in CROWDED])
def test_captions_of_many_elements_take_no_time(markup: str) -> None:
    start = time.process_time()
    captioned(markup)
    assert is_quick(time.process_time() - start, 1.5)
