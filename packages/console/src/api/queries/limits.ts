import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const REFRESH_MS = 15_000;

/** What the operator allows the organization, and what of it is used; for admins. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  refetchInterval: REFRESH_MS,
  queryFn: () => dataOf(api.GET('/v1/organization/limits')),
});
