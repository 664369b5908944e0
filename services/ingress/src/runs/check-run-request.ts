import type { SessionTiming } from '@workflow/session-store';
import type { RunRequest } from '@workflow/validation';
import type { Checked } from '@workflow/workflow-model';
import { readTiming } from './read-timing.ts';
import { findTestOptionsInProd } from './test-options.ts';

/**
 * Checks the rules of a run request that its schema does not express: options of TEST with PROD, and times. Returns
 * when the session starts and expires, or all problems.
 */
export function checkRunRequest(request: RunRequest, nowMs: number): Checked<SessionTiming | undefined> {
  const timing = readTiming(request, nowMs);
  const problems = [...findTestOptionsInProd(request), ...(timing.ok ? [] : timing.problems)];
  return problems.length > 0 ? { ok: false, problems } : timing;
}

/**
 * Returns the problems of `checkRunRequest` for a body that the schema refuses, so that one answer reports all of them.
 * The body may have any shape.
 */
export function findFurtherProblems(body: unknown, nowMs: number): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const checked = checkRunRequest(body as RunRequest, nowMs);
  return checked.ok ? [] : checked.problems;
}
