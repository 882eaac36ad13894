/** What the page remembers between visits. Where a browser forbids that, it starts afresh each time. */

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // forbidden or full: nothing is lost but a habit
  }
}
