import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';

const MAX_MEMBERS = 500;

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await auth.listMembers(MAX_MEMBERS)).members,
});

export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.updateMemberRole,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members'] }),
        queryClient.invalidateQueries({ queryKey: ['caller'] }),
      ]),
  });
}

export function useRemoveMember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.removeMember,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
}
