/** Numbers as they are read beside the pointer: fixed width, a true minus sign. */

export function metres(value: number): string {
  return signed(value, 3);
}

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(text) !== 0 ? "−" : ""}${text}`;
}

/** An angle in whole degrees from −180 to 180. */
export function degrees(angle: number): string {
  return `${signed((wrapped(angle) * 180) / Math.PI, 0)}°`;
}

/** The same angle between −π and π. */
export function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
