"""Why a request failed, in words: those of what an error stands for, where it has none of its own."""

from __future__ import annotations

from collections.abc import Sequence


def reason(error: BaseException) -> str:
    """One line that says what went wrong, without a full stop: more may follow."""
    # Twisted's ResponseFailed and its kin show their Failures as they are, and so does an error of Scrapy's made of one.
    causes = getattr(error, "reasons", None) or getattr(error.__cause__, "reasons", None)
    if "Failure" in str(error) and isinstance(causes, Sequence) and hasattr(causes[0], "value"):
        return reason(causes[0].value)
    if type(error).__module__ == "OpenSSL.SSL":
        told = error.args[0] if error.args and isinstance(error.args[0], list) else []
        words = "; ".join(str(each[-1]) for each in told if each) or "the connection was broken off"
        return f"TLS fails: {words}"
    return str(error).rstrip(". ") or type(error).__name__
