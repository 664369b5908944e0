import type { Json } from '@workflow/workflow-model';
import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';
import { NOT_STORABLE, isStorable } from './storable-text.ts';

/** Levels of arrays and objects that a JSON value may have: far above any honest value, below what exhausts a stack. */
export const MAX_JSON_DEPTH = 100;

/** JSON: any JSON value, as it is. */
export function parseJsonPlaceholder(value: unknown): ParseOutcome {
  const problem = findProblem(value, MAX_JSON_DEPTH);
  return problem === null ? { ok: true, value: value as Json } : refuse(problem);
}

function findProblem(value: unknown, levelsLeft: number): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : NOT_STORABLE;
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return null;
  if (typeof value !== 'object') return 'must be a JSON value';
  if (levelsLeft === 0) return `must not be nested deeper than ${MAX_JSON_DEPTH} levels`;
  if (Array.isArray(value)) return firstProblem(value, levelsLeft - 1);
  if (!Object.keys(value).every(isStorable)) return NOT_STORABLE;
  return firstProblem(Object.values(value), levelsLeft - 1);
}

function firstProblem(values: unknown[], levelsLeft: number): string | null {
  for (const value of values) {
    const problem = findProblem(value, levelsLeft);
    if (problem !== null) return problem;
  }
  return null;
}
