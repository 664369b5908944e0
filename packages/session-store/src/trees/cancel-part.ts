import { statement } from '../postgres/named-statement.ts';
import { organizationsWith } from '../postgres/organizations-with.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import { cancelPartBelow } from '../ends/end-below.ts';

/** Maximum numbers of children and parents that one transaction examines. */
const MAX_CHILDREN = 500;
const MAX_PARENTS = 50;

/**
 * Finds organizations with ended sessions whose descendants are not all cancelled: one step of the index for each,
 * however many sessions have ended.
 */
export const ORGANIZATIONS_WITH_ENDING_TREES = statement()(
  'find_organizations_with_ending_trees',
  organizationsWith('parent_sessions', 'is_ending'),
  { id: 'uuid' },
);

/**
 * Locks parents of one depth, as `cancelPartBelow` requires, the smallest depth first: descendants of an ended session
 * are found through its children.
 */
const LOCK = statement<{ organizationId: string }>()(
  'lock_ending_tree',
  `SELECT session_id AS id FROM parent_sessions
    WHERE is_ending AND organization_id = $organizationId AND depth = (SELECT depth FROM parent_sessions
      WHERE is_ending AND organization_id = $organizationId ORDER BY depth LIMIT 1)
    ORDER BY session_id LIMIT ${MAX_PARENTS} FOR UPDATE SKIP LOCKED`,
  { id: 'uuid' },
);

/**
 * Cancels some descendants of an organization's ended sessions. The transaction has a limited size and records its
 * progress, so another process can continue. Several executors may call it at the same time.
 *
 * @returns false if there was nothing to do, or other executors do it
 */
export function cancelPart(sql: Sql, organizationId: string): Promise<boolean> {
  return sql.transaction(async (query) => {
    const parents = await readIds(query, ...LOCK.with({ organizationId }));
    if (parents.length === 0) return false;
    await cancelPartBelow(query, parents, MAX_CHILDREN);
    return true;
  });
}
