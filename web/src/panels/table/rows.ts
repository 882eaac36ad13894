/** The rows of a recording, from the frame that is shown: it does not say the commands of the robots. */
import type { Frame, Seen } from "../../wire/frame";
import { FRAME, type Row, type Table } from "../../wire/schema";

export function tableOf(frame: Frame): Table {
  const { ball } = frame;
  const seenBall = frame.seenBalls.reduce<Seen | null>((best, one) => (best && best.age <= one.age ? best : one), null);
  const first: Row = {
    name: "ball",
    commanded: null,
    true: [ball.x, ball.y, ball.z, ball.vx, ball.vy, ball.vz],
    seen: seenBall && [seenBall.x, seenBall.y, seenBall.age],
    charge: null,
    holds: 0,
  };
  const robots = frame.robots.map((robot): Row => {
    const seen = frame.seen.find((one) => one.name === robot.name);
    return {
      name: robot.name,
      commanded: null,
      true: [robot.x, robot.y, robot.heading, robot.vx, robot.vy, robot.turn],
      seen: seen === undefined ? null : [seen.x, seen.y, seen.heading, seen.age],
      charge: null,
      holds: robot.state & FRAME.HOLDING ? 1 : 0,
    };
  });
  return { time: frame.time, rows: [first, ...robots] };
}
