/** Saving a clip: the server writes it down, the browser downloads it. */
import type { Page } from "../model/page";

export async function saveClip(page: Page): Promise<void> {
  const saved = await page.request("save");
  if (saved === null) return;
  const { file, url } = saved as { file?: string; url?: string };
  page.say(`Saved as ${file ?? "a clip"}.`);
  if (typeof url !== "string") return;
  try {
    download(await page.backend.download(url), (file ?? "clip.mcap").split(/[\\/]/).at(-1) ?? "clip.mcap");
  } catch (error) {
    page.say(`The clip could not be downloaded: ${(error as Error).message}`, "error");
  }
}

/** Have the browser save data under a name. */
export function download(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
