import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

/** Parses a BOOLEAN: true or false, or the texts `true` and `false`. */
export function parseBooleanPlaceholder(value: unknown): ParseOutcome {
  if (value === true || value === 'true') return { ok: true, value: true };
  if (value === false || value === 'false') return { ok: true, value: false };
  return refuse('must be true or false');
}
