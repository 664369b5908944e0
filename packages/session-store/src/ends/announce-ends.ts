/** The columns that `announceEnds` reads, for RETURNING in an update of `sessions s`. */
export const ENDED_COLUMNS =
  's.id, s.parent_id, s.organization_id, s.workflow_id, s.run, s.status, s.mode, s.finished_at';

/**
 * Returns a common table expression that records the ends of sessions for the event hooks of their organizations, in
 * the statement that ends them. `source` has `ENDED_COLUMNS`. TEST sessions and children have no events.
 */
export function announceEnds(source: string): string {
  return `announced AS (
      INSERT INTO session_events (organization_id, workflow_id, session_id, run, status, ended_at)
      SELECT e.organization_id, e.workflow_id, e.id, e.run, e.status, e.finished_at FROM ${source} e
      WHERE e.mode = 'PROD' AND e.parent_id IS NULL AND EXISTS (SELECT FROM event_hooks h
        WHERE h.organization_id = e.organization_id AND h.disabled_at IS NULL)
    )`;
}
