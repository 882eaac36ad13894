"""Tries whether MuJoCo can compute with a figure."""

from __future__ import annotations

from functools import lru_cache

import mujoco

from robopitch.physics.figures.adding import add_figure
from robopitch.spec.figure import FigureSpec

__all__ = ["must_compile"]


def must_compile(figure: FigureSpec) -> None:
    """Raise a ValueError if MuJoCo refuses a figure: a match would find out only when it has to go on with it."""
    _compile(figure.model_dump_json())


@lru_cache(maxsize=16)
def _compile(figure: str) -> None:
    spec = mujoco.MjSpec()
    add_figure(spec, FigureSpec.model_validate_json(figure), "robot ")
    spec.compile()
