"""What is secret in addresses of feeds and stores: left out of what is shown, and refused where it cannot be told from the rest."""

from __future__ import annotations

import re
from urllib.parse import quote

_CREDENTIALS = re.compile(r"(?<=://)[^\s/?#]*@")
_SECRETS = re.compile(
    r"""(?ix) ([?&;] (?:
        [\w.-]{0,40} (?:password|passwd|secret|token|signature|api[_-]?key|access[_-]?key|secret[_-]?key)
        | (?:[\w.-]{0,40} [_.-])? (?:pass|pwd|sig|auth)
        | key (?= =[^\s&]{16}) (?! =\d+(?:[\s&]|$))
    ) =) (?!…) ([^\s&]+)"""
)
"""Arguments that drivers of databases and signed addresses of stores have (`X-Amz-Signature`, Azure's `sig`); `key` names stories too, by shorter values."""

_CLOSING = "\"'<>()[]{},;:"
"""What may stand behind an address in a text; a password with such a sign amid it is left out whole."""

_HOSTS = re.compile(r"(?:[^:@,\[]*|\[[^\]]*\])(?::\d*)?(?:,(?:[^:@,\[]*|\[[^\]]*\])(?::\d*)?)*")
"""Hosts of an address, several for a database, each perhaps with its port."""
_LOCATED = re.compile(r"(?s)(?!(?:https?|file):)([a-z][a-z0-9+.-]*)://([^/?#]*)(.*)", re.IGNORECASE)
"""What is no page or file: scheme, users and hosts, and the rest."""
_POSTGRESQL = ("postgres", "postgresql")
_DATABASES = (*_POSTGRESQL, "redis", "rediss")
_NO_ESCAPE = re.compile(r"%(?![0-9a-fA-F]{2})")


def redacted(text: str) -> str:
    """A text, such as a log line, without the users and passwords of the URLs in it; of arguments that hold a secret the name stays."""
    text = _CREDENTIALS.sub("", text) if "@" in text else text
    return _SECRETS.sub(_hidden, text) if "=" in text else text


def _hidden(secret: re.Match[str]) -> str:
    name, value = secret.groups()
    return f"{name}…{value[len(value.rstrip(_CLOSING)) :]}"


def unescaped(uri: str) -> str:
    """The first sign in a feed's or store's user or password that has to be percent-encoded, or ""; without that nobody can say where the password ends."""
    located = _LOCATED.match(uri)
    if located is None:
        return ""
    scheme, authority, rest = located[1].lower(), located[2], located[3]
    user = authority.rpartition("@")[0]
    path, _, query = rest.partition("?")
    is_cut = not _HOSTS.fullmatch(authority) or (scheme in _DATABASES and ":" in authority and "@" in path)
    if "@" not in authority and "@" in rest and is_cut:
        return rest[0]
    secrets = [secret.end(1) for secret in _SECRETS.finditer(f"?{query}")] if query else []
    if blank := re.search(r"\s", user) or (re.search(r"\s", query[secrets[0] - 1 :]) if secrets else None):
        return blank[0]
    if secrets and scheme in _DATABASES and "#" in query:
        return "#"
    return "%" if scheme in _POSTGRESQL and _NO_ESCAPE.search(user) else ""


def how_to_write(sign: str, percent: str = "%") -> str:
    """What to do about a sign that `unescaped` has found, and how a percent sign is written there."""
    name = "a blank" if sign.isspace() else sign
    written = quote(sign, safe="").replace("%", percent)
    return f"in its user or password write {written} for {name}, which would end it, or cannot be read"
