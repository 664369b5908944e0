import type { FaultSize } from './fault.ts';
import type { Verdict } from './judge.ts';
import type { PostedRuns } from './post-runs.ts';

/** Spec §7: also while PostgreSQL is away a caller has an answer within five seconds. */
const ANSWER_WITHIN_MS = 5_000;
const CIVIL_STATUSES = ['200', '429', '500'];

/** The bars of a fault that callers must not notice but by a civil refusal in time. */
export function answerBars({ statuses, slowestMs }: PostedRuns, { long }: FaultSize): NonNullable<Verdict['bars']> {
  return [
    {
      text: `answers ${JSON.stringify(statuses)}`,
      met: Object.keys(statuses).every((status) => CIVIL_STATUSES.includes(status)),
    },
    // The short form runs together with other tests, where times mean little.
    { text: `slowest answer ${Math.round(slowestMs)} ms`, met: slowestMs <= ANSWER_WITHIN_MS || !long },
  ];
}
