"""The date beside the headline."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from lxml import etree

from boilerspider.markup.metadata.beside import beside
from boilerspider.markup.metadata.datelines import dateline, moment_of, shown_alone
from boilerspider.markup.tree import parse

NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)
TITLE = "Rain fell on the north"
STORY = "<p>Rain fell on the whole of the north on 1 May 2020, and " + "the rivers rose, " * 10 + "said all.</p>"


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


CASES = [
    ("behind it", f"<h1>{TITLE}</h1><span>By Jane Roe</span><span>May 4, 2026</span>{STORY}", None, utc(2026, 5, 4)),
    ("before it", f"<div>4 May 2026</div><h1>{TITLE}</h1>{STORY}", None, utc(2026, 5, 4)),
    ("behind rather than before", f"<p>1 May 2026</p><h1>{TITLE}</h1><p>4 May 2026</p>{STORY}", None, utc(2026, 5, 4)),
    ("a heading in pieces", f"<h1>Rain <em>fell on the north</em></h1><p>4 May 2026</p>{STORY}", None, utc(2026, 5, 4)),
    ("a headline that is no heading", f"<b>{TITLE}</b><p>4 May 2026</p>{STORY}", None, utc(2026, 5, 4)),
    (
        "behind a name",
        f"<h1>{TITLE}</h1><p>Ольга Мельникова | 4 мая 2026, 10:05</p>{STORY}",
        "ru",
        utc(2026, 5, 4, 10, 5),
    ),
    ("not behind other words", f"<h1>{TITLE}</h1><p>Погода +12 | 4 мая 2026</p>{STORY}", "ru", None),
    ("not before it, behind a name", f"<p>Ольга Мельникова | 4 мая 2026</p><h1>{TITLE}</h1>{STORY}", "ru", None),
    ("months of another language", f"<h1>{TITLE}</h1><p>4. Mai 2026</p>{STORY}", "de", utc(2026, 5, 4)),
    ("numbers in America", f"<h1>{TITLE}</h1><p>5/4/2026</p>{STORY}", "en-US", utc(2026, 5, 4)),
    ("numbers elsewhere", f"<h1>{TITLE}</h1><p>4/5/2026</p>{STORY}", "en-GB", utc(2026, 5, 4)),
    (
        "America's hour",
        f"<h1>{TITLE}</h1><p>By Jane Roe<br>11/09/2026 09:15 PM EST</p>{STORY}",
        "en",
        utc(2026, 11, 10, 2, 15),
    ),
    ("in short", f"<h1>{TITLE}</h1><p>5/4/2026 9:15 a.m. ET</p>{STORY}", "en", utc(2026, 5, 4, 13, 15)),
    ("an hour elsewhere", f"<h1>{TITLE}</h1><p>4/5/2026 09:15 PM GMT</p>{STORY}", "en", utc(2026, 5, 4, 21, 15)),
    ("no month of America", f"<h1>{TITLE}</h1><p>14/5/2026 09:15 PM EST</p>{STORY}", "en", utc(2026, 5, 15, 2, 15)),
    ("Australia's hour", f"<h1>{TITLE}</h1><p>4/5/2026 09:15 PM EST</p>{STORY}", "en-AU", utc(2026, 5, 5, 2, 15)),
    (
        "that of an English page",
        f"<h1>{TITLE}</h1><p>4/5/2026 9:15 am CST</p>{STORY}",
        "en-GB",
        utc(2026, 5, 4, 15, 15),
    ),
    ("no month has such a number", f"<h1>{TITLE}</h1><p>By Jane Roe | 05/22/2026</p>{STORY}", "en", utc(2026, 5, 22)),
    ("nor in German", f"<h1>{TITLE}</h1><p>05/22/2026</p>{STORY}", "de", utc(2026, 5, 22)),
    ("a day to come", f"<h1>{TITLE}</h1><p>By Jane Roe | 05/12/2026</p>{STORY}", "en-GB", utc(2026, 5, 12)),
    ("a day to come of publication", f"<h1>{TITLE}</h1><p>Published on 05/12/2026</p>{STORY}", "en", utc(2026, 5, 12)),
    ("a day to come of something else", f"<h1>{TITLE}</h1><p>The fair opens on 05/12/2026</p>{STORY}", "en-GB", None),
    ("a short year behind a name", f"<h1>{TITLE}</h1><p>By Jane Roe | 5/4/26</p>{STORY}", "en-US", utc(2026, 5, 4)),
    ("a number among words", f"<h1>{TITLE}</h1><p>7 trends of 2026</p><p>4 May 2026</p>{STORY}", None, utc(2026, 5, 4)),
    ("the first of January", f"<h1>{TITLE}</h1><p>1 January 2026</p>{STORY}", None, utc(2026, 1, 1)),
    ("not behind the story's beginning", f"<h1>{TITLE}</h1>{STORY}<p>4 May 2026</p>", None, None),
    ("not in a long text", f"<h1>{TITLE}</h1><p>{'So it was said, as ever, on ' * 4} 4 May 2026</p>", None, None),
    ("not out of sight", f"<h1>{TITLE}</h1><script>4 May 2026</script>{STORY}", None, None),
    ("no date to come", f"<h1>{TITLE}</h1><p>4 May 2027</p>{STORY}", None, None),
    ("no headline", f"<p>4 May 2026</p>{STORY}", None, None),
]


@pytest.mark.parametrize(("body", "language", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_datelines(body: str, language: str | None, expected: datetime | None) -> None:
    document = parse(f"<html><head><title>x</title></head><body>{body}</body></html>")
    times = document.transcript.of("time")
    assert dateline(beside(document.transcript, TITLE, language), times, language, NOW) == expected


@pytest.mark.parametrize(
    ("window", "expected"), [(f"{TITLE} - Утренний вестник", utc(2026, 5, 4, 10, 5)), (TITLE, None)]
)
def test_a_day_behind_the_name_that_the_window_says_behind_the_headline(window: str, expected: datetime | None) -> None:
    page = parse(f"<title>{window}</title><h1>{TITLE}</h1><p>Утренний вестник 4 мая 2026, 10:05</p>{STORY}")
    assert dateline(beside(page.transcript, TITLE, "ru"), (), "ru", NOW) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('<time datetime="2026-05-04T09:30:00+02:00">4 May 2026, 9:30</time>', "2026-05-04T09:30:00+02:00"),
        ('<time datetime="2026-05-04T23:30:00-05:00">4 May 2026</time>', "2026-05-04T23:30:00-05:00"),
        ('<time datetime="2026-05-03T22:30:00Z">4 May 2026</time>', "2026-05-03T22:30:00+00:00"),
        ('<time datetime="2020-05-04T09:30:00Z">4 May 2026</time>', "2026-05-04T00:00:00+00:00"),
        ('4 May 2026 <time datetime="2026-05-04T20:00:00Z">Later</time>', "2026-05-04T00:00:00+00:00"),
        ('<time datetime="2026-04-05T09:30:00Z">04/05/2026</time>', "2026-04-05T09:30:00+00:00"),
        ('<time datetime="2026-05-04T09:30:00Z">04/05/2026</time>', "2026-05-04T09:30:00+00:00"),
        ('<time datetime="2026-07-06T09:30:00Z">04/05/2026</time>', "2026-05-04T00:00:00+00:00"),
        ('04/05/2026, updated <time datetime="2026-04-05T09:30:00Z">2026</time>', "2026-05-04T00:00:00+00:00"),
        ('<time datetime="now">4 May 2026</time>', "2026-05-04T00:00:00+00:00"),
        ('<time datetime="2026-05-04T09:30:00Z"></time>4 May 2026', "2026-05-04T00:00:00+00:00"),
    ],
)
def test_what_stands_in_a_time_element_is_when_that_declares(line: str, expected: str) -> None:
    document = parse(f"<html><body><h1>{TITLE}</h1><p>{line}</p>{STORY}</body></html>")
    found = dateline(beside(document.transcript, TITLE, "en"), document.transcript.of("time"), "en", NOW)
    assert found is not None
    assert found.isoformat() == expected


def test_the_moment_of_a_day_is_the_first_that_is_declared_on_it() -> None:
    times = [
        etree.Element("time", datetime=value)
        for value in ("2026-05-03T23:00Z", "2026-05-04T01:00:00+02:00", "2026-05-04T09:30Z")
    ]
    found = moment_of(utc(2026, 5, 4), times, NOW)
    assert found is not None
    assert found.isoformat() == "2026-05-04T01:00:00+02:00"
    assert moment_of(utc(2026, 5, 5), times, NOW) == utc(2026, 5, 5)
    assert moment_of(None, times, NOW) is None


def test_a_page_without_a_title_has_none() -> None:
    assert dateline(beside(parse("<p>4 May 2026</p>").transcript, None, None), [], None, NOW) is None


LINES = [
    ("٣ مارس ٢٠٢٤", "ar", utc(2024, 3, 3)),
    ("5 آذار/مارس 2024", "ar", utc(2024, 3, 5)),
    ("5 كانون الثاني 2024", "ar", utc(2024, 1, 5)),
    ("२३ मार्च २०२४", "hi", utc(2024, 3, 23)),
    ("২৩ মার্চ ২০২৪", "bn", utc(2024, 3, 23)),
    ("16 มีนาคม 2567", "th", utc(2024, 3, 16)),
    ("16 มี.ค. 2567 10:20 น.", "th", utc(2024, 3, 16, 10, 20)),
    ("วันเสาร์ที่ 16 มีนาคม พ.ศ. 2567", None, utc(2024, 3, 16)),
    ("16/03/2567", "th-TH", utc(2024, 3, 16)),
    ("令和6年3月17日", "ja", utc(2024, 3, 17)),
    ("令和元年5月2日", "ja", utc(2019, 5, 2)),
    ("民國113年3月17日", "zh-TW", utc(2024, 3, 17)),
    ("2024年3月17日", "zh", utc(2024, 3, 17)),
    ("公開日：2024年3月17日(日) 10時05分", "ja", utc(2024, 3, 17, 10, 5)),
    ("2024년 3월 19일 화요일", "ko", utc(2024, 3, 19)),
    ("1 de enero de 2024", "es", utc(2024, 1, 1)),
    ("1. ledna 2024", "cs", utc(2024, 1, 1)),
    ("۲۸ اسفند ۱۴۰۳ - ۱۴:۰۵", "fa", utc(2025, 3, 18, 14, 5)),
    ("18.03.24", "de", utc(2024, 3, 18)),
    ("03/18/24", "en-US", utc(2024, 3, 18)),
    ("24. 3. 18.", "ko", utc(2024, 3, 18)),
    ("Publicado 18 de marzo de 2024", "es", utc(2024, 3, 18)),
    ("Publicado el lunes, 18 de marzo de 2024", "es", utc(2024, 3, 18)),
    ("Lunes, 18 de marzo de 2024", "es", utc(2024, 3, 18)),
    ("Por Juana Roe | 18 de marzo de 2024", "es", utc(2024, 3, 18)),
    ("Publicado em 18 de março de 2024", "pt", utc(2024, 3, 18)),
    ("Gepubliceerd 18 maart 2024", "nl", utc(2024, 3, 18)),
    ("Door Jan Roe | 18 maart 2024", "nl-BE", utc(2024, 3, 18)),
    ("Autor: Jana Roeová | 18. 3. 2024 14:05", "cs", utc(2024, 3, 18, 14, 5)),
    ("Publikováno 18. března 2024", "cs", utc(2024, 3, 18)),
    ("Опубликовано 18 марта 2024", "ru", utc(2024, 3, 18)),
    ("Дата публикации: 18 марта 2024", "ru", utc(2024, 3, 18)),
    ("Megjelent: 2024. március 18.", "hu", utc(2024, 3, 18)),
    ("Szerző: Roe Eszter | 2024. 03. 18.", "hu", utc(2024, 3, 18)),
    ("Julkaistu 18. maaliskuuta 2024", "fi", utc(2024, 3, 18)),
    ("Δημοσιεύτηκε 18 Μαρτίου 2024", "el", utc(2024, 3, 18)),
    ("تم النشر في 18 مارس 2024", "ar", utc(2024, 3, 18)),
    ("פורסם 18 במרץ 2024", "he", utc(2024, 3, 18)),
    ("प्रकाशित 18 मार्च 2024", "hi", utc(2024, 3, 18)),
]


@pytest.mark.parametrize(("line", "language", "expected"), LINES)
def test_digits_eras_and_months_of_the_world(line: str, language: str | None, expected: datetime) -> None:
    document = parse(f"<html><body><h1>{TITLE}</h1><p>{line}</p>{STORY}</body></html>")
    times = document.transcript.of("time")
    assert dateline(beside(document.transcript, TITLE, language), times, language, NOW) == expected


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Republicano 18 de marzo de 2024", "es"),
        ("Nacido 18 de marzo de 2024", "es"),
        ("Public 18 de marzo de 2024", "es"),
        ("Juana Roe 18 de marzo de 2024", "es"),
        ("Por la calle, 18 de marzo de 2024", "es"),
    ],
)
def test_words_that_speak_of_something_else_introduce_no_day(line: str, language: str) -> None:
    document = parse(f"<html><body><h1>{TITLE}</h1><p>{line}</p>{STORY}</body></html>")
    assert dateline(beside(document.transcript, TITLE, language), [], language, NOW) is None


CHANGED = [
    (
        "a line that speaks of a change",
        "<p>Genetically modified food</p><p>May 4, 2026</p><p>Event: May 6, 2026</p>",
        "en",
    ),
    ("a label alone", "<p>Last updated on</p><p>May 6, 2026</p><p>Published May 4, 2026</p>", "en"),
    ("a line before", "<p>Updated May 6, 2026</p><p>Published May 4, 2026</p>", "en"),
    ("a word before it", "<p>Last updated</p><p>May 6, 2026</p><p>May 4, 2026</p>", "en"),
    ("in one line", "<p>Updated May 6, 2026 | Published May 4, 2026</p>", "en"),
    ("in one line behind", "<p>4 mei 2026 • Bijgewerkt 6 mei 2026</p>", "nl"),
    ("all parted", "<p>Aktualisiert | 6. Mai 2026 | Erschienen | 4. Mai 2026</p>", "de"),
    ("the label alone", "<p>Обновлено:</p><p>6 мая 2026</p><p>4 мая 2026</p>", "ru"),
    ("a change alone", "<p>Updated May 4, 2026</p>", "en"),
    ("a change before the day of the site", "<div>May 7, 2026</div><h1>{TITLE}</h1><p>Updated May 4, 2026</p>", "en"),
]


@pytest.mark.parametrize(("body", "language"), [case[1:] for case in CHANGED], ids=[c[0] for c in CHANGED])
def test_the_day_of_a_change_comes_last(body: str, language: str) -> None:
    shown = body.replace("{TITLE}", TITLE) if "{TITLE}" in body else f"<h1>{TITLE}</h1>{body}"
    document = parse(f"<html><body>{shown}{STORY}</body></html>")
    assert dateline(beside(document.transcript, TITLE, language), [], language, NOW) == utc(2026, 5, 4)


SHOWN = [
    ("a day", "<p>By Jane Roe</p><p>May 4, 2026</p>", utc(2026, 5, 4)),
    ("in a long month", "<p>January 31, 2026</p>", utc(2026, 1, 31)),
    ("with its hour", "<p>4. Mai 2026, 9:30 Uhr</p>", utc(2026, 5, 4)),
    ("with an hour of a half and a zone", "<p>MAY 4, 2026 9:30 pm EST</p>", utc(2026, 5, 4, 21, 30)),
    ("with the day of the week", "<p>Monday, May 4, 2026</p>", utc(2026, 5, 4)),
    ("in numbers", "<p>24.05.2026</p>", utc(2026, 5, 24)),
    ("the year first", "<p>2026-05-04</p>", utc(2026, 5, 4)),
    ("an hour that its element knows", '<time datetime="2026-05-04T09:30Z">4 May 2026</time>', utc(2026, 5, 4, 9, 30)),
    ("in numbers with the dots of its language", "<p>03.01.2026</p>", utc(2026, 1, 3)),
    ("parted by a sign from the rest", "<p><b>May 4, 2026</b> | <i>Weather</i></p>", utc(2026, 5, 4)),
    ("in numbers that may be another", "<p>03/01/2026</p>", None),
    ("not parted", "<p><b>May 4, 2026</b> <i>Weather</i></p>", None),
    ("a word beside it", "<p>Updated May 4, 2026</p>", None),
    ("a word before its element", "<p>Updated <time>May 4, 2026</time></p>", None),
    ("a bold word before it", "<p><b>Updated</b> May 4, 2026</p>", None),
    ("in a sentence", "<p>They voted on <strong>4 May 2026</strong> in the hall.</p>", None),
    ("a label before it", "<p>Last seen:</p><p>May 4, 2026</p>", None),
    ("a term that it explains", "<dl><dt>When</dt><dd>May 4, 2026</dd></dl>", None),
    ("under a picture", "<figure><figcaption>May 4, 2026</figcaption></figure>", None),
    ("of a link", '<p><a href="/x">May 4, 2026</a></p>', None),
    ("days of other stories", "<p>May 4, 2026</p><p>Snow fell</p><p>May 2, 2026</p>", None),
    ("behind one without a year", "<p>March 1</p><p>From the archive</p><p>May 4, 2019</p>", None),
    ("behind one by its distance", "<p>2 days ago</p><p>Older</p><p>May 4, 2024</p>", None),
    ("far from the headline", "".join(f"<p>{word}</p>" for word in "abcdef") + "<p>May 4, 2026</p>", None),
    ("today", "<p>Friday, November 20, 2026</p>", None),
    ("no such day", "<p>44 May 2026</p>", None),
    ("no such day in numbers", "<p>31.02.2026</p>", None),
    ("no month", "<p>Marathon 12 2024</p>", None),
    ("nothing that a reader knows for one", "<p>Episode 3, 2025</p>", None),
    ("another word than a day of the week", "<p>Premiere, May 4, 2026</p>", None),
    ("another day of the week", "<p>Tuesday, May 4, 2026</p>", None),
    ("no whole date", "<p>2026, vol. 4</p>", None),
    ("nothing behind the headline", "", None),
]


@pytest.mark.parametrize(("lines", "expected"), [case[1:] for case in SHOWN], ids=[case[0] for case in SHOWN])
def test_the_day_that_readers_see_alone(lines: str, expected: datetime | None) -> None:
    document = parse(f"<html><body><p>6 May 2026</p><h1>{TITLE}</h1>{lines}{STORY}</body></html>")
    around, times = beside(document.transcript, TITLE, "de"), document.transcript.of("time")
    found = shown_alone(around, times, "de", NOW)
    assert (found and found[0].replace(tzinfo=timezone.utc)) == expected
