import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const PAGE_SIZE = 50;
const REFRESH_MS = 5_000;

/** The schedules of all published workflows. */
export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  initialPageParam: undefined as string | undefined,
  refetchInterval: REFRESH_MS,
  queryFn: ({ pageParam }) =>
    dataOf(
      api.GET('/v1/schedules', { query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) } }),
    ),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
