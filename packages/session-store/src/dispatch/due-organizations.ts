/** Rows that wait for a time. An index finds them by their time, and another one by their organization and time. */
export interface DueRows {
  table: string;
  /** The column with the time. */
  time: string;
  /** SQL: the row waits for its time. It is the condition of the indexes. */
  waits: string;
  /** The maximum number of rows of a round. */
  most: number;
}

/**
 * Returns the common table expression `due_organizations` of a recursive WITH: the organizations with due rows, and how
 * many rows of each a round takes. While fewer rows than `most` are due, it takes all of them. Otherwise organizations
 * share the round, so that one with a million that are due in the same second delays none of another. Only then does it
 * take a step of the index for each organization with rows.
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
