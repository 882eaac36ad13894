/** Disables what only the controlling page may do, and says why. */
import { controlRefusal } from "../model/control";
import type { Page } from "../model/page";

type Closable = HTMLButtonElement | HTMLInputElement | HTMLSelectElement;

export class ControlGuard {
  private doors = new Map<Closable, string>(); // and the titles they have when open

  constructor(private readonly page: Page) {
    for (const topic of ["roles", "connection", "watching"] as const) page.on(topic, () => this.look());
  }

  /** One more that is only for the one who controls. */
  guard<Door extends Closable>(door: Door): Door {
    this.doors.set(door, door.title);
    this.set(door, door.title, controlRefusal(this.page));
    return door;
  }

  /** They are no longer there. */
  forget(): void {
    this.doors.clear();
  }

  private look(): void {
    const why = controlRefusal(this.page);
    for (const [door, title] of this.doors) this.set(door, title, why);
  }

  private set(door: Closable, title: string, why: string | null): void {
    if (door.disabled === (why !== null) && (why === null || door.title === why)) return;
    door.disabled = why !== null;
    door.title = why ?? title;
  }
}
