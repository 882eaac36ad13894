/** A list of connections: a name and a figure on one line, remarks below it. Updates only what changed. */
import { make, write } from "./elements";

export interface LinkRow {
  name: string;
  figure: string;
  remarks: { text: string; tone: "" | "warn" | "bad" | "faint" }[];
}

export class LinkList {
  readonly root: HTMLElement;
  private list: HTMLUListElement;
  private empty: HTMLElement;

  constructor(id: string, label: string, empty: string) {
    this.list = make("ul", { class: "ways", id, "aria-label": label });
    this.empty = make("p", { class: "faint" }, empty);
    this.root = make("div", {}, this.list, this.empty);
    this.fill([]);
  }

  fill(ways: LinkRow[]): void {
    this.list.hidden = ways.length === 0;
    this.empty.hidden = ways.length > 0;
    const { children } = this.list;
    while (children.length > ways.length) children[children.length - 1].remove();
    while (children.length < ways.length) {
      this.list.append(make("li", {}, make("span", { class: "way-name" }), make("span", { class: "way-figure mono" })));
    }
    ways.forEach((way, index) => fill(children[index] as HTMLElement, way));
  }
}

function fill(item: HTMLElement, { name, figure, remarks }: LinkRow): void {
  const [nameElement, figureElement, ...old] = item.children;
  item.dataset.way = name;
  write(nameElement, name);
  write(figureElement, figure);
  remarks.forEach(({ text, tone }, index) => {
    const line = old[index] ?? item.appendChild(make("p", { class: "small" }));
    write(line, text);
    line.className = `small ${tone}`;
  });
  for (const line of old.slice(remarks.length)) line.remove();
}
