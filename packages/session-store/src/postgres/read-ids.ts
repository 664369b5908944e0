import type { Query, Statement } from './sql.ts';

/** Returns the ids that a statement finds. */
export async function readIds(
  query: Query,
  find: Statement<{ id: string }>,
  values: unknown[] = [],
): Promise<string[]> {
  return (await query(find, values)).map(({ id }) => id);
}
