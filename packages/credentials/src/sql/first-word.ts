/** Matches white space, comments and opening brackets before the first word. */
const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
/** Statements that do not change the session of a connection. */
const TRACELESS = new Set(['select', 'insert', 'update', 'delete', 'replace', 'merge', 'with', 'values', 'table']);

/** Returns the first word of a statement, in lower case. */
export function firstWordOf(text: string): string {
  return /^\w+/.exec(text.replace(BEFORE, ''))?.[0].toLowerCase() ?? '';
}

/** Returns true if a connection may be used again after this statement, because it sets, begins and locks nothing. */
export function leavesNoTrace(text: string): boolean {
  return TRACELESS.has(firstWordOf(text));
}
