import type { SessionStatus } from '@workflow/workflow-model';

/** A workflow counts as failing from this number of consecutive failures on. */
const FAILING_FROM = 10;

/** The failures of a workflow since its last success. */
export interface Streak {
  failures: number;
  /** True if the hooks were notified that the workflow is failing. */
  announced: boolean;
}

/** Returns the streak after the end of a session. Cancelled and skipped sessions do not change it. */
export function countFailure(streak: Streak, status: SessionStatus): { streak: Streak; announce: boolean } {
  if (status === 'SUCCEEDED') return { streak: { failures: 0, announced: false }, announce: false };
  if (status !== 'FAILED') return { streak, announce: false };
  const failures = streak.failures + 1;
  const announce = failures >= FAILING_FROM && !streak.announced;
  return { streak: { failures, announced: streak.announced || announce }, announce };
}
