/** One page of a list. */
export interface Page<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

/** The items of all pages, each page read when the one before is used up. */
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
