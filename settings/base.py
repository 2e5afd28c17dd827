"""What every profile shares: the add-on, and polite crawling."""

from boilerspider.crawl import outputs as _outputs
from boilerspider.version import __version__

BOT_NAME = "boilerspider"
USER_AGENT = f"boilerspider/{__version__}"

SPIDER_MODULES = ["boilerspider.spiders"]
COMMANDS_MODULE = "boilerspider.commands"

ADDONS = {"boilerspider.Addon": 500}

# Polite: robots.txt and its Crawl-delay are obeyed, delays follow each host's own speed.
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
CONCURRENT_REQUESTS_PER_DOMAIN = 4
# Many hosts, few requests each; one that hangs or refuses keeps only its own waiting.
CONCURRENT_REQUESTS = 64
SCHEDULER = "boilerspider.crawl.ondisk.JobScheduler"
SCHEDULER_PRIORITY_QUEUE = "boilerspider.crawl.queue.FairQueue"
# What waits in memory takes little room.
SCHEDULER_MEMORY_QUEUE = "boilerspider.crawl.packed.PackedQueue"
EXTENSIONS = {
    "scrapy.extensions.throttle.AutoThrottle": None,
    "boilerspider.crawl.throttle.CrawlDelay": 0,
    "boilerspider.crawl.credentials.RedactedLog": 0,
    # A crawl that is ended at once is no success.
    "boilerspider.crawl.forced.ForcedStop": 0,
}

# A name server that never answers keeps no crawl from its end.
TWISTED_DNS_RESOLVER = "boilerspider.crawl.lookups.NamesAside"

DOWNLOADER_MIDDLEWARES = {
    # Safe: no request leaves the given sites, none goes to a private address that only a page names,
    # and passwords in URLs are shown to nobody.
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "boilerspider.crawl.credentials.Credentials": 40,
    "boilerspider.crawl.offsite.SitesOnly": 50,
    "boilerspider.crawl.known.KnownRedirects": 60,
    "boilerspider.crawl.addresses.PrivateAddresses": 760,
    # What robots.txt forbids is forbidden to what waited for it, too.
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "boilerspider.crawl.robots.RobotsTxt": 100,
    # A busy host is left alone for as long as it asks; one whose robots.txt cannot be had is left alone.
    "boilerspider.crawl.retry.RobotsFailure": 545,
    "boilerspider.crawl.retry.RetryAfter": 560,
    # Half a page is asked again, and not read: see DOWNLOAD_FAIL_ON_DATALOSS below.
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    "boilerspider.crawl.compression.WholeAnswers": 590,
    # Large sitemaps wait packed until their site comes to need more of them.
    "boilerspider.spiders.parcels.Parcels": 530,
    # No site has more than its share, and one that keeps failing is left alone.
    "boilerspider.crawl.budgets.SiteBudgets": 45,
    "boilerspider.crawl.budgets.BackOff": 570,
}

DOWNLOAD_TIMEOUT = 30
DOWNLOAD_MAXSIZE = 20_000_000
DOWNLOAD_FAIL_ON_DATALOSS = True  # half a page is fetched again, not read
RETRY_TIMES = 2
METAREFRESH_MAXDELAY = 5  # what waits for longer is a page that reloads itself, and is read
COOKIES_ENABLED = False
TELNETCONSOLE_ENABLED = False

FEED_EXPORT_ENCODING = "utf-8"
# The add-on brings them to every project; the command line asks for them before add-ons are at work.
FEED_EXPORTERS = dict(_outputs.FEED_EXPORTERS)
FEED_STORAGES = dict(_outputs.FEED_STORAGES)
RETRY_GIVE_UP_LOG_LEVEL = "INFO"  # the spider says in one line what could not be fetched
