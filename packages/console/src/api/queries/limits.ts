import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const REFRESH_MS = 15_000;

/** The limits that the operator set for the organization, and how much of them is used; for admins. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  refetchInterval: REFRESH_MS,
  queryFn: () => dataOf(api.GET('/v1/organization/limits')),
});
