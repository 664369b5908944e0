import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';
import { NOT_STORABLE, isStorable } from './storable-text.ts';

/** TEXT: a string, unchanged. */
export function parseTextPlaceholder(value: unknown): ParseOutcome {
  if (typeof value !== 'string') return refuse('must be a string');
  return isStorable(value) ? { ok: true, value } : refuse(NOT_STORABLE);
}

/** TEXT that a workflow computes: what PostgreSQL does not take is replaced when it is stored. */
export function parseComputedText(value: unknown): ParseOutcome {
  return typeof value === 'string' ? { ok: true, value } : refuse('must be a string');
}
