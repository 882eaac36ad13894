/** All signals by what they are about: to be searched, dragged onto a plot, or added with Enter. */
import { make, write } from "../elements";
import { carry } from "./dragging";

const KINDS: Record<string, string> = {
  truth: "True",
  seen: "Seen by cameras",
  tracked: "Tracked",
  command: "Commanded",
  team: "Published by teams",
  referee: "Referee and score",
  function: "Functions",
};

interface Owner {
  name: string; // "blue.3"
  signals: string[];
}

export class SignalList {
  readonly root: HTMLElement;
  private readonly search = make("input", {
    id: "plots-search",
    type: "search",
    placeholder: "Search signals",
    "aria-label": "Search signals",
    autocomplete: "off",
    spellcheck: "false",
  });
  private readonly groups = make("div", { class: "signal-groups" });
  private readonly none = make("p", { class: "faint", role: "status" });
  private readonly open = new Set(["truth"]);
  private names: string[] = [];
  private functions: Record<string, string> = {};
  private held = false; // a mouse button is down on a signal, or one is dragged
  private late = false; // the list changed meanwhile

  constructor(
    private readonly add: (expression: string) => void,
    private readonly type: (text: string) => void,
  ) {
    this.root = make("div", { id: "plots-signals", class: "signals" }, this.search, this.groups, this.none);
    this.search.addEventListener("input", () => this.show());
    this.search.addEventListener("keydown", (event) => {
      const first = this.groups.querySelector<HTMLElement>("[data-signal]");
      if (event.key === "Enter" && this.search.value !== "" && first?.dataset.signal) this.add(first.dataset.signal);
      else if (event.key === "ArrowDown") first?.focus();
    });
    this.groups.addEventListener("keydown", (event) => this.key(event));
    this.groups.addEventListener("focusin", ({ target }) => this.rove(target as HTMLElement));
    this.hold();
  }

  know(names: string[], functions: Record<string, string>): void {
    if (names.join() === this.names.join() && this.groups.childElementCount > 0) return;
    this.names = names;
    this.functions = functions;
    if (this.held) this.late = true;
    else this.show();
  }

  /** The list is not made anew under a pressed mouse: a click or a drag would lose the signal that it began with. */
  private hold(): void {
    let dragging = false;
    const release = () => {
      dragging = this.held = false;
      if (this.late) this.show();
      this.late = false;
    };
    this.groups.addEventListener("pointerdown", () => (this.held = true));
    this.groups.addEventListener("dragstart", () => (dragging = true));
    this.groups.addEventListener("dragend", release);
    window.addEventListener("pointerup", () => setTimeout(release)); // after the click
    window.addEventListener("pointercancel", () => dragging || release()); // also sent when a drag begins
  }

  private show(): void {
    const words = this.search.value.toLowerCase().split(/\s+/);
    const found = this.names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
    const searching = this.search.value.trim() !== "";
    const kinds = new Map<string, Owner[]>();
    for (const name of found) {
      const owner = name.slice(0, name.lastIndexOf("."));
      const kind = kindOf(name);
      const owners = kinds.get(kind) ?? [];
      if (owners[owners.length - 1]?.name !== owner) owners.push({ name: owner, signals: [] });
      owners[owners.length - 1].signals.push(name);
      kinds.set(kind, owners);
    }
    const groups = [...kinds].map(([kind, owners]) => this.group(kind, owners, searching));
    if (!searching && Object.keys(this.functions).length > 0) groups.push(this.functionGroup());
    this.groups.replaceChildren(...groups);
    const first = this.groups.querySelector<HTMLElement>("details[open] .signal");
    if (first !== null) first.tabIndex = 0;
    write(this.none, this.names.length === 0 ? "There are no signals yet." : found.length === 0 ? "No signal has this name." : "");
    this.none.hidden = found.length > 0;
  }

  private group(kind: string, owners: Owner[], searching: boolean): HTMLElement {
    return this.fold(kind, searching, () =>
      owners.map(({ name, signals }) =>
        make(
          "div",
          { class: "signal-owner", role: "group", "aria-label": name },
          make("span", { class: "signal-name mono" }, name.slice(name.indexOf(".", kind === "truth" ? name.length : 0) + 1)),
          make("span", { class: "signal-row" }, ...signals.map((signal) => this.chip(signal))),
        ),
      ),
    );
  }

  private functionGroup(): HTMLElement {
    return this.fold("function", false, () => [
      make(
        "div",
        { class: "signal-row" },
        ...Object.entries(this.functions).map(([name, about]) =>
          make("button", { class: "signal mono", title: about, "data-function": name, onclick: () => this.type(`${name}(`) }, `${name}(…)`),
        ),
      ),
    ]);
  }

  /** Hundreds of signals: those of a closed group are made when it opens. */
  private fold(kind: string, searching: boolean, inside: () => HTMLElement[]): HTMLElement {
    const open = searching || this.open.has(kind);
    const details = make("details", { "data-kind": kind, open }, make("summary", {}, KINDS[kind]));
    if (open) details.append(...inside());
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(...inside());
      if (searching) return;
      if (details.open) this.open.add(kind);
      else this.open.delete(kind);
    });
    return details;
  }

  /** Not a button, although it is one: Firefox does not let buttons be dragged. */
  private chip(signal: string): HTMLElement {
    const chip = make(
      "span",
      {
        class: "signal mono",
        role: "button",
        tabindex: -1,
        "data-signal": signal,
        "aria-label": `Plot ${signal}`,
        title: `${signal}: drag it onto a plot, or click`,
        onclick: () => this.add(signal),
      },
      signal.slice(signal.lastIndexOf(".") + 1),
    );
    carry(chip, signal);
    return chip;
  }

  /** Enter adds; arrows go from signal to signal, so that Tab need not pass them all. */
  private key(event: KeyboardEvent): void {
    const chip = event.target as HTMLElement;
    if (chip.dataset.signal === undefined) return;
    const chips = [...this.groups.querySelectorAll<HTMLElement>("details[open] .signal")];
    const place = chips.indexOf(chip);
    const row = chip.closest(".signal-owner");
    if (event.key === "Enter" || event.key === " ") this.add(chip.dataset.signal);
    else if (event.key === "ArrowRight") chips[place + 1]?.focus();
    else if (event.key === "ArrowLeft") chips[place - 1]?.focus();
    else if (event.key === "ArrowDown") chips.slice(place).find((one) => one.closest(".signal-owner") !== row)?.focus();
    else if (event.key === "ArrowUp") chips.slice(0, place).reverse().find((one) => one.closest(".signal-owner") !== row)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private rove(target: HTMLElement): void {
    if (target.dataset.signal === undefined) return;
    for (const chip of this.groups.querySelectorAll<HTMLElement>("[data-signal][tabindex='0']")) chip.tabIndex = -1;
    target.tabIndex = 0;
  }
}

function kindOf(name: string): string {
  const first = name.slice(0, name.indexOf("."));
  if (first === "score" || first === "referee") return "referee";
  return first in KINDS ? first : "truth";
}
