/** The name of a code; the code itself where it has none. */
export function nameOf(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}
