"""Files of recordings: see `spec/files.py`."""

from __future__ import annotations

from robopitch.spec.files import discard, must_be_writable, reading, writing

__all__ = ["discard", "must_be_writable", "reading", "writing"]
