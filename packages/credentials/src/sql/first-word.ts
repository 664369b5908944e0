/** White space, comments and opening brackets, which may stand before the first word. */
const BEFORE = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;
/** Statements that leave nothing behind in the session of a connection. */
const TRACELESS = new Set(['select', 'insert', 'update', 'delete', 'replace', 'merge', 'with', 'values', 'table']);

/** The first word of a statement, in lower case. */
export function firstWordOf(text: string): string {
  return /^\w+/.exec(text.replace(BEFORE, ''))?.[0].toLowerCase() ?? '';
}

/** Whether the connection of a statement may be used again: it has set, begun or locked nothing. */
export function leavesNoTrace(text: string): boolean {
  return TRACELESS.has(firstWordOf(text));
}
