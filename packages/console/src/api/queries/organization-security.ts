import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

const KEY = ['organization-security'] as const;

/** The security settings that apply to the organization's members. */
export const organizationSecurityQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => dataOf(api.GET('/v1/organization/security')),
});

export function useSetOrganizationSecurity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { requireSecondFactor: boolean }) => dataOf(api.PUT('/v1/organization/security', { body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Makes a link that sets the member's password once. */
export function useResetMemberPassword() {
  return useChange(
    ({ memberId, removeSecondFactor }: { memberId: string; removeSecondFactor: boolean }) =>
      dataOf(
        api.POST('/v1/organization/members/{memberId}/password-reset', {
          path: { memberId },
          body: { removeSecondFactor },
        }),
      ),
    { ownErrors: true },
  );
}
