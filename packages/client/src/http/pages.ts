import { throwIfAborted } from './abort.ts';

/** One page of a list. */
export interface Page<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

/**
 * Yields the items of all pages. A page is read when the items of the previous one were used.
 * @throws AbortError instead of the next item when the signal is aborted; errors of `readPage`
 */
export async function* itemsOfPages<Item>(
  signal: AbortSignal | undefined,
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, void> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await readPage(cursor);
    for (const item of items) {
      throwIfAborted(signal);
      yield item;
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
