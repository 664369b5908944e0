import { inexactInteger } from '@workflow/workflow-model';
import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

/** Matches a number as JSON writes it (RFC 8259 §6). */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const INEXACT = 'must be a number that a double holds exactly; an integer with more digits goes into a TEXT';

/**
 * Parses a NUMBER: a finite JSON number, or a string that is one. An integer is accepted only if a double holds it
 * exactly.
 */
export function parseNumberPlaceholder(value: unknown): ParseOutcome {
  const isText = typeof value === 'string' && JSON_NUMBER.test(value);
  if (typeof value === 'bigint' || (isText && inexactInteger(value) !== null)) return refuse(INEXACT);
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refuse('must be a number');
  // PostgreSQL does not store negative zero: it would be read back as 0.
  return { ok: true, value: number === 0 ? 0 : number };
}
