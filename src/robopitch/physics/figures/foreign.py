"""The MuJoCo model of a figure that somebody else has described, in MJCF or URDF.

Only what describes the robot is taken: its bodies, joints, meshes, and the constraints and contacts between them. Its
actuators, sensors, options and surroundings are left out. The model names files; here they are given other names,
under which MuJoCo finds their contents, so that it never opens a file.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any
from xml.etree import ElementTree

import mujoco

from robopitch.physics.figures.geoms import asset_name
from robopitch.physics.figures.loops import add_couplings
from robopitch.spec.figure import FigureSpec, ModelFile
from robopitch.spec.figure.model_files import FOLDERS, MESHES, file_references, whole_xml
from robopitch.spec.figure.pose import quaternion_of
from robopitch.spec.names import suggestion

__all__ = ["foreign_model"]

_TAKEN = {"compiler", "default", "asset", "worldbody", "contact", "equality", "tendon"}  # sections of an MJCF file
_REFUSED = {"replicate", "composite", "flexcomp", "flex", "attach", "model", "plugin"}  # they make, load or run more
_PICTURES = {"texture", "material", "skin", "hfield"}  # how it looks, and terrain: neither is needed
_HINGE_OR_SLIDE = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)


def foreign_model(figure: FigureSpec) -> Any:
    """A MuJoCo spec of the model, with its robot as a free body; raises a ValueError that says what is wrong."""
    try:
        root, assets = _plain_xml(figure)
        spec = mujoco.MjSpec.from_string(ElementTree.tostring(root, encoding="unicode"), assets=assets)
    except ValueError as error:
        words = " ".join(str(error).split()).removeprefix(f"{figure.model}: ")
        raise ValueError(f"{figure.model}: {words}") from None
    trunk = _trunk(spec, figure)
    for site in figure.sites:
        body = spec.body(site.body)
        if body is None or site.body == "world":
            known = [one.name for one in spec.bodies if one.name not in ("", "world")]
            raise ValueError(f"sites: {figure.model} has no body {site.body!r}; {suggestion(site.body, known)}")
        if spec.site(site.name) is not None:
            raise ValueError(f"sites: {figure.model} has a site {site.name!r} of its own; choose another name")
        body.add_site(name=site.name, pos=tuple(map(float, site.position)), quat=quaternion_of(site.rotation))
    joints = [("servos", servo.joint) for servo in figure.servos]
    joints += [("couplings", name) for coupling in figure.couplings for name in (coupling.joint, coupling.follows)]
    for key, name in joints:
        joint = spec.joint(name)
        if joint is None:
            known = [one.name for one in spec.joints if one.name]
            raise ValueError(f"{key}: {figure.model} has no joint {name!r}; {suggestion(name, known)}")
        if joint.type not in _HINGE_OR_SLIDE:
            raise ValueError(f"{key}: the joint {name!r} of {figure.model} is neither a hinge nor a slide")
    add_couplings(spec, figure)
    if not trunk.joints:
        trunk.add_freejoint(name=trunk.name)
    return spec


def _trunk(spec: Any, figure: FigureSpec) -> Any:
    """The body of the world that the robot is; it has a name, and moves freely or not at all."""
    found = [body for body in spec.worldbody.bodies if body.parent == spec.worldbody]
    named = [body for body in found if body.find_all("joint")]
    if len(named) != 1:
        raise ValueError(
            f"{figure.model}: {len(named)} bodies of the world have joints; the robot is to be the only one"
        )
    trunk = named[0]
    for body in found:
        if body is not trunk and body.name != trunk.name:
            spec.delete(body)
    if not trunk.name:
        trunk.name = "trunk"
    if any(joint.type != mujoco.mjtJoint.mjJNT_FREE for joint in trunk.joints):
        raise ValueError(f"{figure.model}: {trunk.name!r} is joined to the world; give it a free joint, or none")
    return trunk


def _plain_xml(figure: FigureSpec) -> tuple[ElementTree.Element, dict[str, bytes]]:
    """The model as one XML tree that names only assets, and the assets by name."""
    files = {file.path: file for file in figure.model_files}

    def file_of(path: str) -> ModelFile:
        if path not in files:
            raise ValueError(f"{path} is not at hand: it is not among the files that came with the robot")
        return files[path]

    root = whole_xml(figure.model, lambda path: file_of(path).contents)
    if root.tag not in ("mujoco", "robot"):
        raise ValueError(f"the root is <{root.tag}>; <mujoco> (MJCF) or <robot> (URDF) is wanted")
    _strip(root)
    for element in root.iter():
        if element.tag in _REFUSED:
            raise ValueError(f"has a <{element.tag}>, which is not read here; write out what it makes")
    assets: dict[str, bytes] = {}
    for element, key, path in list(file_references(root, figure.model)):
        data = file_of(path).data
        if not path.lower().endswith(MESHES):
            raise ValueError(f"{path} is no mesh that is read here: {', '.join(MESHES)}")
        name = asset_name(path, data)
        if element.tag == "mesh" and not element.get("name") and root.tag == "mujoco":
            element.set("name", PurePosixPath(path).stem)  # MuJoCo names it by its file, whose name changes here
        element.set(key, name)
        assets[name] = data
    for compiler in root.iter("compiler"):
        for key in (*FOLDERS, "strippath"):
            compiler.attrib.pop(key, None)
    return root, assets


def _strip(root: ElementTree.Element) -> None:
    """Remove what is not the robot itself."""
    if root.tag == "robot":
        for own in root.findall("mujoco"):
            root.remove(own)
        own = ElementTree.SubElement(root, "mujoco")  # by default MuJoCo welds the trunk of a URDF to the world
        ElementTree.SubElement(
            own, "compiler", {"fusestatic": "false", "discardvisual": "true", "balanceinertia": "true"}
        )
        return
    for section in list(root):
        if section.tag not in _TAKEN:
            root.remove(section)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in _PICTURES:
                parent.remove(child)
        if "material" in parent.attrib:
            del parent.attrib["material"]
    for world in root.iter("worldbody"):
        for child in list(world):
            if child.tag not in ("body", "frame"):
                world.remove(child)
