"""Web archives (WARC, ISO 28500): pages kept as they were fetched, and read again as if they were fetched now."""

from boilerspider.crawl.archives.middlewares import ArchivedPages, KeepPages
from boilerspider.crawl.archives.reading import ArchivedPage, DamagedArchive, is_archive, read_pages, require_fastwarc

__all__ = [
    "ArchivedPage",
    "ArchivedPages",
    "DamagedArchive",
    "KeepPages",
    "is_archive",
    "read_pages",
    "require_fastwarc",
]
