"""The page in one file, with a match inside. Nothing here loads the physics: a demo shows it in the first second."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files

import robopitch

__all__ = ["LOSS", "single_page"]

LOSS = (
    "robots 25 times a second and at touches, in steps of 0.5 mm and 0.1 mrad, the ball as recorded; a curve "
    "between; no detections, packets or inputs: a match cannot be simulated again from this file"
)
POLICY = (
    "default-src 'none'; script-src {script}; style-src 'unsafe-inline'; img-src data: blob:; connect-src {connect}; "
    "base-uri 'none'; form-action 'none'"
)
STATIC = "web/static"


def single_page(data: bytes, news: str = "") -> str:
    """The built page with script, style and data inside; it may load nothing else.

    news: what it may ask its server for, again and again, for what there is beside the match; empty: nothing
    """
    static = files("robopitch") / STATIC
    index = static / "index.html"
    if not index.is_file():
        raise ValueError("the page is not built: run `make page`")
    text = index.read_text(encoding="utf-8")
    script = next(static.joinpath(path) for path in re.findall(r'<script[^>]*src="\./([^"]+)"', text)).read_text(
        "utf-8"
    )
    style = "".join(
        static.joinpath(path).read_text("utf-8")
        for path in re.findall(r'<link[^>]*stylesheet[^>]*href="\./([^"]+)"', text)
    )
    script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = POLICY.format(script=f"'sha256-{digest}'", connect="'self'" if news else "'none'")
    text = re.sub(r"\s*<script[^>]*src=[^>]*></script>|\s*<link[^>]*stylesheet[^>]*>", "", text)
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{style}</style>\n'
    inside = base64.b64encode(data).decode()
    body = (
        f'<script type="application/octet-stream" id="match" data-news="{news}">{inside}</script>\n'
        f'<script type="module">{script}</script>\n'
    )
    comment = f"<!-- A match of Robopitch {robopitch.__version__}. Lost, compared with the recording: {LOSS}. -->\n"
    return text.replace("</head>", f"{head}</head>").replace("</body>", f"{body}</body>") + comment
