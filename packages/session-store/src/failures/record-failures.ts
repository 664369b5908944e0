import { ENDED_COLUMNS } from '../ends/announce-ends.ts';

/** The columns that `recordFailures` reads, for RETURNING in an update of `sessions s`. */
export const FAILED_COLUMNS = `${ENDED_COLUMNS}, s.trigger, s.error`;

/**
 * Returns a common table expression that records failed runs for which an `error` trigger may start sessions, in the
 * statement that ends the runs. `source` has `FAILED_COLUMNS`. A notice has a constant size, and only failed PROD
 * sessions are looked up in the index of the triggers. Sessions that an `error` trigger started are left out.
 */
export function recordFailures(source: string): string {
  return `noted AS (
      INSERT INTO failure_notices (organization_id, workflow_id, session_id, run, is_child, error, finished_at)
      SELECT f.organization_id, f.workflow_id, f.id, f.run, f.parent_id IS NOT NULL, f.error, f.finished_at
      FROM ${source} f
      WHERE CASE WHEN f.status = 'FAILED' AND f.mode = 'PROD' AND f.trigger <> 'ERROR'
        THEN EXISTS (SELECT FROM error_triggers t WHERE t.organization_id = f.organization_id) ELSE false END
      RETURNING session_id
    )`;
}
