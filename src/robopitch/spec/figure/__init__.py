"""Robots with joints: bodies, links between them, servos, and the places of sensors."""

from robopitch.spec.figure.body import FigureBody
from robopitch.spec.figure.figure import FigureSpec
from robopitch.spec.figure.link import CouplingSpec, LinkSpec, LoopSpec
from robopitch.spec.figure.material import MaterialSpec
from robopitch.spec.figure.model_files import ModelFile
from robopitch.spec.figure.servo import ServoConstants, ServoSpec, SupplySpec
from robopitch.spec.figure.site import SiteSpec

__all__ = [
    "CouplingSpec",
    "FigureBody",
    "FigureSpec",
    "LinkSpec",
    "LoopSpec",
    "MaterialSpec",
    "ModelFile",
    "ServoConstants",
    "ServoSpec",
    "SiteSpec",
    "SupplySpec",
]
