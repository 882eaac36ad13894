/** A menu beside the pointer: arrow keys, first letters and Esc work as in every menu. */

export interface Item {
  name: string;
  hook: string; // for tests and styles: data-do
  act(): void;
  disabled?: string | null; // why it cannot be done
  apart?: boolean; // a line above it
}

export class Menu {
  private root: HTMLElement | null = null;
  private back: HTMLElement | null = null; // where the focus was

  /** @param home where it is put among the parts of the page */
  constructor(private readonly home: HTMLElement) {
    window.addEventListener("pointerdown", (event) => {
      if (this.root !== null && !this.root.contains(event.target as Node)) this.close(false);
    }, true);
    window.addEventListener("blur", () => this.close(false));
    window.addEventListener("resize", () => this.close(false));
  }

  get shown(): boolean {
    return this.root !== null;
  }

  /** @param x, y of the window, css px @param hint one sentence under the title, or none */
  open(x: number, y: number, title: string, hint: string | null, items: Item[]): void {
    this.close(false);
    this.back = document.activeElement as HTMLElement | null;
    const root = element("div", "hand-menu");
    root.id = "menu";
    const heading = element("div", "title", title);
    heading.id = "menu-title";
    const list = element("div", "list");
    list.setAttribute("role", "menu");
    list.setAttribute("aria-labelledby", heading.id);
    list.append(...items.map((item) => this.row(item)));
    root.append(heading, ...(hint === null ? [] : [element("div", "hint", hint)]), list);
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    this.home.append(root);
    // Beside the pointer, but on the screen as a whole.
    root.style.left = `${Math.max(4, Math.min(x, innerWidth - root.offsetWidth - 4))}px`;
    root.style.top = `${Math.max(4, Math.min(y, innerHeight - root.offsetHeight - 4))}px`;
    this.root = root;
    this.rows()[0]?.focus();
  }

  close(giveBack = true): void {
    if (this.root === null) return;
    const { root } = this;
    this.root = null;
    root.remove();
    if (giveBack) this.back?.focus({ preventScroll: true });
  }

  private row({ name, hook, act, disabled, apart }: Item): HTMLElement {
    const row = element("button", apart === true ? "apart" : "", name) as HTMLButtonElement;
    row.type = "button";
    row.tabIndex = -1;
    row.dataset.do = hook;
    row.setAttribute("role", "menuitem");
    if (disabled != null) {
      row.setAttribute("aria-disabled", "true");
      row.title = disabled;
    }
    row.addEventListener("pointerenter", () => row.focus());
    row.addEventListener("click", () => {
      if (disabled != null) return;
      this.close();
      act();
    });
    return row;
  }

  private rows(): HTMLButtonElement[] {
    return [...(this.root?.querySelectorAll("button") ?? [])];
  }

  private key(event: KeyboardEvent): void {
    const rows = this.rows();
    const now = rows.indexOf(document.activeElement as HTMLButtonElement);
    const go = (index: number) => rows[(index + rows.length) % rows.length]?.focus();
    const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(now + 1),
      ArrowUp: () => go(now - 1),
      Home: () => go(0),
      End: () => go(-1),
      Escape: () => this.close(),
      Tab: () => this.close(),
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      move();
    } else if (letter !== "" && letter !== " ") {
      const order = [...rows.slice(now + 1), ...rows.slice(0, now + 1)];
      order.find((row) => row.textContent?.toLowerCase().startsWith(letter))?.focus();
    }
    event.stopPropagation(); // keys of the page mean nothing here
  }
}

function element(kind: string, style: string, text = ""): HTMLElement {
  const made = document.createElement(kind);
  made.className = style;
  made.textContent = text;
  return made;
}
