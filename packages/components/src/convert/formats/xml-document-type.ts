const COMMENT = ['<!--', '-->'] as const;
const INSTRUCTION = ['<?', '?>'] as const;
const QUOTES = [`"`, `'`];
const WHITE_SPACE = /\s/;

/**
 * Returns the text after the document type.
 * @param refusal makes the error for a document type that declares entities, which may multiply
 */
export function withoutDocumentType(text: string, refusal: (why: string) => Error): string {
  const hints = new Hints(text);
  const start = endOfProlog(text, hints);
  if (!/^<!DOCTYPE/i.test(text.slice(start, start + 9))) return text;
  const { end, declarations } = readDocumentType(text, start, hints);
  if (/<!ENTITY\b/i.test(declarations)) throw refusal('it declares its own entities');
  return text.slice(end);
}

/** Finds the ends of comments and instructions. It searches for a missing end once, not from each beginning. */
class Hints {
  readonly #text: string;
  readonly #last: Map<string, number>;

  constructor(text: string) {
    this.#text = text;
    this.#last = new Map([COMMENT, INSTRUCTION].map(([, end]) => [end, text.lastIndexOf(end)]));
  }

  /** Returns the index after the comment or instruction that begins at `at`, or `at` if there is none. */
  endAt(at: number): number {
    const found = [COMMENT, INSTRUCTION].find(([begin]) => this.#text.startsWith(begin, at));
    if (found === undefined) return at;
    const [begin, end] = found;
    const from = at + begin.length;
    return from > (this.#last.get(end) ?? -1) ? at : this.#text.indexOf(end, from) + end.length;
  }
}

/** Returns the place after what may be before a document type: a byte order mark, white space and hints. */
function endOfProlog(text: string, hints: Hints): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const end = WHITE_SPACE.test(text[at] ?? '') ? at + 1 : hints.endAt(at);
    if (end === at) return at;
    at = end;
  }
}

/** Returns where a document type ends, beyond its quotes, hints and declarations, and its text without the hints. */
function readDocumentType(text: string, start: number, hints: Hints): { end: number; declarations: string } {
  const token = /["'<>]/g;
  token.lastIndex = start + 1;
  const parts: string[] = [];
  let from = start;
  let depth = 1;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const at = found.index;
    const endOfHint = hints.endAt(at);
    if (endOfHint > at) {
      parts.push(text.slice(from, at));
      from = endOfHint;
      token.lastIndex = endOfHint;
    } else if (QUOTES.includes(found[0])) {
      const end = text.indexOf(found[0], at + 1);
      if (end !== -1) token.lastIndex = end + 1;
    } else depth += found[0] === '<' ? 1 : -1;
    if (depth === 0) break;
  }
  const end = depth === 0 ? token.lastIndex : text.length;
  return { end, declarations: parts.join('') + text.slice(from, Math.max(from, end)) };
}
