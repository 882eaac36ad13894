/** How times and speeds are written. */

/** 83.4567 → "01:23.457"; minutes go on above 59, there are no hours: 3723 → "62:03.000". */
export function clockTime(seconds: number, digits = 3): string {
  const whole = Math.max(seconds, 0).toFixed(digits);
  const total = Number(whole);
  const minutes = Math.floor(total / 60);
  const rest = (total - 60 * minutes).toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, "0");
  return `${String(minutes).padStart(2, "0")}:${rest}`;
}

/** 12.34 → "−12.3 s": so long ago. */
export function ago(seconds: number): string {
  return `−${Math.max(seconds, 0).toFixed(1)} s`;
}

export function times(speed: number): string {
  return `${Number(speed.toPrecision(3))}×`;
}
