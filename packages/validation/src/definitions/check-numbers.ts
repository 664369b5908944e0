import { addedByJsonb, wrong } from '@workflow/workflow-model';
import type { SchemaProblem } from '../schemas/describe-schema-errors.ts';

/** The maximum number of digits that PostgreSQL adds to the numbers of a definition when it reads them. */
const MAX_ADDED_DIGITS = 100_000;

/**
 * Limits long numbers, because a definition is stored as jsonb, which writes `1e300` with 301 digits: 1 MB of them
 * would be read as 50 MB.
 */
export function checkNumbers(definition: unknown): SchemaProblem[] {
  const digits = addedDigits(definition);
  if (digits <= MAX_ADDED_DIGITS) return [];
  const values = { field: 'the definition', limit: MAX_ADDED_DIGITS, given: digits };
  return [{ pointer: '', ...wrong('NUMBERS_TOO_LONG', values) }];
}

function addedDigits(value: unknown): number {
  if (typeof value === 'number') return addedByJsonb(value);
  if (typeof value !== 'object' || value === null) return 0;
  let digits = 0;
  if (Array.isArray(value)) for (const item of value) digits += addedDigits(item);
  else for (const key in value) digits += addedDigits((value as Record<string, unknown>)[key]);
  return digits;
}
