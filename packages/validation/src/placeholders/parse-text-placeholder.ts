import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';
import { NOT_STORABLE, isStorable } from './storable-text.ts';

/** TEXT: a string, as it is. */
export function parseTextPlaceholder(value: unknown): ParseOutcome {
  if (typeof value !== 'string') return refuse('must be a string');
  return isStorable(value) ? { ok: true, value } : refuse(NOT_STORABLE);
}
