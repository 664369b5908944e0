import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

/** A number as JSON writes it (RFC 8259 §6). */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** NUMBER: a finite JSON number, or a string that is one. */
export function parseNumberPlaceholder(value: unknown): ParseOutcome {
  const number = typeof value === 'string' && JSON_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refuse('must be a number');
  // JSON has no negative zero: what is stored and read again is 0.
  return { ok: true, value: number === 0 ? 0 : number };
}
