import type { SessionView } from '@workflow/workflow-model';
import type { Sql } from '../postgres/sql.ts';
import { retryTransaction } from './retry-keys.ts';
import { retrySessions, type RetriedSession, type RetryLimits, type RetryOptions } from './retry-sessions.ts';
import { readChangedSession } from './read-changed-session.ts';

type Retried = Extract<RetriedSession, { kind: 'retried' }>;

export type RetryOutcome =
  | (Retried & { session: SessionView })
  | Exclude<RetriedSession, Retried>
  | { kind: 'not-found' };

/** Starts a new run of one session, as `retrySessions` does for many. */
export function retrySession(
  sql: Sql,
  limits: RetryLimits,
  organizationId: string,
  sessionId: string,
  options: RetryOptions,
): Promise<RetryOutcome> {
  return retryTransaction(sql, limits, async (query, prepared) => {
    const limited = { ...options, maxRuns: limits.maxRuns };
    const [outcome] = (await retrySessions(query, prepared, organizationId, [sessionId], limited)).values();
    if (outcome === undefined) return { kind: 'not-found' };
    if (outcome.kind !== 'retried') return outcome;
    return { ...outcome, session: await readChangedSession(query, sessionId) };
  });
}
