"""The date beside the headline."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from boilerspider.markup.metadata.datelines import dateline
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
    ("months of another language", f"<h1>{TITLE}</h1><p>4. Mai 2026</p>{STORY}", "de", utc(2026, 5, 4)),
    ("numbers in America", f"<h1>{TITLE}</h1><p>5/4/2026</p>{STORY}", "en-US", utc(2026, 5, 4)),
    ("numbers elsewhere", f"<h1>{TITLE}</h1><p>4/5/2026</p>{STORY}", "en-GB", utc(2026, 5, 4)),
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
    assert dateline(document.transcript, TITLE, language, NOW) == expected


def test_a_page_without_a_title_has_none() -> None:
    assert dateline(parse("<p>4 May 2026</p>").transcript, None, None, NOW) is None
