import { SENSITIVE_MASK, type Json } from '@workflow/workflow-model';
import { MIN_FORM_LENGTH, SecretFinder } from './secret-finder.ts';
import { secretForms } from './secret-forms.ts';
import type { TextMask } from './text-mask.ts';

/** The maximum number of values. With more, everything is masked, because the search needs many times their memory. */
const MAX_VALUES = 1_000;
const MAX_CHARACTERS = 1_048_576;
/** The beginning of the `kindOf` texts. */
const TEXT = 'string ';

/**
 * The sensitive values of one session, and the mask for everything that is stored, shown or logged of it. A text that
 * contains a value of at least four characters is masked at that place. A value that equals one is masked whatever its
 * length.
 */
export class SensitiveValues {
  readonly #finder = new SecretFinder(SENSITIVE_MASK);
  /** The `kindOf` each value that is masked only as a whole. */
  readonly #exact = new Set<string>();
  readonly #values: Json[] = [];
  #characters = 0;
  #masksAll = false;

  get isEmpty(): boolean {
    return this.#exact.size === 0;
  }

  /** Returns all added values. */
  get values(): readonly Json[] {
    return this.#values;
  }

  /** Adds a value, or all values within a list or an object. */
  add(value: Json): void {
    this.#values.push(value);
    this.#addWithin(value);
  }

  /** Adds a text that contains sensitive values and is masked only as a whole. */
  addWhole(text: string): void {
    if (text !== '') this.#exact.add(TEXT + text);
  }

  maskText(text: string): string {
    if (text === '' || this.isEmpty) return text;
    if (this.#masksAll || this.#exact.has(TEXT + text)) return SENSITIVE_MASK;
    return this.#finder.mask(text);
  }

  /** Returns the number of different values. */
  get size(): number {
    return this.#exact.size;
  }

  /** Returns the mask of a text that arrives in pieces. */
  openText(): TextMask {
    const found = this.#finder.openText();
    let candidates = [...this.#exact].filter((exact) => exact.startsWith(TEXT));
    /** The text so far, while all of it may be the beginning of a value. */
    let whole = '';
    return {
      add: (piece) => {
        candidates = candidates.filter((exact) => exact.startsWith(piece, TEXT.length + whole.length));
        if (this.#masksAll || candidates.length > 0) whole += piece;
        if (whole === '') return found.add(piece);
        if (this.#masksAll || candidates.length > 0) return '';
        const waited = whole + piece;
        whole = '';
        return found.add(waited);
      },
      end: () => {
        const isHidden = whole !== '' && (this.#masksAll || this.#exact.has(TEXT + whole));
        return isHidden ? SENSITIVE_MASK : found.add(whole) + found.end();
      },
    };
  }

  /** Returns the value with all sensitive parts masked, including keys, or the value itself if there are none. */
  mask(value: Json): Json {
    if (this.isEmpty) return value;
    if (typeof value === 'string') return this.maskText(value);
    if (typeof value === 'number' || typeof value === 'boolean')
      return this.#masksAll || this.#exact.has(`${typeof value} ${value}`) || this.#exact.has(TEXT + value)
        ? SENSITIVE_MASK
        : value;
    if (value === null) return null;
    if (Array.isArray(value)) {
      const masked = value.map((item) => this.mask(item));
      return masked.some((item, index) => item !== value[index]) ? masked : value;
    }
    return this.#maskObject(value);
  }

  #maskObject(value: { [key: string]: Json }): Json {
    let changed = false;
    const entries = Object.entries(value).map(([key, item]): [string, Json] => {
      const maskedKey = this.#masksAll ? key : this.#finder.mask(key);
      const masked = this.mask(item);
      if (maskedKey !== key || masked !== item) changed = true;
      return [maskedKey, masked];
    });
    return changed ? Object.fromEntries(entries) : value;
  }

  #addWithin(value: Json): void {
    if (value === null || value === '' || this.#masksAll) return;
    if (Array.isArray(value)) for (const item of value) this.#addWithin(item);
    else if (typeof value === 'object') for (const item of Object.values(value)) this.#addWithin(item);
    else this.#addScalar(value);
  }

  #addScalar(value: string | number | boolean): void {
    const kind = `${typeof value} ${value}`;
    if (this.#exact.has(kind)) return;
    this.#exact.add(kind);
    const text = String(value);
    this.#characters += text.length;
    if (this.#exact.size > MAX_VALUES || this.#characters > MAX_CHARACTERS) {
      this.#masksAll = true;
      return;
    }
    if (typeof value === 'boolean' || text.length < MIN_FORM_LENGTH) return;
    for (const form of secretForms(text)) if (form.length >= MIN_FORM_LENGTH) this.#finder.add(form);
  }
}

/** Returns true if texts are searched for all of these values, so that none of them remains in a text. */
export function isSearchable(values: readonly Json[]): boolean {
  return values.every((value) => {
    if (value === null || value === '') return true;
    if (Array.isArray(value)) return isSearchable(value);
    if (typeof value === 'object') return isSearchable(Object.values(value));
    return typeof value !== 'boolean' && String(value).length >= MIN_FORM_LENGTH;
  });
}
