"""Floor 6: Scrapy commands, one a module. A project has them by `COMMANDS_MODULE` or by the package's entry points."""
