/** The key that gives control. It comes in the part of the address that browsers keep to themselves, and stays in this tab. */

const NAME = "key";

/** The key of this page; empty if it has none. It leaves the address, which people copy and show around. */
export function readKey(): string {
  const found = keyIn(location.hash);
  if (found === "") return stored();
  keepKey(found);
  history.replaceState(null, "", location.pathname + location.search);
  return found;
}

export function keepKey(key: string): void {
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // forbidden: it is needed again after a reload
  }
}

/** The key in a link as the server prints it, or in the part of it behind #; empty if there is none. */
export function keyIn(link: string): string {
  return new URLSearchParams(link.split("#").at(-1)).get("token") ?? "";
}

function stored(): string {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}
