import { queryOptions } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { useChange } from './use-change.ts';

const MAX_MEMBERS = 500;

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await auth.listMembers(MAX_MEMBERS)).members,
});

export function useChangeRole() {
  return useChange(auth.updateMemberRole, { rereads: [['members'], ['caller']] });
}

export function useRemoveMember() {
  return useChange(auth.removeMember, { rereads: [['members']] });
}
