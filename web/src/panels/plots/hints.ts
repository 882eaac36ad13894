/** Suggestions for the word of an expression that is being typed. */

const SUGGESTIONS = 40;

/** What can be suggested: functions, vectors, signals. */
export function wordsOf(names: string[], functions: string[]): string[] {
  const owners = new Set(names.filter((name) => /\.v?x$/.test(name)).map((name) => name.replace(/\.v?x$/, "")));
  const vectors = [...owners].flatMap((owner) => [
    ...(names.includes(`${owner}.x`) && names.includes(`${owner}.y`) ? [`${owner}.position`] : []),
    ...(names.includes(`${owner}.vx`) ? [`${owner}.velocity`] : []),
  ]);
  return [...functions.map((name) => `${name}(`), ...vectors.filter((name) => !name.startsWith("command")), ...names];
}

/** Whole texts, of which only the last word is suggested: that is all that browsers offer. */
export function hints(text: string, words: string[]): string[] {
  const word = /[\w.]*$/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - word.length);
  const starts = words.filter((one) => one.startsWith(word) && one !== word);
  const inside = word === "" ? [] : words.filter((one) => one.includes(word) && !one.startsWith(word));
  return [...starts, ...inside].slice(0, SUGGESTIONS).map((one) => before + one);
}
