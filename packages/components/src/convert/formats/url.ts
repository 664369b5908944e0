import { isObject } from '@workflow/component-kit';
import { asText, StepFailure, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';

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
  write(value) {
    if (!isObject(value)) return encode(value);
    return Object.entries(value)
      .flatMap(([key, one]) => (Array.isArray(one) ? one : [one]).map((each) => `${encode(key)}=${encode(each)}`))
      .join('&');
  },
};

function encode(value: Json): string {
  // A lone surrogate cannot be encoded in UTF-8.
  return encodeURIComponent((value === null ? '' : asText(value)).toWellFormed());
}
