"""What a page says of itself: a table of the words it may use, and no guessing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from boilerspider.model import STORIES

# schema.org's Article and its subtypes, and the creative works that are read like one.
ARTICLES = frozenset(
    (
        "Article", "NewsArticle", "AdvertiserContentArticle", "AnalysisNewsArticle", "AskPublicNewsArticle",
        "BackgroundNewsArticle", "OpinionNewsArticle", "ReportageNewsArticle", "ReviewNewsArticle",
        "SatiricalArticle", "ScholarlyArticle", "MedicalScholarlyArticle", "TechArticle", "APIReference",
        "Report", "SocialMediaPosting", "BlogPosting", "LiveBlogPosting", "Recipe", "HowTo", "Review",
        "CriticReview", "ClaimReview",
    )
)  # fmt: skip
GALLERIES = frozenset(("ImageGallery", "MediaGallery", "VideoGallery"))
_PAGE_TYPES = {
    **dict.fromkeys(ARTICLES, "article"),
    "CollectionPage": "listing",
    "SearchResultsPage": "listing",
    "ItemList": "listing",
    "Blog": "listing",
    "Product": "product",
    "ProductGroup": "product",
    "ItemPage": "product",
    "DiscussionForumPosting": "forum",
    "QAPage": "forum",
    "ProfilePage": "profile",
    "VideoObject": "video",
    **dict.fromkeys(GALLERIES, "gallery"),
    "LiveBlogPosting": "liveblog",
}
# The Open Graph protocol's types, and the ones that publishers made up.
_OG_TYPES = {
    "article": "article",
    "news": "article",
    "newsarticle": "article",
    **dict.fromkeys(
        ("gallery", "image_gallery", "image.gallery", "photo_gallery", "slideshow", "article.gallery"), "gallery"
    ),
    **dict.fromkeys(("liveblog", "live_blog", "article.live"), "liveblog"),
    "profile": "profile",
    "product": "product",
    "product.item": "product",
    "og:product": "product",
}
_ORDER = ("liveblog", "article", "gallery", "forum", "product", "profile", "video", "listing")

# What newsrooms call them in their addresses: a directory, or words of the headline's.
_LIVE = re.compile(
    r"/(?:live|live-?blogs?|live-?ticker|en-(?:direct|vivo)|directo|diretta|minuto-a-minuto)/[^/]"
    r"|\b(?:live-?blog|live-?ticker|live-updates|minute-by-minute|minuto-a-minuto)\b",
    re.IGNORECASE,
)
_PICTURES = re.compile(
    r"/(?:(?:photo|picture|image|foto)s?-?)?(?:galler(?:y|ies)|galeri(?:en?|as?)|galleria|slideshows?|diaporamas?|bilder(?:strecken?|galerien?)"
    r"|fotostrecken?)/[^/]",
    re.IGNORECASE,
)


def page_type(schema_types: Iterable[str], og_type: str | None, url: str | None = None) -> str | None:
    """`article`, `liveblog`, `gallery`, `listing`, `product`, `forum`, `profile` or `video`, where the page says so; else None.

    Open Graph's `website` and `blog` say nothing: they are what tools write on all pages of a site. What declares
    only that it is an article is a live blog or a gallery where its address says so.
    """
    declared = {_PAGE_TYPES[name] for name in schema_types if name in _PAGE_TYPES}
    shared = _OG_TYPES.get((og_type or "").strip().lower())
    if shared in ("liveblog", "gallery"):
        return shared
    if "liveblog" not in declared and ("article" in declared or shared == "article"):
        return _by_address(url) or ("article" if "article" in declared or not declared & STORIES else "gallery")
    found = next((kind for kind in _ORDER if kind in declared), None)
    return found if found in STORIES else shared or found


def _by_address(url: str | None) -> str | None:
    path = unquote("/" + "/".join((url or "").partition("?")[0].split("/")[3:]))
    return "liveblog" if _LIVE.search(path) else "gallery" if _PICTURES.search(path) else None
