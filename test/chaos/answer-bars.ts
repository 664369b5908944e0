import type { FaultSize } from './fault.ts';
import type { Verdict } from './judge.ts';
import type { PostedRuns } from './post-runs.ts';

/** A caller has an answer within five seconds, even while PostgreSQL is down. */
const ANSWER_WITHIN_MS = 5_000;
const CIVIL_STATUSES = ['200', '429', '500', '503'];

/** Returns the bars of a fault that callers notice only as a refusal within the time limit. */
export function answerBars({ statuses, slowestMs }: PostedRuns, { long }: FaultSize): NonNullable<Verdict['bars']> {
  return [
    {
      text: `answers ${JSON.stringify(statuses)}`,
      met: Object.keys(statuses).every((status) => CIVIL_STATUSES.includes(status)),
    },
    // The short form runs together with other tests, so its times mean little.
    { text: `slowest answer ${Math.round(slowestMs)} ms`, met: slowestMs <= ANSWER_WITHIN_MS || !long },
  ];
}
