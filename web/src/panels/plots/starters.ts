/** Plots that people begin with. */
import { BALL } from "../../model/body";

export interface Starter {
  name: string;
  title: string;
  expressions: string[];
}

export const OF_BALL: Starter[] = [{ name: "ball-speed", title: "Ball speed", expressions: ["ball.speed"] }];

/** The robot that is selected, as signals call it: "blue.3". */
export function chosen(selection: ReadonlySet<string>): string | null {
  const name = [...selection].find((one) => one !== BALL);
  return name === undefined ? null : name.replace(" ", ".");
}

/** Those of a robot, of the signals that there are. */
export function ofRobot(robot: string, names: ReadonlySet<string>): Starter[] {
  return [
    { name: "distance", title: "Distance to the ball", expressions: [`norm(ball.position - ${robot}.position)`] },
    { name: "commanded", title: "Commanded v true speed", expressions: [...commanded(robot, names), `${robot}.speed`] },
    { name: "seen", title: "Seen − true", expressions: seenLessTrue(robot) },
  ].filter(({ name }) => name !== "seen" || names.has("seen.ball.x")); // not every league has cameras above
}

/** In the frame of the pitch, in the robot's, or wheel by wheel: as its team does it. */
function commanded(robot: string, names: ReadonlySet<string>): string[] {
  const has = (part: string) => names.has(`command.${robot}.${part}`);
  const wheels = [0, 1, 2, 3].filter((wheel) => has(`wheel${wheel}`));
  if (wheels.length > 0 && !has("forward") && !has("x")) return wheels.map((wheel) => `command.${robot}.wheel${wheel}`);
  const [along, across] = has("x") && !has("forward") ? ["x", "y"] : ["forward", "left"];
  return [`hypot(command.${robot}.${along}, command.${robot}.${across})`];
}

function seenLessTrue(robot: string): string[] {
  return [
    `seen.${robot}.x - ${robot}.x`,
    `seen.${robot}.y - ${robot}.y`,
    `wrap(seen.${robot}.heading - ${robot}.heading)`,
  ];
}
