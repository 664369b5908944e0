import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';

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
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    gcTime: 0,
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      dataOf(api.PUT('/v1/organization/secrets/{name}', { path: { name }, body: { value } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['secrets'] }),
  });
}

export function useDeleteSecret() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => dataOf(api.DELETE('/v1/organization/secrets/{name}', { path: { name } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['secrets'] }),
  });
}
