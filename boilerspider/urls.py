"""URL rules: pure functions from strings to strings that never raise.

A string that is no web address (http or https, with a host that can exist) gives the empty string,
so that a caller tests one thing; one of more than 8,192 characters is none. Nothing here knows a
site: the rules are those of the URL standard, of the public suffix list (the snapshot that tldextract
carries; nothing is fetched or cached), and of the table of tracking parameters below.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit, urlunsplit

from tldextract import TLDExtract
from w3lib.url import canonicalize_url, safe_url_string

_PLAIN = re.compile(
    r"https?://(?!.*xn--)(?=[^/]{1,253}/)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*/?"
)
"""Addresses that are clean as they stand, told without taking them apart: most of those in sitemaps and feeds."""

MAX_URL = 8_192
"""Characters; servers refuse longer request lines (RFC 9110, section 4.1, asks them to take 8,000 bytes)."""

KNOWN_HOSTS = 4_096
"""Whose registered domains are at hand: the pages of a crawl and their links name the same few. Ours."""

REMEMBERED = 1_024
"""Addresses that are not plain and whose clean form is at hand: each link is asked for it again and again while its part of a page or a sitemap is read. Ours."""

_DEFAULT_PORTS = {"http": 80, "https": 443}

_HOST = re.compile(r"(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}|\[[0-9a-f:.]+\]")
"""A name as DNS has it (RFC 1035, section 2.3.4, underscores allowed), an IPv4 address, or an IPv6 one in brackets."""

_IP = re.compile(r"\[.*\]|\d{1,3}(?:\.\d{1,3}){3}")

_TRACKING_TABLE = (
    # origin, parameter names; a star ends a prefix
    ("Google Analytics and Ads", "utm_* _ga _gl gclid gclsrc gbraid wbraid dclid gad_source gad_campaignid srsltid"),
    ("Meta", "fbclid fb_action_ids fb_action_types fb_source fb_ref igsh igshid mibextid"),
    ("Microsoft, X, TikTok, LinkedIn, Yandex, Snap", "msclkid twclid ttclid li_fat_id yclid ysclid sccid"),
    ("Matomo, Piwik", "mtm_* matomo_* pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid piwik_*"),
    ("HubSpot, Mailchimp, Marketo, Vero", "_hsenc _hsmi hsctatracking hsa_* mc_cid mc_eid mkt_tok vero_id vero_conv"),
    ("Adobe, Omniture, Webtrends", "s_cid s_kwcid ef_id icid intcid intcmp int_cmp wt_mc wt.mc_id wt_zmc"),
    ("AT Internet, comScore", "xtor xtref at_medium at_campaign at_custom* at_ptr_name at_link_* ns_*"),
    ("news sites: where a link was shown or shared", "cmp cmpid cmp_id smid smtyp ocid ito ftag ncid feedtype"),
    ("news sites: share buttons", "share_source shareid sharetype shared_article_token soc_src soc_trk sr_share"),
    ("Olytics, Dotdigital, Outbrain, Taboola", "oly_anon_id oly_enc_id dm_i obOrigUrl outbrainclickid tblci dicbo"),
    ("caches and consent screens", "__twitter_impression usqp amp_js_v amp_gsa __cf_chl_tk gdpr_consent"),
)
_STARRED = [name.lower() for _, names in _TRACKING_TABLE for name in names.split()]
_TRACKING = frozenset(name for name in _STARRED if not name.endswith("*"))
_TRACKING_PREFIXES = tuple(name[:-1] for name in _STARRED if name.endswith("*"))

_REFERRERS = re.compile(
    r"(?:ref|source|src|from)=(?:rss|feeds?|home|homepage|front|twitter|facebook|fb|newsletter|push|social)",
    re.IGNORECASE,
)
"""Parameters that may mean something go only with values that name where the link was shown."""

_SESSION_NAMES = frozenset(
    {"phpsessid", "jsessionid", "sessionid", "session_id", "cfid", "cftoken", "oscsid", "zenid", "phpsessionid"}
)
_SESSION_HASH = re.compile(r"(?:s|sid)=[0-9a-f]{32}", re.IGNORECASE)
_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*"  # servlet containers
    r"|/\([a-z]\([0-9a-z]{24}\)\)(?=/)",  # ASP.NET without cookies
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")

_MIRROR_LABEL = re.compile(r"www\d?|m|mobile|mobil|amp|print")
_VARIANT_FIRST = re.compile(r"amp|print|drucken|imprimir", re.IGNORECASE)
_VARIANT_LAST = re.compile(rf"(?:{_VARIANT_FIRST.pattern})|comment-page-\d+", re.IGNORECASE)
_VARIANT_SUFFIX = re.compile(r"(?<=[^.])(?:\.(?:amp|print))+(?=(?:\.s?html?|\.php)?$)", re.IGNORECASE)
_INDEX = re.compile(r"(?:index|default)\.(?:s?html?|php|aspx?|jsp)", re.IGNORECASE)
_VARIANT_QUERY = re.compile(
    r"(?:__)?amp(?:=.*)?|(?:outputtype|output|view|mode|format|type|layout)=(?:amp|print|mobile)"
    r"|(?:print|printable|printview|mobile|m)=(?:1|true|yes|y)|print",
    re.IGNORECASE,
)

_CREDENTIALS = re.compile(r"(?i)(https?://)[^/?#]*@")

_suffixes = TLDExtract(suffix_list_urls=(), cache_dir=None)


class _Address(NamedTuple):
    """A web address in parts: host in lower-case ASCII, no credentials, no default port."""

    scheme: str
    netloc: str
    host: str
    path: str
    query: str


def _address(url: str) -> _Address | None:
    return _parted(url) if len(url) <= MAX_URL else None


@lru_cache(maxsize=REMEMBERED)
def _parted(url: str) -> _Address | None:
    try:
        parts = urlsplit(safe_url_string(url))
        host = (parts.hostname or "").removesuffix(".")
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not _HOST.fullmatch(host if ":" not in host else f"[{host}]"):
        return None
    host = f"[{host}]" if ":" in host else host
    netloc = host if port is None or port == _DEFAULT_PORTS[parts.scheme] else f"{host}:{port}"
    return _Address(parts.scheme, netloc, host, parts.path, parts.query)


def clean_url(url: str) -> str:
    """The one form under which an address is fetched once, or "" where the string is no web address.

    Lower-case host without default port, credentials or final dot; normalised escapes and dot
    segments; no fragment, tracking parameter or session id; arguments in order of their names.
    Every other argument stays as it is, one without a value too. Idempotent.
    """
    if len(url) > MAX_URL:
        return ""
    return url if _PLAIN.fullmatch(url) else _cleaned(url)


@lru_cache(maxsize=REMEMBERED)
def _cleaned(url: str) -> str:
    address = _address(url)
    if address is None:
        return ""
    # w3lib normalises no path parameter; an escaped ";" comes back as one, and what follows it normalised.
    path = _settled(_SESSION_IN_PATH, address.path).replace(";", "%3B")
    try:
        bare = canonicalize_url(urlunsplit((address.scheme, address.netloc, path or "/", "", "")))
    except ValueError:
        return ""
    query = _clean_query(_with_great_escapes(address.query))  # before it is put in order by its names
    cleaned = _with_great_escapes(f"{bare}?{query}" if query else bare)
    return cleaned if len(cleaned) <= MAX_URL else ""


def without_credentials(url: str) -> str:
    """The web address without the user and password that it may hold; anything else as it is."""
    return _CREDENTIALS.sub(r"\1", url, count=1) if "@" in url and _CREDENTIALS.match(url) else url


def origin_of(url: str) -> str:
    """Scheme, host and port of a web address (`https://example.com`, `http://localhost:8000`); "" for no address."""
    if len(url) <= MAX_URL and _PLAIN.fullmatch(url):
        return "/".join(url.split("/", 3)[:3])
    address = _address(url)
    return f"{address.scheme}://{address.netloc}" if address else ""


def _settled(pattern: re.Pattern[str], path: str) -> str:
    while (shorter := pattern.sub("", path)) != path:
        path = shorter
    return path


def _with_great_escapes(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[0].upper(), text)


def _clean_query(query: str) -> str:
    arguments = [argument for argument in query.split("&") if argument and not _is_noise(argument)]
    arguments.sort(key=lambda argument: argument.partition("=")[0])
    return "&".join(arguments)


def _is_noise(argument: str) -> bool:
    name = argument.partition("=")[0].lower()
    return (
        name in _TRACKING
        or name in _SESSION_NAMES
        or name.startswith(_TRACKING_PREFIXES)
        or bool(_REFERRERS.fullmatch(argument) or _SESSION_HASH.fullmatch(argument))
    )


def is_web_url(url: str) -> bool:
    """Whether the string is an absolute http or https address with a host that can exist."""
    return bool(clean_url(url))


def site_of(url: str) -> str:
    """The registered domain of an address, or host and port for IP addresses and lone names; "" for no address.

    Private suffixes count: two authors on one blog host are two sites.
    """
    if len(url) <= MAX_URL and _PLAIN.fullmatch(url):
        host = url.split("/", 3)[2]
        return _registered(host) or host
    address = _address(url)
    if address is None:
        return ""
    return _registered(address.host) or address.netloc


@lru_cache(maxsize=KNOWN_HOSTS)
def _registered(host: str) -> str:
    """The registered domain of a host; "" where it has none (IP addresses, localhost, a suffix itself)."""
    if _IP.fullmatch(host):
        return ""
    parts = _suffixes.extract_str(host, include_psl_private_domains=True)
    return f"{parts.domain}.{parts.suffix}" if parts.domain and parts.suffix else ""


def same_site(one: str, other: str) -> bool:
    """Whether both are web addresses of the same site, as `site_of` tells sites."""
    site = site_of(one)
    return bool(site) and site == site_of(other)


def is_elsewhere(address: str, url: str) -> bool:
    """Whether a string is a web address of another site than this address."""
    return is_web_url(address) and not same_site(address, url)


def story_url(url: str) -> str:
    """A key that the variants of one story share, or "" for no web address. For comparing, never for fetching.

    Of `clean_url`'s form it folds: http and https; hosts www., m., mobile., amp., print. before a
    registered domain; a first or last path segment `amp` or `print`, a last one `comment-page-2`;
    the suffixes .amp and .print before the extension; arguments that ask for an AMP, print or mobile
    form; index files; empty segments. A path that is nothing but such a segment stays, so that /amp is not the front page.
    Section paths are left alone: a site that moves a story under /mobile/ID is not seen through.
    """
    cleaned = clean_url(url)
    if not cleaned:
        return ""
    parts = urlsplit(cleaned)
    arguments = [argument for argument in parts.query.split("&") if not _VARIANT_QUERY.fullmatch(argument)]
    return urlunsplit(SplitResult("https", _story_host(parts), _story_path(parts.path), "&".join(arguments), ""))


def plain_addresses(url: str, heads: Iterable[str] = ()) -> tuple[str, ...]:
    """Addresses under which the story of an AMP, print or mobile address may also stand; none for any other address.

    `heads` are first path segments that stories of the site have: where /amp/1.html is a story, /article/1.html may be.
    """
    cleaned, story = clean_url(url), story_url(url)
    if not cleaned:
        return ()
    parts, plain = urlsplit(cleaned), urlsplit(story)
    is_www = parts.netloc in {plain.netloc, f"www.{plain.netloc}"}
    if is_www and (parts.path.rstrip("/"), parts.query) == (plain.path.rstrip("/"), plain.query):
        return ()
    hosts = (parts.netloc,) if is_www else (plain.netloc, f"www.{plain.netloc}")
    is_headed = bool(_VARIANT_FIRST.fullmatch(parts.path.split("/")[1]))
    paths = [plain.path, *(f"/{head}{plain.path}" for head in heads if is_headed)]
    ended = [path + end for path in paths for end in (("", "/") if parts.path.endswith("/") else ("",))]
    found = (urlunsplit((parts.scheme, host, path, plain.query, "")) for host in hosts for path in ended)
    return tuple(address for address in found if address != cleaned)


def _story_host(parts: SplitResult) -> str:
    domain = _registered(parts.hostname or "")
    if not domain:
        return parts.netloc
    labels = parts.netloc[: parts.netloc.rindex(domain)].split(".")
    while len(labels) > 1 and _MIRROR_LABEL.fullmatch(labels[0]):
        labels.pop(0)
    return ".".join(labels) + parts.netloc[parts.netloc.rindex(domain) :]


def _story_path(path: str) -> str:
    segments = deque(segment for segment in path.split("/") if segment)
    while segments:
        segments[-1] = _settled(_VARIANT_SUFFIX, segments[-1])
        if len(segments) == 1 or not (_VARIANT_LAST.fullmatch(segments[-1]) or _INDEX.fullmatch(segments[-1])):
            break
        segments.pop()
    while len(segments) > 1 and _VARIANT_FIRST.fullmatch(segments[0]):
        segments.popleft()
    return "/" if len(segments) == 1 and _INDEX.fullmatch(segments[0]) else "/" + "/".join(segments)
