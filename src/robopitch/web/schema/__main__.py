"""Writes the types of the page."""

from pathlib import Path

from robopitch.web.schema.typescript import typescript

target = Path(__file__).parents[4] / "web" / "src" / "wire" / "schema.ts"
target.write_text(typescript(), encoding="utf-8")
print(target)
