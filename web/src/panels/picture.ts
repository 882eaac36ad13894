/** The camera button: saves what is drawn, without panels, at two or four times the size of the screen. */
import { Menu } from "../interaction/menu";
import type { Page } from "../model/page";
import type { Stage } from "../scene/stage";
import { button } from "./elements";
import { icon } from "./icons";
import { download } from "../time/clip";

const SCALES = [2, 4] as const;

export function pictureButton(page: Page, stage: Stage): HTMLButtonElement {
  const menu = new Menu(document.body);
  const title = "Save a picture of the pitch without panels";
  const made = button({ id: "tool-picture", class: "square", title, "aria-label": title }, icon("camera"));
  made.setAttribute("aria-haspopup", "menu");
  made.addEventListener("click", () => {
    const { left, bottom } = made.getBoundingClientRect();
    const { clientWidth, clientHeight } = stage.canvas;
    const items = SCALES.map((scale) => ({
      name: `${scale}×: ${scale * clientWidth} × ${scale * clientHeight} pixels`,
      hook: `picture-${scale}`,
      act: () => void save(page, stage, scale),
    }));
    menu.open(left, bottom + 4, "Save a picture", null, items);
  });
  return made;
}

async function save(page: Page, stage: Stage, scale: 2 | 4): Promise<void> {
  try {
    const time = (page.frame?.time ?? 0).toFixed(2);
    const name = `robopitch-${page.pitch?.league ?? "pitch"}-${time}s-${scale}x.png`;
    download(await stage.takePicture(scale), name);
    page.say(`Saved as ${name}.`);
  } catch (error) {
    page.say(`The picture could not be saved: ${(error as Error).message}`, "error");
  }
}
