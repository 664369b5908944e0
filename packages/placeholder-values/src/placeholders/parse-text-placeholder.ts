import { isStorableText, NOT_STORABLE } from '@workflow/workflow-model';
import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

/** Parses a TEXT: a string, unchanged. */
export function parseTextPlaceholder(value: unknown): ParseOutcome {
  if (typeof value !== 'string') return refuse('must be a string');
  return isStorableText(value) ? { ok: true, value } : refuse(NOT_STORABLE);
}

/** Parses a TEXT that a workflow computes. Characters that PostgreSQL does not take are replaced when it is stored. */
export function parseComputedText(value: unknown): ParseOutcome {
  return typeof value === 'string' ? { ok: true, value } : refuse('must be a string');
}
