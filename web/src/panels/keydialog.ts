/** Explains why this page only watches, and takes the link that the server printed, or its key. */
import type { Page } from "../model/page";
import { keyIn } from "../wire/key";
import { button, make } from "./elements";
import "./keydialog.css";

export const WHY =
  "You can watch. To control the match, open the link that the server printed when it started: " +
  "it ends in #token= and the key.";

export class KeyDialog {
  private field = make("input", {
    id: "key",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  private dialog: HTMLDialogElement;

  constructor(private readonly page: Page) {
    const form = make(
      "form",
      { method: "dialog", onsubmit: () => this.send() },
      make("label", { for: "key" }, "Link or key"),
      this.field,
      make(
        "div",
        { class: "bar" },
        make("button", { id: "key-send", type: "submit" }, "Control with this key"),
        button({ id: "key-close", onclick: () => this.dialog.close() }, "Watch only"),
      ),
    );
    this.dialog = make(
      "dialog",
      { class: "key-dialog", id: "key-dialog", "aria-labelledby": "key-title" },
      make("h2", { id: "key-title" }, "You are watching"),
      make("p", {}, WHY),
      make("p", { class: "faint" }, "On Linux, a browser of the same user on the machine of the server needs no key."),
      form,
    );
    // Keys that are typed here are not meant for the pitch.
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation());
    document.body.append(this.dialog);
  }

  show(): void {
    this.field.value = "";
    if (!this.dialog.open) this.dialog.showModal();
  }

  private send(): void {
    const text = this.field.value.trim();
    if (text !== "") this.page.backend.showKey(keyIn(text) || text);
  }
}
