import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';

/**
 * Maximum numbers of sessions that one round closes, and of bytes that they gathered. A single session may exceed the
 * bytes.
 */
const MAX_CLOSED = 50;
const MAX_CLOSED_BYTES = 4 * 1024 * 1024;

/**
 * Closes locked gatherings. Earlier requests are committed by then, so this statement sees all of their items. If it
 * locked the gatherings itself, it could see the row that the last request updated, but not its item.
 * The values are concatenated as text: they may be large, and jsonb would change the order of their keys.
 */
const CLOSE: Statement = {
  name: 'close_gatherings',
  text: `WITH closing AS MATERIALIZED (
      SELECT session_id, "values" FROM gatherings WHERE session_id = ANY ($1::uuid[])
    ), texts AS MATERIALIZED (
      SELECT c.session_id, CASE WHEN l.items IS NULL THEN c."values"
        ELSE left(c."values", -1) || CASE WHEN c."values" = '{}' THEN '' ELSE ',' END
          || '"gathered":[' || l.items || ']}' END AS text
      FROM closing c
      LEFT JOIN LATERAL (SELECT string_agg(r.item, ',' ORDER BY r.number) AS items FROM gathered_requests r
        WHERE r.session_id = c.session_id) l ON true
    ), filled AS (
      UPDATE sessions s SET placeholder_values = t.text::jsonb, ordered_values = t.text::json,
        values_bytes = octet_length(t.text)
      FROM texts t WHERE s.id = t.session_id
    ), listed AS (
      DELETE FROM gathered_requests WHERE session_id = ANY (ARRAY(SELECT session_id FROM closing))
    ), closed AS (
      DELETE FROM gatherings WHERE session_id = ANY (ARRAY(SELECT session_id FROM closing))
    ), entries AS (
      UPDATE flow_entries SET stage = CASE WHEN order_key = '' THEN 'AT_LIMIT' ELSE 'IN_ORDER' END::flow_stage
      WHERE session_id = ANY (ARRAY(SELECT session_id FROM closing)) AND stage = 'GATHERING'
      RETURNING workflow_id, concurrency_key, order_key
    )
    INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
    SELECT DISTINCT workflow_id, concurrency_key, order_key FROM entries`,
};

/** SQL of the organization of a gathering. */
const OWNER = '(SELECT organization_id FROM workflows w WHERE w.id = gatherings.workflow_id)';

/** Locks due gatherings. The next round handles those that a request has locked. */
const LOCK_DUE = scoped<object, Locked>()(
  'lock_due_gatherings',
  (isServed) => `SELECT session_id AS "sessionId" FROM gatherings
    WHERE closes_at <= clock_timestamp()${isServed(OWNER)}
    ORDER BY closes_at LIMIT ${MAX_CLOSED} FOR UPDATE SKIP LOCKED`,
  { sessionId: 'uuid' },
);

/**
 * Locks the sessions of gatherings. Skips locked sessions, because a retry locks its session and then waits for the
 * gathering, which is locked here. Gatherings of deleted sessions are closed as well.
 */
const LOCK_SESSIONS = statement<{ sessionIds: SqlArray }>()(
  'lock_gathering_sessions',
  `WITH free AS MATERIALIZED (
      SELECT id FROM sessions WHERE id = ANY ($sessionIds::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT i.id AS "sessionId" FROM unnest($sessionIds::uuid[]) AS i(id)
    WHERE i.id IN (SELECT id FROM free) OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = i.id)`,
  { sessionId: 'uuid' },
);

/**
 * Returns the first sessions whose bytes fit, at least one. PostgreSQL knows the length of a text without reading it.
 */
const CHOOSE_WITHIN_BYTES = statement<{ sessionIds: SqlArray }>()(
  'choose_gatherings_within_bytes',
  `SELECT s."sessionId" FROM (
      SELECT g.session_id AS "sessionId", g.closes_at, sum(l.bytes) OVER w - l.bytes AS before
      FROM gatherings g CROSS JOIN LATERAL (
        SELECT octet_length(g."values") + coalesce(sum(octet_length(r.item)), 0) AS bytes FROM gathered_requests r
        WHERE r.session_id = g.session_id) l
      WHERE g.session_id = ANY ($sessionIds::uuid[]) WINDOW w AS (ORDER BY g.closes_at, g.session_id)
    ) s WHERE s.before < ${MAX_CLOSED_BYTES}`,
  { sessionId: 'uuid' },
);

/** Locks gatherings in the order in which requests lock them. */
const LOCK_OF_SESSIONS = statement<{ sessionIds: SqlArray }>()(
  'lock_gatherings_of_sessions',
  `SELECT session_id AS "sessionId" FROM gatherings WHERE session_id = ANY ($sessionIds::uuid[])
    ORDER BY session_id FOR UPDATE`,
  { sessionId: 'uuid' },
);

/** SQL: a session has gathered for long enough. */
export const GATHERING_IS_DUE = `EXISTS (SELECT FROM gatherings WHERE closes_at <= statement_timestamp())`;

/**
 * Gives sessions that gathered for long enough their values, and moves them to the next stage of flow control.
 * @param query runs within a transaction
 */
export async function closeDueGatherings(query: Query, scope: Scope): Promise<void> {
  const due = await query(...LOCK_DUE.with(scope, {}));
  if (due.length === 0) return;
  const chosen = await query(...CHOOSE_WITHIN_BYTES.with({ sessionIds: idsOf(due) }));
  await close(query, await query(...LOCK_SESSIONS.with({ sessionIds: idsOf(chosen) })));
}

/**
 * Gives cancelled sessions the values that they had gathered.
 * @param query runs within a transaction
 */
export async function closeGatheringsOf(query: Query, sessionIds: string[]): Promise<void> {
  await close(query, await query(...LOCK_OF_SESSIONS.with({ sessionIds: plainArray(sessionIds) })));
}

interface Locked {
  sessionId: string;
}

async function close(query: Query, locked: Locked[]): Promise<void> {
  if (locked.length > 0) await query(CLOSE, [idsOf(locked)]);
}

function idsOf(locked: Locked[]): string {
  return plainArray(locked.map(({ sessionId }) => sessionId));
}

const RELEASE_KEYS: Statement = {
  name: 'release_gathering_keys',
  text: `UPDATE gatherings SET key = NULL, closes_at = clock_timestamp() WHERE session_id = ANY ($1::uuid[])`,
};

/** Makes sessions accept no further requests. The next request of their keys begins another session. */
export async function releaseGatheringKeys(query: Query, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0) await query(RELEASE_KEYS, [plainArray(sessionIds)]);
}
