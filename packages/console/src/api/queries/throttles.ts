import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { components } from '../schema.d.ts';

export type Throttle = components['schemas']['Throttle'];

const THROTTLES = ['throttles'];

export const throttlesQuery = queryOptions({
  queryKey: THROTTLES,
  queryFn: () => dataOf(api.GET('/v1/organization/throttles', { params: { query: { limit: 200 } } })),
});

/** Makes or replaces the throttle of a host. */
export function usePutThrottle() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ host, ...body }: Pick<Throttle, 'host' | 'perSecond' | 'burst'>) =>
      dataOf(api.PUT('/v1/organization/throttles/{host}', { params: { path: { host } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: THROTTLES }),
  });
}

export function useDeleteThrottle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (host: string) =>
      dataOf(api.DELETE('/v1/organization/throttles/{host}', { params: { path: { host } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: THROTTLES }),
  });
}
