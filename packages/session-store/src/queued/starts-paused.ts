/**
 * Returns SQL: the session has not started, and its workflow or organization is paused. Sessions that have started
 * continue, and TEST runs are not paused.
 * @param table the alias of `sessions`
 */
export function startsPaused(table = 's'): string {
  return `(${table}.status = 'QUEUED' AND ${table}.started_at IS NULL AND ${table}.mode = 'PROD'
  AND (EXISTS (SELECT FROM workflows w WHERE w.id = ${table}.workflow_id AND w.paused_at IS NOT NULL)
    OR EXISTS (SELECT FROM organizations o WHERE o.id = ${table}.organization_id AND o.paused_at IS NOT NULL)))`;
}
