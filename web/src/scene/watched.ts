/** A set that says when it is changed. */
export class WatchedSet extends Set<string> {
  private readonly changed: () => void;

  constructor(changed: () => void, values: readonly string[] = []) {
    super();
    for (const value of values) super.add(value);
    this.changed = changed;
  }

  override add(value: string): this {
    super.add(value);
    this.changed();
    return this;
  }

  override delete(value: string): boolean {
    const was = super.delete(value);
    this.changed();
    return was;
  }

  override clear(): void {
    super.clear();
    this.changed();
  }
}
