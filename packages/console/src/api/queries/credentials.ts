import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';

export type Credential = Schemas['ListedCredential'];
export type CredentialContent = Schemas['CredentialContent'];

const KEY = ['credentials'];

/** Members see names, types and statuses alone. */
export const credentialsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/credentials', { query: { limit: 200 } })),
});

/** @param id null for a new one */
export function useSaveCredential(id: string | null) {
  return useCredentialMutation(
    (body: CredentialContent) =>
      id === null
        ? dataOf(api.POST('/v1/organization/credentials', { body }))
        : dataOf(api.PUT('/v1/organization/credentials/{id}', { path: { id }, body })),
    { ownErrors: true },
  );
}

/** With `force` also while published workflows use it, which the dialog named before. */
export function useDeleteCredential() {
  return useCredentialMutation(({ id, force }: { id: string; force: boolean }) =>
    dataOf(api.DELETE('/v1/organization/credentials/{id}', { path: { id }, query: { force } })),
  );
}

export function useTestCredential() {
  return useMutation({
    meta: { ownErrors: true },
    gcTime: 0,
    mutationFn: (id: string) => dataOf(api.POST('/v1/organization/credentials/{id}/test', { path: { id } })),
  });
}

/** Goes to where somebody signs in and consents. */
export function useAuthorizeCredential() {
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/v1/organization/credentials/{id}/authorize', { path: { id } })),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  });
}

/** Secrets are in the variables of a mutation, which is forgotten with its dialog. */
function useCredentialMutation<Variables, Result>(
  mutationFn: (variables: Variables) => Promise<Result>,
  meta: { ownErrors?: boolean } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    gcTime: 0,
    mutationFn,
    // A refusal may name what the list does not show yet.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
