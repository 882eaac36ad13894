"""The requests that only pages send: one file per subject (see `robopitch.server.api.registry`).

Whoever imports this package has all requests of pages in the registry.
"""

from robopitch.web.requests import designer, motions, panels, recordings, scenes, sensors, traces, watch  # noqa: F401
