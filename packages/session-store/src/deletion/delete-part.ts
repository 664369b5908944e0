import { statement } from '../postgres/named-statement.ts';
import { organizationsWith } from '../postgres/organizations-with.ts';
import type { Sql } from '../postgres/sql.ts';
import { deleteRowsPart } from './delete-rows.ts';

/** Maximum number of deleted sessions whose rows one transaction deletes. */
const MAX_SESSIONS = 50;

const LOCK = statement<{ organizationId: string }>()(
  'lock_deleted_sessions',
  `SELECT session_id AS id FROM deleted_sessions WHERE organization_id = $organizationId
    ORDER BY session_id LIMIT ${MAX_SESSIONS} FOR UPDATE SKIP LOCKED`,
  { id: 'uuid' },
);

/**
 * Deletes some of the remaining rows of an organization's deleted sessions, in one transaction of limited rows and
 * bytes. If the process dies, another one continues.
 *
 * @returns false if there was nothing to do, or another process does it
 */
export function deletePart(sql: Sql, organizationId: string): Promise<boolean> {
  return sql.transaction(async (query) => {
    const sessions = await query(...LOCK.with({ organizationId }));
    if (sessions.length === 0) return false;
    return deleteRowsPart(
      query,
      sessions.map(({ id }) => id),
    );
  });
}

/** Finds organizations with deleted sessions that have remaining rows: one step of the index for each. */
export const ORGANIZATIONS_WITH_DELETED_SESSIONS = statement()(
  'find_organizations_with_deleted_sessions',
  organizationsWith('deleted_sessions'),
  { id: 'uuid' },
);
