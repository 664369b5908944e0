import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';

/**
 * Returns SQL: the end of an ancestor has ended the session `id`, which is one of `ids`. Until the transaction ends, no
 * ancestor can end its descendants. The subquery is evaluated once, before the statement locks a row, so no condition
 * that delays its evaluation may precede it (decision 0120).
 */
export function isEndedAbove(id: string, ids: string): string {
  return `${id} = ANY ((SELECT ended_above(${ids}))::uuid[])`;
}

const LOCK: Statement = { name: 'lock_trees', text: 'SELECT lock_trees($1::uuid[], $2::uuid[])' };

/**
 * Locks the trees of sessions until the end of the transaction. Call it first in a transaction that ends some of the
 * sessions with their descendants.
 */
export async function lockTrees(query: Query, ending: string[], relatedIds: string[] = []): Promise<void> {
  await query(LOCK, [plainArray([...ending, ...relatedIds]), plainArray(ending)]);
}
