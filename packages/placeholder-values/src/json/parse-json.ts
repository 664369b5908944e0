import { inexactInteger, parseJson, type Json } from '@workflow/workflow-model';
import { reviveJson } from './revive-json.ts';

/** Matches a number that may be an integer beyond a double: 16 digits or an exponent, outside of most strings. */
const LONG_NUMBER = /(?:^|[[:,\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE])/;

/**
 * Returns true if plain parsing may change a number. It may return true needlessly, but never returns false wrongly.
 */
export function mayHoldLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/**
 * Parses JSON that a caller sends. An integer that a double cannot hold exactly becomes a `bigint`, which no type of a
 * value accepts. Checks therefore refuse it by name instead of changing it silently.
 *
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper than 1,000 levels
 */
export function parseSentJson(text: string): unknown {
  return LONG_NUMBER.test(text)
    ? parseNumbers(text, (source) => inexactInteger(source) ?? Number(source))
    : parseJson(text);
}

/**
 * Parses JSON of a third party, which gets no error message. An integer that a double cannot hold exactly becomes a
 * text of its digits, and so does a number beyond the range of doubles, such as `1e400`.
 *
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper than 1,000 levels
 */
export function parseReceivedJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return parseJson(text) as Json;
  return parseNumbers(text, receivedNumber) as Json;
}

/**
 * Returns a number, or its text if no double has this value: an integer that would change, or a number out of range.
 */
function receivedNumber(source: string): number | string {
  if (inexactInteger(source) !== null) return source;
  const value = Number(source);
  const isOutOfRange = !Number.isFinite(value) || (value === 0 && /[1-9]/.test(source.split(/e/i, 1)[0] ?? ''));
  return isOutOfRange ? source : value;
}

/** A JSON number with its digits, for a reader that knows its declared type. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** The value as `parseReceivedJson` returns it. */
  get value(): number | string {
    return receivedNumber(this.source);
  }
}

/** Parses JSON with every number as a `JsonNumber`. @throws SyntaxError, RangeError as `reviveJson` */
export function parseJsonWithNumbers(text: string): unknown {
  return parseNumbers(text, (source) => new JsonNumber(source));
}

/**
 * Replaces each `JsonNumber` in a value by its value. It changes lists and objects in place, because they were just
 * parsed.
 */
export function withoutJsonNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = value as Record<string, unknown>;
  for (const key of Object.keys(entries)) {
    const item = entries[key];
    if (typeof item === 'object' && item !== null) entries[key] = withoutJsonNumbers(item);
  }
  return entries;
}

function parseNumbers(text: string, read: (source: string) => unknown): unknown {
  return reviveJson(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? read(context.source) : value,
  );
}
