"""The report of a crawl: what is counted while it runs, and the page that is made of it."""

from boilerspider.crawl.report.extension import Report

__all__ = ["Report"]
