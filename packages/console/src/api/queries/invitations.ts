import { queryOptions } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { useSigningIn } from './use-signing-in.ts';

export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['invitation', id],
    retry: false,
    queryFn: () => dataOf(api.GET('/v1/invitations/{id}', { path: { id } })),
  });
}

/** Joins with the account that has this password, or with a new one, and signs in. */
export function useAcceptWithPassword(id: string) {
  return useSigningIn(async (body: { name: string; password: string }) => {
    const { email } = await dataOf(api.POST('/v1/invitations/{id}/accept', { path: { id }, body }));
    await auth.signIn({ email, password: body.password });
  });
}

/** Joins with the account that is signed in, and makes the organization the active one. */
export function useAcceptSignedIn(id: string) {
  return useSigningIn(async () => {
    const { invitation } = await auth.acceptInvitation(id);
    await auth.setActiveOrganization(invitation.organizationId);
  });
}

export const pendingInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await auth.listInvitations()).filter((invitation) => invitation.status === 'pending'),
});

export function useInvite() {
  return useChange(
    (invitation: { email: string; role: 'admin' | 'member' }) => auth.inviteMember({ ...invitation, resend: true }),
    { rereads: [['invitations']], ownErrors: true },
  );
}

export function useCancelInvitation() {
  return useChange(auth.cancelInvitation, { rereads: [['invitations']] });
}
