import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { listSessions } from './sessions.ts';

const REFRESH_MS = 3000;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  refetchInterval: REFRESH_MS,
  queryFn: () => dataOf(api.GET('/v1/overview')),
});

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
