"""Words and stop lists. What a word is does not depend on the language, which pages often get wrong, only on the script."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.util import find_spec
from itertools import filterfalse
from pathlib import Path
from types import MappingProxyType

from boilerspider.errors import BadConfiguration, UnknownName

STOP_LIST_NAMES = MappingProxyType(
    dict(
        line.split()
        for line in """
        af Afrikaans
        an Aragonese
        ar Arabic
        ast Asturian
        az Azerbaijani
        be Belarusian
        be-tarask Belarusian_Taraskievica
        bg Bulgarian
        bn Bengali
        bpy Bishnupriya_Manipuri
        br Breton
        bs Bosnian
        ca Catalan
        ceb Cebuano
        cs Czech
        cv Chuvash
        cy Welsh
        da Danish
        de German
        el Greek
        en English
        en-simple Simple_English
        eo Esperanto
        es Spanish
        et Estonian
        eu Basque
        fa Persian
        fi Finnish
        fil Tagalog
        fr French
        fy West_Frisian
        ga Irish
        gl Galician
        gu Gujarati
        he Hebrew
        hi Hindi
        hr Croatian
        ht Haitian
        hu Hungarian
        hy Armenian
        id Indonesian
        ig Igbo
        io Ido
        is Icelandic
        it Italian
        iw Hebrew
        jv Javanese
        ka Georgian
        kk Kazakh
        kn Kannada
        ko Korean
        ku Kurdish
        ky Kyrgyz
        la Latin
        lb Luxembourgish
        lmo Lombard
        lt Lithuanian
        lv Latvian
        mk Macedonian
        ml Malayalam
        mr Marathi
        ms Malay
        mt Maltese
        nap Neapolitan
        nb Norwegian_Bokmal
        nds Low_Saxon
        ne Nepali
        new Newar
        nl Dutch
        nn Norwegian_Nynorsk
        no Norwegian_Bokmal
        oc Occitan
        pl Polish
        pms Piedmontese
        pnb Western_Panjabi
        pt Portuguese
        qu Quechua
        ro Romanian
        roa-rup Aromanian
        ru Russian
        rup Aromanian
        scn Sicilian
        sgs Samogitian
        sh Serbo_Croatian
        sk Slovak
        sl Slovenian
        sq Albanian
        sr Serbian
        su Sundanese
        sv Swedish
        sw Swahili
        ta Tamil
        te Telugu
        tk Turkmen
        tl Tagalog
        tr Turkish
        uk Ukrainian
        ur Urdu
        uz Uzbek
        vi Vietnamese
        vo Volapuk
        wa Walloon
        war Waray_Waray
        yo Yoruba
        """.strip().splitlines()
    )
)
"""BCP 47 code, lower case -> the name of the stop list in the `justext` package."""

NO_SPACES = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese, Khmer: letters in runs of many words."""

IDEOGRAPHS = r"\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Han and kana: about one word a character or two, and no spaces."""

MARKS = r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0df3\u0f18-\u0fbc\u200c\u200d"
"""Signs that belong to words although `\\w` leaves them out: accents, points, and the vowels of the scripts of India."""

BREAKS = "\u00ad\u200b\u2060\ufeff"
"""The soft hyphen, the space without a width, the joiner of words, and the same as it was once: readers see none of them, and they part no words. Those within words of some scripts (U+200C, U+200D) stay."""

_SPACELESS = re.compile(f"[{IDEOGRAPHS}{NO_SPACES}]{{2}}")
_STOPS = ".,;:)"

_WITHOUT_BREAKS = dict.fromkeys(map(ord, BREAKS))

WORD = re.compile(
    rf"[{IDEOGRAPHS}]|[{NO_SPACES}]+|(?:[^\W{IDEOGRAPHS}{NO_SPACES}]+|[{MARKS}]+|(?<=\w)['’-](?=\w)){{1,1000}}"
)
"""A run of a word's letters, marks and inner hyphens is cut after a thousand parts: the engine's memory grows with them."""

HAS_RUN = re.compile(f"[{NO_SPACES}]").search
"""Whether a text holds letters of those scripts."""

HAS_OTHER_SCRIPT = re.compile(f"[{IDEOGRAPHS}{NO_SPACES}{MARKS}]").search
"""Whether a text needs more than the plain pattern."""

PLAIN_WORD = re.compile(r"\w+(?:['’-]\w+){0,499}")
"""The same words in a text without those scripts and signs, found in half the time."""

REMEMBERED = 8
"""Texts whose different characters are at hand: an article's words are counted, and soon its letters folded. Ours."""

LETTERS_A_WORD = 5
"""How many letters of a script without spaces make a word, vowel signs included; a convention, not measured."""


def words(text: str) -> list[str]:
    """The words of a text in order, without punctuation; a run of Thai and its like is one, a Han or kana character too."""
    return (WORD if HAS_OTHER_SCRIPT(text) else PLAIN_WORD).findall(text)


def without_breaks(text: str) -> str:
    """The text without signs that readers do not see and that part no words."""
    return text if text.isascii() or not any(sign in text for sign in BREAKS) else text.translate(_WITHOUT_BREAKS)


def are_parted(last: str, first: str, *, is_wide: bool) -> bool:
    """Whether a space belongs between two signs that are left beside each other: between letters and digits, but for scripts without spaces; where one stood, but for a stop."""
    if is_wide:
        return first not in _STOPS
    return last.isalnum() and first.isalnum() and _SPACELESS.fullmatch(last + first) is None


def count_words(text: str) -> int:
    """How many words a text has: each Han or kana character counts one, and each five letters of Thai and its like."""
    if not text.isascii() and HAS_OTHER_SCRIPT(letters_of(text)):
        found = WORD.findall(text)
        return sum(map(_weight, found)) if HAS_RUN(text) else len(found)
    pieces = text.split()
    signed = list(filterfalse(str.isalnum, pieces))
    # No word holds white space: letters between two spaces are one, and only what holds other signs is searched.
    return len(pieces) - len(signed) + len(PLAIN_WORD.findall(" ".join(signed)))


@lru_cache(maxsize=REMEMBERED)
def letters_of(text: str) -> str:
    """The different characters of a text, each once."""
    return "".join(set(text))


def _weight(word: str) -> int:
    return -(-len(word) // LETTERS_A_WORD) if HAS_RUN(word[0]) else 1


@lru_cache(maxsize=128)
def stop_list(language: str) -> frozenset[str]:
    """The stop words of a language in lower case; it goes by its BCP 47 code (`de`, `de-AT`) or by its list's name (`German`).

    UnknownName lists the languages that have a list.
    """
    return frozenset(frequent_words(language))


@lru_cache(maxsize=128)
def frequent_words(language: str) -> tuple[str, ...]:
    """The words of a language's stop list in lower case, the most frequent first."""
    name = stop_list_name(language)
    if name is None:
        raise UnknownName("language", language, STOP_LIST_NAMES)
    lines = (_folder() / f"{name}.txt").read_text(encoding="utf-8").lower().splitlines()
    return tuple(dict.fromkeys(lines))


@lru_cache(maxsize=2)
def languages_of_words(languages: tuple[str, ...], top: int) -> MappingProxyType[str, tuple[str, ...]]:
    """A word -> those of these languages that have it among so many of their most frequent."""
    index: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in frequent_words(language)[:top]:
            index[word] = (*index.get(word, ()), language)
    return MappingProxyType(index)


def stop_list_name(language: str) -> str | None:
    """The name of the list that serves a language, None where there is none: `de-AT` is served by German."""
    code = language.replace("_", "-").lower()
    while code:
        if code in STOP_LIST_NAMES:
            return STOP_LIST_NAMES[code]
        code = code.rpartition("-")[0]
    wanted = language.replace(" ", "_").lower()
    return next((name for name in STOP_LIST_NAMES.values() if name.lower() == wanted), None)


@lru_cache(maxsize=1)
def _folder() -> Path:
    """Where the lists lie. The package is not imported: that needs a part of lxml that not everybody has."""
    spec = find_spec("justext")
    if spec is None or not spec.submodule_search_locations:
        raise BadConfiguration("the stop lists are not there: install the package justext (its data alone is used)")
    return Path(spec.submodule_search_locations[0]) / "stoplists"
