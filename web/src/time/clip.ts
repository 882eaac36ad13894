/** Saving a clip: the server writes it down, the browser downloads it. */
import type { Page } from "../model/page";

export async function saveClip(page: Page): Promise<void> {
  const saved = await page.wish("save");
  if (saved === null) return;
  const { file, url } = saved as { file?: string; url?: string };
  page.say(`Saved as ${file ?? "a clip"}.`);
  if (typeof url !== "string") return;
  const link = document.createElement("a");
  link.href = url;
  link.download = (file ?? "clip.mcap").split(/[\\/]/).at(-1) ?? "clip.mcap";
  link.click();
}
