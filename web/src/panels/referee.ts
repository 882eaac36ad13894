/** The state of the game in a few words. */
import { clockTime } from "../time/spell";
import type { Referee } from "../wire/schema";

const STATES: Record<string, string> = { start: "Playing", stop: "Stopped", halt: "Halted" };
const RULES = "rules"; // the referee of the match rules by the rules of its league

/** "Playing", "Free kick for blue", "STOP · game controller": the command of an external referee as it was received. */
export function refereeLine(referee: Referee | undefined): string {
  if (referee === undefined) return "";
  if (referee.command === null) return "No referee";
  if (referee.external) return `${spaced(referee.command)} · ${spaced(referee.says)}`;
  if (referee.says === RULES) return phaseLine(referee);
  return `${STATES[referee.command] ?? referee.command} (${referee.says})`;
}

/** What the banner over the pitch says: nothing while the ball is in play. */
export function rulingLine(referee: Referee | undefined): string {
  if (referee === undefined || referee.external || referee.says !== RULES || referee.phase === "running") return "";
  return phaseLine(referee);
}

/** "Free kick for blue", "Stop: corner kick for yellow". */
export function phaseLine({ phase, team, then, period }: Referee): string {
  if (period === "over") return "Match over";
  if (phase === "running") return "Playing";
  const now = `${phase.charAt(0).toUpperCase()}${phase.slice(1)}`;
  if (then !== null && (phase === "stop" || phase === "halt")) return `${now}: ${then}`;
  return team === null ? now : `${now} for ${team}`;
}

/** "first half, 03:35 left" */
export function stageLine(referee: Referee | undefined): string {
  if (referee?.stage == null || referee.stage === referee.says) return "";
  const { time_left: left, period } = referee;
  const known = left !== null && period !== "over" && period !== "before";
  const stage = referee.stage === "before" ? "before the kick-off" : spaced(referee.stage);
  return stage + (known ? `, ${clockTime(Math.ceil(left), 0)} left` : "");
}

function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
