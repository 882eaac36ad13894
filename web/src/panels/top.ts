/** The bar at the top: league, scoreboard, tools, role of this page. */
import type { Interaction } from "../interaction/interaction";
import { LIVE, type Page } from "../model/page";
import type { Stage } from "../scene/stage";
import { button, make, press, write } from "./elements";
import { icon } from "./icons";
import { pictureButton } from "./picture";
import { presentationButton } from "./presentation";
import { Role } from "./role";
import { Score } from "./score";
import { themeButton } from "./theme";
import "./top.css";
import { onUnfold, unfold, unfolded } from "./unfolding";
import { Views } from "./views";
import { Warnings } from "./warnings";

export interface Places {
  title: HTMLElement;
  score: HTMLElement;
  tools: HTMLElement;
}

export class TopBar {
  constructor(page: Page, stage: Stage, interaction: Interaction, { title, score, tools }: Places) {
    fillTitle(page, title);
    new Score(page, stage, score);
    const views = new Views(stage);
    const theme = themeButton(page);
    theme.id = "tool-theme";
    tools.append(
      make("span", { class: "wide-only tool-group" }, views.panes, views.views),
      make("span", { class: "wide-only tool-group" }, ruler(interaction), theme),
      make("span", { class: "tool-group" }, pictureButton(page, stage), presentationButton(), help(interaction)),
    );
    new Warnings(page, tools);
    new Role(page, tools);
    tools.append(dockToggle());
  }
}

/** "Small Size League, division A" and below it "chase v external · turf". */
function fillTitle(page: Page, root: HTMLElement): void {
  const league = make("span", { class: "title-league" }, "Robopitch");
  const match = make("span", { class: "title-match faint" }, "connecting …");
  root.replaceChildren(league, match);
  page.on("connection", (state) => {
    if (page.pitch === null) write(match, state === "preparing" ? "starting …" : "connecting …");
  });
  page.on("pitch", (pitch) => {
    const teams = `${pitch.names.blue} v ${pitch.names.yellow}`;
    write(league, pitch.title);
    write(match, pitch.source === LIVE ? `${teams} · ${pitch.engine}` : `${teams} · ${pitch.source}`);
    root.title = `${pitch.title} (${pitch.league}): ${teams}, engine ${pitch.engine}`;
  });
}

function ruler(interaction: Interaction): HTMLButtonElement {
  const title = "Measure distances (M)";
  const click = () => interaction.measure(!interaction.measuring);
  const toggle = button(
    { id: "tool-ruler", class: "square", title, "aria-label": title, onclick: click },
    icon("ruler"),
  );
  press(toggle, interaction.measuring);
  interaction.measured.add((on) => press(toggle, on));
  return toggle;
}

function help(interaction: Interaction): HTMLButtonElement {
  const title = "Keys and gestures (?)";
  const click = () => interaction.help();
  return button({ id: "tool-help", class: "square", title, "aria-label": title, onclick: click }, "?");
}

function dockToggle(): HTMLButtonElement {
  const toggle = button(
    { id: "tool-dock", class: "square", "aria-controls": "dock", onclick: () => unfold(!unfolded()) },
    icon("panels"),
  );
  const look = (open: boolean) => {
    toggle.setAttribute("aria-expanded", String(open));
    toggle.title = open ? "Hide the panels" : "Show the panels";
    toggle.setAttribute("aria-label", "Panels");
  };
  onUnfold(look);
  look(unfolded());
  return toggle;
}
