/** Layers of drawings that are not to be seen, as "team/name"; those of built-in teams are not, until they are wanted. */
import type { Layer } from "../wire/schema";
import { WatchedSet } from "./watched";

/** Layers in which the built-in teams draw their plans, besides one with the team's name. */
const PLANS: readonly string[] = ["roles", "targets", "ways", "passes"];

export class HiddenDrawings extends WatchedSet {
  private readonly known = new Set<string>();

  /** Hide what a built-in team draws when it is there for the first time. `teams`: the names of those teams. */
  meet(drawings: ReadonlyMap<string, Layer>, teams: readonly string[]): void {
    for (const [key, { name }] of drawings) {
      if (this.known.has(key)) continue;
      this.known.add(key);
      if (PLANS.includes(name) || teams.includes(name)) this.add(key);
    }
  }
}
