import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth, authData } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';

export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['invitation', id],
    retry: false,
    queryFn: () => dataOf(api.GET('/v1/invitations/{id}', { params: { path: { id } } })),
  });
}

/** Joins with a new account and signs in. */
export function useAcceptWithNewAccount(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (body: { name: string; password: string }) => {
      const { email } = await dataOf(api.POST('/v1/invitations/{id}/accept', { params: { path: { id } }, body }));
      await authData(auth.signIn.email({ email, password: body.password }));
    },
    onSuccess: () => queryClient.resetQueries(),
  });
}

/** Joins with the account that is signed in, and makes the organization the active one. */
export function useAcceptSignedIn(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async () => {
      const { invitation } = await authData(auth.organization.acceptInvitation({ invitationId: id }));
      await authData(auth.organization.setActive({ organizationId: invitation.organizationId }));
    },
    onSuccess: () => queryClient.resetQueries(),
  });
}

export const pendingInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await authData(auth.organization.listInvitations({ query: {} }))).filter((invitation) => invitation.status === 'pending'),
});

export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (invitation: { email: string; role: 'admin' | 'member' }) => authData(auth.organization.inviteMember({ ...invitation, resend: true })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useCancelInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) => authData(auth.organization.cancelInvitation({ invitationId })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
}
