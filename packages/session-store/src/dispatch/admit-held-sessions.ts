import type { Flow, OnLimit } from '@workflow/workflow-model';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { closeDueGatherings, GATHERING_IS_DUE } from '../queued/close-gatherings.ts';
import { endAtLimit, cancelOldest } from './end-at-limit.ts';
import { endExpiredSessions, EXPIRY_IS_DUE } from './end-expired-sessions.ts';
import { DELAY_IS_DUE, startDelayedSessions } from './start-delayed-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { moveToBacklog } from '../queued/queued-states.ts';

/** Maximum numbers of keys that one round handles, and of sessions that it admits for each key. */
const MAX_KEYS = 500;
const MAX_ADMITTED = 500;
/** Maximum number of sessions that one round admits for all keys together. */
const MAX_ADMITTED_IN_ALL = 1_000;

/** Locks the admission, and returns the tasks that are due by the clock in addition to changed keys. */
const TRY_LOCK = statement<{ lock: number }>()(
  'lock_admission',
  `SELECT pg_try_advisory_xact_lock($lock) AS locked, ${GATHERING_IS_DUE} AS gathered, ${EXPIRY_IS_DUE} AS expired,
    ${DELAY_IS_DUE} AS delayed`,
  { locked: 'bool', gathered: 'bool', expired: 'bool', delayed: 'bool' },
);

/** SQL of the organization of a row of `flow_wakes`. */
const OWNER = '(SELECT organization_id FROM workflows w WHERE w.id = flow_wakes.workflow_id)';

const TAKE_WAKES = scoped<object, Key & { orderKey: string }>()(
  'take_flow_wakes',
  (isServed) => `WITH taken AS (
      DELETE FROM flow_wakes WHERE id = ANY (ARRAY(
        SELECT id FROM flow_wakes WHERE true${isServed(OWNER)} ORDER BY id LIMIT ${MAX_KEYS}))
      RETURNING workflow_id, concurrency_key, order_key
    )
    SELECT DISTINCT workflow_id AS "workflowId", concurrency_key AS "concurrencyKey", order_key AS "orderKey"
    FROM taken`,
  { workflowId: 'uuid', concurrencyKey: 'text', orderKey: 'text' },
);

/**
 * Advances the first session of each key if no other session of the key runs. A session that still gathers requests
 * counts as first.
 */
const ADVANCE = statement<Record<'workflowIds' | 'orderKeys', SqlArray>>()(
  'advance_in_order',
  `UPDATE flow_entries SET stage = 'AT_LIMIT' WHERE session_id = ANY (ARRAY(
      SELECT h.session_id FROM unnest($workflowIds::uuid[], $orderKeys::text[]) AS g(workflow_id, order_key)
      CROSS JOIN LATERAL (
        SELECT e.session_id, e.position FROM flow_entries e
        WHERE e.workflow_id = g.workflow_id AND e.order_key = g.order_key AND e.stage = 'IN_ORDER'
        ORDER BY e.position LIMIT 1) h
      WHERE NOT EXISTS (SELECT FROM flow_entries e
          WHERE e.workflow_id = g.workflow_id AND e.order_key = g.order_key AND e.stage = 'GATHERING'
            AND e.position < h.position)
        AND NOT EXISTS (SELECT FROM flow_entries e
          WHERE e.workflow_id = g.workflow_id AND e.order_key = g.order_key AND e.stage = 'AT_LIMIT')
        AND NOT EXISTS (SELECT FROM flow_entries e
          WHERE e.workflow_id = g.workflow_id AND e.order_key = g.order_key AND e.stage = 'STARTED')))
    RETURNING workflow_id AS "workflowId", concurrency_key AS "concurrencyKey"`,
  { workflowId: 'uuid', concurrencyKey: 'text' },
);

/**
 * Reads the limit of the published version, or of the newest version if the workflow is not published. The limit has a
 * separate column, because one statement reads it for workflows of all organizations, and definitions may be large.
 */
const READ_RULES = statement<{ workflowIds: SqlArray }, Rule & { id: string }>()(
  'read_flow_rules',
  `SELECT w.id, w.paused_at IS NOT NULL OR o.paused_at IS NOT NULL AS paused,
      coalesce(d.concurrency, d.content->'flow'->'concurrency') AS concurrency
    FROM workflows w JOIN organizations o ON o.id = w.organization_id
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = coalesce(w.published_version,
      (SELECT max(number) FROM workflow_versions WHERE workflow_id = w.id))
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($workflowIds::uuid[])`,
  { id: 'uuid', paused: 'bool', concurrency: 'jsonb?' },
);

/** Keys, as a list for each part. */
type KeyParameters = Record<'workflowIds' | 'concurrencyKeys', SqlArray>;

/**
 * Admits the sessions of each key that have waited longest, up to the key's limit, and moves them to the backlog. A
 * session is locked before its entry, as at its end. A session that is locked by others is ending, and its key is
 * handled again.
 */
const ADMIT = statement<KeyParameters & { limits: SqlArray }>()(
  'admit_held',
  `WITH chosen AS MATERIALIZED (
      SELECT c.id, g.number FROM unnest($workflowIds::uuid[], $concurrencyKeys::text[], $limits::int[])
        WITH ORDINALITY AS g(workflow_id, concurrency_key, key_limit, number)
      CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
        SELECT FROM flow_entries e WHERE e.workflow_id = g.workflow_id AND e.concurrency_key = g.concurrency_key
          AND e.stage = 'STARTED' LIMIT coalesce(g.key_limit, 0)) x) started
      CROSS JOIN LATERAL (
        SELECT s.id FROM flow_entries e JOIN sessions s ON s.id = e.session_id
        WHERE e.workflow_id = g.workflow_id AND e.concurrency_key = g.concurrency_key AND e.stage = 'AT_LIMIT'
          AND s.status = 'QUEUED'
        ORDER BY e.position
        LIMIT CASE WHEN g.key_limit IS NULL THEN ${MAX_ADMITTED}
          ELSE least(greatest(g.key_limit - started.count, 0), ${MAX_ADMITTED}) END
        FOR NO KEY UPDATE OF s SKIP LOCKED) c
      LIMIT ${MAX_ADMITTED_IN_ALL}
    ), backlogged AS (
      UPDATE sessions SET ${moveToBacklog()} WHERE id = ANY (ARRAY(SELECT id FROM chosen))
    ), admitted AS (
      UPDATE flow_entries SET stage = 'STARTED' WHERE session_id = ANY (ARRAY(SELECT id FROM chosen))
    )
    SELECT number::int - 1 AS index, count(*)::int AS admitted FROM chosen GROUP BY number`,
  { index: 'int4', admitted: 'int4' },
);

const WAKE = statement<KeyParameters>()(
  'wake_keys',
  `INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
    SELECT workflow_id, concurrency_key, ''
    FROM unnest($workflowIds::uuid[], $concurrencyKeys::text[]) AS i(workflow_id, concurrency_key)`,
  {},
);

export interface AdmittedSessions {
  /** The number of sessions that joined the backlog. */
  admitted: number;
  /** The number of keys whose state had changed. */
  keys: number;
  /** The number of failures that were recorded for `error` triggers. */
  noted: number;
}

const NOTHING: AdmittedSessions = { admitted: 0, keys: 0, noted: 0 };

interface Key {
  workflowId: string;
  concurrencyKey: string;
}

interface Rule {
  paused: boolean;
  concurrency: Flow['concurrency'] | null;
}

/**
 * Moves sessions on hold to the backlog, for the keys that changed: in the order of each key, and as many as the limits
 * allow. One transaction counts the sessions that have not ended and handles the wake-ups, so it can neither drift nor
 * miss a change.
 */
export function admitHeldSessions(sql: Sql, scope: Scope): Promise<AdmittedSessions> {
  return sql.transaction(async (query) => {
    const [dueTasks] = await query(...TRY_LOCK.with({ lock: ADVISORY_LOCKS.admitHeldSessions }));
    if (dueTasks?.locked !== true) return NOTHING;
    if (dueTasks.expired) await endExpiredSessions(query, scope);
    if (dueTasks.delayed) await startDelayedSessions(query, scope);
    if (dueTasks.gathered) await closeDueGatherings(query, scope);
    const wakes = await query(...TAKE_WAKES.with(scope, {}));
    if (wakes.length === 0) return NOTHING;
    const ordered = wakes.filter(({ orderKey }) => orderKey !== '');
    const advanced = ordered.length === 0 ? [] : await advance(query, ordered);
    const keys = distinct([...wakes, ...advanced]);
    const rules = await readRules(query, keys);
    const open = keys.filter(({ workflowId }) => rules.get(workflowId)?.paused !== true);
    const counts = await admit(query, open, rules);
    const admitted = [...counts.values()].reduce((sum, count) => sum + count, 0);
    // If a round ends at its maximum, any key may have more sessions to admit.
    const isFull = admitted >= MAX_ADMITTED_IN_ALL;
    const more = new Set(open.filter((_key, index) => isFull || (counts.get(index) ?? 0) >= MAX_ADMITTED));
    if (more.size > 0) await query(...WAKE.with(keyParameters([...more])));
    let noted = 0;
    for (const key of open.filter((one) => !more.has(one)))
      noted += await applyLimit(query, key, rules.get(key.workflowId)?.concurrency?.onLimit ?? 'queue');
    return { admitted, keys: wakes.length, noted };
  });
}

function advance(query: Query, ordered: { workflowId: string; orderKey: string }[]): Promise<Key[]> {
  const groups = new Map(ordered.map((group) => [`${group.workflowId} ${group.orderKey}`, group]));
  return query(
    ...ADVANCE.with({
      workflowIds: plainArray([...groups.values()].map(({ workflowId }) => workflowId)),
      orderKeys: textArray([...groups.values()].map(({ orderKey }) => orderKey)),
    }),
  );
}

function distinct(keys: Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.workflowId} ${key.concurrencyKey}`, key])).values()];
}

async function readRules(query: Query, keys: Key[]): Promise<Map<string, Rule>> {
  const ids = [...new Set(keys.map(({ workflowId }) => workflowId))];
  const rows = await query(...READ_RULES.with({ workflowIds: plainArray(ids) }));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the number of admitted sessions by the index of their key. */
async function admit(query: Query, keys: Key[], rules: Map<string, Rule>): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map();
  // Sessions without a key were accepted by a version without a limit.
  const limits = keys.map(({ workflowId, concurrencyKey }) =>
    concurrencyKey === '' ? null : (rules.get(workflowId)?.concurrency?.limit ?? null),
  );
  const rows = await query(...ADMIT.with({ ...keyParameters(keys), limits: plainArray(limits) }));
  return new Map(rows.map((row) => [row.index, row.admitted]));
}

/**
 * Skips, fails or replaces sessions that still wait at the limit, as the published version specifies.
 * @returns the number of failures that were recorded for `error` triggers
 */
async function applyLimit(query: Query, { workflowId, concurrencyKey }: Key, onLimit: OnLimit): Promise<number> {
  if (concurrencyKey === '') return 0;
  if (onLimit === 'skip' || onLimit === 'fail')
    return endAtLimit(query, workflowId, concurrencyKey, onLimit, timeOrderedId());
  if (onLimit === 'cancel-older') await cancelOldest(query, workflowId, concurrencyKey);
  return 0;
}

function keyParameters(keys: Key[]): KeyParameters {
  return {
    workflowIds: plainArray(keys.map(({ workflowId }) => workflowId)),
    concurrencyKeys: textArray(keys.map(({ concurrencyKey }) => concurrencyKey)),
  };
}
