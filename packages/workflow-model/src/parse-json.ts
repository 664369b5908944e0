/** Maximum depth of JSON: far more than any value that is stored has, and far less than V8 supports. */
const MAX_TEXT_LEVELS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

/**
 * Parses JSON, and reports separately that it is nested too deeply.
 *
 * @throws SyntaxError if it is not JSON
 * @throws RangeError if it is nested deeper than 1,000 levels
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    requireFewLevels(text);
    throw error;
  }
}

/** Throws a RangeError for JSON that is nested deeper than 1,000 levels. Any other text may be accepted or not. */
export function requireFewLevels(text: string): void {
  if (hasManyLevels(text)) throw new RangeError(DEEPER);
}

const DEEPER = `nested deeper than ${MAX_TEXT_LEVELS} levels`;

/**
 * Makes `JSON.parse` of this thread refuse text that is nested deeper than 1,000 levels, before V8 reads it. Node.js
 * 26.10.0 ends with a segmentation fault some time after it refused an invalid text of ten thousand levels, such as
 * `[1,[1,[1,…`, so 30 kB of anybody would end a service. Every process and thread that reads untrusted texts calls this
 * first, because libraries parse such texts as well. Text of up to 2,000 characters costs nothing. Longer text costs 2
 * to 3.5 µs for each kilobyte, which is 0.6 to 1.9 times what parsing takes; text in long strings costs a tenth of
 * parsing.
 */
export function guardJsonParse(): void {
  const parse = JSON.parse;
  if (guarded.has(parse)) return;
  const guardedParse: typeof JSON.parse = (text, reviver) => {
    if (typeof text === 'string' && hasManyLevels(text)) throw new SyntaxError(DEEPER);
    return parse(text, reviver) as unknown;
  };
  guarded.add(guardedParse);
  JSON.parse = guardedParse;
}

const guarded = new WeakSet<typeof JSON.parse>();

function hasManyLevels(text: string): boolean {
  // Each level that is counted takes a character to open it.
  if (text.length <= 2 * MAX_TEXT_LEVELS) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth > MAX_TEXT_LEVELS) return true;
    } else if (code === END_OF_LIST || code === END_OF_OBJECT) depth -= 1;
  }
  return false;
}

/** Returns the index of the quote that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Returns true if an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.codePointAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
