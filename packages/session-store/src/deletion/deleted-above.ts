/** Returns SQL: the session was deleted with an ancestor, and only its row remains. Nobody may see it. */
export function isDeletedAbove(table: string): string {
  return `(${table}.parent_id IS NOT NULL AND EXISTS (SELECT FROM parent_sessions dp
    JOIN deleted_sessions dd ON dd.session_id = ANY (dp.path) AND dd.with_below
    WHERE dp.session_id = ${table}.parent_id))`;
}
