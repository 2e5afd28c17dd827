"""Who wrote the story: whom the page declares, whom its markup names, whose name stands beside the headline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from unicodedata import normalize

from boilerspider.markup.metadata import labels, titles
from boilerspider.markup.metadata.beside import Headline, spoken
from boilerspider.markup.metadata.bylines import bylines, reporters
from boilerspider.markup.metadata.cards import own
from boilerspider.markup.metadata.fields import Source
from boilerspider.markup.metadata.names import (
    MAX_AUTHORS,
    MAX_NAME_CHARS,
    is_alone,
    is_login,
    is_nickname,
    is_person,
    names,
    people_and_groups,
)
from boilerspider.markup.metadata.offices import is_collective, is_newspaper, is_office
from boilerspider.markup.metadata.openings import joining
from boilerspider.markup.metadata.scan import Marks
from boilerspider.markup.metadata.signatures import joined_signers, names_beside_dates, signed_lines
from boilerspider.markup.metadata.text import clean, text_of, unique

MAX_AGENCY_CHARS = 4
"""Of a word in small letters that agencies sign with: dpa, afp, apa. Ours."""
_WRITTEN_BY = re.compile(r"writ|author|autor|verfasst|geschr|escrit|écrit|scritt|skr[ei]v", re.IGNORECASE)


def authors(source: Source, site: str | None, headline: Headline) -> tuple[str, ...]:
    """The people who sign the story; whoever else signs, where no person does."""
    declared, undeclared, organisations = source.story.signers()
    logins: list[str] = []
    groups: list[str] = []
    owner: list[str] = []
    for signed, explicit in _signed(source, headline, declared, undeclared):
        people, others = people_and_groups(signed, site)
        if signed is declared and others:
            nicknames = _nicknames(signed, others, (*people, site or ""))
            if not people and nicknames and all(map(is_login, nicknames)):
                logins = nicknames  # a byline may know whose it is
            else:
                people += nicknames
        places = {place for text in signed if (place := _place(text, headline.title))} if len(people) > 1 else ()
        people = [name for name in people if name not in places]
        if people:
            is_sole = explicit and len(people) == 1
            return tuple(_with_others(people[0], site, headline) if is_sole else people)
        groups = groups or [name for name in others if explicit or _signs(name, signed, site)]
        owner = owner or [name for name in others if is_person(name)]  # whose name the site has
    if logins:
        return tuple(logins)
    if not any(map(is_person, groups)):  # of one person's site the name is the person's
        beside_title = _signatures(source, site, headline)
        groups = next(beside_title) or next(beside_title) or groups or next(beside_title)
    signing = islice((name for text in organisations for name in names(text)), MAX_AUTHORS)
    return tuple(groups or owner or unique(signing))


def _place(byline: str, title: str | None) -> str:
    """The last name in a byline where it is a place: behind a comma, an employer and a person, and named by the headline, too; else empty."""
    *others, last = list(islice(names(byline), MAX_AUTHORS)) or [""]
    is_behind = len(others) > 1 and is_person(others[0]) and is_office(others[-1])
    if not is_behind or not clean(byline).removesuffix(last).endswith(", "):
        return ""
    return last if re.search(rf"(?<!\w){re.escape(last)}(?!\w)", title or "", re.IGNORECASE) else ""


def _with_others(name: str, site: str | None, headline: Headline) -> list[str]:
    """The one person whom a page declares with those who sign beside the headline after that person: many content systems declare the first alone."""
    signed = (
        found
        for text in joined_signers(headline.beside, headline.language)
        for found in _joined(text, headline.language)
    )
    beside = people_and_groups(signed, site)[0]
    is_first = len(beside) > 1 and _unmarked(beside[0]) == _unmarked(name)
    return [name, *beside[1:]] if is_first else [name]


def _joined(text: str, language: str | None) -> list[str]:
    """The first name in a text, and those that conjunctions join right to it: behind a comma or a preposition an office or a place may stand."""
    found = islice(names(text), MAX_AUTHORS)
    joined, conjunctions = list(islice(found, 1)), joining(spoken(language))
    rest = text.partition(joined[0])[2] if joined else ""
    for name in found:
        conjunction, _, following = rest.strip().partition(" ")
        if conjunction.lower() not in conjunctions or not following.startswith(name) or not is_person(name):
            break
        joined.append(name)
        rest = following[len(name) :]
    return joined


def _nicknames(signed: Iterable[str], others: Iterable[str], known: Iterable[str]) -> list[str]:
    """Of other names those of one word that are all that is declared of somebody, and agencies: in longer texts others are places and offices."""
    letters = set(map(_unmarked, known))
    whole = {found[0] for text in signed if len(found := list(islice(names(text), 2))) == 1}
    told = (name for name in others if name in whole or (name.islower() and len(name) <= MAX_AGENCY_CHARS))
    return [name for name in told if is_nickname(name) and _unmarked(name) not in letters]


def _signs(name: str, signed: list[str], site: str | None) -> bool:
    """Whether a name that is no person's by its shape signs, where a byline's markup or word alone says that somebody does."""
    if is_collective(name) or is_nickname(name):
        return True
    return len(signed) == 1 and is_alone(name, signed[0]) and name.casefold() != (site or "").casefold()


def _signed(source: Source, headline: Headline, *stories: list[str]) -> Iterator[tuple[list[str], bool]]:
    """Who signs by the story's JSON-LD, by metas and by bylines, in this order, each looked for on demand; and whether that is explicit."""
    yield from ((story, True) for story in stories)
    yield _signed_metas(source.marks), True
    yield from bylines(headline, own(source))


def _signatures(source: Source, site: str | None, headline: Headline) -> Iterator[list[str]]:
    """The people whose names stand beside the headline: those of lines that say so, those of reporters' classes, those beside dates; only on demand, for it goes through the whole page."""
    yield people_and_groups(signed_lines(headline.beside, headline.language), site)[0]
    called = (people_and_groups(texts, site)[0] for texts in reporters(headline, own(source)))
    yield next(filter(None, called), [])
    window = text_of(source.marks.title) if source.marks.title is not None else ""
    said = " | ".join(filter(None, (site, headline.title, window)))
    yield people_and_groups(names_beside_dates(headline.beside, source.document.transcript, said), site)[0]


def _unmarked(name: str) -> str:
    """A name's letters without their marks, as addresses write it."""
    return titles.fold(normalize("NFKD", name[:MAX_NAME_CHARS]))


def _signed_metas(marks: Marks) -> list[str]:
    """Names in metas; two of Twitter's name what they hold, in the language of the page."""
    found = marks.every(*labels.AUTHORS)
    for number in "12":
        if _WRITTEN_BY.search(marks.first(f"twitter:label{number}") or ""):
            found = found + marks.every(f"twitter:data{number}")
    return [_without_portal(value) for value in found if "://" not in value]


def _without_portal(value: str) -> str:
    """A newspaper's name without that of the page which has its story from there, and stands behind a sign as in a title."""
    paper, _, portal = value.partition("|")
    return paper if portal and is_newspaper(paper.strip()) and list(names(portal)) == [clean(portal)] else value
