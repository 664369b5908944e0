import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { DELIVERY_LIFETIME, KEY_LIFETIME } from '../rows/guards.ts';
import { trimChanges } from '../rows/record-change.ts';
import { firstUuidv7At } from '../rows/uuidv7-time.ts';
import { DAY_MS, findRetentionScopes, type RetentionScope } from './retention-scopes.ts';

const MAX_DEFINITIONS = 100;

/** The time is in the id, so an index finds the oldest. */
const READ_OLDEST: Statement = {
  name: 'read_oldest_sessions',
  text: readOldest('organization_id'),
};

const READ_OLDEST_OF_WORKFLOW: Statement = {
  name: 'read_oldest_sessions_of_workflow',
  text: readOldest('workflow_id'),
};

function readOldest(column: 'organization_id' | 'workflow_id'): string {
  return `SELECT id, finished_at < now() - $3 * interval '1 day' AS old FROM sessions
    WHERE ${column} = $5 AND id > $1::uuid AND id < $2::uuid ORDER BY id LIMIT $4`;
}

const DELETE_SESSIONS: Statement = {
  name: 'delete_sessions',
  text: `WITH deleted AS (
      DELETE FROM sessions WHERE id = ANY ($1::uuid[]) AND status IN ('SUCCEEDED', 'FAILED', 'CANCELLED') RETURNING id
    ), steps_deleted AS (
      DELETE FROM steps WHERE session_id = ANY (ARRAY(SELECT id FROM deleted))
    )
    SELECT id FROM deleted`,
};

const DELETE_GUARDS: Statement = {
  name: 'delete_old_guards',
  text: `WITH keys AS (
      DELETE FROM idempotency_keys WHERE (organization_id, key) IN (
        SELECT organization_id, key FROM idempotency_keys
          WHERE created_at < now() - ${KEY_LIFETIME} ORDER BY created_at LIMIT $1)
      RETURNING 1
    ), deliveries AS (
      DELETE FROM webhook_deliveries WHERE (workflow_id, component_id, delivery_id) IN (
        SELECT workflow_id, component_id, delivery_id FROM webhook_deliveries
          WHERE created_at < now() - ${DELIVERY_LIFETIME} ORDER BY created_at LIMIT $1)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM keys)::int AS keys, (SELECT count(*) FROM deliveries)::int AS deliveries`,
};

/** Deliveries that are not tried any more; the time is in the id. */
const DELETE_EVENTS: Statement = {
  name: 'delete_old_event_deliveries',
  text: `DELETE FROM event_deliveries WHERE id = ANY (ARRAY(
      SELECT id FROM event_deliveries WHERE id < $2::uuid AND status <> 'PENDING' ORDER BY id LIMIT $1))
    RETURNING id`,
};
const EVENT_DAYS = 30;

const DELETE_REST: Statement = {
  name: 'delete_old_rest',
  text: `WITH counts AS (DELETE FROM session_counts WHERE minute < now() - interval '7 days'),
    throttles AS (DELETE FROM throttle_states WHERE next_at < now() - interval '1 day'
      AND rate_until < now() AND coalesce(held_until, next_at) < now()),
    operations AS (DELETE FROM operations WHERE finished_at < now() - interval '30 days')
    DELETE FROM executors WHERE heartbeat_at < now() - interval '1 day'`,
};

/**
 * Snapshots that no version, and within the workflow no session, names. Those used lately stay, for a session
 * that names one may just be under way. Sessions that name an unused one were made before it was used last, so
 * only the few that outlived the retention are looked at.
 */
const DELETE_DEFINITIONS: Statement = {
  name: 'delete_unused_definitions',
  text: `DELETE FROM definitions WHERE id = ANY (ARRAY(
      SELECT d.id FROM definitions d
      WHERE d.last_used_at < now() - $1 * interval '1 day' - interval '2 days'
        AND NOT EXISTS (SELECT FROM workflow_versions v WHERE v.workflow_id = d.workflow_id AND v.definition_id = d.id)
        AND NOT EXISTS (SELECT FROM sessions s
          WHERE s.workflow_id = d.workflow_id AND s.definition_id = d.id AND s.id < $3::uuid)
      LIMIT $2))`,
};

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Where the last call of this process stopped: the remaining scopes, and the position in the first of them. Sessions up
 * to `passed` that were left are under way, and are examined in the next sweep.
 */
export interface RetentionSweep {
  scopes: RetentionScope[] | null;
  passed: string;
}

export function newRetentionSweep(): RetentionSweep {
  return { scopes: null, passed: BEFORE_ALL };
}

export interface RetentionOptions {
  /** How long sessions are kept where neither the organization nor the workflow has another time. */
  sessionDays: number;
  maxSessions: number;
  /** Called with sessions that have ended, before they are deleted. When it fails, none of them is. */
  beforeDelete?: (sessions: OldSessions) => Promise<void>;
}

/** Ended sessions of one organization, the oldest first. */
export interface OldSessions {
  organizationId: string;
  sessionIds: string[];
}

/** Deletes old sessions, a bounded batch at a time; call again until `more` is false. */
export async function deleteOld(
  sql: Sql,
  sweep: RetentionSweep,
  { sessionDays, maxSessions, beforeDelete }: RetentionOptions,
): Promise<{ sessions: number; more: boolean }> {
  sweep.scopes ??= await findRetentionScopes(sql, sessionDays);
  const sessions = await deleteOldSessions(sql, sweep, sweep.scopes, {
    maxSessions,
    ...(beforeDelete && { beforeDelete }),
  });
  const [guards] = await sql.query<{ keys: number; deliveries: number }>(DELETE_GUARDS, [maxSessions]);
  const events = await sql.query(DELETE_EVENTS, [
    maxSessions,
    firstUuidv7At(new Date(Date.now() - EVENT_DAYS * DAY_MS)),
  ]);
  const isFull = [events.length, guards?.keys, guards?.deliveries].includes(maxSessions);
  const more = sweep.scopes.length > 0 || isFull;
  if (!more) {
    sweep.scopes = null;
    await trimChanges(sql.query);
    const before = firstUuidv7At(new Date(Date.now() - sessionDays * DAY_MS));
    await sql.query(DELETE_DEFINITIONS, [sessionDays, MAX_DEFINITIONS, before]);
    await sql.query(DELETE_REST, []);
  }
  return { sessions, more };
}

/** One batch of the first scope, which leaves `scopes` when it has no more. @returns how many were deleted */
async function deleteOldSessions(
  sql: Sql,
  sweep: RetentionSweep,
  scopes: RetentionScope[],
  { maxSessions, beforeDelete }: Omit<RetentionOptions, 'sessionDays'>,
): Promise<number> {
  const [scope] = scopes;
  if (scope === undefined) return 0;
  const { organizationId, workflowId, days, before } = scope;
  const oldest = await sql.query<{ id: string; old: boolean | null }>(
    workflowId === null ? READ_OLDEST : READ_OLDEST_OF_WORKFLOW,
    [sweep.passed, before, days, maxSessions, workflowId ?? organizationId],
  );
  const sessionIds = oldest.filter((row) => row.old).map((row) => row.id);
  if (sessionIds.length > 0) await beforeDelete?.({ organizationId, sessionIds });
  const deleted = await sql.query(DELETE_SESSIONS, [plainArray(sessionIds)]);
  if (oldest.length === maxSessions) {
    sweep.passed = oldest.at(-1)?.id ?? sweep.passed;
  } else {
    scopes.shift();
    sweep.passed = BEFORE_ALL;
  }
  return deleted.length;
}
