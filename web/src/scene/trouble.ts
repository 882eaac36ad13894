/** What the page says over the pitch where the graphics do not work. */

export const NO_GRAPHICS =
  "This browser shows no 3D graphics (WebGL 2 is switched off or missing), so the pitch cannot be drawn. " +
  "Everything else works.";
export const LOST_GRAPHICS = "The graphics card dropped the picture: waiting for it to come back …";

export class Trouble {
  private readonly text = document.createElement("p");

  constructor(hud: HTMLElement) {
    this.text.className = "scene-trouble";
    this.text.setAttribute("role", "alert");
    this.text.hidden = true;
    hud.append(this.text);
  }

  say(text: string): void {
    this.text.textContent = text;
    this.text.hidden = false;
  }

  end(): void {
    this.text.hidden = true;
  }
}
