"""Which words behind a label are names, and which tell what a picture shows."""

from __future__ import annotations

import re

AGENCIES = (
    r"(?:AFP|AP|EPA|EFE|[Gg]etty|Reuters|REUTERS|dpa|Shutterstock|iStock(?:photo)?|Alamy|Bloomberg|Imago|IMAGO|ANSA|TASS|ТАСС|РИА Новости"
    r"|رويترز|أ ?ف ?ب|فرانس برس|أسوشيتد برس|الأناضول|רויטרס|रॉयटर्स|पीटीआई|एएनआई|एएफपी"
    r"|ロイター|共同(?:通信)?|時事(?:通信)?|路透社?|新[华華]社|中新社|法新社|美[联聯]社|视觉中国|연합뉴스|뉴시스|뉴스1)"
)
OF_AGENCY = re.compile(rf"\b{AGENCIES}\b")
_PARTICLES = frozenset("via for of de da di du la le van von der and et y und / | - – the".split())  # noqa: SIM905 - a list of words
MAX_CASELESS_CHARS = 40
"""Of names behind a label whose script has no capitals; few more may be what is shown. Ours."""
MIN_TOLD, MIN_TOLD_OF_SEVERAL = 5, 3
"""Words of all of a caption that tell what is shown behind a label of one picture, and of several; fewer may be whose it is in small letters (private). Ours."""
MIN_SMALL, MIN_SMALL_OF_SEVERAL = 2, 1
"""Those of them in small letters, none a name's; where a number is told, too, as many as of several. Ours."""
_SENTENCE_END = re.compile(r"(?<=\w{2})[.!?…]\s+")
_RIGHTS = re.compile(
    r"\b(?:rights|reserved|permission|licen[cs]ed?|courtesy|vorbehalten|derechos|droits)\b", re.IGNORECASE
)
"""Words with which a credit goes on, not a caption."""


def is_shown(words: str, least: int) -> bool:
    """Whether words behind a credit tell what a picture shows, not whose it is, too: so many of them are no names."""
    small = sum(word.strip(".,;:!?").isalpha() and not is_name(word) for word in words.split())
    return small >= least and _RIGHTS.search(words) is None


def is_told(words: str, *, is_of_several: bool) -> bool:
    """Whether words that are all of a caption behind its label tell what a picture shows: these do not sign it."""
    first = _SENTENCE_END.split(words, maxsplit=1)[0]
    least = MIN_TOLD_OF_SEVERAL if is_of_several else MIN_TOLD
    if len(words.split()) < least or _RIGHTS.search(words) or ("/" in first and not first.endswith(".")):
        return False
    if all(map(has_no_case, words.split())):
        return len(words) > MAX_CASELESS_CHARS
    has_number = any(map(str.isdigit, first))
    return count_small(first) >= (MIN_SMALL_OF_SEVERAL if is_of_several or has_number else MIN_SMALL)


def count_small(words: str) -> int:
    """Words that begin with a small letter and are no part of a name."""
    return sum(word[:1].islower() and not is_name(word) for word in words.split())


def has_no_case(word: str) -> bool:
    """Whether a script has no capitals with which a name could begin."""
    letter = word.lstrip("(/|")[:1]
    return letter.isalpha() and letter.lower() == letter.upper()


def is_name(word: str) -> bool:
    """Whether a word is a name, a part of one, or stands between two."""
    return is_particle(word) or word.lstrip("(/|")[:1].isupper() or OF_AGENCY.search(word) is not None


def is_particle(word: str) -> bool:
    """Whether a word stands between names, in small letters."""
    return word in _PARTICLES
