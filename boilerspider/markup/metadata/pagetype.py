"""What a page says of itself: a table of the words it may use, and no guessing."""

from __future__ import annotations

from collections.abc import Iterable

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
}
# The Open Graph protocol's types, and the ones that publishers made up.
_OG_TYPES = {
    "article": "article",
    "news": "article",
    "newsarticle": "article",
    "blog": "listing",
    "profile": "profile",
    "product": "product",
    "product.item": "product",
    "og:product": "product",
}
_ORDER = ("article", "forum", "product", "profile", "video", "listing")


def page_type(schema_types: Iterable[str], og_type: str | None) -> str | None:
    """`article`, `listing`, `product`, `forum`, `profile` or `video`, where the page says so; else None.

    Open Graph's `website` says nothing: it is the default of the tools that write it.
    """
    declared = {_PAGE_TYPES[name] for name in schema_types if name in _PAGE_TYPES}
    shared = _OG_TYPES.get((og_type or "").strip().lower())
    if "article" in declared:
        return "article"
    return shared or next((kind for kind in _ORDER if kind in declared), None)
