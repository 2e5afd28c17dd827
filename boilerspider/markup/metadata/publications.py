"""What the words beside a day call it: that of a story's publication, in many languages, or of something else."""

from __future__ import annotations

import re

from boilerspider.markup.metadata.changes import MAX_UPDATED_CHARS, UPDATED_LABEL
from boilerspider.markup.metadata.hours import days_in, without_hour
from boilerspider.markup.metadata.weekdays import ENDING_WEEKDAY

PUBLISHED = re.compile(
    r"(?<!\w)(?:publi(?:[ck](?=[^\W\d_])|shed|sere?t|ziert|é)|pubblicat|veröffentlicht|erschienen|geplaatst|gepubliceer|zveřejněn|vydán|wydan|опублик|публик|опублік|размещен|"
    r"megjelen|közzété|julkais|δημοσ[ιί]ε|yayı[nm]lan|objav|diterbit|dipublikasi|đăng|xuất bản|"
    r"(?:ال)?نُ?شر|انتشار|منتشر|פורסם|פרסום|प्रकाश|เผยแพร่|发布|發布|发表|公開|掲載|配信|입력|등록|게시)"
    r"[^\W\d_]*(?:\W+[^\W\d_]{1,4}){0,2}\Z",
    re.IGNORECASE,
)
"""What ends before a day of publication, with a small word or two; "public" alone is none of it: "Public talk, 12 May 2024"."""
DATE = re.compile(
    r"(?:dat(?:e|um|a|o)|dátum|fecha|дата|tarih|päiväys|päivämäärä|ημερομηνία|(?:ال)?تاريخ|تاریخ|תאריך|วันที่|ngày|tanggal|日期|日時|日付|날짜|"
    r"created|posted|written|erstellt|creado|créée?|creato|criado|aangemaakt|utworzono|vytvořeno|создано|작성일?|作成日?)"
    r"(?:\s[^\W\d_]{1,3})?\s?[:：]\Z",
    re.IGNORECASE,
)
"""A label that calls a day nothing but the day, or that on which the page was written."""
SIGNS = " |·•,،–—-"
"""What parts a day from the words before it."""
_TOLD_BEHIND = re.compile(r":\s[^\W\d_]")
"""Behind a day what was on it."""


def label_of(words: str) -> re.Match[str] | None:
    """The end of the words before a day that calls it that of the publication, or of a change."""
    words = _before_day(words).rstrip(SIGNS + ":")
    return PUBLISHED.search(words) or UPDATED_LABEL.search(words)


def is_of_else(text: str, last: str) -> bool:
    """Whether a line, or the end of the one before it, says with a colon that its first day is of something else: "Geboren: 12.06.1994", "12 June 1994: a first bridge"."""
    day = next(days_in(text), None)
    if day is None:
        return False
    words = _before_day(text[: day.start()]) or last[-MAX_UPDATED_CHARS:]
    is_own = label_of(words) or UPDATED_LABEL.search(words) or DATE.match(words)
    is_label = words.endswith((":", "：")) and not is_own
    return is_label or _TOLD_BEHIND.match(text, day.end()) is not None


def _before_day(words: str) -> str:
    """The words before a day without its hour and its day of the week."""
    return ENDING_WEEKDAY.sub("", without_hour(words).rstrip(SIGNS)).rstrip(SIGNS)
