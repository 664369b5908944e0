/** Returns the items of all pages of a list. */
export async function itemsOf<Item>(
  readPage: (cursor: { cursor?: string }) => Promise<{ data: { items: readonly Item[]; nextCursor: string | null } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: { cursor?: string } = {};
  for (;;) {
    const { data } = await readPage(cursor);
    items.push(...data.items);
    if (data.nextCursor === null) return items;
    cursor = { cursor: data.nextCursor };
  }
}
