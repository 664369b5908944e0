import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';

export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['invitation', id],
    retry: false,
    queryFn: () => dataOf(api.GET('/v1/invitations/{id}', { path: { id } })),
  });
}

/** Joins with the account that has this password, or with a new one, and signs in. */
export function useAcceptWithPassword(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (body: { name: string; password: string }) => {
      const { email } = await dataOf(api.POST('/v1/invitations/{id}/accept', { path: { id }, body }));
      await auth.signIn({ email, password: body.password });
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
      const { invitation } = await auth.acceptInvitation(id);
      await auth.setActiveOrganization(invitation.organizationId);
    },
    onSuccess: () => queryClient.resetQueries(),
  });
}

export const pendingInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await auth.listInvitations()).filter((invitation) => invitation.status === 'pending'),
});

export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (invitation: { email: string; role: 'admin' | 'member' }) =>
      auth.inviteMember({ ...invitation, resend: true }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
}

export function useCancelInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.cancelInvitation,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
}
