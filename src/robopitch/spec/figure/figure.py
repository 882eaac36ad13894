"""A figure: a robot of bodies and links, or of somebody's model, with servos and places for sensors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.figure.body import FigureBody
from robopitch.spec.figure.link import CouplingSpec, LinkSpec, LoopSpec
from robopitch.spec.figure.material import MaterialSpec
from robopitch.spec.figure.model_files import ModelFile
from robopitch.spec.figure.servo import ServoSpec, SupplySpec
from robopitch.spec.figure.shape import CompoundShape, MeshShape
from robopitch.spec.figure.site import SiteSpec
from robopitch.spec.figure.tree import tree_problems
from robopitch.spec.names import suggestion

__all__ = ["FigureSpec"]

MOST_BODIES = 128


class FigureSpec(Spec):
    """Bodies and the links between them, or a model in a file of its own; servos move the joints.

    In the file of a robot its keys stand at the top: ``[[bodies]]``, ``[[links]]``, ``[[servos]]``, ``model = "…"``.
    """

    newer = frozenset(("supply",))

    model: str = Field(
        default="",
        max_length=200,
        description="a file in MJCF or URDF beside the robot file; it replaces bodies and links",
    )
    materials: list[MaterialSpec] = Field(default_factory=list, max_length=64, description="what bodies are made of")
    bodies: list[FigureBody] = Field(default_factory=list, max_length=MOST_BODIES, description="its rigid parts")
    links: list[LinkSpec] = Field(
        default_factory=list, max_length=MOST_BODIES, description="joints, one for each body but the trunk"
    )
    couplings: list[CouplingSpec] = Field(
        default_factory=list, max_length=MOST_BODIES, description="joints that follow others"
    )
    loops: list[LoopSpec] = Field(default_factory=list, max_length=MOST_BODIES, description="pins that close loops")
    servos: list[ServoSpec] = Field(
        min_length=1, max_length=MOST_BODIES, description="what moves it, in the order of its joints in states"
    )
    supply: Annotated[SupplySpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="its battery; none = the lowest voltage that is recommended for one of its servos"
    )
    sites: list[SiteSpec] = Field(default_factory=list, max_length=MOST_BODIES, description="where sensors sit")
    model_files: list[ModelFile] = Field(
        default_factory=list,
        max_length=512,
        description="the model and what it refers to; filled in when the robot file is read",
    )

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that servos move, in the order of the servos: that of the rows of a state."""
        return tuple(servo.joint for servo in self.servos)

    @property
    def root(self) -> str:
        """The body that no link has as its child: the trunk; empty for a figure from a model."""
        children = {link.child for link in self.links}
        return next((body.name for body in self.bodies if body.name not in children), "")

    @property
    def mass(self) -> float | None:
        """Mass of all bodies, kg; None if a file has to be read for it."""
        densities = {material.name: material.density for material in self.materials}
        total = 0.0
        for body in self.bodies:
            volume = body.shape.volume
            if body.mass is None and volume is None:
                return None
            total += body.mass if body.mass is not None else densities[body.material] * (volume or 0.0)
        return total if self.bodies else None

    @property
    def mesh_files(self) -> tuple[str, ...]:
        """The files that shapes name, each once."""
        shapes: list[Any] = [body.shape for body in self.bodies]
        shapes += [part.shape for shape in shapes if isinstance(shape, CompoundShape) for part in shape.parts]
        return tuple(dict.fromkeys(shape.file for shape in shapes if isinstance(shape, MeshShape)))

    def problems(self) -> Iterator[tuple[str, str]]:
        """Names are unique and known, links form a tree, and each servo has a joint and an id of its own."""
        if self.model and (self.bodies or self.links):
            yield "model", "has bodies and links of its own; leave out [[bodies]] and [[links]], or the model"
        elif self.model and self.loops:
            yield "loops", "a model closes its loops itself: <equality> with <connect> in MJCF"
        elif not self.model and not self.bodies:
            yield "bodies", "missing: a robot with servos has [[bodies]] and [[links]], or a model = 'file.xml'"
        for key, entries in (
            ("materials", self.materials),
            ("bodies", self.bodies),
            ("links", self.links),
            ("servos", self.servos),
            ("sites", self.sites),
        ):
            yield from _repeated(key, "name", [entry.name for entry in entries])
        yield from _repeated("servos", "id", [int(servo.id) for servo in self.servos])
        yield from _repeated("servos", "joint", [servo.joint for servo in self.servos])
        held = {file.path for file in self.model_files}
        for file in (*((self.model,) if self.model else ()), *self.mesh_files):
            if file not in held:
                key = "model" if file == self.model else "bodies"
                yield key, f"{file!r} is not at hand: such files are read together with the file of a robot beside them"
        if not self.model:
            yield from self._tree_problems()

    def _tree_problems(self) -> Iterator[tuple[str, str]]:
        bodies = [body.name for body in self.bodies]
        materials = [material.name for material in self.materials]
        for index, body in enumerate(self.bodies):
            yield from _unknown(f"bodies.{index}.material", body.material, materials, "material")
        for index, link in enumerate(self.links):
            yield from _unknown(f"links.{index}.parent", link.parent, bodies, "body")
            yield from _unknown(f"links.{index}.child", link.child, bodies, "body")
        yield from tree_problems(bodies, [(link.name, link.parent, link.child) for link in self.links])
        for index, site in enumerate(self.sites):
            yield from _unknown(f"sites.{index}.body", site.body, bodies, "body")
        for index, loop in enumerate(self.loops):
            for one in loop.bodies:
                yield from _unknown(f"loops.{index}.bodies", one, bodies, "body")
        kinds = {link.name: link.kind for link in self.links}
        moved = [(f"servos.{index}.joint", servo.joint) for index, servo in enumerate(self.servos)]
        for index, coupling in enumerate(self.couplings):
            moved += [(f"couplings.{index}.joint", coupling.joint), (f"couplings.{index}.follows", coupling.follows)]
        for key, joint in moved:
            yield from _unknown(key, joint, kinds, "joint")
            if kinds.get(joint) == "spherical":
                yield key, f"{joint!r} is a ball joint, which has no single angle"


def _unknown(key: str, name: str, known: Sequence[str] | dict[str, Any], what: str) -> Iterator[tuple[str, str]]:
    if name not in known:
        yield key, f"no {what} is called {name!r}; {suggestion(name, known)}"


def _repeated(key: str, field: str, values: Sequence[object]) -> Iterator[tuple[str, str]]:
    """A problem at each entry whose value an entry before it has."""
    counts = Counter(values)
    seen: set[object] = set()
    for index, value in enumerate(values):
        if counts[value] > 1 and value in seen:
            first = values.index(value)
            yield f"{key}.{index}.{field}", f"{value!r} is that of {key}.{first} already"
        seen.add(value)
