"""Several machines: one queue of requests and one memory of articles, both on a server (docs/distributed.md).

Needs `pip install 'boilerspider[distributed]'`. Environment: REDIS_URL (the queue; the memory too, unless BOILERSPIDER_STORE names
another one), BOILERSPIDER_ROUND (the same for all workers of one round of crawling; else the hour in UTC).
"""

import os
import time

from settings.base import *  # noqa: F403 - a profile is the base with changes
from settings.base import EXTENSIONS as _EXTENSIONS

REDIS_URL = os.environ.get("REDIS_URL", "redis://localhost:6379/0")
BOILERSPIDER_STORE = os.environ.get("BOILERSPIDER_STORE", REDIS_URL)

_ROUND = os.environ.get("BOILERSPIDER_ROUND") or time.strftime("%Y%m%dT%H", time.gmtime())

SCHEDULER = "boilerspider.crawl.sharedqueue.SharedScheduler"
DUPEFILTER_CLASS = "scrapy_redis.dupefilter.RFPDupeFilter"
# What was asked for in one round is asked for again in the next, by whichever worker; what a killed one had in hand too.
SCHEDULER_QUEUE_KEY = f"boilerspider:%(spider)s:{_ROUND}:requests"
SCHEDULER_DUPEFILTER_KEY = f"boilerspider:%(spider)s:{_ROUND}:seen"
SCHEDULER_PERSIST = True  # the first worker to end must not empty the queue of the others
SCHEDULER_IDLE_BEFORE_CLOSE = 15  # seconds
EXTENSIONS = {**_EXTENSIONS, "boilerspider.crawl.linger.Linger": 0}

LOG_LEVEL = "INFO"
REMOTE_CONTROL_ENABLED = False  # it executes code

FEEDS = {
    f"articles/%(name)s-%(time)s-{os.getpid()}.jsonl": {
        "format": "jsonlines",
        "encoding": "utf-8",
        "store_empty": False,
    }
}
