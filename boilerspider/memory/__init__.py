"""Floor 3: site memory: what a crawl learns of a site from its many pages, and no single page can know."""

from boilerspider.memory.site import Sighting, SiteMemory
from boilerspider.memory.taught import TaughtExtractor

__all__ = ["Sighting", "SiteMemory", "TaughtExtractor"]
