"""The words that call a day, or an hour, that of a story's change, in many languages."""

from __future__ import annotations

import re

from boilerspider.markup.metadata.weekdays import OTHER_WEEKDAYS, WEEKDAYS

MAX_UPDATED_CHARS = 40
"""Of a line that says of the next that it is when the story was changed. Ours."""
_CHANGED = (
    r"updated|modified|revised|aktuali[sz]|geändert|(?<!\w)stand:|mise? à jour|modifiée?|actuali(?:t?z|sé)|aggiorna|modifica[dt]|atualiz|"
    r"bijgewerkt|обновл|изменен|оновлен|промен|frissít|güncel|päivitet|muokat|ενημέρ|ενημερ|ažurir|uppdatera|oppdater|opdater|"
    r"تحديث|به[\u200c ]?روز|ویرایش|עודכן|עדכון|อัปเดต|अपडेट|अद्यतन|更新|수정|업데이트|cập nhật|diperbarui"
)
UPDATED = re.compile(_CHANGED, re.IGNORECASE)
"""What stands before a day on which the story was changed."""
UPDATED_LABEL = re.compile(
    rf"(?:{_CHANGED})\w*(?:\W+\w{{1,3}}){{0,2}}(?:\W+(?:{WEEKDAYS}|{OTHER_WEEKDAYS})(?:\W+\w{{1,3}})?)?\W*\Z",
    re.IGNORECASE,
)
"""A line that ends so, with a small word or two, and a day of the week: it is of the next one."""
_SIGN = re.compile(r"[|·•,;()]")
_LONG_WORD = re.compile(r"[^\W\d_]{5,}")
MAX_LONG_WORDS = 1
"""Before the word that speaks of a change: what was changed, or that it was "zuletzt"; more tell of something else. Ours."""


def may_be_changes(words: str) -> bool:
    """Whether words that end with an hour may say that it is a change's: no others of some length stand before those that speak of one."""
    label = UPDATED.search(words)
    if label is None:
        return False
    return len(_LONG_WORD.findall(_SIGN.split(words[: label.start()])[-1])) <= MAX_LONG_WORDS
