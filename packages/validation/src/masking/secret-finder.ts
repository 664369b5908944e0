import { addToList } from '@workflow/workflow-model';
import type { TextMask } from './text-mask.ts';

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
/** With more characters of forms, a text that arrives in pieces is masked when it is complete. */
const MAX_CHARACTERS_AT_END = 65_536;

/**
 * Masks given texts wherever they occur in another text. The time grows only with the other text, whereas a built-in
 * search for one long text can take seconds on near matches. If comparing would take too long, because the text repeats
 * the beginning of a secret, the whole text is masked.
 */
export class SecretFinder {
  /** A bit for each hash, set if a form begins with such characters. Null without forms, as in most sessions. */
  #begins: Uint8Array | null = null;
  /** Short forms by the same hash, and long ones by their beginning. */
  readonly #short = new Map<number, string[]>();
  readonly #long = new Map<string, string[]>();
  readonly #forms = new Set<string>();
  /** The borders of forms, for texts that arrive in pieces. */
  readonly #borders = new Map<string, Uint16Array>();
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
    this.#begins ??= new Uint8Array(HASHES / 8);
    this.#begins[hash >> 3]! |= 1 << (hash & 7);
    if (form.length < LONG_FORM) addToList(this.#short, hash, form);
    else addToList(this.#long, form.slice(0, LONG_FORM), form);
  }

  mask(text: string): string {
    return this.#begins === null ? text : this.#maskUpTo(text, text.length, 0).masked;
  }

  /** Returns the mask of a text that arrives in pieces. */
  openText(): TextMask {
    let rest = '';
    let covered = 0;
    const upTo = (text: string, end: number): string => {
      const found = this.#maskUpTo(text, end, covered);
      rest = text.slice(end);
      ({ covered } = found);
      return found.masked;
    };
    return {
      add: (piece) => {
        if (this.#begins === null) return piece;
        const text = rest + piece;
        const end = text.length - this.#openEnd(text);
        if (end > 0) return upTo(text, end);
        rest = text;
        return '';
      },
      end: () => (rest === '' ? '' : upTo(rest, rest.length)),
    };
  }

  /** Returns the number of forms. */
  get size(): number {
    return this.#forms.size;
  }

  /**
   * Masks the characters before `end`. Each form that begins before `end` must be complete in the text.
   * @param covered the number of characters at the beginning that a mask replaces already
   * @returns the masked characters, and how many characters after `end` the last mask replaces
   */
  #maskUpTo(text: string, end: number, covered: number): { masked: string; covered: number } {
    const begins = this.#begins as Uint8Array;
    const search = { text, stepsLeft: STEPS_PER_TEXT + STEPS_PER_CHARACTER * text.length };
    const last = Math.min(end - 1, text.length - MIN_FORM_LENGTH);
    let masked = '';
    // The end of the last match, including overlapping forms.
    let to = covered;
    for (let at = 0; at <= last; at += 1) {
      const hash = hashAt(text, at);
      if (((begins[hash >> 3] as number) & (1 << (hash & 7))) === 0) continue;
      const length = this.#longestAt(search, at, hash);
      if (search.stepsLeft < 0) return { masked: covered > 0 ? '' : this.#mask, covered: text.length - end };
      if (length === 0) continue;
      if (at >= to) {
        masked += text.slice(to, at) + this.#mask;
        to = at;
      }
      to = Math.max(to, at + length);
    }
    return { masked: masked + text.slice(to, end), covered: Math.max(0, to - end) };
  }

  /** Returns how many characters at the end of a text may be the beginning of a form. */
  #openEnd(text: string): number {
    if (this.#characters > MAX_CHARACTERS_AT_END) return text.length;
    let longest = 0;
    for (const form of this.#forms) {
      const borders = this.#borders.get(form) ?? bordersOf(form);
      this.#borders.set(form, borders);
      longest = Math.max(longest, openEndOf(form, borders, text));
    }
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

/** Returns, for each beginning of a form, the length of its longest proper beginning with which it also ends. */
function bordersOf(form: string): Uint16Array {
  const borders = new Uint16Array(form.length);
  for (let at = 1, same = 0; at < form.length; at += 1) {
    same = longerBeginning(form, borders, same, form.charCodeAt(at));
    borders[at] = same;
  }
  return borders;
}

/**
 * Returns the length of the longest end of a text with which a form begins, in time that grows with the form
 * (Knuth, Morris, Pratt: Fast pattern matching in strings, 1977).
 */
function openEndOf(form: string, borders: Uint16Array, text: string): number {
  let same = 0;
  for (let at = Math.max(0, text.length - form.length + 1); at < text.length; at += 1)
    same = longerBeginning(form, borders, same, text.charCodeAt(at));
  return same;
}

/** Returns how long a beginning of the form ends here, after one of `same` characters and another character. */
function longerBeginning(form: string, borders: Uint16Array, same: number, character: number): number {
  let length = same;
  while (length > 0 && form.charCodeAt(length) !== character) length = borders[length - 1] as number;
  return form.charCodeAt(length) === character ? length + 1 : length;
}
