"""The default profile: one machine, SQLite memory, JSON Lines feed, a summary on the screen."""

from settings.base import *  # noqa: F403 - a profile is the base with changes
from settings.base import EXTENSIONS as _EXTENSIONS

BOILERSPIDER_STORE = "sqlite:.scrapy/boilerspider.sqlite"

LOG_LEVEL = "INFO"
EXTENSIONS = {
    **_EXTENSIONS,
    "boilerspider.crawl.progress.Progress": 0,
    "boilerspider.crawl.summary.ScreenSummary": 960,
}
