/** Plots: any signal or expression over time, live and in replay. */
import { LIVE, type Page } from "../../model/page";
import { make, press, write } from "../elements";
import { Poller } from "../panel";
import { Entry } from "./entry";
import { Feed } from "./feed";
import { Fresh } from "./fresh";
import { type Layout, load, save } from "./layout";
import { SignalList } from "./list";
import { Plot } from "./plot";
import "./plots.css";
import { chosen } from "./starters";
import { SPANS, TimeWindow } from "./timewindow";
import { figure } from "./units";

const INTERVAL = 200; // ms between two asks
const WIDE = 520; // px of the dock from which on the list stands beside the plots
const LEAST_HEIGHT = 130; // px of a drawing
const MOST_HEIGHT = 260;

export class Plots {
  private readonly layout: Layout = load();
  private readonly window: TimeWindow;
  private readonly feed: Feed;
  private readonly entry = new Entry((expression, plot) => this.add(expression, plot));
  private readonly list = new SignalList(
    (signal) => this.add(signal, this.entry.plot),
    (text) => this.entry.type(text),
  );
  private readonly poller = new Poller(INTERVAL, () => this.poll());
  private readonly shelf = make("div", { class: "plots-shelf" });
  private readonly fresh = new Fresh({ start: (expressions) => this.start(expressions), clear: () => this.clear() });
  private readonly said = make("p", { class: "plots-said faint mono" });
  private readonly spans: HTMLButtonElement[];
  private readonly freeze: HTMLButtonElement;
  private readonly fold: HTMLButtonElement;
  private plots: Plot[] = [];
  private names: ReadonlySet<string> = new Set();
  private shown = false;
  private source = "";
  private looked = Number.NaN; // the moment that is drawn

  constructor(
    private readonly page: Page,
    private readonly root: HTMLElement,
  ) {
    this.window = new TimeWindow(page, this.layout.span);
    this.feed = new Feed(page, this.window, () => this.draw());
    this.spans = SPANS.map((span) =>
      make("button", { "data-span": span, title: `Show ${span} s`, onclick: () => this.span(span) }, String(span)),
    );
    this.freeze = make("button", { id: "plots-freeze", onclick: () => this.setFrozen() }, "Freeze");
    this.fold = make(
      "button",
      { id: "plots-list", "aria-controls": "plots-signals", onclick: () => this.setList(this.list.root.hidden) },
      "Signals",
    );
    const bar = make(
      "div",
      { class: "plots-bar" },
      this.fold,
      make("div", { class: "plots-spans", role: "group", "aria-label": "Seconds shown" }, ...this.spans, "s"),
      this.freeze,
    );
    const scroll = make("div", { class: "plots-scroll" }, this.shelf, this.fresh.root);
    root.classList.add("plots");
    root.append(bar, this.entry.root, this.said, make("div", { class: "plots-body" }, this.list.root, scroll));
    new ResizeObserver(() => this.resize()).observe(scroll);
    this.setList(this.layout.list ?? root.clientWidth >= WIDE, false);
    this.arrange();
    this.listen();
    this.say();
  }

  /** Whether anybody sees it: nothing is asked for otherwise. */
  visible(on: boolean): void {
    this.shown = on;
    this.feed.refetch(); // what happened meanwhile was not asked for
    if (on) void this.ask();
    this.poller.run(on);
  }

  private listen(): void {
    const { page } = this;
    page.on("frame", () => this.moment());
    page.on("watching", () => this.turn());
    page.on("theme", () => this.draw());
    page.on("selection", () => this.offer());
    page.on("rewound", ({ time }) => {
      if (page.watching.source === LIVE) this.feed.rewind(time);
    });
    page.on("link", () => this.feed.refetch());
    page.on("pitch", (pitch) => {
      if (pitch.source !== this.source) {
        this.feed.forget();
        this.window.frozen = false;
      }
      this.source = pitch.source;
      void this.ask();
    });
  }

  // ---- time -----------------------------------------------------------------------------------------------------

  private poll(): void {
    this.turn();
    void this.feed.turn();
  }

  /** The stretch that is shown may have to move. */
  private turn(): void {
    if (!this.shown) return;
    if (this.window.turn(this.feed.newest)) this.draw();
    else this.moment();
    if (this.feed.waits) this.say();
  }

  private moment(): void {
    const { moment, scrolls } = this.window;
    if (!this.shown || scrolls || moment === this.looked) return; // while it scrolls, the moment is its right edge
    this.looked = moment;
    for (const plot of this.plots) plot.moment();
    this.say();
  }

  private span(span: number): void {
    this.window.zoom(span);
    this.zoomed();
  }

  private zoomed(): void {
    this.layout.span = Math.min(this.window.span, 60);
    save(this.layout);
    this.draw();
  }

  private setFrozen(): void {
    this.window.frozen = !this.window.frozen;
    this.turn();
    this.say();
  }

  // ---- which plots ----------------------------------------------------------------------------------------------

  /** A trace more, in a plot or in a new one. */
  private add(expression: string, plot: number | null): void {
    const traces = plot === null ? undefined : this.layout.plots[plot];
    if (plot === null || traces === undefined) {
      this.start([expression]);
      return;
    }
    if (!traces.includes(expression)) traces.push(expression);
    this.arrange();
    this.plots[plot].root.scrollIntoView({ block: "nearest" });
  }

  /** A plot more. */
  private start(expressions: string[]): void {
    this.layout.plots.push([...expressions]);
    this.arrange();
    this.plots[this.plots.length - 1].root.scrollIntoView({ block: "nearest" });
  }

  private remove(plot: number, expression: string): void {
    const rest = this.layout.plots[plot].filter((one) => one !== expression);
    if (rest.length === 0) this.close(plot);
    else this.layout.plots[plot] = rest;
    this.arrange();
  }

  private close(plot: number): void {
    this.layout.plots.splice(plot, 1);
    this.plots.splice(plot, 1)[0]?.destroy();
    this.arrange();
  }

  private clear(): void {
    this.layout.plots = [];
    this.arrange();
  }

  /** As many plots as the layout has. */
  private arrange(): void {
    const wanted = this.layout.plots;
    while (this.plots.length > wanted.length) this.plots.pop()?.destroy();
    while (this.plots.length < wanted.length) {
      const plot: Plot = new Plot(this.page, this.feed, this.window, () => this.layout.plots[this.plots.indexOf(plot)] ?? [], {
        add: (expression) => this.add(expression, this.plots.indexOf(plot)),
        remove: (expression) => this.remove(this.plots.indexOf(plot), expression),
        close: () => this.close(this.plots.indexOf(plot)),
        aim: () => this.entry.aim(this.plots.indexOf(plot)),
        zoomed: () => this.zoomed(),
      });
      this.plots.push(plot);
      this.shelf.append(plot.root);
    }
    this.plots.forEach((plot, place) => plot.place(place + 1));
    this.entry.plots(wanted.length);
    save(this.layout);
    this.feed.want(wanted.flat());
    this.offer();
    this.resize();
    if (this.shown) void this.feed.turn();
  }

  // ---- showing --------------------------------------------------------------------------------------------------

  private draw(): void {
    if (!this.shown) return;
    this.window.turn(this.feed.newest);
    const lines = this.plots.map((plot) => plot.prepare());
    const right = lines.some((some) => some.some(({ axis }) => axis === "right"));
    for (const plot of this.plots) plot.draw(right);
    this.say();
  }

  /** How things stand, in a line. */
  private say(): void {
    const { window } = this;
    this.spans.forEach((button) => press(button, Math.abs(Number(button.dataset.span) - window.span) < 1e-6));
    press(this.freeze, window.frozen);
    const state = window.frozen ? "frozen" : window.scrolls ? "live" : window.follows ? "paused" : "past";
    const hint = window.scrolls ? "Shift-drag measures" : "click shows a moment, drag measures";
    const trouble = this.feed.waits ? "Reading the signals …" : this.feed.problem;
    write(this.said, this.plots.length === 0 ? "" : trouble || `${figure(window.moment)} s · ${state} · ${hint}`);
  }

  /** What a new plot could begin with. */
  private offer(): void {
    this.fresh.offer(chosen(this.page.selection), this.names, this.layout.plots.length);
  }

  private setList(open: boolean, remember = true): void {
    this.list.root.hidden = !open;
    this.fold.setAttribute("aria-expanded", String(open));
    if (!remember) return;
    this.layout.list = open;
    save(this.layout);
    if (open) void this.ask();
  }

  /** Which signals there are. */
  private async ask(): Promise<void> {
    if (!this.shown || !this.page.backend.connected) return;
    try {
      const { names, functions } = await this.page.backend.ask("signals");
      this.names = new Set(names);
      this.list.know(names, functions);
      this.entry.know(names, Object.keys(functions));
      this.offer();
    } catch {
      // the connection is gone: the page says so, and asks again when it is back
    }
  }

  /** The room there is, shared among the plots. */
  private resize(): void {
    const { clientWidth, clientHeight } = this.shelf.parentElement as HTMLElement;
    if (clientWidth === 0) return;
    const each = (clientHeight - this.fresh.root.offsetHeight) / Math.max(this.plots.length, 1) - 70;
    const height = Math.round(Math.min(Math.max(each, LEAST_HEIGHT), MOST_HEIGHT));
    for (const plot of this.plots) plot.resize(this.shelf.clientWidth, height);
    this.root.classList.toggle("plots-wide", this.root.clientWidth >= WIDE);
    this.draw();
  }
}
