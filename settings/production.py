"""Scheduled crawls: what is confirmed survives a power loss, a feed a crawl, nothing on the screen, no remote control."""

from settings.base import *  # noqa: F403 - a profile is the base with changes

BOILERSPIDER_STORE = "sqlite:.scrapy/boilerspider.sqlite"
BOILERSPIDER_STORE_DURABLE = True

LOG_LEVEL = "INFO"
REMOTE_CONTROL_ENABLED = False  # it executes code
CLOSESPIDER_TIMEOUT = 3000  # seconds: an hourly crawl ends before the next one begins

FEEDS = {"articles/%(name)s-%(time)s.jsonl": {"format": "jsonlines", "encoding": "utf-8", "store_empty": False}}
