"""Who signs beside the headline, for pages whose markup names nobody: behind a word that says so, or right beside the date.

Bylines of many languages begin, or end, with one of few words. Where there is none the date is the sign: a person's name
next to it signs the story. Sections, buttons and headings have the shape of names there, too, but their words stand elsewhere on
the page in small letters, or in the names of its classes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from boilerspider.markup.metadata.beside import Beside, is_dated, spoken
from boilerspider.markup.metadata.names import UNCASED, is_person, names
from boilerspider.markup.metadata.openings import (
    COLONS,
    LABELS,
    PREPOSITIONS,
    REPORTED,
    REPORTER,
    WRITTEN,
    joining,
    without_photographer,
)
from boilerspider.markup.transcript import Transcript

MAX_SIGNED_CHARS = 120
"""A longer line is prose. Ours."""
MOST_NAME_WORDS = 4
"""Words of a name that stands by itself. Ours."""
MOST_SIGNERS = 6
"""Lines that one byline is made of. Ours."""

_NAMED_BEHIND = r"[^\W\d_](?:[^,;|.。!！?？…]|\.(?=\w)){1,20}?"
"""A name, which no sentence ends in."""
_BEHIND = re.compile(
    rf"(?:[(\[][^()\[\]]{{2,20}}[)\]]\s*)?(?P<name>{_NAMED_BEHIND})\s*(?:記者|记者|기자|특파원|논설위원)(?:\s*=|\s+[\w.+-]{{1,40}}@[\w.-]{{1,40}})?"
    rf"|[(\[【](?:[^\s=()\[\]]{{2,20}}[\s=]+)?(?P<bracketed>{_NAMED_BEHIND})\s*(?:기자|특파원|논설위원)[)\]】]"
    rf"|{REPORTER}"
)
"""A name and what follows it in Japanese, Chinese and Korean, perhaps behind a place and an agency, or in brackets behind a newspaper; a reporter's in Taiwan, and where that was."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_HAN_NAMES = re.compile(r"[\u3400-\u9fff·]{2,5}(?:[\s、,，/]+[\u3400-\u9fff·]{2,5}){0,4}")
_BARE = re.compile(r"[\uac00-\ud7a3]{2,4}|[\u3400-\u9fff]{2,5}")
_HAN_BETWEEN = re.compile(r"[\s、,，/]+")
_REPORTED = re.compile(REPORTED)
_BETWEEN_PARTS = re.compile(
    r"(\s*(?:[|·•]|／(?![\u3400-\u9fff]{2,6}[报報][导導道]))\s*|\s+[–—-]\s+|(?<=\d),\s+(?=[^\W\d_]))"
)
_SIGNS = re.compile(r"[\W_]*")
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = frozenset(
    (",", "&", "/", "and", "und", "et", "y", "e", "og", "och", "en", "i", "и", "και", "ve", "dan", "و", "、")
)
"""What stands between the names of a byline."""


_LABELLED_BEFORE = rf"(?:[\u3400-\u9fff]{{2,5}}\s*[{COLONS}]\s*[^\s{COLONS}]{{1,20}}\s+){{1,3}}"
"""Labels and what they say, which stand in one line in Chinese: from where a story is, and when."""


def _line(
    words: str, before: str = rf"(?:.*(?:19|20)\d\d(?!\d).{{0,20}}?\W|.*\d\W+|{_LABELLED_BEFORE})?"
) -> re.Pattern[str]:
    """A line, or what stands in one behind a date or a label, that says who wrote."""
    return re.compile(
        rf"{before}\W*(?:(?:{words})(?:\s*[{COLONS}/／・=]\s*|\s+|$)|(?:{LABELS})\s*[{COLONS}]\s*)(?P<names>.*)",
        re.IGNORECASE,
    )


_LINE = _line(WRITTEN)
_WHOLE_LINE = _line(WRITTEN, before="")
_LINES = {language: _line(f"{WRITTEN}|{words}") for language, words in PREPOSITIONS.items()}


def signed_lines(lines: Beside, language: str | None) -> list[str]:
    """The names behind the first word of a byline, or before one, on a page in this language."""
    parts = [part for text in lines.behind for part in ((text,) if text in _BETWEEN else filter(None, _pieces(text)))]
    line, conjunctions = _opening(language), joining(spoken(language))
    for at, part in enumerate(parts):
        begun, ended = line.fullmatch(part), _BEHIND.fullmatch(part)
        if begun or ended:
            found = (
                _signed(begun["names"], parts[at + 1 :], conjunctions)
                if begun
                else _signed((ended["name"] or ended["bracketed"] or ended["reporter"]) if ended else "", ())
            )
            if found:
                return found
    return []


def joined_signers(lines: Beside, language: str | None) -> list[str]:
    """The texts of those who sign beside the headline, the first and those that words join right to it; of the others an office, an employer or a place may be one."""
    signed, conjunctions = signed_lines(lines, language), joining(spoken(language))
    joined = {
        text
        for last, text in zip(lines.behind, lines.behind[1:], strict=False)
        if last in conjunctions or text.partition(" ")[0] in conjunctions
    }
    others = takewhile(lambda name: any(text.endswith(name) for text in joined), signed[1:])
    return [*signed[:1], *others]


def is_byline(text: str, language: str | None) -> bool:
    """Whether a text is a word that bylines begin with, and a name."""
    begun = _opening(language).fullmatch(text)
    return begun is not None and bool(_signed(begun["names"], ()))


def is_signature(text: str) -> bool:
    """Whether a line begins with a byline's word of any language, and a full name follows."""
    begun = _WHOLE_LINE.fullmatch(text) if len(text) <= MAX_SIGNED_CHARS else None
    return begun is not None and any(map(_is_full, _signed(begun["names"], ())))


def _opening(language: str | None) -> re.Pattern[str]:
    """How bylines begin on pages in this language."""
    return _LINES.get(spoken(language), _LINE)


def _pieces(line: str) -> list[str]:
    """A line cut where signs part it; the signs themselves are empty, and so is what is too long to be cut."""
    pieces = _BETWEEN_PARTS.split(line) if len(line) <= MAX_SIGNED_CHARS else [""]
    return ["" if _SIGNS.fullmatch(piece) else piece for piece in pieces]


def _signed(text: str, following: Sequence[str], conjunctions: Collection[str] = ()) -> list[str]:
    """Who is named in the rest of a line or, where that is empty, in the next ones; these may begin with a conjunction: "By", "Jane Roe", "and John Poe"."""
    text = without_photographer(text).rstrip(" ,;）〕】")
    if _HAN.search(text):
        named = _HAN_BETWEEN.split(text) if _HAN_NAMES.fullmatch(text) else []
        return [name for name in named if not _REPORTED.fullmatch(name)]
    if text:
        return [text] if any(map(_is_signer, names(text))) else []
    found: list[str] = []
    is_next = True
    for part in following[: 2 * MOST_SIGNERS]:
        conjunction, _, name = part.partition(" ")
        is_joined = bool(found) and conjunction in conjunctions
        if part in _BETWEEN:
            is_next = True
        elif (is_joined or is_next) and (signed := _signed(name if is_joined else part, ())):
            found += signed
            is_next = False
        else:
            break
    return found


def _is_signer(name: str) -> bool:
    """Whether what stands behind a byline's word is a name; in scripts without capitals one word is none, and many are prose."""
    return is_person(name) and (not UNCASED.search(name) or 1 < len(name.split()) <= MOST_NAME_WORDS)


def _is_full(line: str) -> bool:
    """Whether somebody is named with more than one word in capitals: "Von Menschen und Mäusen" and "Por la Paz" begin as bylines do."""
    words = (name.split() for name in names(line))
    return _HAN.search(line) is not None or any(
        _BETWEEN.isdisjoint(parts) and sum(part[0].isupper() for part in parts) != 1 for parts in words
    )


def names_beside_dates(lines: Beside, transcript: Transcript, titles: str) -> list[str]:
    """The first person's name right before a date, or behind one and a sign; one of these titles names somebody else."""
    parts = (part for part in _parts_beside_dates(lines) if part not in titles)
    name = next((part for part in parts if is_name(part) or _is_reporter(part, transcript)), None)
    return [name] if name and _words(transcript).isdisjoint(name.lower().split()) else []


def _is_reporter(text: str, transcript: Transcript) -> bool:
    """Whether a text is a name in Chinese, Japanese or Korean whom the page calls a reporter elsewhere: without that it may be a section's."""
    if not _BARE.fullmatch(text):
        return False
    called = re.compile(rf"(?<!\w){text}\s?(?:기자|記者|记者)(?!\w)")
    return any(isinstance(event, str) and called.search(event) for event in transcript.events)


def _parts_beside_dates(lines: Beside) -> Iterator[str]:
    """What stands before a date, but for what a label speaks of, and what stands behind one where a sign parts them."""
    pieces = [piece for line in lines.behind for piece in _pieces(line)]
    parts = [at for at, piece in enumerate(pieces) if piece]
    for before, at, behind in zip([-1, *parts], parts, [*parts[1:], -1], strict=False):
        last, following = ("" if near < 0 else pieces[near] for near in (before, behind))
        is_behind = before < at - 1 and is_dated(last)
        if is_behind or (is_dated(following) and not last.endswith(":")):
            yield pieces[at]


def _words(transcript: Transcript) -> set[str]:
    """The words of a page that are no names: those that it writes small, and those of its classes."""
    strings = (event for event in transcript.events if isinstance(event, str))
    small = {word for string in strings for word in _WORD.findall(string) if word.islower()}
    return small.union(*(_WORD.findall(name.lower()) for name in {*transcript.classes} if name))


def is_name(text: str) -> bool:
    """Whether a line is a person's name and nothing else."""
    words = text.split()
    return (
        1 < len(words) <= MOST_NAME_WORDS
        and not text.isupper()
        and all(word[0].isupper() or word[0].islower() for word in words)
        and list(names(text)) == [text]
        and is_person(text)
    )
