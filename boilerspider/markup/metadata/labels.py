"""The labels under which metas carry each field, lower-cased, the most trusted first: data, no code.

Open Graph's and Twitter's, schema.org's as microdata, Dublin Core's, Highwire's (citation_), and those
of the services that publishers feed: Parse.ly, Sailthru, Cxense, Marfeel.
"""

from __future__ import annotations

TITLES = (
    "og:title", "twitter:title", "parsely-title", "sailthru.title", "citation_title", "dc.title", "headline",
)  # fmt: skip
AUTHORS = (
    "author", "article:author", "parsely-author", "sailthru.author", "cxenseparse:author", "dc.creator",
    "dcterms.creator", "dc:creator", "byl", "authors", "article:author_name", "og:article:author",
    "citation_author", "rbauthors", "mrf:authors", "articleauthor", "article:byline", "article_author", "article-author",
    "og:author", "dc.author", "twitter:author", "sailthru.byline_name", "shareaholic:article_author_name",
    "mediator_author", "author.name",
)  # fmt: skip
PUBLISHED = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished",
    "parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "dc.date.issued", "dcterms.issued",
    "dcterms.created", "dc.date.created", "citation_publication_date", "citation_date", "dc.date", "pubdate",
    "pub_date", "publishdate", "publish-date", "publish_date", "published_at", "article.published",
    "rnews:datepublished", "date", "datecreated", "article:published", "article:published:time", "og:publication_time",
    "published", "published_date", "published-date", "published-time", "publisheddate", "date-pub", "pdate", "uploaddate",
    "dcterms:created", "date.created", "cxenseparse:publishtime", "shareaholic:article_published_time",
)  # fmt: skip
MODIFIED = (
    "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified",
    "dcterms.modified", "dc.date.modified", "article.updated", "last-modified", "lastmod", "revised",
    "updated_at", "article:modified", "article:modified:time", "updated", "last-updated", "last-modified-date",
    "modified_date", "modified-date", "modified-time", "date.modified", "shareaholic:article_modified_time",
)  # fmt: skip
SECTIONS = (
    "article:section", "og:section", "parsely-section", "cxenseparse:section", "articlesection",
    "sailthru.verticals", "dc.subject", "section", "category",
)  # fmt: skip
TAGS = (
    "article:tag", "og:article:tag", "news_keywords", "parsely-tags", "sailthru.tags", "mrf:tags",
    "cxenseparse:tags", "keywords", "citation_keywords",
)  # fmt: skip
DESCRIPTIONS = (
    "og:description", "description", "twitter:description", "sailthru.description", "dc.description",
    "citation_abstract",
)  # fmt: skip
IMAGES = (
    "og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src",
    "parsely-image-url", "sailthru.image.full",
)  # fmt: skip
LANGUAGES = (
    "og:locale", "inlanguage", "content-language", "dc.language", "language",
)  # fmt: skip
SITES = (
    "og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "publisher",
)  # fmt: skip
CONTENT_TIERS = {"free": False, "locked": True}
"""Facebook's `article:content_tier`: whether a page is paywalled; `metered` is free for most readers."""
