import { expect, test } from "vitest";
import { framesBetween } from "./between";
import type { Frame, Robot } from "./frame";
import { placeIn } from "./recorded";

test("a moment lies a share of the way behind the last one that was recorded", () => {
  const times = Float64Array.of(1, 1.04, 1.08);
  expect(placeIn(times, 1.05)[0]).toBe(1);
  expect(placeIn(times, 1.05)[1]).toBeCloseTo(0.25);
  expect(placeIn(times, 0)).toEqual([0, 0]);
  expect(placeIn(times, 9)).toEqual([2, 0]);
});

function frame(heading: number, x: number): Frame {
  const robot = { name: "blue 1", owner: "blue", id: 1, state: 0, x, y: 0, heading, vx: 0, vy: 0, turn: 0 } as Robot;
  return { robots: [robot], articulated: [] } as unknown as Frame;
}

test("a robot turns the short way around", () => {
  const [robot] = framesBetween(frame(3.1, 0), frame(-3.1, 1), 0.5, 0.04).robots;
  expect(Math.abs(robot.heading)).toBeCloseTo(Math.PI);
  expect(robot.x).toBe(0.5);
});

test("a robot that is gone in the next frame stays where it was", () => {
  const [robot] = framesBetween(frame(0, 2), { robots: [], articulated: [] } as unknown as Frame, 0.5, 0.04).robots;
  expect(robot.x).toBe(2);
});

test("between two moments a robot has the speeds of both", () => {
  const [a, b] = [frame(0, 0), frame(0, 0.02)];
  b.robots[0].vx = 1; // it has sped up from rest, by 25 m/s² within 40 ms
  expect(framesBetween(a, b, 0.5, 0.04).robots[0].x).toBeCloseTo(0.005);
});
