import type { SessionStatus } from '@workflow/workflow-model';

/** Failures in a row from which a workflow counts as failing. */
const FAILING_FROM = 10;

/** Failures of a workflow since its last success. */
export interface Streak {
  failures: number;
  /** Hooks have been told that the workflow is failing. */
  announced: boolean;
}

/** The streak after the end of a session; cancelled and skipped sessions do not change it. */
export function countFailure(streak: Streak, status: SessionStatus): { streak: Streak; announce: boolean } {
  if (status === 'SUCCEEDED') return { streak: { failures: 0, announced: false }, announce: false };
  if (status !== 'FAILED') return { streak, announce: false };
  const failures = streak.failures + 1;
  const announce = failures >= FAILING_FROM && !streak.announced;
  return { streak: { failures, announced: streak.announced || announce }, announce };
}
