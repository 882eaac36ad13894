/** Opening files: recordings to replay, scenes to set up; dropped on the page or chosen. */
import type { Page } from "../model/page";
import type { Pitch } from "../wire/schema";

const SCENE = ".toml";

export class Opening {
  /** Told how far an upload is, from 0 to 1; null: none is under way. */
  onProgress: (share: number | null, name: string) => void = () => {};

  private described: (pitch: Pitch) => void = () => {};

  constructor(private readonly page: Page) {
    page.on("pitch", (pitch) => this.described(pitch));
  }

  /** The ends of the names of recordings that the server can open. */
  get recordings(): string[] {
    return this.page.welcome?.endings ?? [];
  }

  /** … and of everything that can be opened. */
  get readable(): string[] {
    return [...this.recordings, SCENE];
  }

  async open(file: File): Promise<void> {
    const name = file.name.toLowerCase();
    try {
      if (name.endsWith(SCENE)) await this.scene(file);
      else if (this.recordings.some((end) => name.endsWith(end))) await this.recording(file);
      else this.page.say(`${file.name} is neither a recording (${this.recordings.join(", ")}) nor a scene (${SCENE}).`, "error");
    } catch (error) {
      this.page.say(`${file.name}: ${(error as Error).message}`, "error");
    }
  }

  private async scene(file: File): Promise<void> {
    await this.page.backend.ask("apply_scene", { text: await file.text() });
    this.page.say(`The scene ${file.name} is loaded.`);
  }

  private async recording(file: File): Promise<void> {
    this.onProgress(0, file.name);
    try {
      const { source, title } = await this.page.backend.upload(file, (share) => this.onProgress(share, file.name));
      await this.watch(source);
      this.page.say(`Replaying ${title || file.name}.`);
    } finally {
      this.onProgress(null, file.name);
    }
  }

  /** Look at a recording from its first moment on, which the server tells with its pitch. */
  private async watch(source: string): Promise<void> {
    const pitch = new Promise<Pitch>((done) => {
      this.described = (told) => {
        if (told.source === source) done(told);
      };
    });
    await this.page.backend.ask("watch", { source });
    this.page.watch({ source, at: (await pitch).first, playing: true, speed: 1 });
  }
}
