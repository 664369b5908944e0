/** The name of a code; the code itself where it has none. */
export function nameOf(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}

/** Returns the name with the code, where they are not the same word: `Date and time (DATE_TIME)`. */
export function nameWithCode(names: Readonly<Record<string, string>>, code: string): string {
  const name = nameOf(names, code);
  return name.toLowerCase() === code.toLowerCase() ? name : `${name} (${code})`;
}
