"""Characters that no tree may be given: pages have them all the same, and libxml2 lets some through."""

from __future__ import annotations

import re

NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]+")
"""What XML 1.0 (section 2.2) admits in no form; lxml raises where an element is given it."""
