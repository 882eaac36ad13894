/** A set that says when it is changed. */
export class WatchedSet extends Set<string> {
  constructor(private readonly changed: () => void) {
    super();
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
