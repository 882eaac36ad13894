/** The page: connects, and ties scene, interaction, time and panels together. */
import { Interaction } from "./interaction/interaction";
import { Page } from "./model/page";
import { Viewing } from "./model/viewing";
import { Connection } from "./panels/connection";
import { Dock } from "./panels/dock";
import { GoalBanner } from "./panels/goal";
import { Notices } from "./panels/notices";
import { TopBar } from "./panels/top";
import { Stage } from "./scene/stage";
import { TimeBar } from "./time/bar";
import { readKey } from "./wire/key";

function element<Kind extends Element>(id: string): Kind {
  return document.getElementById(id) as unknown as Kind;
}

document.documentElement.dataset.theme =
  localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

const page = new Page(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, readKey());
// The link with the key, opened in this very tab.
window.addEventListener("hashchange", () => page.link.showKey(readKey()));
const viewing = new Viewing(page);
const stage = new Stage(page, element("scene"), element("hud"));
const interaction = new Interaction(page, stage, element("scene"), element("overlay"), element("hud"));
new TimeBar(page, element("time"));
new TopBar(page, stage, interaction, { title: element("title"), score: element("score"), tools: element("tools") });
new Dock(page, stage, interaction, element("dock"));
new GoalBanner(page, element("goal"));
new Connection(page, element("connection"));
new Notices(page, element("notice"));

function turn(now: number): void {
  viewing.turn(now);
  stage.draw(now);
  requestAnimationFrame(turn);
}

// For the browser's console, and for programs that drive the page.
Object.assign(window, { robopitch: { page, stage, interaction } });

page.link.connect();
requestAnimationFrame(turn);
