/** One page of a list. */
export interface Page<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

/** Yields the items of all pages. A page is read when the items of the previous one were used. */
export async function* itemsOfPages<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, void> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await readPage(cursor);
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
