import { queryOptions } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

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
  return useChange(
    ({ id, ...body }: { id: string; choice: string; comment: string; fields: JsonObject }) =>
      dataOf(
        api.POST('/v1/approvals/{id}', {
          path: { id },
          body: { ...body.fields, choice: body.choice, ...(body.comment !== '' && { comment: body.comment }) },
        }),
      ),
    { rereads: [KEY], alsoRefused: true, ownErrors: true, isSecret: true },
  );
}
