import type { SessionStatus, SessionView } from '@workflow/workflow-model';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { statement } from '../postgres/named-statement.ts';
import { organizationsWith } from '../postgres/organizations-with.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import type { IdentifiedFailure } from '../sessions/fingerprint.ts';
import { countFailure, type Streak } from './failing-streak.ts';
import { findNewFailures, type FailedEnd } from './new-failures.ts';
import { readEndedSessions } from './read-ended-sessions.ts';
import { hooksFor, insertDeliveries, readHooks, type Hook, type NewEvent } from './write-deliveries.ts';

/** Maximum number of ends that one transaction handles, and the approximate maximum of bytes of their sessions. */
const MAX_EVENTS = 200;
const MAX_BYTES = 8 * 1024 * 1024;

const NEW_FAILURE = 'failure.new';

/** Finds organizations with ends that are not yet deliveries: one step of the index for each. */
export const ORGANIZATIONS_WITH_EVENTS = statement()(
  'find_organizations_with_events',
  organizationsWith('session_events'),
  { id: 'uuid' },
);

const TRY_LOCK = statement<{ lock: number; organizationId: string }>()(
  'lock_events',
  'SELECT pg_try_advisory_xact_lock($lock::int, uuid_hash($organizationId::uuid)) AS locked',
  { locked: 'bool' },
);

const READ = statement<{ organizationId: string }>()(
  'read_session_events',
  `SELECT id::text, workflow_id AS "workflowId", session_id AS "sessionId", status, ended_at AS "endedAt"
    FROM session_events WHERE organization_id = $organizationId ORDER BY id LIMIT ${MAX_EVENTS} FOR UPDATE SKIP LOCKED`,
  { id: 'text', workflowId: 'uuid', sessionId: 'uuid', status: 'session_status', endedAt: 'timestamptz' },
);

const DELETE = statement<{ ids: SqlArray }>()(
  'delete_session_events',
  'DELETE FROM session_events WHERE id = ANY ($ids::bigint[])',
  {},
);

const READ_STREAKS = statement<{ workflowIds: SqlArray }>()(
  'read_failing_streaks',
  `SELECT workflow_id AS "workflowId", failures, announced FROM failing_streaks
    WHERE workflow_id = ANY ($workflowIds::uuid[])`,
  { workflowId: 'uuid', failures: 'int4', announced: 'bool' },
);

const WRITE_STREAKS = statement<Record<'workflowIds' | 'failures' | 'announced', SqlArray>>()(
  'write_failing_streaks',
  `INSERT INTO failing_streaks (workflow_id, failures, announced)
    SELECT * FROM unnest($workflowIds::uuid[], $failures::int[], $announced::boolean[])
    ON CONFLICT (workflow_id) DO UPDATE SET failures = excluded.failures, announced = excluded.announced`,
  {},
);

interface End {
  id: string;
  workflowId: string;
  sessionId: string;
  status: SessionStatus;
  endedAt: Date;
}

/**
 * Converts recorded ends of one organization to deliveries, one for each hook that wants the event. The same
 * transaction removes the records.
 * @returns the number of handled ends; there may be more
 */
export function spreadEvents(sql: Sql, organizationId: string): Promise<number> {
  return sql.transaction(async (query) => {
    const [lock] = await query(...TRY_LOCK.with({ lock: ADVISORY_LOCKS.spreadEvents, organizationId }));
    if (lock?.locked !== true) return 0;
    const recordedEnds = await query(...READ.with({ organizationId }));
    if (recordedEnds.length === 0) return 0;
    const hooks = await readHooks(query, organizationId);
    const wantedEnds = recordedEnds.filter((end) => hooksFor(hooks, end.workflowId, typeOf(end)).length > 0);
    const { sessions, last } = await readEndedSessions(
      query,
      wantedEnds.map(({ id }) => id),
      MAX_BYTES,
    );
    // Ends that exceed the bytes of one transaction wait for the next one.
    const ends =
      last === null ? recordedEnds : recordedEnds.slice(0, recordedEnds.findIndex(({ id }) => id === last) + 1);
    const streaks = await readStreaks(query, ends);
    const fresh = await findNewFailures(query, organizationId, failedEnds(ends, hooks));
    const events = ends.flatMap((end) => [
      ...eventsOf(end, sessions.get(end.id), hooks, streaks),
      ...newFailureOf(end, fresh.get(end.id), hooks),
    ]);
    await writeStreaks(query, streaks);
    await insertDeliveries(query, organizationId, events);
    await query(...DELETE.with({ ids: plainArray(ends.map(({ id }) => id)) }));
    return ends.length;
  });
}

function typeOf({ status }: End): string {
  return `session.${status.toLowerCase()}`;
}

async function readStreaks(query: Query, ends: readonly End[]): Promise<Map<string, Streak>> {
  const ids = [...new Set(ends.map(({ workflowId }) => workflowId))];
  const rows = await query(...READ_STREAKS.with({ workflowIds: plainArray(ids) }));
  const streaks = new Map(rows.map(({ workflowId, failures, announced }) => [workflowId, { failures, announced }]));
  return new Map(ids.map((id) => [id, streaks.get(id) ?? { failures: 0, announced: false }]));
}

async function writeStreaks(query: Query, streaks: ReadonlyMap<string, Streak>): Promise<void> {
  await query(
    ...WRITE_STREAKS.with({
      workflowIds: plainArray([...streaks.keys()]),
      failures: plainArray([...streaks.values()].map(({ failures }) => failures)),
      announced: plainArray([...streaks.values()].map(({ announced }) => announced)),
    }),
  );
}

/** Returns the failed ends for which a hook wants to know whether the failure is new. */
function failedEnds(ends: readonly End[], hooks: readonly Hook[]): FailedEnd[] {
  return ends.flatMap(({ id, workflowId, status, endedAt }) => {
    const interested = status === 'FAILED' ? hooksFor(hooks, workflowId, NEW_FAILURE) : [];
    if (interested.length === 0) return [];
    const since = Math.min(...interested.map(({ createdAt }) => createdAt.getTime()));
    return [{ id, workflowId, endedAt, rememberedSince: new Date(since) }];
  });
}

function newFailureOf(end: End, failure: IdentifiedFailure | undefined, hooks: readonly Hook[]): NewEvent[] {
  return failure === undefined ? [] : eventOf(end, NEW_FAILURE, { ...failure, sessionId: end.sessionId }, hooks);
}

/** @param session undefined if retention has deleted it, or no hook wants it */
function eventsOf(
  end: End,
  session: SessionView | undefined,
  hooks: readonly Hook[],
  streaks: Map<string, Streak>,
): NewEvent[] {
  const { workflowId, sessionId, status } = end;
  const { streak, announce } = countFailure(streaks.get(workflowId) ?? { failures: 0, announced: false }, status);
  streaks.set(workflowId, streak);
  const event = (type: string, data: object): NewEvent[] => eventOf(end, type, data, hooks);
  return [
    ...(session === undefined ? [] : event(typeOf(end), session)),
    ...(announce ? event('workflow.failing', { workflowId, failures: streak.failures, sessionId }) : []),
  ];
}

/** Returns the event for the hooks that want it. */
function eventOf(
  { workflowId, sessionId, endedAt }: End,
  type: string,
  data: object,
  hooks: readonly Hook[],
): NewEvent[] {
  const interested = hooksFor(hooks, workflowId, type);
  if (interested.length === 0) return [];
  const body = JSON.stringify({ type, timestamp: endedAt.toISOString(), data });
  return [{ hooks: interested, type, sessionId, body }];
}
