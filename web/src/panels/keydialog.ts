/** Why this page only watches, and the way to control: the link that the server printed, or the key in it. */
import type { Page } from "../model/page";
import { keyIn } from "../wire/key";
import { button, make } from "./elements";
import "./keydialog.css";

export const WHY =
  "You can watch. Controlling needs the key of whoever started the server: " +
  "open the link that the server printed when it started, which ends in #token= and the key.";

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
      make("label", { for: "key" }, "The link, or the key in it"),
      this.field,
      make(
        "div",
        { class: "bar" },
        make("button", { id: "key-send", type: "submit" }, "Control with this key"),
        button({ id: "key-close", onclick: () => this.dialog.close() }, "Only watch"),
      ),
    );
    this.dialog = make(
      "dialog",
      { class: "key-dialog", id: "key-dialog", "aria-labelledby": "key-title" },
      make("h2", { id: "key-title" }, "You are watching"),
      make("p", {}, WHY),
      make("p", { class: "faint" }, "On the machine of the server, a browser of the same user needs no key on Linux."),
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
    if (text !== "") this.page.link.showKey(keyIn(text) || text);
  }
}
