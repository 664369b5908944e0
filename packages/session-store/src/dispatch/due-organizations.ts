/** A table whose rows are due at a time. It needs an index by time, and one by organization and time. */
export interface DueRows {
  table: string;
  timeColumn: string;
  /** SQL: the row waits for its time. It is the condition of the indexes. */
  isWaiting: string;
  /** The maximum number of rows that a round handles. */
  maxRows: number;
}

/**
 * Returns common table expressions of a recursive WITH. The last one, `due_organizations`, has the organizations with
 * due rows, and in `share` the number of rows of each that a round handles. If at most `maxRows` rows are due, all of
 * them are handled. Otherwise organizations have equal shares, so that one with a million due rows delays no other.
 * Only then the statement takes a step of the index for each organization (`next_times`).
 *
 * @param isServed returns SQL that limits the organizations
 */
export function dueOrganizations(
  { table, timeColumn, isWaiting, maxRows }: DueRows,
  isServed: (column: string) => string = () => '',
): string {
  const isDue = `${timeColumn} <= statement_timestamp()`;
  return `earliest AS MATERIALIZED (
      SELECT organization_id FROM ${table} WHERE ${isWaiting} AND ${isDue}${isServed('organization_id')}
      ORDER BY ${timeColumn} LIMIT ${maxRows + 1}
    ), next_times AS (
      SELECT n.* FROM (SELECT count(*) AS count FROM earliest) e CROSS JOIN LATERAL (
        SELECT organization_id, ${timeColumn} FROM ${table} WHERE ${isWaiting}
        ORDER BY organization_id, ${timeColumn} LIMIT 1) n
      WHERE e.count > ${maxRows}
      UNION ALL
      SELECT n.* FROM next_times o CROSS JOIN LATERAL (
        SELECT organization_id, ${timeColumn} FROM ${table} WHERE ${isWaiting} AND organization_id > o.organization_id
        ORDER BY organization_id, ${timeColumn} LIMIT 1) n
    ), found AS (
      SELECT organization_id FROM earliest
      UNION SELECT organization_id FROM next_times WHERE ${isDue}${isServed('organization_id')}
    ), due_organizations AS MATERIALIZED (
      SELECT organization_id, CASE WHEN (SELECT count(*) FROM earliest) <= ${maxRows} THEN ${maxRows}
        ELSE greatest(1, ${maxRows} / count(*) OVER ()) END AS share
      FROM found
    )`;
}
