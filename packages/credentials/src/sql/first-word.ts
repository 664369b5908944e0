/** Matches white space, comments and opening brackets before the first word. */
const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
/** Statements that change the session of a connection only by functions and triggers. */
const RESETTABLE = new Set(['select', 'insert', 'update', 'delete', 'replace', 'merge', 'with', 'values', 'table']);

/** Returns the first word of a statement, in lower case. */
export function firstWordOf(text: string): string {
  return /^\w+/.exec(text.replace(BEFORE, ''))?.[0].toLowerCase() ?? '';
}

/**
 * Returns true if a reset covers everything that a statement can leave in the session of a connection. It does not
 * cover USE and LOAD, for example.
 */
export function mayBeReset(text: string): boolean {
  return RESETTABLE.has(firstWordOf(text));
}
