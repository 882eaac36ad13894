/** The state of the game in a few words. */
import type { Referee } from "../wire/schema";

const STATES: Record<string, string> = { start: "Playing", stop: "Stopped", halt: "Halted" };

/** "Playing (built-in referee)", "STOP · game controller": the command of an external referee as it was received. */
export function refereeLine(referee: Referee | undefined): string {
  if (referee === undefined) return "";
  if (referee.command === null) return "No referee";
  if (!referee.external) return `${STATES[referee.command] ?? referee.command} (built-in referee)`;
  return `${spaced(referee.command)} · ${spaced(referee.says)}`;
}

export function stageLine(referee: Referee | undefined): string {
  return referee?.stage == null || referee.stage === referee.says ? "" : spaced(referee.stage);
}

function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
