// The rules of plain English that can be checked by a program: words that this repository does not use, and words
// that no comment begins with. CONTRIBUTING.md explains them.

/** Words that a reader has to translate, each with what to write instead. They are refused in names as well. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['anew', 'again'],
  ['beside', '"in addition to", "next to" or "and"'],
  ['came', '"arrived", "was sent" or "returned"'],
  ['come', '"arrive", "are sent" or "return"'],
  ['comes', '"arrives", "is sent" or "follows"'],
  ['heard', '"received" or "notified"'],
  ['kept', '"stored", "retained" or "unchanged"'],
  ['laid', '"put", "placed" or "written"'],
  ['said', '"reported" or "stated"'],
  ['say', '"report", "return", "name" or "state"'],
  ['says', '"reports", "returns", "names" or "states"'],
  ['stands', '"is"'],
  ['tell', '"report", "return", "send" or "show"'],
  ['tells', '"reports", "returns", "sends" or "shows"'],
  ['told', '"reported", "returned", "sent" or "notified"'],
  ['unfit', '"invalid" or "unsuitable"'],
]);

/** Groups of words that a reader has to translate. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bin hand\b|\binHand\b|InHand\b|\bIN_HAND\b/gi, '"claimed", "active" or "held"'],
  [/\bof (?:its|their|our) own\b(?! [a-z])/gi, '"its own …" or "separate"'],
  [/\bset(?:s|ting)? aside\b|setAside|SetAside/g, '"backs off" or "backoff"'],
  [/\blate claims?\b|[lL]ateClaim/g, '"deferred claim"'],
  [/\bthe other side\b/gi, '"the server" or "the peer"'],
  [/\ba work\b/gi, '"a data job"'],
  [/\blower-case\b/gi, '"lowercase"'],
];

/** A comment that begins with one of these is no sentence that says what the thing does or is. */
const BEGINNINGS = /^\s*(?:\/\*\*?|\/\/|\*)\s+(Of|Those|What|Whether|Who)\b/;

/** Explains null in half a sentence. */
const NULL_COLON = /\b[Nn]ull: (?!see )/;
const COMMENT_OR_DESCRIPTION = /^\s*\*|\/\*|\/\/ |description: /;

/** Matches descriptions of a field or a route that begin with one of these words. */
const DESCRIPTIONS = /\b(?:description|summary):\s*['"`](Of|Those|What|Whether|Who)\b/;

/** One place that breaks a rule. */
export interface Violation {
  /** From 1. */
  line: number;
  found: string;
  instead: string;
}

/**
 * Finds what breaks the rules in a text.
 *
 * @example findViolations('/** Of a message. *\/') // [{ line: 1, found: 'Of', instead: 'a sentence …' }]
 */
export function findViolations(text: string): Violation[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const readable = withoutAddresses(line);
    const found: Violation[] = [];
    const beginning = BEGINNINGS.exec(line);
    if (beginning !== null && beginsComment(line, lines[index - 1] ?? ''))
      found.push({ line: index + 1, found: beginning[1]!, instead: 'a sentence that begins with a verb or a noun' });
    // The text of a property may be on the line after its name.
    const described = DESCRIPTIONS.exec(/: *$/.test(lines[index - 1] ?? '') ? `${lines[index - 1]}${line}` : line);
    if (described !== null)
      found.push({ line: index + 1, found: described[1]!, instead: 'a description that begins with a verb or a noun' });
    if (NULL_COLON.test(line) && COMMENT_OR_DESCRIPTION.test(line))
      found.push({ line: index + 1, found: 'null:', instead: '"null if …" or "null for …"' });
    for (const word of wordsOf(readable)) {
      const instead = WORDS.get(word.toLowerCase());
      if (instead !== undefined) found.push({ line: index + 1, found: word, instead });
    }
    for (const [phrase, instead] of PHRASES)
      for (const [match] of readable.matchAll(phrase)) found.push({ line: index + 1, found: match, instead });
    return found;
  });
}

/** Sentences of a page with more words than this are hard to read. */
export const MAX_SENTENCE_WORDS = 35;

/** Finds the sentences of a Markdown page that have more than `MAX_SENTENCE_WORDS` words. */
export function findLongSentences(page: string): string[] {
  return page
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split(/\n{2,}|\n(?=[|#>*-])|(?<=[.!?:;])\s+|\|/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length > MAX_SENTENCE_WORDS);
}

/** Names of the API that contain a word of the list, with the table and code behind them, and names of migrations. */
const FIXED_NAMES =
  /(?<!\.)\.kept\b|'kept'|(?<!(?:const|let) )\bkept: |kept[-_]?draft|large_?body_?bytes_?in_?hand|\b\d{14}_\w+/gi;

/** Removes links' targets, paths, quoted code and fixed names, which name things as they are. */
function withoutAddresses(line: string): string {
  return line.replaceAll(FIXED_NAMES, ' ').replaceAll(/\]\([^)]*\)|`[\w.-]+`|https?:\/\/\S+|[\w.@-]*\/[\w./@-]+/g, ' ');
}

/** Splits names in camelCase and with underscores into their words. `stand-in` is one word. */
function wordsOf(line: string): string[] {
  return line.match(/[A-Z]?[a-z]+(?:-[a-z]+)*|[A-Z]+(?![a-z])/g) ?? [];
}

/** Returns true for the first line of a comment: not for one that goes on. */
function beginsComment(line: string, before: string): boolean {
  if (/^\s*\/\*/.test(line)) return true;
  if (/^\s*\*/.test(line)) return /^\s*\/\*\*?\s*$/.test(before);
  return !/^\s*\/\//.test(before);
}
