import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

export type Scope = 'run' | 'read' | 'manage';

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  ...PAGED,
  queryFn: ({ pageParam }) => dataOf(api.GET('/v1/organization/api-keys', { query: cursorOf(pageParam) })),
});

interface NewKey {
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
  workflowIds?: string[];
}

/** Creates a key. Only this mutation's result contains its value; closing the dialog drops it (`reset`). */
export function useCreateApiKey() {
  return useChange((body: NewKey) => dataOf(api.POST('/v1/organization/api-keys', { body })), {
    rereads: [['api-keys']],
    ownErrors: true,
    isSecret: true,
  });
}

export function useDeleteApiKey() {
  return useChange((keyId: string) => dataOf(api.DELETE('/v1/organization/api-keys/{keyId}', { path: { keyId } })), {
    rereads: [['api-keys']],
  });
}
