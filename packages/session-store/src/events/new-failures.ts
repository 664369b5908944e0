import { identifyFailure, type IdentifiedFailure } from '../sessions/fingerprint.ts';
import { readFailures } from '../sessions/read-failures.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { LAST_UUID } from '../ids/uuid-limits.ts';

/** A failure is new if its workflow had no failure with the same fingerprint within this time. */
const NEW_AFTER_MS = 7 * 24 * 60 * 60_000;
/** Maximum number of statements that look for failures from before a hook was created, each of up to 1,000 failures. */
const MAX_STATEMENTS = 10;
const MAX_DELETED = 1_000;

/** Reads the failure of each event. If the session was retried since then, this is the copy that the retry stored. */
const READ = statement<{ eventIds: SqlArray }>()(
  'read_failures_of_events',
  `SELECT e.id::text AS "eventId", e.workflow_id AS "workflowId", x.error->>'componentId' AS "componentId",
      left(x.error->>'code', 100) AS code, left(x.error->>'message', 500) AS message
    FROM session_events e LEFT JOIN sessions s ON s.id = e.session_id
    CROSS JOIN LATERAL (SELECT coalesce((e.session->'error')::jsonb, s.error) AS error OFFSET 0) x
    WHERE e.id = ANY ($eventIds::bigint[]) AND jsonb_typeof(x.error) = 'object'`,
  { eventId: 'text', workflowId: 'uuid', componentId: 'text?', code: 'text?', message: 'text?' },
);

const KNOWN = statement<{ workflowIds: SqlArray; fingerprints: SqlArray }>()(
  'read_known_fingerprints',
  `SELECT fingerprint, last_at AS "lastAt" FROM failure_fingerprints
    WHERE workflow_id = ANY ($workflowIds::uuid[]) AND fingerprint = ANY ($fingerprints::text[])`,
  { fingerprint: 'text', lastAt: 'timestamptz' },
);

const REMEMBER = statement<Record<'workflowIds' | 'fingerprints' | 'lastAt', SqlArray>>()(
  'remember_fingerprints',
  `INSERT INTO failure_fingerprints (workflow_id, fingerprint, last_at)
    SELECT * FROM unnest($workflowIds::uuid[], $fingerprints::text[], $lastAt::timestamptz[])
    ON CONFLICT (workflow_id, fingerprint) DO UPDATE
      SET last_at = greatest(failure_fingerprints.last_at, excluded.last_at)`,
  {},
);

const FORGET = statement<{ workflowIds: SqlArray; before: Date }>()(
  'forget_fingerprints',
  `DELETE FROM failure_fingerprints WHERE (workflow_id, fingerprint) IN (
      SELECT workflow_id, fingerprint FROM failure_fingerprints
      WHERE workflow_id = ANY ($workflowIds::uuid[]) AND last_at < $before LIMIT ${MAX_DELETED})`,
  {},
);

/** The end of a failed session for which a hook wants `failure.new`. */
export interface FailedEnd {
  id: string;
  workflowId: string;
  endedAt: Date;
  /** Failures from this time on are remembered, because the first hook that wants the event was created then. */
  rememberedSince: Date;
}

/**
 * Returns the failures that their workflows have not had for 7 days, by the id of the event. Remembers the fingerprints
 * of all of them.
 */
export async function findNewFailures(
  query: Query,
  organizationId: string,
  ends: readonly FailedEnd[],
): Promise<Map<string, IdentifiedFailure>> {
  const fresh = new Map<string, IdentifiedFailure>();
  if (ends.length === 0) return fresh;
  const rows = await query(...READ.with({ eventIds: plainArray(ends.map(({ id }) => id)) }));
  const failures = new Map(
    rows.map(({ eventId, code, message, ...row }) => [
      eventId,
      identifyFailure({ ...row, code: code ?? '', message: message ?? '' }),
    ]),
  );
  const workflowIds = plainArray([...new Set(ends.map(({ workflowId }) => workflowId))]);
  const fingerprints = plainArray([...new Set([...failures.values()].map(({ fingerprint }) => fingerprint))]);
  const stored = await query(...KNOWN.with({ workflowIds, fingerprints }));
  /** The time of the last failure of each fingerprint, in milliseconds. A fingerprint belongs to one workflow. */
  const last = new Map(stored.map(({ fingerprint, lastAt }) => [fingerprint, lastAt.getTime()]));
  await addEarlier(query, organizationId, ends, failures, last);
  for (const { id, endedAt } of ends) {
    const failure = failures.get(id);
    if (failure === undefined) continue;
    const before = last.get(failure.fingerprint);
    if (before === undefined || before <= endedAt.getTime() - NEW_AFTER_MS) fresh.set(id, failure);
    last.set(failure.fingerprint, Math.max(before ?? 0, endedAt.getTime()));
  }
  await remember(query, failures, last);
  const oldest = Math.min(...ends.map(({ endedAt }) => endedAt.getTime()));
  await query(...FORGET.with({ workflowIds, before: new Date(oldest - NEW_AFTER_MS) }));
  return fresh;
}

/** Adds failures from before fingerprints were remembered, while they may be younger than 7 days. */
async function addEarlier(
  query: Query,
  organizationId: string,
  ends: readonly FailedEnd[],
  failures: ReadonlyMap<string, IdentifiedFailure>,
  last: Map<string, number>,
): Promise<void> {
  const unknown = new Map<string, number>();
  for (const { id, endedAt, rememberedSince } of ends) {
    const failure = failures.get(id);
    const mayBeKnown = rememberedSince.getTime() > endedAt.getTime() - NEW_AFTER_MS;
    if (failure !== undefined && mayBeKnown && !last.has(failure.fingerprint))
      unknown.set(failure.fingerprint, rememberedSince.getTime());
  }
  if (unknown.size === 0) return;
  const workflowIds = [...new Set(ends.map(({ workflowId }) => workflowId))];
  const since = new Date(Math.min(...ends.map(({ endedAt }) => endedAt.getTime())) - NEW_AFTER_MS);
  let below: string | null = LAST_UUID;
  for (let count = 0; below !== null && count < MAX_STATEMENTS; count += 1) {
    const page = await readFailures(query, organizationId, { workflowIds, mode: 'PROD', since }, below);
    for (const { fingerprint, failedAt } of page.failures) {
      const until = unknown.get(fingerprint);
      if (until === undefined || failedAt.getTime() >= until) continue;
      last.set(fingerprint, Math.max(last.get(fingerprint) ?? 0, failedAt.getTime()));
    }
    below = page.last;
  }
}

async function remember(
  query: Query,
  failures: ReadonlyMap<string, IdentifiedFailure>,
  last: ReadonlyMap<string, number>,
): Promise<void> {
  const each = new Map([...failures.values()].map((failure) => [failure.fingerprint, failure.workflowId]));
  const entries = [...each].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await query(
    ...REMEMBER.with({
      workflowIds: plainArray(entries.map(([, workflowId]) => workflowId)),
      fingerprints: plainArray(entries.map(([fingerprint]) => fingerprint)),
      lastAt: plainArray(entries.map(([fingerprint]) => new Date(last.get(fingerprint)!).toISOString())),
    }),
  );
}
