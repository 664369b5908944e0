import { jsonArray, plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { MAX_STORED_REFUSALS, type Refusal, type RefusalReason } from '../organization/refusal.ts';

/** Refused deliveries of one workflow for one reason, gathered by one replica. */
export interface NotedRefusals {
  /** A UUID. No workflow may have it. */
  workflowId: string;
  reason: RefusalReason;
  count: number;
  /** The last refusals, newest first. */
  recent: Refusal[];
}

// Rows are written in the order of their ids, so that replicas which record at the same time cause no deadlock.
const NOTE = statement<Record<'workflowIds' | 'reasons' | 'counts' | 'recent', SqlArray>>()(
  'note_refusals',
  `INSERT INTO delivery_refusals AS known (workflow_id, reason, organization_id, count, last_at, recent)
    SELECT w.id, n.reason, w.organization_id, n.count, now(), n.recent::jsonb
    FROM unnest($workflowIds::uuid[], $reasons::text[], $counts::bigint[], $recent::text[])
      AS n(workflow_id, reason, count, recent)
    JOIN workflows w ON w.id = n.workflow_id AND w.deleted_at IS NULL
    ORDER BY w.id, n.reason
    ON CONFLICT (workflow_id, reason) DO UPDATE SET count = known.count + excluded.count, last_at = excluded.last_at,
      recent = (SELECT jsonb_agg(r.refusal ORDER BY r.place)
        FROM jsonb_array_elements(excluded.recent || known.recent) WITH ORDINALITY AS r(refusal, place)
        WHERE r.place <= ${MAX_STORED_REFUSALS})`,
  {},
);

/** Counts refused deliveries and stores the last ones. Refusals of workflows that do not exist are dropped. */
export async function noteRefusals(sql: Sql, noted: readonly NotedRefusals[]): Promise<void> {
  await sql.query(
    ...NOTE.with({
      workflowIds: plainArray(noted.map(({ workflowId }) => workflowId)),
      reasons: textArray(noted.map(({ reason }) => reason)),
      counts: plainArray(noted.map(({ count }) => count)),
      recent: jsonArray(noted.map(({ recent }) => recent)),
    }),
  );
}
