import type { SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** Maximum number of sessions that are listed as holders, or as earlier in the order. */
const MAX_NAMED = 20;
/** The maximum that is counted. Above it the console shows "more than". */
const MAX_COUNTED = 10_000;

/** The flow-control key that holds a session, and the sessions that have to end before it starts. */
interface HeldPlace {
  rule: 'concurrency' | 'order' | 'gather';
  /** Null if the expression returned nothing, or there is no expression and all sessions share one key. */
  key: string | null;
  /** Sessions of the key that may run at the same time, as published now; null for other rules. */
  limit: number | null;
  /** The first sessions that have the places of the key. */
  holders: { id: string; label: string | null; status: SessionStatus }[];
  /** Sessions of the key that were accepted earlier and also wait, counted up to 10,000. */
  ahead: number;
}

const READ = statement<{ sessionId: string; organizationId: string }, HeldPlace & { key: string }>()(
  'read_held_place',
  `WITH own AS MATERIALIZED (
      SELECT e.workflow_id, e.stage, e.position, e.concurrency_key, e.order_key,
        CASE e.stage WHEN 'IN_ORDER' THEN 'order' WHEN 'GATHERING' THEN 'gather' ELSE 'concurrency' END AS rule
      FROM flow_entries e WHERE e.session_id = $sessionId AND e.organization_id = $organizationId
        AND e.stage NOT IN ('STARTED', 'DELAYED') AND (e.stage <> 'AT_LIMIT' OR e.concurrency_key <> '')
    ), holders AS (
      (SELECT e.session_id, e.position FROM own o JOIN flow_entries e ON e.workflow_id = o.workflow_id
          AND e.concurrency_key = o.concurrency_key AND e.stage = 'STARTED'
        WHERE o.rule = 'concurrency' ORDER BY e.position LIMIT ${MAX_NAMED})
      UNION ALL
      (SELECT e.session_id, e.position FROM own o JOIN flow_entries e ON e.workflow_id = o.workflow_id
          AND e.order_key = o.order_key AND e.stage IN ('STARTED', 'AT_LIMIT')
        WHERE o.rule = 'order' ORDER BY e.position LIMIT ${MAX_NAMED})
    )
    SELECT o.rule, CASE o.rule WHEN 'order' THEN o.order_key WHEN 'gather' THEN coalesce(g.key, 'null')
        ELSE o.concurrency_key END AS key,
      CASE o.rule WHEN 'concurrency' THEN (SELECT (d.content #>> '{flow,concurrency,limit}')::int FROM workflows w
        JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
        JOIN definitions d ON d.id = v.definition_id WHERE w.id = o.workflow_id) END AS "limit",
      (SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'status', s.status)
          ORDER BY h.position), '[]') FROM holders h JOIN sessions s ON s.id = h.session_id) AS holders,
      (SELECT count(*)::int FROM (SELECT FROM flow_entries e
        WHERE e.workflow_id = o.workflow_id AND e.stage = o.stage AND e.position < o.position
          AND ((o.rule = 'concurrency' AND e.concurrency_key = o.concurrency_key)
            OR (o.rule = 'order' AND e.order_key = o.order_key))
        LIMIT ${MAX_COUNTED}) a) AS ahead
    FROM own o LEFT JOIN gatherings g ON g.session_id = $sessionId`,
  { rule: 'text', key: 'text', limit: 'int4?', holders: 'json', ahead: 'int4' },
);

/** Returns null if flow control does not hold the session, or the organization has no such session. */
export async function readPlace(sql: Sql, organizationId: string, sessionId: string): Promise<HeldPlace | null> {
  const [row] = await sql.query(...READ.with({ sessionId, organizationId }));
  return row === undefined ? null : { ...row, key: JSON.parse(row.key) as string | null };
}
