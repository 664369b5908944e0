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

/** Returns the rows that fit the page. The query read one row more than `limit`, which shows whether there are more. */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  view: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
