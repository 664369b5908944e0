import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { DELIVERY_LIFETIME, KEY_LIFETIME } from '../acceptance/guards.ts';
import { trimChanges } from '../organization/record-change.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';
import { DAY_MS } from './retention-scopes.ts';
import { readClock } from '../postgres/read-clock.ts';

const MAX_DEFINITIONS = 100;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const DELETE_GUARDS = statement<{ limit: number }>()(
  'delete_old_guards',
  `WITH keys AS (
      DELETE FROM idempotency_keys WHERE (organization_id, key) IN (
        SELECT organization_id, key FROM idempotency_keys
          WHERE created_at < now() - ${KEY_LIFETIME} ORDER BY created_at LIMIT $limit)
      RETURNING 1
    ), deliveries AS (
      DELETE FROM webhook_deliveries WHERE (workflow_id, component_id, delivery_id) IN (
        SELECT workflow_id, component_id, delivery_id FROM webhook_deliveries
          WHERE created_at < now() - ${DELIVERY_LIFETIME} ORDER BY created_at LIMIT $limit)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM keys)::int AS keys, (SELECT count(*) FROM deliveries)::int AS deliveries`,
  { keys: 'int4', deliveries: 'int4' },
);

/** Deletes deliveries that have no further attempt, or whose hook is disabled. The time is part of the id. */
const DELETE_EVENTS = statement<{ limit: number; before: string }>()(
  'delete_old_event_deliveries',
  `DELETE FROM event_deliveries WHERE id = ANY (ARRAY(
      SELECT id FROM event_deliveries d WHERE id < $before::uuid AND (status <> 'PENDING'
        OR EXISTS (SELECT FROM event_hooks h WHERE h.id = d.hook_id AND h.disabled_at IS NOT NULL))
      ORDER BY id LIMIT $limit))
    RETURNING id`,
  { id: 'uuid' },
);
const EVENT_DAYS = 30;

/** Deletes bodies that no delivery needs, up to this many bytes, because each body takes several rows of PostgreSQL. */
const DELETE_BODIES = statement<{ limit: number; before: string }>()(
  'delete_old_event_bodies',
  `DELETE FROM event_bodies WHERE id = ANY (ARRAY(
      SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM (
        SELECT id, bytes FROM event_bodies b WHERE id < $before::uuid
          AND NOT EXISTS (SELECT FROM event_deliveries d WHERE d.body_id = b.id)
        ORDER BY id LIMIT $limit) o) s
      WHERE before < ${MAX_BODY_BYTES}))
    RETURNING id`,
  { id: 'uuid' },
);

/** Deletes deliveries without a hook. One step of the index finds each hook with deliveries. */
const DELETE_WITHOUT_HOOK = statement<{ limit: number }>()(
  'delete_deliveries_without_hook',
  `WITH RECURSIVE hooks AS (
      (SELECT hook_id AS id FROM event_deliveries ORDER BY hook_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.hook_id FROM event_deliveries d WHERE d.hook_id > h.id ORDER BY d.hook_id LIMIT 1)
      FROM hooks h WHERE h.id IS NOT NULL
    )
    DELETE FROM event_deliveries WHERE id = ANY (ARRAY(
      SELECT d.id FROM hooks g CROSS JOIN LATERAL (
        SELECT id FROM event_deliveries WHERE hook_id = g.id ORDER BY id LIMIT $limit) d
      WHERE NOT EXISTS (SELECT FROM event_hooks h WHERE h.id = g.id) LIMIT $limit))
    RETURNING id`,
  { id: 'uuid' },
);

/**
 * Statements that delete rows which are no longer needed. Deleting a throttle that had no call for a day lets its next
 * call begin immediately.
 */
const DELETE_REST = [
  deleteSome('session_counts', `minute < now() - interval '7 days'`),
  deleteSome(
    'throttle_states',
    `next_at < now() - interval '1 day' AND rate_until < now() AND coalesce(blocked_until, next_at) < now()`,
  ),
  deleteSome('operations', `finished_at < now() - interval '30 days'`),
  deleteSome('set_asides', `until < now() - interval '1 day'`),
  deleteSome('executors', `heartbeat_at < now() - interval '1 day'`),
  // The accounts library reads 100 invitations of an organization, so old ones must not hide those that are open.
  deleteSome('invitations', `expires_at < now() - interval '1 day'`),
];
/**
 * Maximum numbers of rows that one statement deletes, and of statements in a sweep. The next sweep follows a minute
 * later.
 */
const REST_AT_ONCE = 5_000;
const REST_PARTS = 20;

function deleteSome(table: string, condition: string): Statement {
  return {
    name: `delete_old_${table}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT $1))
      RETURNING 1`,
  };
}

/**
 * Deletes snapshots that no version and no session of the workflow references. Recently used ones remain, because a
 * session that references one may just be starting. Sessions that reference an unused snapshot were created before its
 * last use, so the statement examines only the few sessions that exceeded the retention.
 */
const DELETE_DEFINITIONS = statement<{ sessionDays: number; limit: number; before: string }>()(
  'delete_unused_definitions',
  `DELETE FROM definitions WHERE id = ANY (ARRAY(
      SELECT d.id FROM definitions d
      WHERE d.last_used_at < now() - $sessionDays * interval '1 day' - interval '2 days'
        AND NOT EXISTS (SELECT FROM workflow_versions v WHERE v.workflow_id = d.workflow_id AND v.definition_id = d.id)
        AND NOT EXISTS (SELECT FROM sessions s
          WHERE s.workflow_id = d.workflow_id AND s.definition_id = d.id AND s.id < $before::uuid)
      LIMIT $limit))`,
  {},
);

/**
 * Deletes old idempotency keys, ids of deliveries, events, and events of deleted hooks, up to `limit` of each. If one
 * deletion fails, the others still run.
 * @returns whether there may be more
 * @throws the first failure, after all deletions
 */
export async function deleteGuardsAndEvents(sql: Sql, limit: number): Promise<boolean> {
  const before = firstUuidv7At(new Date((await readClock(sql)).getTime() - EVENT_DAYS * DAY_MS));
  let isFull = false;
  const count = (rows: number | undefined): void => void (isFull ||= rows === limit);
  await allOf([
    async () => {
      const [guards] = await sql.query(...DELETE_GUARDS.with({ limit }));
      count(guards?.keys);
      count(guards?.deliveries);
    },
    async () => count((await sql.query(...DELETE_EVENTS.with({ limit, before }))).length),
    async () => count((await sql.query(...DELETE_WITHOUT_HOOK.with({ limit }))).length),
    async () => count((await sql.query(...DELETE_BODIES.with({ limit, before }))).length),
  ]);
  return isFull;
}

/**
 * Deletes small rows, and rows that other operations left behind.
 * @throws the first failure, after all deletions
 */
export async function deleteRest(sql: Sql, sessionDays: number): Promise<void> {
  const before = firstUuidv7At(new Date((await readClock(sql)).getTime() - sessionDays * DAY_MS));
  await allOf([
    () => trimChanges(sql.query),
    () => sql.query(...DELETE_DEFINITIONS.with({ sessionDays, limit: MAX_DEFINITIONS, before })),
    ...DELETE_REST.map((statement) => () => deleteInParts(sql, statement)),
  ]);
}

async function deleteInParts(sql: Sql, statement: Statement): Promise<void> {
  for (let part = 0; part < REST_PARTS; part += 1) {
    const deleted = await sql.query(statement, [REST_AT_ONCE]);
    if (deleted.length < REST_AT_ONCE) return;
  }
}

async function allOf(parts: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
