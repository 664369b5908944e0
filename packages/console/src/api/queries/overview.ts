import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { listSessions } from './sessions.ts';

const REFRESH_MS = 3000;

const SPAN_MINUTES = { hour: 60, day: 1440 };

export function overviewQuery(span: keyof typeof SPAN_MINUTES) {
  return queryOptions({
    queryKey: ['overview', span],
    refetchInterval: REFRESH_MS,
    queryFn: () => dataOf(api.GET('/v1/overview', { params: { query: { minutes: SPAN_MINUTES[span] } } })),
  });
}

export const executorsQuery = queryOptions({
  queryKey: ['executors'],
  refetchInterval: REFRESH_MS,
  queryFn: async () => (await dataOf(api.GET('/v1/executors'))).items,
});

export const latestFailuresQuery = queryOptions({
  queryKey: ['sessions', 'latest-failures'],
  refetchInterval: REFRESH_MS,
  queryFn: async () => (await listSessions({ status: 'FAILED' }, 6)).items,
});
