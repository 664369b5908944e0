import type { SessionStatus } from '@workflow/workflow-model';
import { timeOrderedId } from '../rows/time-ordered-id.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { type SessionRow, sessionColumns, toSessionView } from '../sessions/session-view.ts';
import { countFailure, type Streak } from './failing-streak.ts';

/** Ends that one transaction takes in. */
const MAX_EVENTS = 200;

const TRY_LOCK: Statement = { name: 'lock_events', text: 'SELECT pg_try_advisory_xact_lock($1) AS locked' };

/** The session as it ended: the copy that a retry kept, else its present row. */
const TAKE: Statement = {
  name: 'take_session_events',
  text: `WITH taken AS (
      DELETE FROM session_events WHERE id = ANY (ARRAY(
        SELECT id FROM session_events ORDER BY id LIMIT ${MAX_EVENTS} FOR UPDATE SKIP LOCKED))
      RETURNING id, organization_id, workflow_id, session_id, status, ended_at, session
    )
    SELECT t.organization_id AS "organizationId", t.workflow_id AS "workflowId", t.session_id AS "sessionId", t.status,
      t.ended_at AS "endedAt",
      coalesce(t.session, (SELECT to_json(v) FROM (SELECT ${sessionColumns('s')} FROM sessions s
        WHERE s.id = t.session_id) v)) AS session
    FROM taken t ORDER BY t.ended_at, t.id`,
};

const READ_HOOKS: Statement = {
  name: 'read_hooks_of_events',
  text: `SELECT id, organization_id AS "organizationId", events, workflow_ids AS "workflowIds" FROM event_hooks
    WHERE organization_id = ANY ($1::uuid[]) AND disabled_at IS NULL`,
};

const READ_STREAKS: Statement = {
  name: 'read_failing_streaks',
  text: `SELECT workflow_id AS "workflowId", failures, announced FROM failing_streaks
    WHERE workflow_id = ANY ($1::uuid[])`,
};

const WRITE_STREAKS: Statement = {
  name: 'write_failing_streaks',
  text: `INSERT INTO failing_streaks (workflow_id, failures, announced)
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::boolean[])
    ON CONFLICT (workflow_id) DO UPDATE SET failures = excluded.failures, announced = excluded.announced`,
};

const INSERT: Statement = {
  name: 'insert_event_deliveries',
  text: `INSERT INTO event_deliveries (id, organization_id, hook_id, type, session_id, body)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[])`,
};

interface EndedSession {
  organizationId: string;
  workflowId: string;
  sessionId: string;
  status: SessionStatus;
  endedAt: Date;
  /** Times as text; null: retention has deleted the session. */
  session:
    | (Omit<SessionRow, 'startedAt' | 'finishedAt'> & { startedAt: string | null; finishedAt: string | null })
    | null;
}

interface Hook {
  id: string;
  organizationId: string;
  events: string[];
  workflowIds: string[];
}

interface NewDelivery {
  hook: Hook;
  type: string;
  sessionId: string;
  body: string;
}

/**
 * Turns recorded ends into deliveries, one for each hook that wants the event, in the transaction that removes the
 * record.
 * @returns how many ends it handled
 */
export function spreadEvents(sql: Sql): Promise<number> {
  return sql.transaction(async (query) => {
    const [lock] = await query<{ locked: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.spreadEvents]);
    if (lock?.locked !== true) return 0;
    const ends = await query<EndedSession>(TAKE, []);
    if (ends.length === 0) return 0;
    const hooks = await readHooks(query, ends);
    const streaks = await readStreaks(query, ends);
    const deliveries = ends.flatMap((end) => deliveriesOf(end, hooks.get(end.organizationId) ?? [], streaks));
    await writeStreaks(query, streaks);
    await insert(query, deliveries);
    return ends.length;
  });
}

async function readHooks(query: Query, ends: readonly EndedSession[]): Promise<Map<string, Hook[]>> {
  const rows = await query<Hook>(READ_HOOKS, [plainArray([...new Set(ends.map((end) => end.organizationId))])]);
  return Map.groupBy(rows, ({ organizationId }) => organizationId);
}

async function readStreaks(query: Query, ends: readonly EndedSession[]): Promise<Map<string, Streak>> {
  const ids = [...new Set(ends.map(({ workflowId }) => workflowId))];
  const rows = await query<Streak & { workflowId: string }>(READ_STREAKS, [plainArray(ids)]);
  const known = new Map(rows.map(({ workflowId, failures, announced }) => [workflowId, { failures, announced }]));
  return new Map(ids.map((id) => [id, known.get(id) ?? { failures: 0, announced: false }]));
}

async function writeStreaks(query: Query, streaks: ReadonlyMap<string, Streak>): Promise<void> {
  await query(WRITE_STREAKS, [
    plainArray([...streaks.keys()]),
    plainArray([...streaks.values()].map(({ failures }) => failures)),
    plainArray([...streaks.values()].map(({ announced }) => announced)),
  ]);
}

function deliveriesOf(end: EndedSession, hooks: readonly Hook[], streaks: Map<string, Streak>): NewDelivery[] {
  const { workflowId, sessionId, status } = end;
  const { streak, announce } = countFailure(streaks.get(workflowId) ?? { failures: 0, announced: false }, status);
  streaks.set(workflowId, streak);
  const interested = hooks.filter((hook) => hook.workflowIds.length === 0 || hook.workflowIds.includes(workflowId));
  const tell = (type: string, data: object): NewDelivery[] => {
    const told = interested.filter(({ events }) => events.includes(type));
    if (told.length === 0) return [];
    const body = JSON.stringify({ type, timestamp: end.endedAt.toISOString(), data });
    return told.map((hook) => ({ hook, type, sessionId, body }));
  };
  return [
    ...(end.session === null ? [] : tell(`session.${status.toLowerCase()}`, viewOf(end.session))),
    ...(announce ? tell('workflow.failing', { workflowId, failures: streak.failures, sessionId }) : []),
  ];
}

function viewOf(session: NonNullable<EndedSession['session']>): object {
  const { startedAt, finishedAt, ...others } = session;
  return toSessionView({
    ...others,
    startedAt: startedAt === null ? null : new Date(startedAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
  });
}

async function insert(query: Query, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await query(INSERT, [
    plainArray(deliveries.map(() => timeOrderedId())),
    plainArray(deliveries.map(({ hook }) => hook.organizationId)),
    plainArray(deliveries.map(({ hook }) => hook.id)),
    textArray(deliveries.map(({ type }) => type)),
    plainArray(deliveries.map(({ sessionId }) => sessionId)),
    textArray(deliveries.map(({ body }) => body)),
  ]);
}
