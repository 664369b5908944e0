import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** Each organization takes one step of the index. */
const ORGANIZATIONS = statement()(
  'find_organizations_with_deleted_sessions',
  `WITH RECURSIVE found AS (
      (SELECT organization_id FROM deleted_sessions ORDER BY organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT d.organization_id FROM deleted_sessions d
        WHERE d.organization_id > f.organization_id ORDER BY d.organization_id LIMIT 1)
      FROM found f WHERE f.organization_id IS NOT NULL
    )
    SELECT organization_id AS id FROM found WHERE organization_id IS NOT NULL`,
  { id: 'uuid' },
);

/** Returns organizations with deleted sessions that have remaining rows. */
export async function findOrganizationsWithDeletedSessions(sql: Sql): Promise<string[]> {
  return (await sql.query(ORGANIZATIONS, [])).map(({ id }) => id);
}
