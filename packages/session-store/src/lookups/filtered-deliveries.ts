import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A number of deliveries that the filter of one component refused. */
export interface FilteredCount {
  organizationId: string;
  workflowId: string;
  componentId: string;
  count: number;
}

/** The number of minutes for which a row stores counts. */
const COUNTED_MINUTES = 60;

/** Returns SQL of the minutes since the last count of a row; 0 if a clock was set back. */
const minutesSince = (lastAt: string): string =>
  `greatest(0, floor(extract(epoch FROM now()) / 60) - floor(extract(epoch FROM ${lastAt}) / 60))::int`;

// `counts` has a number for each minute, the newest first. A later minute moves the earlier ones back. Rows are written
// in the order of their ids, so that replicas which count at the same time cause no deadlock.
const COUNT = statement<Record<'workflowIds' | 'componentIds' | 'organizationIds' | 'counts', SqlArray>>()(
  'count_filtered',
  `INSERT INTO filtered_deliveries AS known (workflow_id, component_id, organization_id, counts, last_at)
    SELECT w.id, f.component_id, w.organization_id, ARRAY[f.count], now()
    FROM unnest($workflowIds::uuid[], $componentIds::uuid[], $organizationIds::uuid[], $counts::int[])
      AS f(workflow_id, component_id, organization_id, count)
    JOIN workflows w ON w.id = f.workflow_id AND w.organization_id = f.organization_id AND w.deleted_at IS NULL
    ORDER BY w.id, f.component_id
    ON CONFLICT (workflow_id, component_id) DO UPDATE SET last_at = excluded.last_at,
      counts = (CASE ${minutesSince('known.last_at')}
        WHEN 0 THEN (excluded.counts[1] + known.counts[1]) || known.counts[2:]
        ELSE excluded.counts || array_fill(0, ARRAY[least(${COUNTED_MINUTES}, ${minutesSince('known.last_at')}) - 1])
          || known.counts
      END)[:${COUNTED_MINUTES}]`,
  {},
);

/** Adds to the counts of filtered deliveries. Those of deleted workflows are dropped. */
export async function countFiltered(sql: Sql, filtered: readonly FilteredCount[]): Promise<void> {
  await sql.query(
    ...COUNT.with({
      workflowIds: plainArray(filtered.map(({ workflowId }) => workflowId)),
      componentIds: plainArray(filtered.map(({ componentId }) => componentId)),
      organizationIds: plainArray(filtered.map(({ organizationId }) => organizationId)),
      counts: plainArray(filtered.map(({ count }) => count)),
    }),
  );
}

/** The deliveries of a component that its filter refused. */
export interface FilteredView {
  /** The number in the last 60 minutes, the current one included. */
  lastHour: number;
  /** null if none was filtered yet. */
  lastAt: string | null;
}

const READ = statement<{ organizationId: string; workflowId: string; componentId: string }>()(
  'read_filtered',
  `SELECT last_at AS "lastAt", (SELECT coalesce(sum(c), 0)::float8
      FROM unnest(counts[:${COUNTED_MINUTES} - ${minutesSince('last_at')}]) c) AS "lastHour"
    FROM filtered_deliveries
    WHERE organization_id = $organizationId AND workflow_id = $workflowId AND component_id = $componentId`,
  { lastAt: 'timestamptz', lastHour: 'float8' },
);

/** Returns how many deliveries the filter of a component refused. */
export async function readFiltered(
  sql: Sql,
  organizationId: string,
  workflowId: string,
  componentId: string,
): Promise<FilteredView> {
  const [row] = await sql.query(...READ.with({ organizationId, workflowId, componentId }));
  return { lastHour: row?.lastHour ?? 0, lastAt: row?.lastAt.toISOString() ?? null };
}
