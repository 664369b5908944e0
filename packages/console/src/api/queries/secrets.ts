import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

export type Secret = Schemas['Secret'];

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: () => dataOf(api.GET('/v1/organization/secrets', { query: { limit: 200 } })),
});

/** Workflows that name the secret. */
export function secretUsesQuery(name: string) {
  return queryOptions({
    queryKey: ['secrets', name, 'uses'],
    queryFn: () => dataOf(api.GET('/v1/organization/secrets/{name}/used-by', { path: { name } })),
  });
}

export function usePutSecret() {
  return useChange(
    ({ name, value }: { name: string; value: string }) =>
      dataOf(api.PUT('/v1/organization/secrets/{name}', { path: { name }, body: { value } })),
    { rereads: [['secrets']], ownErrors: true, isSecret: true },
  );
}

export function useDeleteSecret() {
  return useChange((name: string) => dataOf(api.DELETE('/v1/organization/secrets/{name}', { path: { name } })), {
    rereads: [['secrets']],
  });
}
