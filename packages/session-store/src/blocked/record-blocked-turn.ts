// The thread that watches an event loop runs this code when it ends the process. It opens a separate connection and
// loads only the driver, because little time remains.
import { postgresAddress } from '@workflow/postgres-hosts';
import type pg from 'pg';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Statement } from '../postgres/sql.ts';
import { BLOCKED_CRASHES } from './blocked-session.ts';
import { isEnqueued, moveToBacklog } from '../queued/queued-states.ts';

export interface RecordOptions {
  databaseUrl: string;
  /** Null if the process is not an executor. */
  executorId: string | null;
  /** Records older than this are deleted. */
  retentionDays: number;
}

/** A turn of the event loop that took too long. */
export interface TurnToRecord {
  errorId: string;
  service: string;
  /** Null if the cause is unknown. */
  owner: { kind: 'session' | 'route' | 'task'; name: string; organizationId: string | null } | null;
  cpuMs: number;
  /** Ids of the sessions that the process runs. */
  active: string[];
}

const CONNECT_WITHIN_MS = 1_500;
const STATEMENT_WITHIN_MS = 1_500;
/** Limits the wait for locks, because the blocked thread may hold a lock in a transaction that it cannot end. */
const LOCK_WITHIN_MS = 300;

const INSERT = statement<{
  id: string;
  service: string;
  kind: string | null;
  name: string | null;
  organizationId: string | null;
  cpuMs: number;
  sessionId: string | null;
  retentionDays: number;
}>()(
  'insert_blocked_turn',
  `WITH pruned AS (DELETE FROM blocked_turns WHERE at < clock_timestamp() - $retentionDays::int * interval '1 day')
  INSERT INTO blocked_turns (id, service, kind, name, organization_id, cpu_ms, session_id, is_ending)
  VALUES ($id, $service, $kind, $name, $organizationId, $cpuMs, $sessionId, $sessionId::uuid IS NOT NULL)`,
  {},
);

const AUDIT = statement<{
  id: string;
  organizationId: string;
  service: string;
  kind: string | null;
  name: string | null;
  detail: string;
}>()(
  'audit_blocked_turn',
  `INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, target_id, detail)
  SELECT $id::uuid, o.id, 'system', $service, 'event-loop.block', $kind, $name, $detail::jsonb
  FROM organizations o WHERE o.id = $organizationId`,
  {},
);

/** SQL: the session runs on this executor. The executor claimed it, or runs it before its claim. */
const IS_ACTIVE = `((s.status = 'RUNNING' AND s.executor_id = $2)
  OR (s.status = 'QUEUED' AND s.claim_number = 0 AND ${isEnqueued('s')}))`;

/**
 * The statement takes the next claim number, so that writes of the blocked thread, which name the previous one, have no
 * effect.
 */
const BLAME = `UPDATE sessions s SET status = 'RUNNING', claim_number = s.claim_number + 1, crashes = $3,
    executor_id = $2, started_at = coalesce(s.started_at, clock_timestamp())
  WHERE s.id = $1 AND ${IS_ACTIVE}`;

/** Moves sessions with their committed steps to the backlog without counting a crash, as a shutdown does. */
const RELEASE = `UPDATE sessions s SET status = 'QUEUED', ${moveToBacklog('s')}, executor_id = NULL,
    claim_number = s.claim_number + (s.status = 'RUNNING')::int
  WHERE s.id = ANY (ARRAY(SELECT s.id FROM sessions s WHERE s.id = ANY ($1::uuid[]) AND ${IS_ACTIVE}
    FOR NO KEY UPDATE SKIP LOCKED))`;

const LEAVE = ['DELETE FROM leases WHERE holder = $1', 'DELETE FROM executors WHERE id = $1'];

/**
 * Records a blocked turn with its audit entry and releases the sessions of the executor, in one transaction. The
 * session that caused it waits for another executor, which ends it. The others return to the backlog. If the cause is
 * unknown, the sessions count a crash instead, because any of them may be the cause.
 */
export default async function recordBlockedTurn(turn: TurnToRecord, options: RecordOptions): Promise<void> {
  const { connectionString, Client } = postgresAddress(options.databaseUrl);
  const client = new Client({
    connectionString,
    application_name: 'blocked-turn',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await writeTurn(client, turn, options.retentionDays);
    if (options.executorId !== null) await leaveSessions(client, turn, options.executorId);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function writeTurn(
  client: pg.Client,
  { errorId, service, owner, cpuMs }: TurnToRecord,
  retentionDays: number,
): Promise<void> {
  const { kind = null, name = null, organizationId = null } = owner ?? {};
  const sessionId = kind === 'session' ? name : null;
  const turn = { id: errorId, service, kind, name, organizationId, cpuMs, sessionId, retentionDays };
  await run(client, INSERT.with(turn));
  if (organizationId === null) return;
  const detail = JSON.stringify({ service, cpuMs, errorId });
  await run(client, AUDIT.with({ id: timeOrderedId(), organizationId, service, kind, name, detail }));
}

async function run(client: pg.Client, [{ text }, values]: [Statement<unknown>, unknown[]]): Promise<void> {
  await client.query(text, values);
}

async function leaveSessions(client: pg.Client, { owner, active }: TurnToRecord, executorId: string): Promise<void> {
  for (const text of LEAVE) await client.query(text, [executorId]);
  if (owner === null) return;
  const blamed = owner.kind === 'session' ? owner.name : null;
  if (blamed !== null) await client.query(BLAME, [blamed, executorId, BLOCKED_CRASHES]);
  await client.query(RELEASE, [active.filter((id) => id !== blamed), executorId]);
}
