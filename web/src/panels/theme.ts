/** The button that turns the light on and off. */
import type { Page } from "../model/page";
import { button } from "./elements";
import { icon } from "./icons";

export function themeButton(page: Page): HTMLButtonElement {
  const toggle = button({
    class: "square",
    onclick: () => (page.theme = page.theme === "dark" ? "light" : "dark"),
  });
  const look = () => {
    const other = page.theme === "dark" ? "light" : "dark";
    toggle.replaceChildren(icon(other === "light" ? "sun" : "moon"));
    toggle.title = `Switch to the ${other} theme`;
    toggle.setAttribute("aria-label", toggle.title);
  };
  page.on("theme", look);
  look();
  return toggle;
}
