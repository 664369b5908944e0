import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const KEY = ['connected-applications'] as const;
const PATH = '/v1/organization/connected-applications';

/** The member's own; for admins those of all members. Newest first. */
export const connectedApplicationsQuery = infiniteQueryOptions({
  queryKey: KEY,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) => dataOf(api.GET(PATH, { query: { ...(pageParam ? { cursor: pageParam } : {}) } })),
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export function useRevokeApplication() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (applicationId: string) => dataOf(api.DELETE(`${PATH}/{applicationId}`, { path: { applicationId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
