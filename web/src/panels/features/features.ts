/** What a league can do beside playing: its features, each with a form of its options. */
import type { Page } from "../../model/page";
import type { FeatureRow } from "../../wire/schema";
import { ControlGuard } from "../controlGuard";
import { section } from "../elements";
import "./features.css";
import { FeatureForm } from "./form";
import type { OptionValue } from "./option";

export class Features {
  readonly root = section("Features");
  private forms = new Map<string, FeatureForm>();
  private guard: ControlGuard;

  constructor(private readonly page: Page) {
    this.guard = new ControlGuard(page);
    this.root.hidden = true; // until there are some, and for spectators
  }

  /** Ask anew; forms stay as they are while nothing changes, so that what was typed is not lost. */
  async look(): Promise<void> {
    if (this.page.welcome?.trusted !== true) return;
    const answer = await this.page.request("features", {});
    if (answer === null) return;
    this.root.hidden = answer.features.length === 0;
    const before = [...this.forms.values()].map(({ feature }) => feature);
    if (JSON.stringify(before) === JSON.stringify(answer.features)) return;
    for (const { root } of this.forms.values()) root.remove();
    this.guard.forget();
    this.forms = new Map(answer.features.map((feature) => [feature.name, this.form(feature)]));
    this.root.append(...[...this.forms.values()].map(({ root }) => root));
  }

  private form(feature: FeatureRow): FeatureForm {
    return new FeatureForm(feature, this.guard, (options) => void this.use(feature.name, options));
  }

  private async use(name: string, options: Record<string, OptionValue>): Promise<void> {
    await this.page.request("use_feature", { name, options });
    await this.look();
  }
}
