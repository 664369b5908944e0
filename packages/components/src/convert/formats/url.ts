import { asText, isJsonObject, StepFailure, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';
import { TextRoom } from './text-room.ts';

/** The maximum length of a key in a message. */
const SHOWN_CHARACTERS = 100;

/** Converts from and to percent-encoding (RFC 3986 §2.1). */
export const url: Format = {
  read(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new StepFailure('DATA_INVALID', 'The text has a % that is not percent-encoding');
    }
  },
  /** Writes an object as a query: `a=1&b=2`. */
  write(value, { maxBytes }) {
    if (!isJsonObject(value)) return encode(value);
    const room = new TextRoom(maxBytes);
    return Object.entries(value)
      .flatMap(([key, one]) => {
        const items = Array.isArray(one) ? one : [one];
        const name = encode(key);
        room.takeProduct(items.length, `values of ${key.slice(0, SHOWN_CHARACTERS)}`, name.length + 1);
        return items.map((each) => `${name}=${encode(each)}`);
      })
      .join('&');
  },
};

function encode(value: Json): string {
  // A lone surrogate cannot be encoded in UTF-8.
  return encodeURIComponent((value === null ? '' : asText(value)).toWellFormed());
}
