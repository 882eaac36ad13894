"""The field: lines, margins, walls and goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.marking import Marking
from robopitch.spec.pole import Colour, PoleSpec
from robopitch.spec.quantity import Physical, assumed

__all__ = ["FieldSpec", "Filling", "GoalSpec"]

Length = Annotated[float, Physical("m", gt=0, le=100)]
Maybe = Annotated[float, Physical("m", ge=0, le=100)]

NONE = assumed(0.0, "m", "this field has none")


class Filling(NamedTuple):
    """A triangle in a corner: its right angle, and its legs, to (x − leg, y) and (x, y − way · leg)."""

    x: float
    y: float
    leg: float
    way: int  # 1: in a corner of the outer wall; −1: between the outside of a goal and that wall


class GoalSpec(Spec):
    """A goal. *plates*: boards to the sides and behind; *net*: posts, bar and net; *recess*: a gap in the wall."""

    kind: Literal["plates", "net", "recess"] = Field(description="how it is built")
    width: Length = Field(description="clear width between the posts or plates")
    depth: Length = Field(description="from the goal line to the inside of the back")
    height: Length = Field(description="clear height under the bar, or that of plates or walls where there is no bar")
    thickness: Annotated[float, Physical("m", gt=0, le=1)] = Field(
        description="of plates, walls or posts; a net has none"
    )
    crossbar: bool = Field(description="a bar joins the posts at the height of the goal")
    roof: bool = Field(description="closed above, from bar to back")
    reaches_wall: bool = Field(default=False, description="the side plates run on behind the goal to the outer wall")


class FieldSpec(Spec):
    """The field of play: centre at the origin, goals at x = ∓length/2, blue defends the one at −x."""

    newer = frozenset(("centre_line", "goal_colours", "goal_corner", "poles"))

    length: Length = Field(description="between the goal lines, along x")
    width: Length = Field(description="between the touch lines, along y")
    margin_goal: Maybe = Field(description="from a goal line out to the wall")
    margin_touch: Maybe = Field(description="from a touch line out to the wall")
    wall_height: Maybe = Field(description="height of the outer wall; 0 = no wall")
    corner: Maybe = Field(default=NONE, description="leg of the triangle that fills each corner; 0 = none")
    goal_corner: Maybe = Field(
        default=NONE,
        description="leg of the triangle that fills each corner between a goal that reaches the outer wall and that "
        "wall; 0 = none",
    )
    line_width: Annotated[float, Physical("m", gt=0, le=1)] = Field(description="width of the painted lines")
    centre_circle_radius: Maybe = Field(default=NONE, description="radius of the centre circle; 0 = none")
    centre_line: bool = Field(default=False, description="a line from goal to goal joins the middles of the goal lines")
    penalty_area_depth: Maybe = Field(
        default=NONE, description="penalty (SSL: defence, VSS: goal) area, along x; 0 = none"
    )
    penalty_area_width: Maybe = Field(default=NONE, description="the same area, along y")
    penalty_area_closed: bool = Field(
        default=False, description="only the goalkeeper of the defending team may play in the penalty area"
    )
    goal_area_depth: Maybe = Field(default=NONE, description="smaller area inside the penalty area, along x; 0 = none")
    goal_area_width: Maybe = Field(default=NONE, description="the same area, along y")
    penalty_mark: Maybe = Field(default=NONE, description="from the goal line to the penalty mark; 0 = none")
    corner_arc_radius: Maybe = Field(default=NONE, description="radius of the corner arcs; 0 = none")
    goal: GoalSpec = Field(description="both goals")
    markings: list[Marking] = Field(
        default_factory=list, max_length=200, description="painted lines, arcs and spots beside those of the rules"
    )
    goal_colours: Annotated[tuple[Colour, Colour] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="of the goals at −x and +x; none = as whoever draws them likes"
    )
    poles: list[PoleSpec] = Field(default_factory=list, max_length=32, description="coloured landmarks beside it")

    @property
    def recess(self) -> float:
        """How far the goals reach beyond the wall, m: where it stands on the goal lines they are gaps in it, or stand
        in gaps; 0: they stand before it.
        """
        goal = self.goal
        if self.margin_goal > 0:
            return 0.0
        return float(goal.depth if goal.kind == "recess" else goal.depth + goal.thickness)

    @property
    def fillings(self) -> list[Filling]:
        """The triangles that fill corners, for x, y > 0."""
        x, y = float(self.length / 2 + self.margin_goal), float(self.width / 2 + self.margin_touch)
        found = [Filling(x, y, float(self.corner), 1)] if self.corner > 0 else []
        # Plates may end before the wall, or stand in a gap of it: then there is no such corner.
        if self.goal.kind == "plates" and self.goal.reaches_wall and self.margin_goal > 0 and self.goal_corner > 0:
            found.append(Filling(x, self.goal_side, float(self.goal_corner), -1))
        return found

    @property
    def goal_side(self) -> float:
        """y of the outside of a goal, m."""
        return float(self.goal.width / 2 + self.goal.thickness)

    def problems(self) -> Iterator[tuple[str, str]]:
        """Areas must lie inside the field, and the goals inside the walls."""
        goal = self.goal
        if goal.width >= self.width:
            yield (
                "goal.width",
                f"{goal.width:.12g} m leaves no goal line; it must be below the field's {self.width:.12g} m",
            )
        if goal.kind == "recess":
            if self.margin_goal > 0:
                yield "margin_goal", "must be 0 with a recessed goal, which is a gap in a wall on the goal line"
        elif 0 < self.margin_goal < goal.depth + goal.thickness:
            yield (
                "goal.depth",
                f"{goal.depth:.12g} m and a back of {goal.thickness:.12g} m do not fit before the wall, "
                f"{self.margin_goal:.12g} m behind the goal line; with a margin_goal of 0 it stands in a gap of it",
            )
        for area in ("penalty_area", "goal_area"):
            depth, width = getattr(self, f"{area}_depth"), getattr(self, f"{area}_width")
            if (depth > 0) != (width > 0):
                yield f"{area}_depth", f"{area}_depth and {area}_width must both be above 0, or both 0 for none"
            if depth > self.length / 2:
                yield f"{area}_depth", f"{depth:.12g} m is more than a half of the field ({self.length / 2:.12g} m)"
            if width > self.width:
                yield f"{area}_width", f"{width:.12g} m is wider than the field ({self.width:.12g} m)"
        if self.goal_area_depth > self.penalty_area_depth or self.goal_area_width > self.penalty_area_width:
            yield "goal_area_depth", "the goal area must lie inside the penalty area; if there is one, name it that"
        if 2 * self.centre_circle_radius > min(self.width, self.length):
            yield "centre_circle_radius", f"{self.centre_circle_radius:.12g} m reaches over the lines"
        room = self.width / 2 + self.margin_touch - goal.width / 2
        if self.corner >= room:
            yield "corner", f"{self.corner:.12g} m reaches into the goal; it must be below {room:.12g} m"
        room = min(float(self.margin_goal), self.width / 2 + self.margin_touch - self.goal_side - self.corner)
        if any(filling.way < 0 and filling.leg > room for filling in self.fillings):
            yield "goal_corner", f"{self.goal_corner:.12g} m does not fit; it must be at most {room:.12g} m"
        for index, pole in enumerate(self.poles):
            if abs(pole.x) < self.length / 2 + pole.radius and abs(pole.y) < self.width / 2 + pole.radius:
                yield f"poles.{index}", f"stands on the field, at {pole.x:.6g} m, {pole.y:.6g} m"
        if self.penalty_mark > self.length:
            yield "penalty_mark", f"{self.penalty_mark:.12g} m lies beyond the other goal line"
