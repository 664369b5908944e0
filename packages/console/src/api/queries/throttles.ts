import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';
import { useChange } from './use-change.ts';

export type Throttle = Schemas['Throttle'];

const THROTTLES = ['throttles'];

export const throttlesQuery = queryOptions({
  queryKey: THROTTLES,
  queryFn: () => dataOf(api.GET('/v1/organization/throttles', { query: { limit: 200 } })),
});

/** Makes or replaces the throttle of a host. */
export function usePutThrottle() {
  return useChange(
    ({ host, ...body }: Pick<Throttle, 'host' | 'perSecond' | 'burst'>) =>
      dataOf(api.PUT('/v1/organization/throttles/{host}', { path: { host }, body })),
    { rereads: [THROTTLES], ownErrors: true },
  );
}

export function useDeleteThrottle() {
  return useChange((host: string) => dataOf(api.DELETE('/v1/organization/throttles/{host}', { path: { host } })), {
    rereads: [THROTTLES],
  });
}
