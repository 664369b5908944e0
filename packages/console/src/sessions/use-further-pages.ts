import { useEffect } from 'react';

/** Pages in a row without a find that are read by themselves; the service looks at 500 sessions for each. */
const UNASKED_PAGES = 20;

interface SessionPages {
  data: { pages: { items: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Reads on while what is wanted is not there. Where a filter finds nothing for long it stops, so that an open page
 * does not go through everything there is; asked for the next page it goes on for as many again.
 */
export function useFurtherPages({ data, hasNextPage, isFetchingNextPage, fetchNextPage }: SessionPages, isWanted: boolean): { isPaused: boolean } {
  const pages = data?.pages ?? [];
  const withoutFind = pages.length - 1 - pages.findLastIndex((page) => page.items.length > 0);
  const isPaused = hasNextPage && !isFetchingNextPage && withoutFind > 0 && withoutFind % UNASKED_PAGES === 0;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetchingNextPage && !isPaused) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetchingNextPage, isPaused, fetchNextPage]);
  return { isPaused };
}
