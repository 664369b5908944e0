import type { Retention } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { trimChanges } from '../credentials/record-change.ts';
import { plainArray } from '../sql-arrays.ts';
import { firstUuidv7At } from '../sessions/session-view.ts';

const DAY_MS = 86_400_000;
const MAX_DEFINITIONS = 100;

/** The time is in the id, so the primary key finds the oldest. */
const READ_OLDEST: Statement = {
  name: 'read_oldest_sessions',
  text: `SELECT id, finished_at < now() - $3 * interval '1 day' AS old FROM sessions WHERE id > $1::uuid AND id < $2::uuid ORDER BY id LIMIT $4`,
};

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
        SELECT organization_id, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours' ORDER BY created_at LIMIT $1)
      RETURNING 1
    ), deliveries AS (
      DELETE FROM webhook_deliveries WHERE (workflow_id, component_id, delivery_id) IN (
        SELECT workflow_id, component_id, delivery_id FROM webhook_deliveries WHERE created_at < now() - interval '7 days' ORDER BY created_at LIMIT $1)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM keys)::int AS keys, (SELECT count(*) FROM deliveries)::int AS deliveries`,
};

const DELETE_REST: Statement = {
  name: 'delete_old_rest',
  text: `WITH counts AS (DELETE FROM session_counts WHERE minute < now() - interval '7 days')
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
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.workflow_id = d.workflow_id AND s.definition_id = d.id AND s.id < $3::uuid)
      LIMIT $2))`,
};

/** Where the last call of this process stopped: what it passed over is still under way, and looked at in the next sweep. */
export function openRetention(database: Database): Retention {
  let passed = '00000000-0000-0000-0000-000000000000';
  return {
    async deleteOld({ sessionDays, maxSessions }) {
      const before = firstUuidv7At(new Date(Date.now() - sessionDays * DAY_MS));
      const oldest = await database.query<{ id: string; old: boolean | null }>(READ_OLDEST, [passed, before, sessionDays, maxSessions]);
      const deleted = await database.query(DELETE_SESSIONS, [plainArray(oldest.filter((row) => row.old).map((row) => row.id))]);
      const [guards] = await database.query<{ keys: number; deliveries: number }>(DELETE_GUARDS, [maxSessions]);
      const more = oldest.length === maxSessions || guards?.keys === maxSessions || guards?.deliveries === maxSessions;
      passed = oldest.length === maxSessions ? (oldest.at(-1)?.id ?? passed) : '00000000-0000-0000-0000-000000000000';
      if (!more) {
        await trimChanges(database.query);
        await database.query(DELETE_DEFINITIONS, [sessionDays, MAX_DEFINITIONS, before]);
        await database.query(DELETE_REST, []);
      }
      return { sessions: deleted.length, more };
    },
  };
}
