import { inexactInteger, parseJson, type Json } from '@workflow/workflow-model';
import { reviveJson } from './revive-json.ts';

/** Matches a number that may be an integer beyond a double: 16 digits or an exponent, outside of most strings. */
const LONG_NUMBER = /(?:^|[[:,\s])-?(?:\d{16}|\d+(?:\.\d+)?[eE])/;

/** Whether plain parsing may change a number. It may be true needlessly, but is never false wrongly. */
export function mayHoldLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/**
 * Parses JSON that a caller sends. An integer that a double cannot hold exactly becomes a `bigint`, which no JSON type
 * takes, so that checks refuse it by its name instead of changing it silently.
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
 * Parses JSON of a third party, which gets no error message: an integer that a double cannot hold exactly becomes a
 * text of its digits, and so does a number beyond the range of doubles, such as `1e400`.
 *
 * @throws SyntaxError when it is not JSON
 * @throws RangeError when it is nested deeper than 1,000 levels
 */
export function parseReceivedJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return parseJson(text) as Json;
  return parseNumbers(text, receivedNumber) as Json;
}

/** A number that no double has, as its text: an integer that would change, and one beyond the range of doubles. */
function receivedNumber(source: string): number | string {
  if (inexactInteger(source) !== null) return source;
  const value = Number(source);
  const isOutOfRange = !Number.isFinite(value) || (value === 0 && /[1-9]/.test(source.split(/e/i, 1)[0] ?? ''));
  return isOutOfRange ? source : value;
}

/** A JSON number with its digits, for a reader that knows which type it is to have. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** As `parseReceivedJson` gives it. */
  get value(): number | string {
    return receivedNumber(this.source);
  }
}

/** Parses JSON with every number as a `JsonNumber`. @throws SyntaxError, RangeError as `reviveJson` */
export function parseJsonWithNumbers(text: string): unknown {
  return parseNumbers(text, (source) => new JsonNumber(source));
}

/** The same without JSON numbers in it. Changes the lists and objects in place: they were just parsed. */
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
