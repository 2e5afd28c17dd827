"""The egg that scrapyd-deploy sends to Scrapyd: the profiles alone; boilerspider is installed where Scrapyd is."""

from setuptools import setup

setup(
    name="news",
    version="1",
    packages=["settings"],
    package_dir={"settings": "../settings"},
    entry_points={"scrapy": ["settings = settings.production"]},
)
