/** A page of a list, newest first. `nextCursor` is null on the last one. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** `cursor`: the id of the last item of the previous page. */
export interface PageRequest {
  limit: number;
  cursor?: string;
}

/** Returns the query for a page of an organization's rows, and one row more. */
export function newestFirst(organizationId: string, { limit, cursor }: PageRequest) {
  return {
    where: { organizationId, ...(cursor !== undefined && { id: { lt: cursor } }) },
    orderBy: { id: 'desc' as const },
    take: limit + 1,
  };
}

/**
 * Returns the rows that fit the page. The query read one row more than `limit`, which shows whether there are more.
 * @param cursor the field of a row by which the next page begins
 */
export function pageOf<Row extends object, Item>(
  rows: Row[],
  limit: number,
  cursor: keyof Row,
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? String(last[cursor]) : null;
  return { items: shown.map(view), nextCursor };
}
