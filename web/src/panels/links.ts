/** Links: clients of the server, what it received, refused, sends and records. */
import type { Page } from "../model/page";
import type { Link, Sending, Status } from "../wire/schema";
import { facts, make, section, write } from "./elements";
import { Features } from "./features/features";
import "./links.css";
import { counted, fixed, milliseconds, NONE } from "./numbers";
import type { Panel } from "./panel";
import { COLOURS, type Colour } from "./score";
import { type LinkRow, LinkList } from "./linkList";

const EXTERNAL = "external"; // a team that commands over the network

export class Links implements Panel {
  private teams = new LinkList("link-teams", "Teams", "Waiting for the server …");
  private delays = make("p", { class: "small faint", "data-fact": "delays" });
  private ways = new LinkList("incoming", "Incoming", "No port is open.");
  private out = new LinkList("outgoing", "Outgoing", "Nothing is sent.");
  private history: Record<"file" | "written" | "failure" | "remembers", HTMLElement>;
  private clips = new LinkList("clips", "Clips", "No clip is saved yet.");
  private features: Features;
  private shown = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const [historyList, history] = facts({ file: "file", written: "written", failure: "failure", remembers: "in memory" });
    this.history = history;
    this.features = new Features(page);
    root.append(
      section("Teams", this.teams.root, this.delays),
      section("Incoming", this.ways.root),
      section("Outgoing", this.out.root),
      section("Recording", historyList),
      section("Clips", this.clips.root),
      this.features.root,
    );
    page.on("status", () => this.look());
  }

  visible(on: boolean): void {
    this.shown = on;
    this.look();
    if (on) void this.features.look();
  }

  private look(): void {
    const { status } = this.page;
    if (!this.shown || status === null) return;
    this.teams.fill(COLOURS.map((colour) => team(status, colour)));
    const delays = Object.entries(status.delays).filter(([, delay]) => delay > 0).map(([what, delay]) => `${what} ${milliseconds(delay)}`);
    write(this.delays, delays.length > 0 ? `Delays: ${delays.join(", ")}.` : "No delays.");
    const links = Object.entries(status.links).filter(([, link]) => !link.lockstep || link.received > 0);
    this.ways.fill(links.map(([name, link]) => wayIn(name, link)));
    this.out.fill(Object.entries(status.out).map(([name, sending]) => wayOut(name, sending)));
    this.showHistory(status);
  }

  private showHistory({ history }: Status): void {
    write(this.history.file, history.file ?? "none; start with --record FILE");
    write(this.history.written, history.file === null ? NONE : counted(history.written, "message"));
    write(this.history.failure, history.failure ?? "none");
    this.history.failure.classList.toggle("bad", history.failure !== null);
    write(this.history.remembers, history.remembers > 0 ? `the last ${history.remembers} s` : "nothing");
    this.clips.fill(Object.entries(history.clips).map(([name, figure]) => ({ name, figure, remarks: [] })));
  }
}

/** Who commands a team, how often, what was refused, and how late it sees and is heard. */
function team(status: Status, colour: Colour): LinkRow {
  const player = status.teams[colour];
  if (player !== EXTERNAL) {
    return { name: colour, figure: "", remarks: [{ text: `Commanded by ${player}, inside the server.`, tone: "" }] };
  }
  const links = Object.entries(status.links).filter(([, { teams }]) => teams.length === 1 && teams[0] === colour);
  const rate = links.reduce((sum, [, link]) => sum + link.rate, 0);
  const refused = links.reduce((sum, [, link]) => sum + total(link.refused), 0);
  const clients = links.flatMap(([, link]) => link.clients);
  const senders = clients.length > 0 ? clients : sharedClients(status);
  const { commands = 0, ...sensors } = status.delays;
  const late = commands + Math.max(0, ...Object.values(sensors));
  const remarks: LinkRow["remarks"] = [
    senders.length === 0
      ? { text: "Not commanded: no client has connected.", tone: "warn" }
      : { text: `Commanded by ${senders.join(", ")}.`, tone: senders.length > 1 ? "warn" : "" },
    { text: `${refused} refused, ${milliseconds(late)} from sensor to robot`, tone: refused > 0 ? "warn" : "faint" },
  ];
  return { name: colour, figure: `${fixed(rate, 1)} Hz`, remarks };
}

/** Clients at ports for both teams: nobody can say whose they are. */
function sharedClients({ links }: Status): string[] {
  const shared = Object.entries(links).filter(([, { teams }]) => teams.length > 1);
  return shared.flatMap(([name, { clients }]) => clients.map((client) => `${client} over ${name}`));
}

function wayIn(name: string, { at, rate, refused, last_refusal, clients, received }: Link): LinkRow {
  const remarks: LinkRow["remarks"] = at === "" ? [] : [{ text: `at ${at}`, tone: "faint" }];
  if (received === 0) return { name, figure: "no client", remarks };
  if (clients.length > 0) remarks.push({ text: `from ${clients.join(", ")}`, tone: "faint" });
  if (total(refused) > 0) remarks.push({ text: `refused: ${counts(refused)}`, tone: "warn" });
  if (last_refusal !== "") remarks.push({ text: `last: ${last_refusal}`, tone: "warn" });
  return { name, figure: `${fixed(rate, 1)} Hz`, remarks };
}

function wayOut(name: string, { to, rate, dropped }: Sending): LinkRow {
  const remarks: LinkRow["remarks"] = [{ text: `to ${to}`, tone: "faint" }];
  if (total(dropped) > 0) remarks.push({ text: `dropped: ${counts(dropped)}`, tone: "warn" });
  return { name, figure: `${fixed(rate, 1)} Hz`, remarks };
}

function counts(reasons: Record<string, number>): string {
  return Object.entries(reasons)
    .map(([code, count]) => `${count} ${code}`)
    .join(", ");
}

function total(reasons: Record<string, number>): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0);
}
