/** The replacement of a found secret. */
const SECRET_MASK = '***';

/** The number of characters by which forms are indexed. Shorter forms are never masked. */
export const MIN_FORM_LENGTH = 4;
/** The number of characters by which long forms are indexed too, because keys of one issuer begin alike. */
const LONG_FORM = 16;
/** The cost of looking up a long form, in compared characters. */
const LOOK_UP_STEPS = 64;
/** The maximum number of compared characters per character of a text, and for any text. */
const STEPS_PER_CHARACTER = 2;
const STEPS_PER_TEXT = 192;
const HASHES = 65_536;
/** With more characters of forms, all of a text that is not complete may be the beginning of one. */
const MAX_CHARACTERS_AT_END = 65_536;

/**
 * Masks given texts wherever they occur in another text. The time grows only with the other text, whereas a built-in
 * search for one long text can take seconds on near matches. If comparing would take too long, because the text repeats
 * the beginning of a secret, the whole text is masked.
 */
export class SecretFinder {
  /** Marks the hashes of the first characters of all forms. Null without forms, as in most sessions. */
  #begins: Uint8Array | null = null;
  /** Short forms by the same hash, and long ones by their beginning. */
  readonly #short = new Map<number, string[]>();
  readonly #long = new Map<string, string[]>();
  readonly #forms = new Set<string>();
  #characters = 0;
  readonly #mask: string;

  /** @param mask the replacement of each found text */
  constructor(mask: string = SECRET_MASK) {
    this.#mask = mask;
  }

  /** Adds a form. @param form of at least MIN_FORM_LENGTH characters */
  add(form: string): void {
    if (this.#forms.has(form)) return;
    this.#forms.add(form);
    this.#characters += form.length;
    const hash = hashAt(form, 0);
    this.#begins ??= new Uint8Array(HASHES);
    this.#begins[hash] = 1;
    if (form.length < LONG_FORM) insert(this.#short, hash, form);
    else insert(this.#long, form.slice(0, LONG_FORM), form);
  }

  mask(text: string): string {
    const begins = this.#begins;
    if (begins === null) return text;
    const search = { text, stepsLeft: STEPS_PER_TEXT + STEPS_PER_CHARACTER * text.length };
    let masked = '';
    // The end of the last match, including overlapping forms.
    let to = 0;
    for (let at = 0; at + MIN_FORM_LENGTH <= text.length; at += 1) {
      const hash = hashAt(text, at);
      if (begins[hash] === 0) continue;
      const length = this.#longestAt(search, at, hash);
      if (search.stepsLeft < 0) return this.#mask;
      if (length === 0) continue;
      if (at >= to) {
        if (to > 0) masked += this.#mask;
        masked += text.slice(to, at);
        to = at;
      }
      to = Math.max(to, at + length);
    }
    return to === 0 ? text : masked + this.#mask + text.slice(to);
  }

  /**
   * Returns how many characters at the end of a text may be the beginning of a form, so that a text that arrives in
   * pieces is shown only up to there.
   */
  openEnd(text: string): number {
    if (this.#characters > MAX_CHARACTERS_AT_END) return text.length;
    let longest = 0;
    for (const form of this.#forms) longest = Math.max(longest, openEndOf(form, text, longest));
    return longest;
  }

  /** Returns the length of the longest form at this place, or 0. */
  #longestAt(search: Search, at: number, hash: number): number {
    const short = longestOf(this.#short.get(hash), search, at);
    if (this.#long.size === 0 || at + LONG_FORM > search.text.length) return short;
    search.stepsLeft -= LOOK_UP_STEPS;
    if (search.stepsLeft < 0) return 0;
    return longestOf(this.#long.get(search.text.slice(at, at + LONG_FORM)), search, at) || short;
  }
}

interface Search {
  text: string;
  /** The number of characters that may still be compared. */
  stepsLeft: number;
}

function insert<Key>(formsBy: Map<Key, string[]>, key: Key, form: string): void {
  const forms = formsBy.get(key);
  if (forms === undefined) formsBy.set(key, [form]);
  else forms.push(form);
}

function hashAt(text: string, at: number): number {
  const first = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  return ((first * 31 + text.charCodeAt(at + 2)) * 31 + text.charCodeAt(at + 3)) % HASHES;
}

function longestOf(forms: readonly string[] | undefined, search: Search, at: number): number {
  let longest = 0;
  for (const form of forms ?? []) {
    const same = sameCharacters(form, search, at);
    if (search.stepsLeft < 0) return 0;
    if (same === form.length) longest = Math.max(longest, same);
  }
  return longest;
}

/** Returns how many characters of the form match at this place of the text. */
function sameCharacters(form: string, search: Search, at: number): number {
  const { text } = search;
  const most = Math.min(form.length, text.length - at, search.stepsLeft);
  let same = 0;
  while (same < most && form.charCodeAt(same) === text.charCodeAt(at + same)) same += 1;
  search.stepsLeft -= same + 1;
  return same;
}

/** Returns the length of the longest end of the text, above a length, with which the form begins. */
function openEndOf(form: string, text: string, above: number): number {
  const last = text.charCodeAt(text.length - 1);
  for (let length = Math.min(form.length - 1, text.length); length > above; length -= 1)
    if (form.charCodeAt(length - 1) === last && text.endsWith(form.slice(0, length))) return length;
  return above;
}
