import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

export type Scope = 'run' | 'read' | 'manage';

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    dataOf(api.GET('/v1/organization/api-keys', { query: { ...(pageParam ? { cursor: pageParam } : {}) } })),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

interface NewKey {
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
  workflowIds?: string[];
}

/** Creates a key. Only this mutation's result contains its value; closing the dialog drops it (`reset`). */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    gcTime: 0,
    mutationFn: (body: NewKey) => dataOf(api.POST('/v1/organization/api-keys', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}

export function useDeleteApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => dataOf(api.DELETE('/v1/organization/api-keys/{keyId}', { path: { keyId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}
