/** Opening files: recordings to replay, scenes to set up; dropped on the page or chosen. */
import type { Page } from "../model/page";
import type { Pitch } from "../wire/schema";

const SCENE = ".toml";

interface Uploaded {
  source: string;
  title: string;
}

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
    await this.page.link.ask("apply_scene", { text: await file.text() });
    this.page.say(`The scene ${file.name} is loaded.`);
  }

  private async recording(file: File): Promise<void> {
    this.onProgress(0, file.name);
    try {
      const { source, title } = await this.upload(file);
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
    await this.page.link.ask("watch", { source });
    this.page.watch({ source, at: (await pitch).first, playing: true, speed: 1 });
  }

  /** With XMLHttpRequest, which unlike fetch tells how far it is. */
  private upload(file: File): Promise<Uploaded> {
    return new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      request.open("POST", `recordings?name=${encodeURIComponent(file.name)}`);
      for (const [name, value] of Object.entries(this.page.link.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => this.onProgress(total > 0 ? loaded / total : 0, file.name);
      request.onerror = () => failed(new Error("the server could not be reached"));
      request.onload = () => {
        const answer = parse(request.responseText);
        if (request.status < 400 && typeof answer.source === "string") {
          done({ source: answer.source, title: String(answer.title ?? "") });
        } else failed(new Error(String(answer.error ?? (request.responseText.slice(0, 200) || request.statusText))));
      };
      request.send(file);
    });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
