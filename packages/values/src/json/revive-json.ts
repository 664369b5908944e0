/** Deeper than every value that is stored (MAX_RESULT_JSON_DEPTH), and far from where V8's own recursion ends. */
const MAX_LEVELS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

export interface ReviverContext {
  /** The text of a number, string, boolean or null (ECMAScript, JSON.parse source text access). */
  source?: string;
}

/**
 * `JSON.parse` with a reviver, which V8 calls by recursion. Where that exhausts the stack, Node.js 26.10.0 may end the
 * whole process some time later, so it must never come to that: this is the one place that calls it.
 *
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper than 1,000 levels
 */
export function reviveJson(
  text: string,
  revive: (key: string, value: unknown, context?: ReviverContext) => unknown,
): unknown {
  if (isTextNestedDeeper(text, MAX_LEVELS)) throw new RangeError(`nested deeper than ${MAX_LEVELS} levels`);
  return JSON.parse(text, revive);
}

/** Of JSON. Of another text it may be either, as no parser gets far with it. */
function isTextNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= 2 * levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === LIST || code === OBJECT) depth += 1;
    else if (code === END_OF_LIST || code === END_OF_OBJECT) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** Where the string that begins at `at` has its last quote. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.codePointAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
