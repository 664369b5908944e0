import type { Sql, Statement } from '../postgres/sql.ts';

/** Each organization takes one step of the index. */
const ORGANIZATIONS: Statement = {
  name: 'find_organizations_with_deleted_sessions',
  text: `WITH RECURSIVE found AS (
      (SELECT organization_id FROM deleted_sessions ORDER BY organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.organization_id FROM deleted_sessions d
        WHERE d.organization_id > f.organization_id ORDER BY d.organization_id LIMIT 1)
      FROM found f WHERE f.organization_id IS NOT NULL
    )
    SELECT organization_id AS id FROM found WHERE organization_id IS NOT NULL`,
};

/** Returns organizations with deleted sessions that have remaining rows. */
export async function findOrganizationsWithDeletedSessions(sql: Sql): Promise<string[]> {
  return (await sql.query<{ id: string }>(ORGANIZATIONS, [])).map(({ id }) => id);
}
