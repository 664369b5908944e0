import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { cursorOf, PAGED } from './paged.ts';

const PAGE_SIZE = 50;
const REFRESH_MS = 5_000;

/** The schedules of all published workflows. */
export const schedulesQuery = infiniteQueryOptions({
  queryKey: ['schedules'],
  ...PAGED,
  refetchInterval: REFRESH_MS,
  queryFn: ({ pageParam }) => dataOf(api.GET('/v1/schedules', { query: { limit: PAGE_SIZE, ...cursorOf(pageParam) } })),
});
