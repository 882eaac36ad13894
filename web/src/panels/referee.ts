/** What the referee says, in a few words. */
import type { Referee } from "../wire/words";

/** "STOP · game controller", "kick-about: start"; the command as it was received. */
export function refereeLine(referee: Referee | undefined): string {
  if (referee === undefined || referee.command === null) return "no referee";
  if (referee.says === "kick-about") return `kick-about: ${referee.command}`;
  return `${spaced(referee.command)} · ${spaced(referee.says)}`;
}

export function stageLine(referee: Referee | undefined): string {
  return referee?.stage == null || referee.stage === referee.says ? "" : spaced(referee.stage);
}

function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
