/** The whole window takes files; while one hovers over it, it says so. */
import type { Opening } from "./open";

export class Drop {
  private readonly hint = document.createElement("div");
  private readonly about = document.createElement("span");
  private timer = 0;

  constructor(private readonly opening: Opening) {
    this.hint.className = "drop-hint";
    this.hint.id = "drop-hint";
    this.hint.hidden = true;
    const text = document.createElement("p");
    const title = document.createElement("strong");
    title.textContent = "Drop the file here";
    text.append(title, this.about);
    this.hint.append(text);
    document.body.append(this.hint);
    window.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return; // something of the page is dragged, a signal for instance
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      this.show();
    });
    window.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.hide();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void this.opening.open(file);
    });
  }

  /** Seen for as long as it is told: browsers say that a file is over the page, but not always that it left. */
  private show(): void {
    this.hint.hidden = false;
    this.about.textContent = `a recording (${this.opening.recordings.join(", ")}) to replay it, or a scene (.toml) to load it`;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), 300);
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.hint.hidden = true;
  }
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
