import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth, authData } from '../auth-client.ts';

const MAX_MEMBERS = 500;

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await authData(auth.organization.listMembers({ query: { limit: MAX_MEMBERS } }))).members,
});

export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: { memberId: string; role: 'admin' | 'member' }) => authData(auth.organization.updateMemberRole(change)),
    onSuccess: () => Promise.all([queryClient.invalidateQueries({ queryKey: ['members'] }), queryClient.invalidateQueries({ queryKey: ['role'] })]),
  });
}

export function useRemoveMember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memberIdOrEmail: string) => authData(auth.organization.removeMember({ memberIdOrEmail })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
}
