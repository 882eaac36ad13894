"""A world: the physics of one field, without sensors, teams or rules."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.elementary.compiled import cos, sin
from robopitch.messages import Body, BodyVelocity, Command, Event, FieldVelocity, Kick, PowerKick, Team
from robopitch.physics import state as s
from robopitch.physics.engine import Engine
from robopitch.physics.engines import make_engine, why_not
from robopitch.physics.layout import Layout
from robopitch.physics.mouth import balls_at_mouth
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos.power import factory_reset, reboot
from robopitch.physics.servos.registers import read_registers, write_registers
from robopitch.spec import LeagueSpec, RobotSpec, load_robot
from robopitch.world import save_format
from robopitch.world.commands import check_command, check_kick, give_command, kick_order, rolling_wheels
from robopitch.world.hooks import Place, carry_hooks, check_hook, check_pull, hook_of, hooks_of, pull, set_hook
from robopitch.world.reports import read_events
from robopitch.world.roster import Roster, kick_off_pose, rank
from robopitch.world.servos import ServoRow, install_servos, servo_ids, servo_row
from robopitch.world.state_view import StateView
from robopitch.world.views import FRAME_SIDES, BallView, RobotView

__all__ = ["World"]

_CHUNK = 64  # steps in one call of the engine: limits the size of the event buffer
_ROOM = 4096


class World:
    """Physics of one field: place objects, command robots, step, read the state.

    Metres, seconds and radians everywhere. Made by `robopitch.make`; the same league, overrides, seed and calls give
    the same bits, in any process; turf on any x86-64 processor, MuJoCo on the same kind.
    """

    def __init__(
        self,
        league: LeagueSpec,
        roster: Roster,
        engine: str = "turf",
        timestep: float = 0.001,
        seed: int = 0,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        self.league = league
        self.seed = seed
        self._dtype = np.dtype(np.float64) if dtype is None else dtype
        self._engine_name = engine
        self._timestep = timestep
        self._events = np.zeros((1, _ROOM, s.EVENT_FIELDS))
        self._counts = np.zeros((1, 2), np.int64)
        self._ticks = np.zeros(1, np.int64)
        self._shared = False
        self._digests: tuple[str, str] | None = None  # of the specification, computed at the first use
        self._seat(roster)
        self.kick_off()

    @classmethod
    def _view(cls, parent: World, state: Floats, ticks: Ints) -> World:
        """A world whose state is a row of another object's arrays."""
        world = cls.__new__(cls)
        world.__dict__.update(parent.__dict__)
        world._events = np.zeros((1, _ROOM, s.EVENT_FIELDS))
        world._counts = np.zeros((1, 2), np.int64)
        world._ticks = ticks
        world._shared = True
        world._take(state)
        return world

    # ---- time --------------------------------------------------------------------------------------------------

    @property
    def timestep(self) -> float:
        """Length of a step, s."""
        return self._timestep

    @property
    def tick(self) -> int:
        """Steps since the beginning."""
        return self._ticks.item()

    @property
    def time(self) -> float:
        """Seconds since the beginning: ticks times the length of a step."""
        return self._ticks.item() * self._timestep

    def step(self, steps: int = 1) -> list[Event]:
        """Advance by a number of steps; return the events in their order in time."""
        if steps < 0:
            raise ValueError(f"{steps} steps: time does not run backwards; restore() a saved world instead")
        happened: list[Event] = []
        while steps > 0:
            now = min(steps, _CHUNK)
            self._engine.advance(self._states, self._ticks, now, self._events, self._counts)
            steps -= now
            found = self._counts.item(0)
            if found > 0:
                happened += read_events(self._events[0], found, self._roster.bodies, self._timestep)
                self._counts[0, 0] = 0
        return happened

    def run(self, seconds: float) -> list[Event]:
        """Advance by a time in seconds, a multiple of the time step; return the events."""
        steps = round(seconds / self._timestep)
        if not math.isclose(steps * self._timestep, seconds, rel_tol=1e-9, abs_tol=1e-12):
            raise ValueError(
                f"{seconds} s are not whole steps of {self._timestep} s; the nearest is {steps * self._timestep:.9g} s"
            )
        return self.step(steps)

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def engine(self) -> Engine:
        """The engine that advances this world."""
        return self._engine

    @property
    def ball(self) -> BallView:
        """The ball."""
        return BallView(self._ball)

    def robot(self, team: Team | str, number: int) -> RobotView:
        """One robot."""
        return self._look_at(Body(Team(team), number))

    def obstacle(self, number: int) -> RobotView:
        """One obstacle."""
        return self._look_at(Body(None, number))

    def robots(self, team: Team | str | None = None) -> Iterator[RobotView]:
        """All robots on the pitch, of one team or of both, by team and id; not the obstacles."""
        for body in self._roster.bodies:
            if body.team is not None and (team is None or body.team == team):
                view = self._look_at(body)
                if view.present:
                    yield view

    def obstacles(self) -> Iterator[RobotView]:
        """All obstacles on the pitch."""
        for body in self._roster.bodies:
            if body.team is None:
                view = self._look_at(body)
                if view.present:
                    yield view

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The body of each column of the state, including bodies that were removed from the field."""
        return self._roster.bodies

    def columns(self, team: Team) -> Mapping[int, int]:
        """The column of each robot of a team in the state, by id, including robots that were removed."""
        return self._roster.places[team]

    @property
    def specs(self) -> tuple[RobotSpec, ...]:
        """The specification of each body."""
        return self._roster.robots

    @property
    def robot_block(self) -> Floats:
        """The numbers of all bodies, ``[field, column]`` as in `physics/state.py`. Not a copy, for speed. The array is
        replaced when a body is added or a specification changes.
        """
        return self._robots

    @property
    def ball_block(self) -> Floats:
        """The numbers of the ball as in `physics/state.py`; not a copy, like `robot_block`."""
        return self._ball

    @property
    def layout(self) -> Layout:
        """The names of the numbers in the state."""
        return self._engine.layout

    def values(self, name: str) -> Floats:
        """One field of all bodies by its name in `layout`, ``[row, column]``; a copy."""
        return self.layout.values(self._states[0], name).copy()

    def ball_contacts(self) -> NDArray[np.bool_]:
        """Whether each body has the ball at its dribbler or grabber, or else at its kicker, as a light barrier
        detects it.
        """
        engine = self._engine
        found = np.empty(len(engine.which), np.bool_)
        balls_at_mouth(self._robots, self._ball, engine.which, engine.params.kinds, engine.params.pitch, found)
        return found

    def state_view(self) -> StateView:
        """A copy of the present state, to be read later."""
        return StateView(self.tick, self._roster, self._engine.layout, self._states[0].copy())

    @property
    def contacts(self) -> int:
        """Contacts between robots, counted step by step since this world was made."""
        return int(self._counts[0, 1])

    def must_support(self, robot: RobotSpec) -> None:
        """Raise a ValueError if the engine cannot compute with such a robot."""
        if reason := why_not(self._engine_name, robot):
            raise ValueError(reason)

    # ---- placing -----------------------------------------------------------------------------------------------

    def kick_off(self) -> None:
        """Place all robots at their start poses and the ball at the centre, at rest."""
        for body in self._roster.bodies:
            if body.team is not None:
                x, y, heading = kick_off_pose(self.league, body.team, body.id)
                self.place_robot(body.team, body.id, x=x, y=y, heading=heading)
        self.place_ball(x=0.0, y=0.0)

    def place_ball(
        self,
        x: float,
        y: float,
        z: float | None = None,
        vx: float = 0.0,
        vy: float = 0.0,
        vz: float = 0.0,
        spin: tuple[float, float, float] = (0.0, 0.0, 0.0),
        roll: bool = False,
    ) -> None:
        """Place the ball, with a velocity or at rest; on the ground unless a height of its centre is given.

        roll: gives it the spin of a ball that rolls at this velocity, so that it does not slide first.
        """
        radius = float(self.league.ball.radius)
        z = radius if z is None else z
        _check_finite("ball", x=x, y=y, z=z, vx=vx, vy=vy, vz=vz, spin_x=spin[0], spin_y=spin[1], spin_z=spin[2])
        if z < radius - 1e-9:
            raise ValueError(f"ball: its centre at {z} m would be in the ground; its radius is {radius} m")
        if roll:
            spin = (-vy / radius, vx / radius, spin[2])
        self._ball[:] = (x, y, max(z, radius), vx, vy, vz, *spin, 0.0, 0.0)

    def place_robot(
        self,
        team: Team | str,
        number: int,
        x: float,
        y: float,
        heading: float = 0.0,
        vx: float = 0.0,
        vy: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """Place a robot and clear its command; adds the robot if it was not on the field."""
        team = Team(team)
        if not 0 <= number < self.league.max_ids:
            raise ValueError(f"{team} {number}: ids in {self.league.name} are 0 to {self.league.max_ids - 1}")
        _check_finite(f"{team} {number}", x=x, y=y, heading=heading, vx=vx, vy=vy, turn=turn)
        body = Body(team, number)
        if body not in self._roster.columns:
            self._reseat(self._roster.with_body(body, self.league.team(team).robot))
        self._place(body, x, y, heading, vx, vy, turn)

    def remove_robot(self, team: Team | str, number: int) -> None:
        """Remove a robot from the field."""
        self._park(self._roster.column(Body(Team(team), number)))

    def place_obstacle(self, x: float, y: float, heading: float = 0.0, robot: str = "obstacle") -> int:
        """Place an obstacle, of a kind given by name or TOML file; return its number."""
        _check_finite("obstacle", x=x, y=y, heading=heading)
        number = sum(body.team is None for body in self._roster.bodies)
        body = Body(None, number)
        self._reseat(self._roster.with_body(body, load_robot(robot)))
        self._place(body, x, y, heading, 0.0, 0.0, 0.0)
        return number

    def move_obstacle(self, number: int, x: float, y: float, heading: float = 0.0) -> None:
        """Place an obstacle elsewhere; one that was removed comes back."""
        _check_finite(f"obstacle {number}", x=x, y=y, heading=heading)
        self._place(Body(None, number), x, y, heading, 0.0, 0.0, 0.0)

    def remove_obstacle(self, number: int) -> None:
        """Remove an obstacle from the field."""
        self._park(self._roster.column(Body(None, number)))

    # ---- commanding --------------------------------------------------------------------------------------------

    def command(
        self,
        team: Team | str,
        number: int,
        command: Command,
        kick: Kick | PowerKick | None = None,
        dribble: float = 0.0,
    ) -> None:
        """Command a robot. The command holds until the next one.

        kick: executed once, when the ball is in reach of the kicker. dribble: power of dribbler or grabber, 0 to 1.
        """
        column = self._roster.place(team if isinstance(team, Team) else Team(team), number)
        body, spec = self._roster.bodies[column], self._roster.robots[column]
        if not 0 <= dribble <= 1:
            raise ValueError(f"{body}: dribble {dribble} is not from 0 to 1")
        if dribble > 0 and spec.holder is None:
            raise ValueError(f"{body}: the robot {spec.name!r} has neither dribbler nor grabber")
        check_command(body, spec, command, self.layout)
        if kick is not None:
            check_kick(body, spec, kick)
        self._robots[s.KICK_UP, column] = 0.0
        self.order(column, command, kick, dribble)

    def order(self, column: int, command: Command | None, kick: Kick | PowerKick | None, hold: float | None) -> None:
        """`command` without checks: by column; None leaves a part unchanged.

        command: one that the robot cannot follow any more, because its wheels were changed, leaves it unchanged too
        kick: None cancels a kick that waits for the ball
        """
        robots = self._robots
        if isinstance(command, BodyVelocity):
            robots[s.MODE, column] = s.BODY_VELOCITY
            robots[s.COMMAND, column] = command.forward
            robots[s.COMMAND + 1, column] = command.left
            robots[s.COMMAND + 2, column] = command.turn
        elif isinstance(command, FieldVelocity):  # both are common enough for a short path
            robots[s.MODE, column] = s.FIELD_VELOCITY
            robots[s.COMMAND, column] = command.x
            robots[s.COMMAND + 1, column] = command.y
            robots[s.COMMAND + 2, column] = command.turn
        elif command is not None:
            give_command(self, column, command)
        if kick is None:
            robots[s.KICK_FORWARD, column] = 0.0
        else:
            forward, up = kick_order(self._roster.robots[column], kick)
            robots[s.KICK_FORWARD, column] = forward
            robots[s.KICK_UP, column] = up
        if hold is not None:
            robots[s.HOLD, column] = hold

    def drive(self, column: int, mode: int, velocity: tuple[float, float, float], wheels: Sequence[float] = ()) -> None:
        """Set what the drive of a robot follows; mode: which numbers count (`physics/state.py`)."""
        self._robots[s.MODE, column] = mode
        self._robots[s.COMMAND : s.COMMAND + 3, column] = velocity
        self._spins[s.TARGET, : len(wheels), column] = wheels

    def extend(self, column: int, side: str) -> None:
        """Move the frame of a robot out, unless it must wait, or the robot has lost it since the check."""
        frame = self._roster.robots[column].frame
        if not self.layout.frames or frame is None or frame.way(side) == 0:
            return
        rows = self._robots[-s.FRAME_ROWS :, column]
        if rows[s.FRAME_TIME] <= 0:
            rows[s.FRAME], rows[s.FRAME_TIME] = FRAME_SIDES.index(side), frame.time + frame.pause

    # ---- servos ------------------------------------------------------------------------------------------------

    def servos(self, team: Team | str, number: int) -> tuple[int, ...]:
        """The ids of a robot's servos, as in its description; empty if it has none."""
        return servo_ids(self._engine, self._roster.column(Body(Team(team), number)))

    def servo(self, team: Team | str, number: int, servo: int) -> ServoRow:
        """Control table and numbers of a servo, a copy; a FacetError if there is none.

        servo: its id in the description of the robot, whatever its register `id` holds now
        """
        table, numbers = self._servo(team, number, servo)
        return ServoRow(table, numbers.copy())

    def servo_view(self, team: Team | str, number: int, servo: int) -> ServoRow:
        """The same, but its numbers are those of the world: they are for reading, until the next step."""
        return self._servo(team, number, servo)

    def read_registers(self, team: Team | str, number: int, servo: int, address: int, length: int) -> bytes:
        """Bytes of the control table of a servo, as after the last step."""
        return read_registers(*self._servo(team, number, servo), address, length)

    def write_registers(self, team: Team | str, number: int, servo: int, address: int, data: bytes) -> int:
        """Write bytes into the control table of a servo; returns the error of its status packet, 0 if there is none.

        If the servo refuses a part, nothing changes (`physics/servos/registers.py`).
        """
        return write_registers(*self._servo(team, number, servo), address, data)

    def reset_servo(
        self, team: Team | str, number: int, servo: int, factory: bool = False, keep: Collection[str] = ()
    ) -> None:
        """Reboot a servo.

        factory: all registers get their values at delivery first, except those named in `keep`
        """
        table, numbers = self._servo(team, number, servo)
        if factory:
            factory_reset(table, numbers, keep)
        else:
            reboot(table, numbers)

    def hang_robot(self, team: Team | str, number: int, clearance: float = 0.15) -> None:
        """Hang a robot with joints on a hook, upright where it is; its trunk is fixed, its limbs move.

        clearance: m, how far the feet of a standing robot would be above the ground; 0 lets the robot down
        """
        body = Body(Team(team), number)
        set_hook(self._engine, self._states[0], body, self._roster.column(body), clearance)

    def check_hook(self, team: Team | str, number: int, clearance: float) -> None:
        """Raise a ValueError if `hang_robot` would; nothing changes."""
        body = Body(Team(team), number)
        check_hook(self._engine, self._states[0], body, self._roster.column(body), clearance)

    def pull_robot(self, team: Team | str, number: int, to: Place | None, grip: Place | None = None) -> None:
        """Pull a robot with joints by a spring, at the body that is nearest to a place, until it is let go.

        to:   where the hand is, in the frame of the field, m; None lets the robot go
        grip: where the hand takes the robot; None: it holds it already, and moves
        """
        self.check_pull(team, number, to, grip)
        pull(self._engine, self._states[0], self._roster.column(Body(Team(team), number)), to, grip)

    def check_pull(self, team: Team | str, number: int, to: Place | None, grip: Place | None = None) -> None:
        """Raise a ValueError if a robot cannot be pulled so; nothing changes."""
        body = Body(Team(team), number)
        check_pull(self._engine, body, self._roster.column(body), to, grip)

    def hook_of(self, team: Team | str, number: int) -> float:
        """How high a robot hangs, as `hang_robot` has it; 0: it does not."""
        return hook_of(self._engine, self._states[0], self._roster.column(Body(Team(team), number)))

    def hooks_in(self, view: StateView) -> Floats:
        """How high each body of a copied state hangs, ``[column]``; all 0 if it had other bodies than now."""
        same = view.layout is self._engine.layout
        found = hooks_of(self._engine, view.state) if same else None
        return np.zeros(view.layout.robots) if found is None else found

    def _servo(self, team: Team | str, number: int, servo: int) -> ServoRow:
        found = self._servo_rows.get((team, number, servo))
        if found is None:
            body = Body(Team(team), number)
            found = servo_row(self._engine, self._states[0], body, self._roster.column(body), servo)
            self._servo_rows[team, number, servo] = found
        return found

    # ---- changing ----------------------------------------------------------------------------------------------

    def change(self, league: LeagueSpec | None = None, robots: Mapping[Body, RobotSpec] | None = None) -> None:
        """Replace the specification of field, ball or robots; poses and commands stay.

        robots: specifications of single robots; all others are those of their team in the league.
        """
        self._must_own_its_bodies()
        league = self.league if league is None else league
        robots = robots or {}
        specs = tuple(
            robots.get(body, old if body.team is None else league.team(body.team).robot)
            for body, old in zip(self._roster.bodies, self._roster.robots, strict=True)
        )
        before, self.league = self.league, league
        try:
            self._reseat(Roster(self._roster.bodies, specs))
        except ValueError:
            self.league = before
            raise
        self._ball[s.BALL_Z] += league.ball.radius - before.ball.radius  # it stays on the ground

    def change_engine(self, engine: str) -> None:
        """Continue in another engine; places, velocities, commands, joints and servos stay as far as both have them.

        Raises a ValueError if the engine cannot compute with a robot; nothing changes then.
        """
        before, self._engine_name = self._engine_name, engine
        try:
            self._reseat(self._roster)
        except ValueError:
            self._engine_name = before
            raise

    # ---- saving ------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The complete state of this world, as bytes."""
        return save_format.pack(self._header(), self.tick, self._states[0])

    def restore(self, saved: bytes, robots: Mapping[Body, RobotSpec] | None = None) -> None:
        """Restore a saved state exactly. The world must be of the same league, engine and time step.

        robots: specifications of single robots, if they differ from those of this world.
        """
        bodies, tick, state, digest = save_format.unpack(saved, self._header(), self._dtype)
        before = self.__dict__.copy()
        try:
            self._make_room(bodies, robots, digest)
            if len(state) != len(self._states[0]):
                sizes = f"{len(state)} numbers and not {len(self._states[0])}"
                raise ValueError(f"the saved world has {sizes}: it is of another version; it was not restored")
            save_format.check_state(state, self._engine.layout)
        except ValueError:
            self.__dict__.update(before)
            raise
        self._states[0] = state
        self._ticks[0] = tick

    def bodies_in(self, saved: bytes) -> tuple[Body, ...]:
        """The bodies of a saved world; raises a ValueError if it does not fit this one."""
        return save_format.unpack(saved, self._header(), self._dtype)[0]

    def _make_room(self, bodies: tuple[Body, ...], robots: Mapping[Body, RobotSpec] | None, digest: str) -> None:
        """Prepare the state for these bodies; a ValueError if the digest of their robots differs."""
        if bodies != self._roster.bodies or robots is not None:
            if list(bodies) != sorted(set(bodies), key=rank):
                raise ValueError("the saved world has its bodies twice, or in another order; it was not restored")
            highest = max((body.id for body in bodies if body.team is not None), default=0)
            if highest >= self.league.max_ids:
                raise ValueError(f"the saved world has a robot {highest}: ids are 0 to {self.league.max_ids - 1}")
            roster = self._roster_of(bodies, robots)
            if roster != self._roster:
                self._must_own_its_bodies()
                if save_format.robots_digest(self.league, roster) != digest:
                    raise ValueError("the saved world was made with other robots; it was not restored")
                self._seat(roster)
        if self._header()["robots"] != digest:
            raise ValueError("the saved world was made with other robots; it was not restored")

    def fingerprint(self) -> str:
        """SHA-256 over the whole state: two worlds with the same fingerprint have the same future."""
        return save_format.fingerprint(self._roster.names, self.tick, self._states[0])

    def _header(self) -> dict[str, Any]:
        if self._digests is None:
            self._digests = save_format.spec_digest(self.league), save_format.robots_digest(self.league, self._roster)
        return save_format.header(
            self.league,
            self._digests,
            self._engine_name,
            self._timestep,
            self.seed,
            self._dtype.name,
            self._roster,
        )

    # ---- private -----------------------------------------------------------------------------------------------

    def _seat(self, roster: Roster) -> None:
        """Create the engine for a roster, and an empty field."""
        kinds, which = roster.kinds()
        self._engine = make_engine(self._engine_name, self.league, kinds, which, self._timestep, self._dtype)
        self._roster = roster
        self._digests = None
        self._take(self._engine.layout.empty(self._dtype)[None, :])
        install_servos(self._engine, self._states[0], self.seed, roster.bodies)

    def _take(self, states: Floats) -> None:
        layout = self._engine.layout
        self._states = states
        self._servo_rows: dict[tuple[Team | str, int, int], ServoRow] = {}  # views of these states
        self._robots = layout.robot_block(states[0])
        self._spins = layout.spin_block(states[0])
        self._ball = layout.ball_block(states[0])

    def _reseat(self, roster: Roster) -> None:
        """Replace the roster; bodies that stay keep their state."""
        self._must_own_its_bodies()
        old, layout, state, ball, engine = self._roster, self.layout, self._states[0], self._ball, self._engine
        self._seat(roster)
        for body, column in old.columns.items():
            self.layout.carry(self._states[0], roster.columns[body], layout, state, column)
            carry_hooks((engine, state, column), (self._engine, self._states[0], roster.columns[body]))
        self._ball[:] = ball

    def _must_own_its_bodies(self) -> None:
        if self._shared:
            raise ValueError("a world of a batch has the bodies of the batch; make_batch(players=...) sets how many")

    def _roster_of(self, bodies: tuple[Body, ...], robots: Mapping[Body, RobotSpec] | None) -> Roster:
        """A roster of robots of this league; obstacles are the plain ones unless this world knows them."""
        known = dict(zip(self._roster.bodies, self._roster.robots, strict=True))
        if robots is not None:
            known = {body: spec for body, spec in known.items() if body.team is None} | dict(robots)
        specs = []
        for body in bodies:
            if body in known:
                specs.append(known[body])
            elif body.team is None:
                specs.append(load_robot("obstacle"))
            else:
                specs.append(self.league.team(body.team).robot)
        return Roster(bodies, tuple(specs))

    def _look_at(self, body: Body) -> RobotView:
        column = self._roster.column(body)
        return RobotView(body, self._roster.robots[column], self._states[0], self._engine.layout, column)

    def _place(self, body: Body, x: float, y: float, heading: float, vx: float, vy: float, turn: float) -> None:
        column = self._roster.column(body)
        charge = self._robots[s.CHARGE, column]
        self._park(column)
        robot = self._robots[:, column]
        robot[s.PRESENT], robot[s.CHARGE] = 1, charge
        robot[s.X], robot[s.Y] = x, y
        robot[s.HX], robot[s.HY] = _direction(heading)
        robot[s.VX], robot[s.VY], robot[s.TURN] = vx, vy, turn
        forward, left = robot[s.HX] * vx + robot[s.HY] * vy, robot[s.HX] * vy - robot[s.HY] * vx
        robot[s.SET_FORWARD], robot[s.SET_LEFT], robot[s.SET_TURN] = forward, left, turn
        spec = self._roster.robots[column]
        self._spins[s.SPEED, : len(spec.drive.wheels), column] = rolling_wheels(spec, forward, left, turn)

    def _park(self, column: int) -> None:
        self.layout.park(self._states[0], column)

    def __repr__(self) -> str:
        return f"<{self.league.name} on {self._engine_name}, {len(self._roster.bodies)} bodies, t = {self.time:.3f} s>"


def _direction(heading: float) -> tuple[float, float]:
    """A unit vector; exact for quarter turns, so that robots that face each other do so to the last bit."""
    quarters = heading / (math.pi / 2)
    if abs(quarters - round(quarters)) < 1e-12:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(quarters) % 4]
    return cos(heading), sin(heading)


def _check_finite(what: str, **numbers: float) -> None:
    for name, number in numbers.items():
        if not math.isfinite(number):
            raise ValueError(f"{what}: {name} is {number}; a finite number is wanted")
