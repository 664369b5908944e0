import {
  isStorableText,
  MAX_RESULT_JSON_DEPTH,
  MAX_SENT_JSON_DEPTH,
  NOT_STORABLE,
  type Json,
} from '@workflow/workflow-model';
import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

/** Parses a JSON value, unchanged. */
export function parseJsonPlaceholder(value: unknown): ParseOutcome {
  const problem = findProblem(value, MAX_SENT_JSON_DEPTH, SENT);
  return problem === null ? { ok: true, value: value as Json } : refuse(problem);
}

/**
 * Parses JSON that a workflow computes. It may be nested deeper than sent JSON, because components wrap accepted
 * values. Characters that PostgreSQL does not take are replaced when the value is stored.
 */
export function parseComputedJson(value: unknown): ParseOutcome {
  const problem = findProblem(value, MAX_RESULT_JSON_DEPTH, COMPUTED);
  return problem === null ? { ok: true, value: value as Json } : refuse(problem);
}

interface Rules {
  maxDepth: number;
  isText(text: string): boolean;
}
const SENT: Rules = { maxDepth: MAX_SENT_JSON_DEPTH, isText: isStorableText };
const COMPUTED: Rules = { maxDepth: MAX_RESULT_JSON_DEPTH, isText: () => true };

function findProblem(value: unknown, levelsLeft: number, rules: Rules): string | null {
  if (typeof value === 'string') return rules.isText(value) ? null : NOT_STORABLE;
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return null;
  if (typeof value === 'bigint')
    return `must not contain the integer ${value}, which would change; send it as a string`;
  if (typeof value !== 'object') return 'must be a JSON value';
  if (levelsLeft === 0) return `must not be nested deeper than ${rules.maxDepth} levels`;
  if (Array.isArray(value)) return firstProblem(value, levelsLeft - 1, rules);
  return problemOfObject(value as Record<string, unknown>, levelsLeft - 1, rules);
}

/** Visits the names once: for an object with a hundred thousand names, each list of them takes tens of milliseconds. */
function problemOfObject(object: Record<string, unknown>, levelsLeft: number, rules: Rules): string | null {
  for (const key of Object.keys(object)) {
    if (!rules.isText(key)) return NOT_STORABLE;
    const problem = findProblem(object[key], levelsLeft, rules);
    if (problem !== null) return problem;
  }
  return null;
}

function firstProblem(values: unknown[], levelsLeft: number, rules: Rules): string | null {
  for (const value of values) {
    const problem = findProblem(value, levelsLeft, rules);
    if (problem !== null) return problem;
  }
  return null;
}
