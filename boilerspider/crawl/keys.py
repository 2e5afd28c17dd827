"""The names that cross between components: request meta keys, stats and a signal. Nothing else spells them."""

from __future__ import annotations

JUDGED = object()
"""The signal that says of an item, once no pipeline can refuse it any more, what it was: `item`, `url`, `verdict`. Of those that were refused, duplicates alone."""

ARTICLE = "article"
"""`response.meta` key under which the middleware leaves the page's Article."""

CONTROL = "boilerspider"
"""`request.meta` key: False leaves the page alone, {"extractor": …, "params": …} chooses for one page."""

SIMILARITY = "boilerspider_similarity"
"""`request.meta` key: from where on two texts are one story, in the place of the setting."""

SOURCE = "boilerspider_source"
"""`request.meta` key: how the page was found (feed, sitemap, link, start)."""

VISIT = "boilerspider_visit"
"""`request.meta` key: what is known of an earlier visit, or None; where it stands, the visit is remembered."""

VISIT_NAME = "boilerspider_visit_name"
"""`request.meta` key: what the visit is remembered as, where that is not the address."""

IN_SITEMAP = "boilerspider_in_sitemap"
"""`request.meta` key: a sitemap names what is judged as if only a link led to it: what looks like a page of links, or a day."""

NAMED = "boilerspider_named"
"""`request.meta` key: the address that the user named, whatever redirects make of it."""

NAMED_BY = "boilerspider_named_by"
"""`request.meta` key: the sitemap that the user named, an index, which leads to this one."""

SHOWN_BY = "boilerspider_shown_by"
"""`request.meta` key: the front page that the user named and that says it is a wall, by whose links this was found."""

LENDER = "boilerspider_lender"
"""`request.meta` key: an address of the site that has a feed, a sitemap or what a feed leads to asked, wherever that lies, and pays for it; its own one where it lies on the site."""

LED_BY = "boilerspider_led_by"
"""`request.meta` key: addresses of known stories that were redirected here while it was asked, and so were not followed."""

THROUGH = "boilerspider_through"
"""`request.meta` key: the named feed whose entry the request asks, on a host that leads on to a story of the feed's site."""

FED_BY = "boilerspider_fed_by"
"""`request.meta` key: the feed that the user named and that leads to the story, on whichever site."""

ALWAYS = "boilerspider_always"
"""`request.meta` key: the address of a story that the user named, which is asked whatever is known of where it leads."""

PAST_GATE = "boilerspider_past_gate"
"""`request.meta` key: the places, gates perhaps, to which the request was led each time before it was asked once more, with the cookie that came there."""

COOKIE_CAME = "boilerspider_cookie_came"
"""`request.meta` key: whether a cookie came with one of the answers that led the request where it is."""

LED_IN = "boilerspider_led_in"
"""`request.meta` key: the part of a crawl (JOBDIR lets one go on later) by whose cookies redirects led the request."""

LEADS_ON = "boilerspider_leads_on"
"""`request.meta` key: whether the answer may lead to many others, so that few such are in hand at once."""

FAILED = "boilerspider_failed"
"""`request.meta` key: whether it asks for a story that failed, or came to nothing, when it was asked last, so that others come first."""

KEPT_BYTES = "boilerspider_kept_bytes"
"""`request.meta` key: how many bytes of the answer, a large sitemap, are kept packed until they are read."""

UNVERSIONED = "boilerspider_unversioned"
"""`request.meta` key: whether of the page's own version nothing follows for what was read, because it came from others too."""

PROBE = "boilerspider_probe"
"""`request.meta` key: whether the request only asks whether its host, of which others failed, answers at all."""

ARCHIVED = "boilerspider_archived"
"""`request.meta` key: the page out of an archive that answers the request."""

FETCHED_AT = "boilerspider_fetched_at"
"""`request.meta` key: when the page was fetched, where that was not now."""

PREFIX = "boilerspider/"


def pages(outcome: str) -> str:
    """The stat that counts pages by what extraction came to."""
    return f"{PREFIX}pages/{outcome}"


def articles(outcome: str) -> str:
    """The stat that counts admitted articles: new or revised."""
    return f"{PREFIX}articles/{outcome}"


def duplicates(kind: str) -> str:
    """The stat that counts duplicates: exact or near."""
    return f"{PREFIX}duplicates/{kind}"


def store(act: str) -> str:
    """The stat that counts a store's acts: claimed, confirmed, released."""
    return f"{PREFIX}store/{act}"


def no_article(why: str) -> str:
    """The stat that counts pages that gave no article, by what they are: blocked, consent, error, paywall, listing, empty, unlikely, short."""
    return f"{PREFIX}no_article/{why}"


def extractor(name: str) -> str:
    """The stat that counts pages by the extractor that read them."""
    return f"{PREFIX}extractor/{name}"


def known(what: str) -> str:
    """The stat that counts what was not fetched because it is known: skipped, unchanged, sources; or because it keeps failing: waiting; and what was fetched, and has no new text: same."""
    return f"{PREFIX}known/{what}"


def not_fetched(why: str) -> str:
    """The stat that counts requests of the news and archive spiders that came to nothing: by the status of the answer, the error's name, that its redirects have no end, or that its robots.txt is not to be had."""
    return f"{PREFIX}fetch/failed/{why}"


def story_pages(what: str) -> str:
    """The stat that counts later pages of stories: joined, failed, alone, and stories that were cut: beyond."""
    return f"{PREFIX}story_pages/{what}"


def sites(what: str) -> str:
    """The stat that counts sites of which not all was asked: over_budget, given_up."""
    return f"{PREFIX}sites/{what}"


def failing(host: str) -> str:
    """The stat that says why a host was given up."""
    return f"{PREFIX}failing/{host}"


def gave_nothing(name: str) -> str:
    """The stat that says why a site that the user named gave no page, or a front page, a feed or a sitemap nothing."""
    return f"{PREFIX}named/nothing/{name}"


OTHER_STORIES = "others of urls="
"""In its place the name of the stories that the user named, that gave nothing, and that are not told of one by one."""


def walled(site: str) -> str:
    """The stat that says which wall keeps most of a site's stories back."""
    return f"{PREFIX}walled/{site}"


def erring(site: str) -> str:
    """The stat that says how many stories of a site failed with which statuses, while others answered."""
    return f"{PREFIX}erring/{site}"


def waiting(site: str) -> str:
    """The stat that says how many stories of a site were not asked because they keep failing, where none failed anew."""
    return f"{PREFIX}waiting/{site}"


def passed_over(what: str) -> str:
    """The stat that counts what the arguments pass over: addresses/FILTER, which were not asked, and pages/FILTER, which were read."""
    return f"{PREFIX}passed_over/{what}"


def nothing_left(name: str) -> str:
    """The stat that says which filters left nothing of the crawl, or of a site for which a sites file has some."""
    return f"{PREFIX}nothing_left/{name}"


THE_CRAWL = "crawl"
"""In its place the name of the crawl."""


def silent(site: str) -> str:
    """The stat that says what the stories of a site came to that gave none of them."""
    return f"{PREFIX}silent/{site}"


def left(why: str) -> str:
    """The stat that counts requests that are left to a later crawl: given_up, over_budget, ended, failing."""
    return f"{PREFIX}left/{why}"


OVER_BUDGET = f"{PREFIX}refused/over_budget"
"""The stat that counts requests that were not made because their site's budget was spent."""

ENDLESS = f"{PREFIX}refused/endless"
"""The stat that counts addresses that feeds and sitemaps name and that were not asked because they are too long or repeat themselves."""

PRIVATE_ADDRESS = f"{PREFIX}refused/private_address"
"""The stat that counts requests that were not made because their host's address is private."""

SITE_TAUGHT = f"{PREFIX}site_memory/pages"
"""The stat that counts pages from which something was learnt of their site."""

SITE_REMOVED = f"{PREFIX}site_memory/removed"
"""The stat that counts boxes that the memory of their site took out of pages."""

FLATTENED = f"{PREFIX}flattened"
EXTRACT_MS_TOTAL = f"{PREFIX}extract_ms/total"
EXTRACT_MS_MAX = f"{PREFIX}extract_ms/max"

ARCHIVES_DAMAGED = f"{PREFIX}archives/damaged"
"""The stat that counts archives that could not be read to their end."""

REVISIONS_DROPPED = f"{PREFIX}revisions/dropped"
"""The stat that counts revisions that the options keep out of the feeds."""

UNTAKEN = f"{PREFIX}articles/in_no_feed"
"""The stat that counts articles that were admitted and that none of the feeds takes."""

ARCHIVES_KNOWN = f"{PREFIX}archives/known"
"""The stat that counts archives that were not opened, for all their records are known."""
