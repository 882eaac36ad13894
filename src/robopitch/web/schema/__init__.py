"""The messages between the page and its server.

The page sends requests (`server/api/`, `web/requests/`) and gets answers (there, and in `answers.py`); the server also
tells what it was not asked for (`tells.py`).
Positions come as binary frames (`web/frame.py`), one for each `see`. `typescript.py` writes the types of the page.
"""

from robopitch.web.schema.answers import *  # noqa: F403
from robopitch.web.schema.calibration import *  # noqa: F403
from robopitch.web.schema.figure import *  # noqa: F403
from robopitch.web.schema.motion import *  # noqa: F403
from robopitch.web.schema.robot_form import *  # noqa: F403
from robopitch.web.schema.tells import *  # noqa: F403
