import { addToList } from '@workflow/workflow-model';
import { invalidRequest } from '../errors/api-error.ts';

/**
 * Checks the number of fields, because each becomes a value that every step carries.
 * @throws ApiError INVALID_REQUEST
 */
export function checkFieldCount(count: number, maxFields: number): void {
  if (count > maxFields) throw invalidRequest([`the body must have at most ${maxFields} fields`]);
}

/** Returns the values of pairs by their names. */
export function valuesByName<Value>(pairs: Iterable<readonly [string, Value]>): Map<string, Value[]> {
  const fields = new Map<string, Value[]>();
  for (const [name, value] of pairs) addToList(fields, name, value);
  return fields;
}

/** Returns the values by name. A name that occurs more than once has a list of them. */
export function readPairs<Value>(pairs: Iterable<readonly [string, Value]>): Record<string, Value | Value[]> {
  const record = Object.create(null) as Record<string, Value | Value[]>;
  for (const [name, values] of valuesByName(pairs)) record[name] = values.length === 1 ? (values[0] as Value) : values;
  return record;
}

/** The byte order mark of UTF-8, one character for each byte. */
const BYTE_ORDER_MARK = /^\u00EF\u00BB\u00BF/;

const AMPERSAND = 0x26;
/** Matches text without escapes and bytes beyond ASCII, which is equal in every charset of the web except UTF-16. */
const PLAIN = /^[ -$&-*,-~]*$/;

/**
 * Reads the fields of `application/x-www-form-urlencoded` in any charset, which applies to the percent-encoded bytes.
 * Returns null for an unknown charset. Invalid bytes in a form that is declared as UTF-8 become U+FFFD, as the URL
 * standard requires.
 *
 * @throws ApiError INVALID_REQUEST for more fields than allowed
 */
export function readForm(body: Buffer, charset: string, maxFields: number): Record<string, string | string[]> | null {
  const decode = decoderOf(charset);
  if (decode === null) return null;
  checkPairCount(body, maxFields);
  // One character for each byte.
  const pairs = body
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .split('&')
    .filter((pair) => pair !== '');
  return readPairs(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decode(name), decode(value)] as const;
    }),
  );
}

/**
 * Counts the pairs of a form, including empty ones, before it is parsed.
 * @throws ApiError INVALID_REQUEST for more than allowed
 */
export function checkPairCount(body: Buffer, maxFields: number): void {
  let count = 1;
  for (const byte of body) if (byte === AMPERSAND) count += 1;
  checkFieldCount(count, maxFields);
}

function decoderOf(charset: string): ((text: string) => string) | null {
  try {
    const decoder = new TextDecoder(charset, { ignoreBOM: true });
    const isAscii = !decoder.encoding.startsWith('utf-16');
    return (text) => (isAscii && PLAIN.test(text) ? text : decoder.decode(percentDecode(text)));
  } catch {
    return null;
  }
}

const PLUS = 0x2b;
const SPACE = 0x20;
const PERCENT = 0x25;

/** @param text one character for each byte */
function percentDecode(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    const escaped = byte === PERCENT ? hexOf(bytes[at + 1]) * 16 + hexOf(bytes[at + 2]) : NaN;
    if (!Number.isNaN(escaped)) at += 2;
    bytes[length] = Number.isNaN(escaped) ? (byte === PLUS ? SPACE : byte) : escaped;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** Returns the value of a hexadecimal digit, or NaN for any other character. */
function hexOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : NaN;
}
