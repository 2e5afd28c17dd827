"""Words by which whoever signs is known to be no person: jobs and offices, newsrooms and newspapers, controls."""

from __future__ import annotations

import re

ROLE = re.compile(
    r"\b(?:editors?|reporters?|correspondents?|writers?|journalists?|columnists?|producers?|contributors?|contributing|staff|"
    r"chief|senior|director|manager|president|founder|ceo|professor|lecturer|analyst|specialist|expert|photographer|"
    r"redakteur(?:in)?|redaktion|korrespondent(?:in)?|journaliste?|redactor[a]?|periodista|rédaction|giornalista|redazione|"
    r"volont[äa]r(?:in)?|chefredakteur(?:in)?|ressortleiter(?:in)?|leiter(?:in)?|published|updated|posted|minutes?|(?-i:min)|read|"
    r"read more|view all|contact|email|share|subscribe|medically|reviewed|fact|checked|photos?|images?|video|comments?)\b",
    re.IGNORECASE,
)
GROUP = re.compile(
    r"\b(?:news|staff|team|desk|press|agency|agentur|agência|media|magazine|gazette|times|post|tribune|editors?|editorial|board|redaktion|"
    r"redazione|rédaction|redacción|redactie|online|group|inc|ltd|llc|gmbh|company|reuters|newsroom|network|tv|radio|"
    r"service|services|wire|university|institute|association|foundation|council|blog|guest|admin|administrator|webmaster|"
    r"agenzia|agence|agencia|nachrichten|zeitung|the|website|studio|digital|publishing|center|centre|partners?|solutions|support)\b",
    re.IGNORECASE,
)
_JOB = re.compile(
    r"\b(?:\w{3,}(?:olog|al)ist|\w+(?:ographer|trator)|educator|consultant|instructor|strategist|entrepreneur|researcher)s?$",
    re.IGNORECASE,
)
"""How a job ends that is written like a name, and no name does: Garden Educator."""
_JOB_OR_SURNAME = re.compile(
    r"\b(?:\w{2,}(?:[eou]l|og|ic|om|ap|ur|on|ent|iv|eg|ut)ist|\w+ician|advis[eo]r|engineer|attorney|officer|historian|librarian|developer|designer)s?$",
    re.IGNORECASE,
)
"""The same where people are called so, too: Farida Engineer."""
MIN_JOB_WORDS = 3
"""Of a job that ends like a surname, initials left out: Chief Financial Officer. Ours."""
_COLLECTIVE = re.compile(
    r"\b(?:team|staff|editors|desk|newsdesk|newsroom|editorial|redaktion|redazione|rédaction|redacción|redacția|redactie)\b",
    re.IGNORECASE,
)
# Newsrooms that sign, in scripts and languages whose words the patterns above would not find.
_EDITORS = re.compile(
    r"編集(?:部|局)|编辑部|編輯部|편집(?:국|부)|취재팀|هيئة التحرير|(?<!\w)(?:редакци[яи]|редакція|redakcj[ai]|redakce|redakcia|redaksi|"
    r"szerkesztőség|toimitus|redaksjonen|redaktionen|uredništvo)(?!\w)",
    re.IGNORECASE,
)
# Newspapers, agencies and stations in scripts without capitals, all of whose names end so.
_NEWSPAPER = re.compile(
    r"(?:일보|신문|뉴스|방송|통신사?|미디어|타임스|[日晚早时時][报報]|新[闻聞]社?|新闻网|新聞網|通[讯訊信]社|[电電][视視][台臺]|放送|テレビ)$"
)
CONTROL = re.compile(
    r"\b(?:share|comments?|load|more|view|all|sign|log|subscribe|follow|contact|featured|gallery|release|breaking|menu|search|"
    r"photos?|images?|video|email|updated|posted|published|minutes?|reviewed|checked)\b",
    re.IGNORECASE,
)
"""What controls and labels say where others name who wrote."""


def is_job(name: str) -> bool:
    """Whether what stands behind a name and is written like one says what somebody does."""
    if _JOB.search(name):
        return True
    words = [word for word in name.split() if len(word.rstrip(".")) > 1]
    return len(words) >= MIN_JOB_WORDS and _JOB_OR_SURNAME.search(name) is not None


def is_newspaper(name: str) -> bool:
    """Whether a name is a newspaper's, an agency's or a station's by its last letters."""
    return _NEWSPAPER.search(name) is not None


def is_office(name: str) -> bool:
    """Whether a name has a word that no person is called by."""
    return any(pattern.search(name) for pattern in (GROUP, ROLE, _EDITORS, _NEWSPAPER))


def is_collective(name: str) -> bool:
    """Whether a name says by itself that several people sign with it."""
    return bool(_COLLECTIVE.search(name) or _EDITORS.search(name))
