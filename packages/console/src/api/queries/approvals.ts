import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';

export type Approval = Schemas['Approval'];

const KEY = ['approvals'];
/** Decisions and requests of others appear without a reload. */
const REFETCH_MS = 5_000;

/** Approvals that wait: all of the organization, those that the account may decide, or those of a session. */
export function approvalsQuery(filter: { mine?: boolean; sessionId?: string }) {
  return queryOptions({
    queryKey: [...KEY, filter],
    refetchInterval: REFETCH_MS,
    queryFn: () => dataOf(api.GET('/v1/approvals', { query: { status: 'waiting', limit: 200, ...filter } })),
  });
}

export function useDecideApproval() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    // The entered values may be sensitive.
    gcTime: 0,
    mutationFn: ({ id, ...body }: { id: string; choice: string; comment: string; fields: JsonObject }) =>
      dataOf(
        api.POST('/v1/approvals/{id}', {
          path: { id },
          body: { ...body.fields, choice: body.choice, ...(body.comment !== '' && { comment: body.comment }) },
        }),
      ),
    // Somebody else may have decided.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
