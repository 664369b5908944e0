/** Returns a sentence about what was left out, with the first reason, or null if nothing was. */
export function messageAbout(leftOut: readonly string[]): string | null {
  const [first] = leftOut;
  if (first === undefined) return null;
  const count = leftOut.length === 1 ? '1 operation was left out' : `${leftOut.length} operations were left out`;
  return `${count}. ${first}`;
}
