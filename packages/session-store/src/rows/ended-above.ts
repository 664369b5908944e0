import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';

/**
 * SQL: whether the end of an ancestor has ended the session `id`, one of those that `ids` names. Until the transaction
 * is over, no ancestor of any of them ends what is below it. The subquery is evaluated once, before the statement locks
 * a row; a condition that might keep it from being evaluated first must not stand before it (decision 0120).
 */
export function isEndedAbove(id: string, ids: string): string {
  return `${id} = ANY ((SELECT ended_above(${ids}))::uuid[])`;
}

const LOCK: Statement = { name: 'lock_trees', text: 'SELECT lock_trees($1::uuid[], $2::uuid[])' };

/**
 * Locks the trees of sessions until the end of the transaction. To be called first in a transaction that ends some of
 * them together with what is below.
 */
export async function lockTrees(query: Query, ending: string[], others: string[] = []): Promise<void> {
  await query(LOCK, [plainArray([...ending, ...others]), plainArray(ending)]);
}
