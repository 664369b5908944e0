import { useEffect } from 'react';

/** Consecutive pages without a match that are read automatically; the service examines 500 sessions for each. */
const UNASKED_PAGES = 20;

interface SessionPages {
  data: { pages: { items: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Reads further pages until there is a match. It stops after many pages without one, so that an open page
 * does not read the whole table; a request for the next page reads as many again.
 */
export function useFurtherPages(
  { data, hasNextPage, isFetchingNextPage, fetchNextPage }: SessionPages,
  isWanted: boolean,
): { isPaused: boolean } {
  const pages = data?.pages ?? [];
  const withoutFind = pages.length - 1 - pages.findLastIndex((page) => page.items.length > 0);
  const isPaused = hasNextPage && !isFetchingNextPage && withoutFind > 0 && withoutFind % UNASKED_PAGES === 0;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetchingNextPage && !isPaused) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetchingNextPage, isPaused, fetchNextPage]);
  return { isPaused };
}
