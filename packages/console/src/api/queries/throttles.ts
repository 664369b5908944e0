import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';

export type Throttle = Schemas['Throttle'];

const THROTTLES = ['throttles'];

export const throttlesQuery = queryOptions({
  queryKey: THROTTLES,
  queryFn: () => dataOf(api.GET('/v1/organization/throttles', { query: { limit: 200 } })),
});

/** Makes or replaces the throttle of a host. */
export function usePutThrottle() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ host, ...body }: Pick<Throttle, 'host' | 'perSecond' | 'burst'>) =>
      dataOf(api.PUT('/v1/organization/throttles/{host}', { path: { host }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: THROTTLES }),
  });
}

export function useDeleteThrottle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => dataOf(api.DELETE('/v1/organization/throttles/{host}', { path: { host } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: THROTTLES }),
  });
}
