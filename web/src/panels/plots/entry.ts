/** Where expressions are typed: with suggestions for the word being typed, and the plot that they go into. */
import { make } from "../elements";
import { hints, wordsOf } from "./hints";

const NEW = "new";

export class Entry {
  readonly root: HTMLFormElement;
  private readonly input = make("input", {
    id: "plots-expression",
    class: "mono",
    type: "text",
    list: "plots-suggestions",
    placeholder: "norm(ball.velocity)",
    "aria-label": "Signal or expression",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 1000,
  });
  private readonly suggestions = make("datalist", { id: "plots-suggestions" });
  private readonly target = make("select", { id: "plots-target", "aria-label": "Plot to add to" });
  private words: string[] = [];

  constructor(private readonly add: (expression: string, plot: number | null) => void) {
    this.root = make(
      "form",
      { id: "plots-entry", onsubmit: (event) => this.submit(event) },
      this.input,
      this.suggestions,
      this.target,
      make("button", { id: "plots-add", type: "submit" }, "Plot"),
    );
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("focus", () => this.suggest());
    this.plots(0);
  }

  /** The plot that signals go into; null is a new one. */
  get plot(): number | null {
    return this.target.value === NEW ? null : Number(this.target.value);
  }

  /** So many plots there are to choose from. */
  plots(count: number): void {
    const before = this.target.value;
    const options = Array.from({ length: count }, (_, place) => make("option", { value: place }, `plot ${place + 1}`));
    this.target.replaceChildren(make("option", { value: NEW }, "new plot"), ...options);
    this.target.value = before !== "" && Number(before) < count ? before : NEW;
  }

  /** The next expression is for this plot. */
  aim(plot: number): void {
    this.target.value = String(plot);
    this.input.focus();
  }

  /** What can be suggested: signals, vectors, functions. */
  know(names: string[], functions: string[]): void {
    this.words = wordsOf(names, functions);
  }

  /** Type something at the end. */
  type(text: string): void {
    this.input.value += text;
    this.input.focus();
    this.suggest();
  }

  private suggest(): void {
    const found = hints(this.input.value, this.words);
    this.suggestions.replaceChildren(...found.map((value) => make("option", { value })));
  }

  private submit(event: Event): void {
    event.preventDefault();
    const expression = this.input.value.trim();
    if (expression === "") return;
    this.add(expression, this.plot);
    this.input.value = "";
    this.suggest();
  }
}
