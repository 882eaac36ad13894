/** The value of an option of a feature, from a field and to it. */
import type { FeatureOption } from "../../wire/schema";

export type OptionValue = FeatureOption["value"];

/** What somebody has entered; undefined: the usual. Several values are separated by commas. */
export function readOption({ kind, usual }: Pick<FeatureOption, "kind" | "usual">, text: string, checked: boolean): OptionValue | undefined {
  if (kind === "switch") return checked === usual ? undefined : checked;
  const entered = text.trim();
  if (entered === "" || entered === showOption(usual)) return undefined;
  if (kind === "number") return Number(entered);
  if (kind === "texts") return entered.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return entered;
}

export function showOption(value: OptionValue): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || typeof value === "boolean" ? "" : String(value);
}
