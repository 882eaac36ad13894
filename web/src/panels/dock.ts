/** The dock: panels in tabs. */
import type { Interaction } from "../interaction/interaction";
import type { Page } from "../model/page";
import type { Stage } from "../scene/stage";
import type { ViewEntry } from "../wire/schema";
import { Balance } from "./balance/balance";
import { BusPanel } from "./bus/bus";
import { NoteLog } from "./noteLog";
import "./dock.css";
import { make } from "./elements";
import { Grip } from "./grip";
import { store, stored } from "../model/storage";
import { Designer } from "./designer/designer";
import { Layers } from "./layers";
import { Links } from "./links";
import { Log } from "./log";
import { Match } from "./match";
import { Motions } from "./motions/motions";
import type { Panel } from "./panel";
import { Parameters } from "./parameters/parameters";
import { Plots } from "./plots/plots";
import { Scenes } from "./scenes";
import { Sensors } from "./sensors/sensors";
import { Servos } from "./servos/servos";
import { Table } from "./table/table";
import { Tabs } from "./tabs";
import { onUnfold, unfold, unfolded } from "./unfolding";
import { ViewPanel } from "./view/view";


/** The panels of leagues whose robots have joints. */
const JOINTED: Record<string, { title: string; make: (page: Page, root: HTMLElement) => Panel }> = {
  servos: { title: "Servos", make: (page, root) => new Servos(page, root) },
  balance: { title: "Balance", make: (page, root) => new Balance(page, root) },
  motions: { title: "Motions", make: (page, root) => new Motions(page, root) },
  bus: { title: "Bus", make: (page, root) => new BusPanel(page, root) },
};

interface Entry {
  name: string;
  title: string;
  make: (root: HTMLElement) => Panel;
}

export class Dock {
  private entries: Entry[];
  private readonly own: readonly string[]; // names of the panels that every league has
  private readonly tabs: Tabs;
  private readonly roots = new Map<string, HTMLElement>();
  private readonly panels = new Map<string, Panel>(); // those that somebody has looked at
  private chosen: string;
  private shown: Panel | null = null;

  constructor(
    private readonly page: Page,
    stage: Stage,
    _interaction: Interaction,
    private readonly root: HTMLElement,
  ) {
    const noteLog = new NoteLog(page); // hears from the beginning what the log shows later
    const entries: Entry[] = [
      { name: "match", title: "Match", make: (panel) => new Match(page, panel) },
      { name: "parameters", title: "Parameters", make: (panel) => new Parameters(page, panel) },
      { name: "plots", title: "Plots", make: (panel) => new Plots(page, panel) },
      { name: "table", title: "Table", make: (panel) => new Table(page, panel) },
      { name: "sensors", title: "Sensors", make: (panel) => new Sensors(page, panel) },
      { name: "links", title: "Links", make: (panel) => new Links(page, panel) },
      { name: "designer", title: "Designer", make: (panel) => new Designer(page, panel) },
      { name: "scenes", title: "Scenes", make: (panel) => new Scenes(page, panel) },
      { name: "layers", title: "Layers", make: (panel) => new Layers(page, stage, panel) },
      { name: "log", title: "Log", make: (panel) => new Log(page, noteLog, panel) },
    ];
    this.entries = entries.filter(({ name }) => page.backend.offers(name));
    this.tabs = new Tabs(this.entries, (name) => this.choose(name));
    this.own = this.entries.map(({ name }) => name);
    root.append(new Grip().root, this.tabs.root);
    for (const { name } of this.entries) this.addRoot(name);
    const last = stored("dock.tab");
    this.chosen = this.entries.some(({ name }) => name === last) ? (last as string) : "match";
    onUnfold(() => this.show());
    page.on("panel", (name) => this.open(name));
    page.on("status", ({ views }) => this.offer(views));
    this.show();
  }

  private addRoot(name: string): void {
    const panel = make("div", {
      role: "tabpanel",
      id: `panel-${name}`,
      class: "panel",
      "aria-labelledby": `tab-${name}`,
      tabindex: 0,
      hidden: true,
    });
    this.roots.set(name, panel);
    this.root.append(panel);
  }

  /** Panels that the league or the server offers, behind those that every league has. */
  private offer(views: ViewEntry[]): void {
    const offered = views.filter(({ name }) => !this.own.includes(name) && !(name in JOINTED));
    const jointed = this.page.pitch?.kinds.some(({ figure }) => figure !== null) ? Object.entries(JOINTED) : [];
    const wanted = [...jointed.map(([name, { title }]) => ({ name, title, formation: false })), ...offered];
    const names = [...this.own, ...wanted.map(({ name }) => name)];
    if (names.join() === this.entries.map(({ name }) => name).join()) return;
    for (const { name } of this.entries.filter((entry) => !names.includes(entry.name))) {
      this.roots.get(name)?.remove();
      this.roots.delete(name);
      this.panels.delete(name);
    }
    const made = ({ name, title, formation }: ViewEntry): Entry => ({
      name,
      title,
      make: (panel) => JOINTED[name]?.make(this.page, panel) ?? new ViewPanel(this.page, name, formation, panel),
    });
    this.entries = [...this.entries.filter(({ name }) => this.own.includes(name)), ...wanted.map(made)];
    for (const name of names) if (!this.roots.has(name)) this.addRoot(name);
    this.tabs.fill(this.entries);
    const last = stored("dock.tab") ?? "";
    if (!names.includes(this.chosen)) this.chosen = "match";
    if (this.chosen === "match" && names.includes(last)) this.chosen = last; // it was open at the last visit
    this.show();
  }

  private choose(name: string): void {
    this.chosen = name;
    store("dock.tab", name);
    this.show();
  }

  /** Show a panel, wherever the dock is. */
  private open(name: string): void {
    unfold(true);
    this.choose(name);
    this.panels.get(name)?.focus?.();
  }

  /** The chosen panel works if the dock is open; all others rest. */
  private show(): void {
    const open = unfolded();
    this.root.hidden = !open;
    this.tabs.mark(this.chosen);
    for (const [name, root] of this.roots) root.hidden = name !== this.chosen;
    const panel = open ? this.panel(this.chosen) : null;
    if (panel === this.shown) return;
    this.shown?.visible(false);
    this.shown = panel;
    panel?.visible(true);
  }

  private panel(name: string): Panel | null {
    const entry = this.entries.find((one) => one.name === name);
    const root = this.roots.get(name);
    if (entry === undefined || root === undefined) return null;
    const panel = this.panels.get(name) ?? entry.make(root);
    this.panels.set(name, panel);
    return panel;
  }
}
