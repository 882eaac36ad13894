/** Makes elements: `make("button", { id: "halt", onclick: halt }, "Halt")`. Text is never taken for markup. */

export type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element with attributes (`true`: there, `false` or undefined: not there; functions: listeners) and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Attribute> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...inside);
  return element;
}

export function button(attributes: Record<string, Attribute>, ...inside: (Node | string)[]): HTMLButtonElement {
  return make("button", { type: "button", ...attributes }, ...inside);
}

/** Change a text; what stays the same costs nothing. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Press a toggle button, or not. */
export function press(button: Element, on: boolean): void {
  button.setAttribute("aria-pressed", String(on));
}

/** Names and what they are, one below the other; the returned elements are there to be written to. */
export function facts<Name extends string>(names: Record<Name, string>): [HTMLElement, Record<Name, HTMLElement>] {
  const list = make("dl", { class: "facts" });
  const values = {} as Record<Name, HTMLElement>;
  for (const name of Object.keys(names) as Name[]) {
    values[name] = make("dd", { class: "mono", "data-fact": name });
    list.append(make("dt", {}, names[name]), values[name]);
  }
  return [list, values];
}

/** A part of a panel under its own heading. */
export function section(title: string, ...inside: (Node | string)[]): HTMLElement {
  return make("section", { class: "part" }, make("h2", {}, title), ...inside);
}
