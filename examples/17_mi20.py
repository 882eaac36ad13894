"""Both teams of MiroSot on MI20's network, from its field numbers alone: one TCP connection for each team.

Start `robopitch serve mirosot-5v5 --referee rules` in one terminal, with --lockstep if time is to wait for each frame,
and this program in another. Everything goes over TCP port 10420, in mm and rad, from a corner of the field.
"""

import argparse
import math
import struct

from mi20_packets import EVENT, event_id, join, packet, read

PLACES = {0: (60, 900, 90), 1: (500, 500, 0), 2: (500, 1300, 0), 3: (900, 450, 0), 4: (900, 1350, 0)}  # mm, degrees


def drive(robot, ball, team, runs):
    """Drive at the ball, from the side of the own goal; yellow is slower. While the game does not run, stand."""
    x, y, heading, number = robot
    dx, dy = ball[0] - x, ball[1] - y
    if dx * (1 if team == 1 else -1) < 30:
        dx, dy = dx + (-200 if team == 1 else 200), dy + 100 * (number - 2)
    bearing = math.remainder(math.atan2(dy, dx) - heading, math.tau)
    speed, turn = (900 - 400 * (team == 2)) * math.cos(bearing), math.copysign(8, math.cos(bearing)) * math.sin(bearing)
    return packet(EVENT, event_id("velocities") + struct.pack("<Bff", number, speed * runs, turn * runs))


def places(length, team):
    """Where the robots are to stand before a restart: kind 0 is a move; yellow mirrors the places of blue."""
    for number, (x, y, turn) in PLACES.items():
        x, turn = (x, turn) if team == 1 else (length - x, 180 - turn)
        yield packet(EVENT, event_id("set_action") + struct.pack("<BBffff", number, 0, x, y, math.radians(turn), 0))


def play(port=10420, frames=3600, length=2200):
    """Play for so many frames of 1/60 s, and yield the snapshots of blue."""
    teams, runs = {team: join(port, team) for team in (1, 2)}, True
    for _ in range(frames):
        for team, (link, incoming) in teams.items():
            for kind, data in incoming:
                if kind == event_id("game_state_change"):
                    runs, restart = data[0], data[1]  # the game runs; the situation, 0 is normal play
                    if restart and not runs:
                        link.sendall(b"".join(places(length, team)))
                if kind == event_id("new_snapshot"):
                    _, balls, robots = read(data)
                    answer = b"".join(drive(robot, balls[0], team, runs) for robot in robots)
                    link.sendall(answer + packet(EVENT, event_id("frame_done")))
                    if team == 1:
                        yield data
                    break
    for link, _ in teams.values():
        link.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port-offset", type=int, default=0, help="as the server was given")
    *_, last = play(10420 + options.parse_args().port_offset)
    print(f"{read(last)[0]:g} s, the ball is at {read(last)[1][0]} mm")
