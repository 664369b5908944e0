/** The options of an infinite query for a list of the API. The first page has an empty cursor. */
export const PAGED = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
};

/** Returns the query parameter for a page. */
export function cursorOf(pageParam: string): { cursor?: string } {
  return pageParam === '' ? {} : { cursor: pageParam };
}
