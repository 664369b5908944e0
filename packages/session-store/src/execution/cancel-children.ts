import type { Sql, Statement } from '../postgres/sql.ts';
import { cancelChildrenOf } from '../rows/cancel-descendants.ts';
import type { Fence, Written } from './claim-sessions.ts';

/** Locked until the commit, as in `startChildren`, so that no child is made meanwhile. */
const LOCK_PARENT: Statement = {
  name: 'lock_parent_of_cancelled',
  text: `SELECT FROM sessions WHERE id = $1 AND claim_number = $2 AND status = 'RUNNING' FOR NO KEY UPDATE`,
};

/** Cancels the children of one component that are under way, and theirs. false: the claim is lost. */
export function cancelChildren(sql: Sql, fence: Fence, componentId: string): Promise<Written> {
  return sql.transaction(async (query) => {
    const locked = await query<object>(LOCK_PARENT, [fence.sessionId, fence.claimNumber]);
    if (locked.length === 0) return false;
    await cancelChildrenOf(query, fence.sessionId, componentId);
    return true;
  });
}
