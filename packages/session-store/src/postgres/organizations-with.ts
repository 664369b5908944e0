/**
 * Returns a common table expression for a recursive WITH. Its rows are the organizations that have rows in a table, and
 * one NULL. It reads one entry of the index by organization for each organization, however many rows there are.
 *
 * @param name of the common table expression
 * @param condition SQL that the rows meet
 */
export function walkOrganizations(name: string, table: string, condition = 'true'): string {
  return `${name} AS (
      (SELECT organization_id FROM ${table} WHERE ${condition} ORDER BY organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.organization_id FROM ${table} t WHERE ${condition} AND t.organization_id > w.organization_id
        ORDER BY t.organization_id LIMIT 1)
      FROM ${name} w WHERE w.organization_id IS NOT NULL
    )`;
}

/** Returns SQL of the ids of the organizations with rows in a table, as `walkOrganizations` finds them. */
export function organizationsWith(table: string, condition?: string): string {
  return `WITH RECURSIVE ${walkOrganizations('present', table, condition)}
    SELECT organization_id AS id FROM present WHERE organization_id IS NOT NULL`;
}
