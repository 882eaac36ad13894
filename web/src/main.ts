/** The page: connects, and ties scene, interaction, time and panels together. */
import { Interaction } from "./interaction/interaction";
import { lookAt, momentIn } from "./model/moment";
import { Page } from "./model/page";
import { stored } from "./model/storage";
import { Viewing } from "./model/viewing";
import { Connection } from "./panels/connection";
import { Dock } from "./panels/dock";
import { GoalBanner } from "./panels/goal";
import { Notices } from "./panels/notices";
import { Ready } from "./panels/ready";
import { TopBar } from "./panels/top";
import { Stage } from "./scene/stage";
import { TimeBar } from "./time/bar";
import type { Backend } from "./wire/backend";
import { Embedded } from "./wire/embedded";
import { readKey } from "./wire/key";
import { Socket } from "./wire/socket";

function element<Kind extends Element>(id: string): Kind {
  return document.getElementById(id) as unknown as Kind;
}

document.documentElement.dataset.theme =
  stored("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

const moment = momentIn(location.hash); // before the key is taken out of it

/** The page of a server, or a page with a match inside. */
function found(): Backend {
  const match = document.getElementById("match");
  if (match !== null) return new Embedded(match.textContent ?? "");
  return new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, readKey());
}

const page = new Page(found());
// The link with the key, opened in this very tab.
window.addEventListener("hashchange", () => page.backend.showKey(readKey()));
const viewing = new Viewing(page);
const stage = new Stage(page, element("scene"), element("hud"));
const interaction = new Interaction(page, stage, element("scene"), element("overlay"), element("hud"));
new TimeBar(page, element("time"));
new TopBar(page, stage, interaction, { title: element("title"), score: element("score"), tools: element("tools") });
new Dock(page, stage, interaction, element("dock"));
new GoalBanner(page, element("goal"));
new Connection(page, element("connection"));
new Notices(page, element("notice"));
const news = document.getElementById("match")?.dataset.news ?? "";
if (news !== "") new Ready(page, news, element("stage"));

function turn(now: number): void {
  viewing.turn(now);
  stage.draw(now);
  requestAnimationFrame(turn);
}

// For the browser's console, and for programs that drive the page.
Object.assign(window, { robopitch: { page, stage, interaction } });

lookAt(moment, page, (view) => stage.setView(view));
page.backend.connect();
requestAnimationFrame(turn);
