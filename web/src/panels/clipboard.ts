/** Copying; where the browser does not let us, the text is shown to be copied by hand. */
import type { Page } from "../model/page";
import { button, make } from "./elements";

/** Copy a text and say so: "Copied: the log." */
export async function copy(page: Page, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text); // there is none on plain http from another machine
    page.say(`Copied: ${what}.`);
  } catch {
    showText(text, what);
  }
}

function showText(text: string, what: string): void {
  const area = make("textarea", { class: "mono", rows: 12, readonly: true, "aria-label": what });
  area.value = text;
  const close = button({ onclick: () => dialog.close() }, "Close");
  const dialog = make(
    "dialog",
    { class: "by-hand", "aria-label": "Copy by hand", onclose: () => dialog.remove() },
    make("p", {}, `This browser does not let the page copy. Press Ctrl+C to copy ${what}.`),
    area,
    close,
  );
  // Keys that are typed here are not meant for the pitch.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}
