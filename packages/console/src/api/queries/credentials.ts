import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';
import { useChange } from './use-change.ts';

export type Credential = Schemas['ListedCredential'];
export type CredentialContent = Schemas['CredentialContent'];

const KEY = ['credentials'];
/** A refusal may name what the list does not show yet. */
const CHANGE = { rereads: [KEY], alsoRefused: true, isSecret: true };

/** Members see names, types and statuses alone. */
export const credentialsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/credentials', { query: { limit: 200 } })),
});

/** @param id null for a new one */
export function useSaveCredential(id: string | null) {
  return useChange(
    (body: CredentialContent) =>
      id === null
        ? dataOf(api.POST('/v1/organization/credentials', { body }))
        : dataOf(api.PUT('/v1/organization/credentials/{id}', { path: { id }, body })),
    { ...CHANGE, ownErrors: true },
  );
}

/** With `force` also while published workflows use it, which the dialog named before. */
export function useDeleteCredential() {
  return useChange(
    ({ id, force }: { id: string; force: boolean }) =>
      dataOf(api.DELETE('/v1/organization/credentials/{id}', { path: { id }, query: { force } })),
    CHANGE,
  );
}

export function useTestCredential() {
  return useChange((id: string) => dataOf(api.POST('/v1/organization/credentials/{id}/test', { path: { id } })), {
    ownErrors: true,
    isSecret: true,
  });
}

/** Goes to where somebody signs in and consents. */
export function useAuthorizeCredential() {
  return useMutation({
    mutationFn: (id: string) => dataOf(api.POST('/v1/organization/credentials/{id}/authorize', { path: { id } })),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  });
}
