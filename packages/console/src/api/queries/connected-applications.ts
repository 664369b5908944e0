import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';
import { cursorOf, PAGED } from './paged.ts';

const KEY = ['connected-applications'] as const;
const PATH = '/v1/organization/connected-applications';

/** The member's own; for admins those of all members. Newest first. */
export const connectedApplicationsQuery = infiniteQueryOptions({
  queryKey: KEY,
  ...PAGED,
  queryFn: ({ pageParam }) => dataOf(api.GET(PATH, { query: cursorOf(pageParam) })),
});

export function useRevokeApplication() {
  return useChange(
    (applicationId: string) => dataOf(api.DELETE(`${PATH}/{applicationId}`, { path: { applicationId } })),
    { rereads: [KEY] },
  );
}
