/** A table whose rows wait for a time. It needs an index by time, and one by organization and time. */
export interface DueRows {
  table: string;
  /** The column that has the time. */
  time: string;
  /** SQL: the row waits for its time. It is the condition of the indexes. */
  waits: string;
  /** The maximum number of rows of a round. */
  most: number;
}

/**
 * Returns the common table expression `due_organizations` of a recursive WITH: the organizations with due rows, and the
 * number of rows of each that a round handles. If fewer rows than `most` are due, the round handles all of them.
 * Otherwise organizations share the round, so that one with a million due rows delays no other. Only in that case the
 * statement takes a step of the index for each organization.
 *
 * @param isServed returns SQL that limits the organizations
 */
export function dueOrganizations(
  { table, time, waits, most }: DueRows,
  isServed: (column: string) => string = () => '',
): string {
  const isDue = `${time} <= statement_timestamp()`;
  return `earliest AS MATERIALIZED (
      SELECT organization_id FROM ${table} WHERE ${waits} AND ${isDue}${isServed('organization_id')}
      ORDER BY ${time} LIMIT ${most + 1}
    ), next_times AS (
      SELECT n.* FROM (SELECT count(*) AS count FROM earliest) e CROSS JOIN LATERAL (
        SELECT organization_id, ${time} FROM ${table} WHERE ${waits} ORDER BY organization_id, ${time} LIMIT 1) n
      WHERE e.count > ${most}
      UNION ALL
      SELECT n.* FROM next_times o CROSS JOIN LATERAL (
        SELECT organization_id, ${time} FROM ${table} WHERE ${waits} AND organization_id > o.organization_id
        ORDER BY organization_id, ${time} LIMIT 1) n
    ), found AS (
      SELECT organization_id FROM earliest
      UNION SELECT organization_id FROM next_times WHERE ${isDue}${isServed('organization_id')}
    ), due_organizations AS MATERIALIZED (
      SELECT organization_id, CASE WHEN (SELECT count(*) FROM earliest) <= ${most} THEN ${most}
        ELSE greatest(1, ${most} / count(*) OVER ()) END AS share
      FROM found
    )`;
}
