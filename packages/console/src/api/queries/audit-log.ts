import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['audit-log'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    dataOf(api.GET('/v1/organization/audit-log', { query: { ...(pageParam ? { cursor: pageParam } : {}) } })),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});
