/**
 * Returns SQL: the session `s` expired before anybody claimed it. Nobody may claim it, and the dispatcher ends it. A
 * session that was claimed once never expires.
 */
export function isExpired(): string {
  return `(s.expires_at <= clock_timestamp() AND s.claim_number = 0 AND s.status = 'QUEUED')`;
}

/**
 * Returns a common table expression that lets the dispatcher find sessions when they expire. `source` has the columns
 * `id`, `organization_id` and `expires_at`, which is NULL for a session that never expires.
 */
export function recordExpiries(source: string): string {
  return `expiries AS (
      INSERT INTO session_expiries (session_id, organization_id, expires_at)
      SELECT id, organization_id, expires_at FROM ${source} WHERE expires_at IS NOT NULL
    )`;
}
