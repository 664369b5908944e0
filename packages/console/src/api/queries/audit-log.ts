import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { cursorOf, PAGED } from './paged.ts';

export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['audit-log'],
  ...PAGED,
  queryFn: ({ pageParam }) => dataOf(api.GET('/v1/organization/audit-log', { query: cursorOf(pageParam) })),
});
