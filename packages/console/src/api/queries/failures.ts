import { infiniteQueryOptions } from '@tanstack/react-query';
import type { SessionMode } from '@workflow/workflow-model';
import { api, dataOf } from '../client.ts';
import { cursorOf, PAGED } from './paged.ts';

const PAGE_SIZE = 50;
const REFRESH_MS = 5_000;

/** Groups of failed sessions, the one with the latest failure first. */
export function failuresQuery(mode: SessionMode) {
  return infiniteQueryOptions({
    queryKey: ['failures', mode],
    ...PAGED,
    refetchInterval: REFRESH_MS,
    queryFn: ({ pageParam }) => {
      const query = { mode, limit: PAGE_SIZE, ...cursorOf(pageParam) };
      return dataOf(api.GET('/v1/failures', { query }));
    },
  });
}
