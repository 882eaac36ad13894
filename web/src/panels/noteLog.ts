/** All notes that came since the page was opened, each with the match's time. */
import type { Page } from "../model/page";
import type { Mark, Note } from "../wire/schema";

const MOST = 1000;

/** A line of the log: a mark, or a note with its level and with what was watched when it came. */
export interface Entry extends Pick<Mark, "kind" | "text" | "team"> {
  time: number | null; // of the match; null: it was not known yet
  level?: Note["level"];
  source?: string;
}

export class NoteLog {
  entries: Entry[] = [];
  onEntry: () => void = () => {};

  constructor(page: Page) {
    const note = ({ text, level }: Note) => {
      const last = this.entries.at(-1);
      const time = page.frame?.time ?? null;
      if (last?.text === text && last.time === time) return; // told again in the same moment
      const entry: Entry = { time, kind: "note", text, level, team: null, source: page.watching.source };
      this.entries = [...this.entries, entry].slice(-MOST);
      this.onEntry();
    };
    page.on("note", note);
    page.on("logged", note);
  }
}
