/** A row of tabs: arrow keys move along it, one of them is chosen. */
import { button, make } from "./elements";

export interface Tab {
  name: string;
  title: string;
}

export class Tabs {
  readonly root = make("div", { role: "tablist", "aria-label": "Panels", class: "tabs" });
  private buttons = new Map<string, HTMLButtonElement>();

  constructor(
    private tabs: readonly Tab[],
    private readonly choose: (name: string) => void,
  ) {
    this.fill(tabs);
    this.root.addEventListener("keydown", (event) => this.move(event));
  }

  /** Show these tabs; those that are there already stay as they are. */
  fill(tabs: readonly Tab[]): void {
    this.tabs = tabs;
    const kept = this.buttons;
    this.buttons = new Map(tabs.map(({ name, title }) => [name, kept.get(name) ?? this.tab(name, title)]));
    for (const [name, old] of kept) if (!this.buttons.has(name)) old.remove();
    for (const [name, tab] of this.buttons) if (!kept.has(name)) this.root.append(tab);
  }

  private tab(name: string, title: string): HTMLButtonElement {
    const onclick = () => this.choose(name);
    return button({ role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick }, title);
  }

  /** Show which one is chosen. */
  mark(chosen: string): void {
    for (const [name, button] of this.buttons) {
      button.setAttribute("aria-selected", String(name === chosen));
      button.tabIndex = name === chosen ? 0 : -1;
    }
  }

  private move(event: KeyboardEvent): void {
    const names = this.tabs.map((tab) => tab.name);
    const now = names.findIndex((name) => this.buttons.get(name) === event.target);
    const steps: Record<string, number> = {
      ArrowRight: now + 1,
      ArrowDown: now + 1,
      ArrowLeft: now - 1,
      ArrowUp: now - 1,
      Home: 0,
      End: names.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || now < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const name = names[(next + names.length) % names.length];
    this.choose(name);
    this.buttons.get(name)?.focus();
  }
}
